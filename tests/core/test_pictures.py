"""The cells of a matrix: their numbers can be read, and equal depths mean equal numbers."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest

from qwk_core import walk_through, walk_through_counts
from qwk_core.pictures.cells import (
    HIDDEN,
    Shade,
    by_value,
    cell_texts,
    changed,
    counted,
    empty,
    write_number,
)
from qwk_core.pictures.heatmap import MOST_NUMBERED, heatmap_figure
from qwk_core.pictures.hues import DARK, LIGHT, Hue, Palette, luminance, palette
from qwk_core.pictures.panel import VIEWS, hide_cells, make_panel, shading

HUES = [field.name for field in fields(LIGHT) if isinstance(getattr(LIGHT, field.name), Hue)]
WALK = walk_through([4, 4, 3, 4, 4, 0, 1, 1, 2, 1], [0, 4, 1, 0, 4, 0, 1, 1, 2, 1])


def contrast(ink: str, background: str) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    long = ink if len(ink) == 7 else "#" + "".join(2 * digit for digit in ink[1:])
    one, other = (
        luminance((int(each[1:3], 16), int(each[3:5], 16), int(each[5:7], 16)))
        for each in (long, background)
    )
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def check(shades: tuple[Shade, ...], own: Hue) -> None:
    assert len(set(shades)) > 10
    assert all(contrast(ink, background) >= 4.5 for background, ink in shades)
    assert shades[-1][0].upper() in (own.high, LIGHT.plain.high, DARK.plain.high)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", HUES)
def test_the_number_in_a_cell_can_be_read_at_every_value(name: str, colours: Palette) -> None:
    own = colours.hue(name)
    values = np.linspace(0, 1, 400).reshape(20, 20)
    check(by_value(values, 1, own, colours), own)
    check(counted(values, values, (1, 1), own, colours), own)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_change_can_be_read_at_every_value(colours: Palette) -> None:
    values = np.linspace(-1, 1, 25).reshape(5, 5)
    shades = changed(values, colours.kappa, colours.fall, colours)
    assert shades[0][0].upper() == colours.fall.high
    assert shades[-1][0].upper() == colours.kappa.high
    assert all(contrast(ink, background) >= 4.5 for background, ink in shades)


def test_equal_numbers_have_equal_depths_in_o_and_e() -> None:
    values = np.array([[2.0, 1.0], [1.0, 0.0]])
    costs = np.array([[0.0, 1.0], [1.0, 0.0]])
    blue = counted(values, costs, (4, 2), LIGHT.observed, LIGHT)
    violet = counted(values, costs, (4, 2), LIGHT.expected, LIGHT)
    assert blue[0] == violet[0], "agreement is grey in both"
    assert blue[3] == violet[3] == empty(LIGHT), "what holds nothing has no colour"
    assert blue[1] == by_value(np.array([[1.0]]), 2, LIGHT.observed, LIGHT)[0]


def test_nothing_at_all_has_no_colour() -> None:
    nothing = np.zeros((2, 2))
    for found in (
        by_value(nothing, 0, LIGHT.weights, LIGHT),
        counted(nothing, nothing, (0, 0), LIGHT.observed, LIGHT),
        changed(nothing, LIGHT.kappa, LIGHT.fall, LIGHT),
    ):
        assert set(found) == {empty(LIGHT)}


def test_a_miss_that_costs_nothing_still_has_its_colour() -> None:
    values = np.array([[1, 1], [0, 1]])
    found = counted(values, np.zeros((2, 2)), (1, 0), LIGHT.observed, LIGHT)
    assert found[1] not in (found[0], empty(LIGHT))


def test_numbers_are_written_short() -> None:
    assert [write_number(value) for value in (float("nan"), -0.0, 0.004, -1234.5)] == [
        "–", "0", "0.004", "−1,234.5",
    ]  # fmt: skip


def test_large_numbers_are_whole_and_what_is_not_whole_does_not_look_whole() -> None:
    assert cell_texts(np.array([[99_999.4, 9.9999], [2.0, -100.6]])) == (
        "99,999", "9.9999", "2", "−101",
    )  # fmt: skip


def test_palettes_and_strong_words() -> None:
    assert (palette(dark=False), palette(dark=True)) == (LIGHT, DARK)
    for colours in (LIGHT, DARK):
        strong = colours.strong(colours.weights.ink)
        assert contrast(strong, colours.page) >= 7
    assert LIGHT.strong("#000") == "#000"


@pytest.mark.parametrize("name", VIEWS)
def test_a_panel_has_a_text_and_a_shade_for_each_cell(name: str) -> None:
    panel = make_panel(WALK, name, DARK)
    assert len(panel.texts) == len(panel.shades) == 25
    assert (panel.totals is not None) == VIEWS[name].totals
    assert panel.ink == DARK.hue(VIEWS[name].hue).ink
    hidden = hide_cells(panel, [3], DARK)
    assert (hidden.texts[3], hidden.shades[3]) == (HIDDEN, empty(DARK))
    assert hidden.texts[4:] == panel.texts[4:]


def test_o_and_e_share_their_scales() -> None:
    violet = replace(LIGHT, observed=LIGHT.expected)
    assert shading(WALK, "observed", violet, values=WALK.expected) == shading(WALK, "expected")


def test_a_heatmap_has_the_cells_of_the_panel() -> None:
    panel = make_panel(WALK, "observed")
    figure = heatmap_figure(panel, ["<b>", 1, 2, 3, 4])
    heat, numbers = figure["data"]
    kinds = list(dict.fromkeys(panel.shades))
    shown = [kinds[at] for row in heat["z"] for at in row]
    assert shown == list(panel.shades)
    assert [colour for _end, colour in heat["colorscale"]][::2] == [kind[0] for kind in kinds]
    assert numbers["text"] == [*panel.texts, "1", "3", "1", "1", "4", "3", "4", "1", "0", "2", "10"]
    assert numbers["x"][25:30] == [5] * 5
    assert numbers["y"][30:] == [5] * 6
    assert figure["layout"]["yaxis"]["range"] == [5.5, -0.5], "row 0 is on top"
    assert figure["layout"]["xaxis"]["ticktext"][0] == "&lt;b&gt;"
    assert json.dumps(figure), "plain data"


def test_a_heatmap_of_weights_has_no_totals() -> None:
    figure = heatmap_figure(make_panel(WALK, "weights"), WALK.categories)
    assert len(figure["data"][1]["text"]) == 25
    assert figure["layout"]["xaxis"]["range"] == [-0.5, 4.5]


def test_a_large_heatmap_has_no_numbers_but_those_under_the_pointer() -> None:
    size = MOST_NUMBERED + 5
    walk = walk_through_counts(np.eye(size, dtype=int))
    figure = heatmap_figure(make_panel(walk, "expected"), walk.categories)
    (heat,) = figure["data"]
    assert len(heat["customdata"]) == size
    assert len(figure["layout"]["xaxis"]["tickvals"]) <= MOST_NUMBERED
    assert figure["layout"]["xaxis"]["range"] == [-0.5, size - 0.5], "no room for totals"
