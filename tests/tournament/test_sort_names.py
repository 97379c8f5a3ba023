"""The name that lists are sorted by."""

import pytest

from tournament.sort_names import sort_name


@pytest.mark.parametrize(
    ("printed", "sorted_by"),
    [
        ("Ann Carver", "Carver, Ann"),
        ("The Revd Wilfred Bramblehurst", "Bramblehurst, Wilfred"),
        ("Lt Col Tomás Mossgarth", "Mossgarth, Tomás"),
        ("Dr Ulysses O’Wherry-Núñez, OBE", "O’Wherry-Núñez, Ulysses"),
        ("Jan van der Meer", "van der Meer, Jan"),
        ("Van Morrison", "Morrison, Van"),
        ("Dame Judith", "Judith"),
        ("Sir", "Sir"),
        ("", ""),
    ],
)
def test_a_printed_name_is_sorted_by_its_surname(printed: str, sorted_by: str) -> None:
    assert sort_name(printed) == sorted_by
