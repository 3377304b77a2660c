"""Pictures for print: one or two columns wide, in colour or grey, each with its caption."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from qwk_app.figures.svg import Picture, clean
from qwk_app.report import by_group, pictures, rows
from qwk_app.report.page import TEXTS
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.study.cautions import FEW_COMMON
from qwk_core.study.study import Study

KINDS: dict[str, tuple[Callable[[Study], bool], Callable[[Study, int], Picture]]] = {
    "kappa": (pictures.has_box, pictures.of_kappa),
    "observed": (lambda study: study.is_pair, pictures.of_observed),
    "pairs": (lambda study: study.agreement is not None, pictures.of_pairs),
    "groups": (lambda study: bool(study.groups), by_group.picture),
}
"""The pictures: of which studies there is one, and what draws it."""

DPI = 300
_MILLIMETRES = {"one-column": 85, "two-columns": 180}
_PER_INCH = 25.4
_PIXELS = 96  # of an inch; pictures are drawn in their printed width, so letters keep their size
_FONTS = "Arial, Helvetica, sans-serif"  # required by journals
_COLOUR = re.compile(r"#([0-9a-fA-F]{6})\b")
_GREY_IMAGE = (
    '<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter>'
    '<image filter="url(#grey)" '
)


@dataclass(frozen=True)
class Printed:
    """A picture for print: an SVG with its width in millimetres, and its caption."""

    svg: str
    pixels: tuple[int, int]
    scale: float
    caption: str


def kinds(study: Study) -> list[str]:
    """Return the kinds of pictures of a study."""
    return [name for name, (there, _draw) in KINDS.items() if there(study)]


def printed(study: Study, kind: str, width: str, colour: str) -> Printed:
    """Return one picture for print."""
    millimetres = _MILLIMETRES[width]
    _there, draw = KINDS[kind]
    picture = draw(study, round(millimetres / _PER_INCH * _PIXELS))
    content = picture.content
    if colour == "grey":
        content = _COLOUR.sub(lambda found: _grey(found[1]), content)
        content = content.replace("<image ", _GREY_IMAGE)
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
        for width in TEXTS["width"]
        for colour in TEXTS["colour"]
    }
    captions = [f"{_(TEXTS['picture'][kind])}\n{_caption(study, kind)}" for kind in kinds(study)]
    return made | {"figures/captions.txt": "\n\n".join(captions) + "\n"}


def _grey(colour: str) -> str:
    """Return the grey that looks as light as a colour.

    >>> _grey("ffffff"), _grey("1b5faa")
    ('#ffffff', '#535353')
    """
    red, green, blue = bytes.fromhex(colour)
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"


def _caption(study: Study, kind: str) -> str:
    values = {
        "kappa": kappa_text(study.kappa, study.decimals),
        "weights": _(study.scheme),
        "n": number(study.n),
        "own": message_bare_text(study.named.rows),
        "other": message_bare_text(study.named.columns),
        "level": rows.level(study),
        "few": number(FEW_COMMON),
    }
    if kind == "kappa":
        values |= pictures.costs_of(study.walk)
    return _(TEXTS["caption"][kind], **values)
