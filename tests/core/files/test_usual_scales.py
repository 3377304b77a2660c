"""The usual words of scales: their data is consistent, and each order is the expected one."""

import pytest

from qwk_core.files.order import propose_order
from qwk_core.files.usual_scales import LANGUAGES, UsualScale, folded, usual_order, usual_scales
from tests.core.files.test_order import ORDERS

PRINTED = {language: scale.split(" | ") for language, scale in ORDERS["printed"].items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_scale_is_put_in_its_order(language: str) -> None:
    printed = PRINTED[language]
    order = propose_order(sorted(printed))
    assert order.categories == tuple(printed)
    assert order.certain, "people use this scale whole"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_left_out_is_asked_about(language: str) -> None:
    first, _second, *others = printed = PRINTED[language]
    order = propose_order([*others, first])
    assert len(order.categories) >= len(printed)
    assert order.categories[0] == first
    assert order.others == ((first, *others),)
    assert not order.certain


@pytest.mark.parametrize("scale", usual_scales(), ids=lambda scale: next(iter(scale.steps)))
def test_each_scale_hangs_together(scale: UsualScale) -> None:
    places = sorted(set(scale.steps.values()))
    assert places == list(range(len(places))), "no word stands on two steps, no step is empty"
    for words in scale.whole:
        whole = [scale.steps[folded(word)] for word in words]
        assert whole == sorted(set(whole)), "from lowest to highest"
        assert len(whole) >= 2


def test_two_words_of_one_step_have_no_order() -> None:
    assert usual_order(["mild", "slight", "severe"]) is None
    assert usual_order(["mild", "sideways"]) is None
