"""No package that the project installs has a known vulnerability."""

import pytest

from tests import audit


@pytest.mark.release
def test_no_installed_package_is_known_to_be_vulnerable() -> None:
    found = audit.report()
    if isinstance(found, str):
        pytest.skip(f"Vulnerabilities: nothing was checked: {found}")
    assert [line for package in found for line in audit.faults(package)] == []
