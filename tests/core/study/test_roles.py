"""What two raters are to one another, by their names: when in doubt, two of equal rank."""

import pytest

from qwk_core.study.roles import find_roles

EXPECTED = {
    "model": [
        ("truth", "model"), ("actual", "predicted"), ("y_true", "y_pred"), ("human", "AI"),
        ("label", "score"), ("teacher", "gpt4o"), ("Ann", "autoScore"), ("gold", "prediction"),
        ("true_class", "class"), ("expert", "machine 1"), ("grade", "predicted_grade"),
        ("", "model"),
    ],
    "reference": [
        ("expert", "student"), ("gold standard", "resident"), ("Consensus", "Rater 1"),
    ],
    "times": [
        ("score_t1", "score_t2"), ("pre", "post"), ("Baseline", "Follow-up 2 weeks"),
        ("week0", "week2"), ("rating_2021", "rating_2022"), ("Time 1", "Time 2"),
        ("Ann test", "Ann retest"), ("session_1", "session_2"), ("T1", "T2"),
        ("rating (before)", "rating (after)"), ("Visit 1 grade", "Visit 2 grade"),
    ],
    "equal": [
        ("post_rater1", "post_rater2"), ("Smith T", "Jones T"), ("session1_Anna", "session1_Bert"),
        ("label_ann", "label_ben"), ("rater1_label", "rater2_label"),
        ("real_estate_rating", "bank_rating"), ("Ann", "Ben"), ("expert", "consensus"),
        ("grading_system_nurse", "grading_system_doctor"), ("true", "actual"),
        ("Machine operator 1", "Machine operator 2"), ("Ken Sato", "Ai Tanaka"),
        ("Ai Tanaka", "Ken Sato"), ("gpt4o", "claude"), ("model_A", "model_B"),
        ("Expert 1", "Expert 2"), ("panel_member_1", "panel_member_2"),
        ("Rater 1 (before consensus)", "Rater 2 (before consensus)"), ("pre_ann", "post_ben"),
        ("model", "truth"), ("grade", "grade"), ("a", "b", "model"), ("1", "2"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("names", "roles"), [(names, roles) for roles, of in EXPECTED.items() for names in of]
)
def test_names_say_the_roles(names: tuple[str, ...], roles: str) -> None:
    assert find_roles(names) == roles
