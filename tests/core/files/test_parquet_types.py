"""Every Arrow type in a Parquet file: its ratings are read, or a refusal names the type."""

import datetime
from decimal import Decimal

import pyarrow as pa
import pytest

from qwk_core import RatingsError
from qwk_core.files.answers import NOTHING_SAID, Answers
from qwk_core.files.reading import read
from tests.core.files.made import in_parquet

RATINGS = [1, 2, 3, 2, 1, 3] * 4
SAID = Answers(columns=("a", "b"))


def stored(kind, values, storage):
    """Return an extension array over its storage."""
    return pa.ExtensionArray.from_storage(kind, pa.array(values, storage))


def numbers(*kinds):
    return [pa.array(RATINGS).cast(kind) for kind in kinds]


def text(*kinds):
    return [pa.array([str(one) for one in RATINGS]).cast(kind) for kind in kinds]


READ = [
    *numbers(pa.int8(), pa.int16(), pa.int32(), pa.int64()),
    *numbers(pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()),
    *numbers(pa.float16(), pa.float32(), pa.float64()),
    *(
        pa.array([Decimal(one) for one in RATINGS], make(5, scale))
        for make in (pa.decimal32, pa.decimal64, pa.decimal128, pa.decimal256)
        for scale in (0, 2)
    ),
    *text(pa.string(), pa.large_string(), pa.string_view()),
    *text(pa.binary(), pa.large_binary(), pa.binary_view()),
    pa.array([str(one).encode() for one in RATINGS], pa.binary(1)),
    pa.array([str(one) for one in RATINGS]).dictionary_encode(),
    stored(pa.json_(), [str(one) for one in RATINGS], pa.string()),
    stored(pa.opaque(pa.int64(), "rating", "vendor"), RATINGS, pa.int64()),
]
TRUTH = [
    pa.array([one > 1 for one in RATINGS]),
    stored(pa.bool8(), [int(one > 1) for one in RATINGS], pa.int8()),
]
DAYS = [datetime.datetime(2024, 1, one) for one in RATINGS]
REFUSED = [
    *(pa.array(DAYS, pa.timestamp(unit)) for unit in ("s", "ms", "us", "ns")),
    *(pa.array(DAYS, kind) for kind in (pa.date32(), pa.date64())),
    *(pa.array(RATINGS, pa.duration(unit)) for unit in ("s", "ms", "us", "ns")),
    *(
        pa.array(RATINGS, pa.int32() if kind.bit_width == 32 else pa.int64()).cast(kind)
        for kind in (pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns"))
    ),
    *(
        pa.array([[one] for one in RATINGS], make(pa.int64()))
        for make in (pa.list_, pa.large_list, pa.list_view, pa.large_list_view)
    ),
    pa.array([[one] for one in RATINGS], pa.list_(pa.int64(), 1)),
    pa.array([{"a": one} for one in RATINGS]),
    pa.array([[("a", one)] for one in RATINGS], pa.map_(pa.string(), pa.int64())),
    stored(pa.uuid(), [bytes([200 + one]) * 16 for one in RATINGS], pa.binary(16)),
    stored(
        pa.fixed_shape_tensor(pa.int64(), [1]), [[one] for one in RATINGS], pa.list_(pa.int64(), 1)
    ),
    pa.array([bytes([200 + one]) for one in RATINGS]),
    pa.nulls(len(RATINGS)),
]


def name(array):
    return str(array.type)[:40]


def reading(answers=NOTHING_SAID, **columns):
    return read(in_parquet(pa.table(columns)), "a.parquet", answers)


@pytest.mark.parametrize("array", [*READ, *TRUTH], ids=name)
def test_ratings_of_a_type_are_read_and_truth_values_are_0_and_1(array):
    categories = (0, 1) if any(array is one for one in TRUTH) else (1, 2, 3)
    assert reading(SAID, a=array, b=array).categories == categories


@pytest.mark.parametrize("array", REFUSED, ids=name)
def test_a_type_that_holds_no_ratings_is_refused_and_disturbs_nobody(array):
    with pytest.raises(RatingsError, match=r"neither a number nor text|a date|no rating"):
        reading(SAID, a=array, b=array)
    others = pa.array(RATINGS)
    assert reading(a=others, b=others, c=array).categories == (1, 2, 3)
