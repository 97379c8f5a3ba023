"""Cells that a spreadsheet shows as text."""

import pytest

from tournament.site.text import plain_cell


@pytest.mark.parametrize(
    "name",
    [
        *("=1+1", "+1", "@sum", "-x", "\t=1", "\r=1", "\n=1", " =1+1", "\u00a0=1", "\u200b=1"),
        *("\u2003\ufeff=1", "\uff1d1", " \uff0b1", "\uff20a", "\uff0d1", "\u22121"),
    ],
)
def test_a_name_that_would_be_a_formula_gets_an_apostrophe_whatever_stands_before(
    name: str,
) -> None:
    assert plain_cell(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Ann Carver", "-12", "12", "", "A = B", "Jean-Luc", " Ann"])
def test_other_names_and_numbers_stay_as_they_are(name: str) -> None:
    assert plain_cell(name) == name
