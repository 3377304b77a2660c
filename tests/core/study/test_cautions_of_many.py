"""The cautions on more than two raters, each against a second computation."""

from itertools import combinations

import numpy as np
import pytest

from qwk_core.study.cautions import find_cautions
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import make_rater_study


@pytest.mark.parametrize(
    ("n", "rated", "said"),
    [(40, 3, 2), (40, 10, 0), (40, 0, 0), (19, 3, 2), (15, 8, 0), (12, 12, 0)],
)
def test_pairs_with_few_common_items_are_counted(n: int, rated: int, said: int) -> None:
    rows: list[list[int | None]] = [[at % 3, at % 4, at % 3] for at in range(n)]
    for row in rows[rated:]:
        row[2] = None
    found = {one.key: one.message for one in find_cautions(make_rater_study(rows))}
    assert ("thin-pairs" in found) == bool(said)
    if said:
        assert f"{said} of 3. In kappa" in plain_text(found["thin-pairs"])


def test_that_groups_are_small_is_said_once_of_all_raters() -> None:
    rows = [[at % 3, at % 3, (at + at // 7) % 3] for at in range(90)]
    for names in (["truth", "old", "new"], ["Ann", "Ben", "Cy"]):
        study = make_rater_study(rows, raters=names, groups=["a", "b", "b"] * 30)
        said = [plain_text(one.message) for one in find_cautions(study)]
        small = "1 of 2 groups has fewer than 50 items: do not quote its kappa without an interval."
        assert [one for one in said if "fewer than 50 items" in one] == [small]


def test_where_every_pair_has_few_common_items_no_pair_is_quoted_alone() -> None:
    rows: list[list[int | None]] = [[None] * 12 for _ in range(66)]
    for row, pair in zip(rows, combinations(range(12), 2), strict=True):
        for rater in pair:
            row[rater] = (pair[0] + rater) % 3
    found = {one.key: plain_text(one.message) for one in find_cautions(make_rater_study(rows))}
    assert "No pair of raters has 10 common items or more" in found["thin-pairs"]


def test_what_makes_a_kappa_with_the_truth_doubtful_is_said_of_that_rater() -> None:
    random = np.random.default_rng(2)
    truth = random.integers(1, 4, 60).tolist()
    rows = [[one, random.integers(1, 4), 2 if at < 9 else None] for at, one in enumerate(truth)]
    study = make_rater_study(rows, raters=["truth", "poor", "rare"])
    said = {one.key: plain_text(one.message) for one in find_cautions(study)}
    assert said["constant-rater"].startswith("“rare” with “truth” (the truth): All ratings by")
    rare = [[1, 1, 1]] * 90 + [[1, 2, 1], [2, 2, 2], [3, 3, 3], [3, 1, 3]]
    spread = make_rater_study(rare, raters=["truth", "a", "b"])
    assert [one.key for one in find_cautions(spread)].count("prevalence") == 1


def test_a_rater_whose_scale_is_turned_round_is_named() -> None:
    random = np.random.default_rng(1)
    truth = random.integers(1, 5, 60)
    rows = np.clip(truth[:, np.newaxis] + random.integers(-1, 2, (60, 3)), 0, 5)
    fits = make_rater_study(rows, categories=range(6), raters=["Ann", "Ben", "Cy"])
    assert "misfit" not in {one.key for one in find_cautions(fits)}
    rows[:, 1] = 5 - rows[:, 1]
    turned = make_rater_study(rows, categories=range(6), raters=["Ann", "Ben", "Cy"])
    (misfit,) = (one for one in find_cautions(turned) if one.key == "misfit")
    text = plain_text(misfit.message, 6)
    assert "scale of “Ben” may run the other way" in text
    assert f"{fits.kappa:.6f} with these ratings turned round" in text


def test_a_constant_rater_and_a_prevalent_category_among_many() -> None:
    ratings = np.zeros((50, 3), dtype=int)
    ratings[:4, :2] = 1
    found = {one.key: one for one in find_cautions(make_rater_study(ratings, raters=list("abc")))}
    assert found["constant-rater"].message.values["raters"] == "“c”"
    values = found["prevalence"].message.values
    assert (values["share"], values["category"]) == (94.7, "0")
    pairs = [(0, 1), (0, 2), (1, 2)]
    same = np.mean([ratings[:, one] == ratings[:, other] for one, other in pairs])
    means = ratings.mean(axis=0)
    chance = np.mean(
        [means[one] * means[other] + (1 - means[one]) * (1 - means[other]) for one, other in pairs]
    )
    assert values["same"] == pytest.approx(100 * same, abs=0.05)
    assert values["chance"] == pytest.approx(100 * chance, abs=0.05)
    gapped = np.ma.masked_array(ratings, mask=False)
    gapped[2:12, 2] = gapped[40:, 0] = np.ma.masked
    (caution,) = (one for one in find_cautions(make_rater_study(gapped)) if one.key == "prevalence")
    same = np.mean([(gapped[:, one] == gapped[:, other]).mean() for one, other in pairs])
    assert caution.message.values["same"] == pytest.approx(100 * same, abs=0.05)
    ratings[25:] = 1
    even = {one.key for one in find_cautions(make_rater_study(ratings))}
    assert not even & {"constant-rater", "prevalence"}
