"""Refusals and their texts."""

import pytest

from qwk_core import RatingsError


def error_of(call, *arguments, **options):
    """Return what a call refuses with; what a screen translates says the same."""
    with pytest.raises(RatingsError) as caught:
        call(*arguments, **options)
    error = caught.value
    assert error.template.format(**error.values) == str(error)
    return str(error)
