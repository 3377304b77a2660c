"""Pictures for print: one or two columns wide, in colour or grey, each with its caption."""

import re
from dataclasses import dataclass

from qwk_app.figures.svg import Picture, clean
from qwk_app.report import pictures, rows
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import N_, _
from qwk_core.study.study import Study
from qwk_core.teaching.box import box

KINDS = {
    "kappa": N_("the picture of kappa"),
    "observed": N_("O with its totals"),
    "pairs": N_("the matrix of pairs"),
    "groups": N_("the groups with their intervals"),
}
WIDTHS = {"one-column": N_("one column (85 mm)"), "two-columns": N_("two columns (180 mm)")}
COLOURS = {"colour": N_("colour"), "grey": N_("grey")}

DPI = 300
_MILLIMETRES = {"one-column": 85, "two-columns": 180}
_PER_INCH = 25.4
_FONTS = "Arial, Helvetica, sans-serif"  # those that journals ask for
_COLOUR = re.compile(r"#([0-9a-fA-F]{6})\b")


@dataclass(frozen=True)
class Printed:
    """A picture for print: an SVG that knows its width in millimetres, and its caption."""

    svg: str
    pixels: tuple[int, int]
    scale: float
    caption: str


def kinds(study: Study) -> list[str]:
    """Return the pictures that there are of a study."""
    there = {
        "kappa": pictures.has_box(study),
        "observed": study.is_pair,
        "pairs": study.agreement is not None,
        "groups": bool(study.groups),
    }
    return [kind for kind in KINDS if there[kind]]


def printed(study: Study, kind: str, width: str, colour: str) -> Printed:
    """Return one picture for print."""
    picture = _picture(study, kind)
    millimetres = _MILLIMETRES[width]
    content = picture.content
    if colour == "grey":
        content = _COLOUR.sub(lambda found: _grey(found[1]), content)
    high = millimetres * picture.height / picture.width
    svg = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{millimetres}mm" height="{high:.1f}mm" viewBox="0 0 {picture.width} '
        f'{picture.height}" font-family="{_FONTS}" fill="#1F2933">'
        f"<title>{clean(picture.alt)}</title>"
        f'<rect width="100%" height="100%" fill="#fff"/>{content}</svg>\n'
    )
    dots = millimetres / _PER_INCH * DPI
    scale = dots / picture.width
    return Printed(svg, (picture.width, picture.height), scale, _caption(study, kind))


def files(study: Study) -> dict[str, str]:
    """Return every picture for print as a file, and their captions."""
    made = {
        f"figures/{kind}-{width}-{colour}.svg": printed(study, kind, width, colour).svg
        for kind in kinds(study)
        for width in WIDTHS
        for colour in COLOURS
    }
    captions = [f"{_(KINDS[kind])}\n{_caption(study, kind)}" for kind in kinds(study)]
    return made | {"figures/captions.txt": "\n\n".join(captions) + "\n"}


def _picture(study: Study, kind: str) -> Picture:
    if kind == "kappa":
        return pictures.of_kappa(study)
    if kind == "observed":
        return pictures.matrices(study)[0]
    return pictures.of_pairs(study) if kind == "pairs" else pictures.of_groups(study)


def _grey(colour: str) -> str:
    """Return a colour's grey: as light as the colour is seen.

    >>> _grey("ffffff"), _grey("1b5faa")
    ('#ffffff', '#535353')
    """
    red, green, blue = bytes.fromhex(colour)
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"


def _caption(study: Study, kind: str) -> str:
    weights = _(study.scheme)
    if kind == "kappa":
        found = box(study.walk)
        return _(
            "Kappa as the empty part of a box. The box is what chance would cost ({chance} tiles), "
            "the pieces are what the disagreement costs ({cost} tiles), the dearest first. "
            "κ = {kappa}, {weights} weights, n = {n}.",
            chance=number(found.chance),
            cost=number(found.cost),
            kappa=kappa_text(study.kappa, study.decimals),
            weights=weights,
            n=number(study.n),
        )
    if kind == "observed":
        return _(
            "Observed counts with their totals: rows are the {own}, columns the {other}; n = {n}. "
            "Agreement is grey; the more a miss costs with {weights} weights, the deeper its "
            "colour.",
            own=message_bare_text(study.named.rows),
            other=message_bare_text(study.named.columns),
            n=number(study.n),
            weights=weights,
        )
    if kind == "pairs":
        return _(
            "Kappa of each pair of raters, {weights} weights, on the items that both rated. Pale "
            "cells rest on few items.",
            weights=weights,
        )
    return _(
        "Kappa of each group with its {level} confidence interval, {weights} weights. The diamond "
        "is all groups as one.",
        level=rows.level(study),
        weights=weights,
    )
