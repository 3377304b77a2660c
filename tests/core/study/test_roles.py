"""What two raters are to one another, by their names: when in doubt, two of equal rank."""

import pytest

from qwk_core.study.roles import find_roles
from tests.core.beside import beside

EXPECTED = beside(__file__, "roles.toml")


@pytest.mark.parametrize(
    ("names", "roles"), [(tuple(names), roles) for roles, of in EXPECTED.items() for names in of]
)
def test_names_say_the_roles(names: tuple[str, ...], roles: str) -> None:
    assert find_roles(names) == roles
