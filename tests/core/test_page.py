"""The view of a walkthrough in a notebook."""

import re

import numpy as np
import pytest

from qwk_core import walk_through, walk_through_counts
from qwk_core.pictures.page import MOST_CATEGORIES
from qwk_core.pictures.panel import make_panel

PETS = walk_through([4, 4, 3, 4, 4, 0, 1, 1, 2, 1], [0, 4, 1, 0, 4, 0, 1, 1, 2, 1])


def test_it_has_the_texts_of_the_screen_and_the_formula() -> None:
    page = PETS._repr_html_()
    cells = re.findall(r"<td class=\w+>([^<]+)", page)
    wanted = [make_panel(PETS, name).texts for name in ("observed", "weights", "expected")]
    assert cells == [text for texts in wanted for text in texts]
    assert "κ = 1 − 2.25 ÷ 3.3 = 0.318" in page


def test_a_cell_has_the_shades_of_the_screen_in_light_and_in_dark() -> None:
    page = PETS._repr_html_()
    costliest = re.findall(r"<td class=(\w+)>", page)[20]  # O[4, 0]
    background, _ink = make_panel(PETS, "observed").shades[20]
    assert re.search(
        rf"\.{costliest}{{{{background:light-dark\({background},".replace("{{", "{"), page
    )


def test_it_loads_nothing_and_is_small() -> None:
    counts = np.random.default_rng(1).integers(0, 10**7, (MOST_CATEGORIES, MOST_CATEGORIES))
    names = [f"a rather long label, the {at}th" for at in range(MOST_CATEGORIES)]
    page = walk_through_counts(counts, categories=names)._repr_html_()
    assert "http" not in page
    assert "url(" not in page
    assert "<script" not in page
    assert 10_000 < len(page.encode()) <= 20_000


def test_two_walks_in_one_notebook_keep_their_colours() -> None:
    pages = [PETS._repr_html_(), walk_through([1, 2, 2], [1, 2, 1])._repr_html_()]
    own = [re.search(r'<div class="qwk (\S+)">', page)[1] for page in pages]
    assert own[0] != own[1]
    assert all(f".{name} .q0{{" in page for name, page in zip(own, pages, strict=True))


def test_many_categories_leave_the_formula() -> None:
    page = walk_through(range(MOST_CATEGORIES + 1), range(MOST_CATEGORIES + 1))._repr_html_()
    assert "<table>" not in page
    assert "κ = 1 − 0 ÷" in page


def test_an_undefined_kappa_says_why() -> None:
    assert "κ is undefined. Both raters give" in walk_through([3, 3], [3, 3])._repr_html_()


@pytest.mark.parametrize("label", ["<b>", "a & b"])
def test_labels_are_escaped(label: str) -> None:
    page = walk_through([label], [label], categories=[label, "x"])._repr_html_()
    assert label not in page
