"""Tables of counts pasted as text; files with counts: see test_cases.py."""

import pytest

from qwk_core.files.counts_table import split_headings, typed_counts
from tests.core.refused import error_of


def test_names_that_stand_above_and_before_in_different_orders():
    assert split_headings(",no,yes\nyes,20,5\nno,10,15") == ("5,20\n15,10", ("yes", "no"))
    other = ",no,yes\nlow,20,5\nhigh,10,15"
    assert split_headings(other) == (other, None)
    assert split_headings("no,yes\n20,5\n10,15") == ("20,5\n10,15", ("no", "yes"))
    assert split_headings("") == ("", None)


def test_totals_of_a_pasted_table_are_left_out():
    text = ",no,yes,Total\nno,20,5,25\nyes,10,15,25\nTotal,30,20,50"
    tabs = "\tno\tyes\nno\t1 204\t5\nyes\t10\t15"
    assert split_headings(text) == ("20,5\n10,15", ("no", "yes"))
    assert split_headings(text.replace(",", " ").strip()) == ("20 5\n10 15", ("no", "yes"))
    assert split_headings(tabs) == ("1204\t5\n10\t15", ("no", "yes"))
    assert split_headings(",no,yes\nno,20,x\nyes,10,15")[0] == "20,x\n10,15"
    assert "sums of the others" in error_of(split_headings, text.replace("50", "51"))


@pytest.mark.parametrize("text", ["42 7 49\n5 26 31\n47 33 80", "42,7,49;5,26,31;47,33,80"])
def test_totals_without_a_name_are_no_category(text):
    assert "The last row and the last column are the sums" in error_of(typed_counts, text)
    assert typed_counts(text.replace("80", "81"))[0][2] == [47, 33, 81]


def test_semicolons_stand_between_cells_where_rows_are_lines():
    assert typed_counts("42;7\n5;26") == ([[42, 7], [5, 26]], None)
    assert typed_counts(";no;yes\nno;42;7\nyes;5;26") == ([[42, 7], [5, 26]], ("no", "yes"))
    assert typed_counts("42,7;\n5,26;") == ([[42, 7], [5, 26]], None)
