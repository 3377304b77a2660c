"""Refusals and their texts."""

import pytest

from qwk_core import RatingsError


def error_of(call, *arguments, **options):
    """Return the refusal of a call, and check that its translatable parts give the same text."""
    with pytest.raises(RatingsError) as caught:
        call(*arguments, **options)
    error = caught.value
    assert error.template.format(**error.values) == str(error)
    return str(error)
