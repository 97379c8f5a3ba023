"""The words that comparing cards allows: nothing before the first card, no bare share, nothing
finer than is known.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.foresight.rate import Habits
from scoring.foresight.statement import NOTHING_YET, statement


@pytest.mark.parametrize(
    ("limit", "enough", "habits", "words"),
    [
        (0.5, 20, Habits(), NOTHING_YET),
        (
            0.34,
            13,
            Habits(12, 2),
            (
                "12 cards compared, 2 mistakes found. Mistakes may still matter: go on. "
                "About 13 more cards bring it to at most 5 in 100, if they agree."
            ),
        ),
        (
            0.101,
            8,
            Habits(20, 1),
            (
                "20 cards compared, 1 mistake found. At most 11 in 100 that this list is wrong. "
                "About 8 more cards bring it to at most 5 in 100, if they agree."
            ),
        ),
        (
            0.06,
            1,
            Habits(24, 0),
            (
                "24 cards compared, no mistakes found. At most 6 in 100 that this list is wrong. "
                "About 1 more card brings it to at most 5 in 100, if they agree."
            ),
        ),
        (
            0.05,
            0,
            Habits(26, 1, by_lot=5),
            (
                "26 cards compared (5 of them drawn by lot), 1 mistake found. "
                "At most 5 in 100 that this list is wrong. You may read it out."
            ),
        ),
        (
            0.004,
            0,
            Habits(45, 1),
            (
                "45 cards compared, 1 mistake found. At most 1 in 100 that this list is wrong. You"
                " may read it out."
            ),
        ),
        (
            0.02,
            9,
            Habits(1, 0),
            (
                "1 card compared, no mistakes found. Mistakes may still matter: go on. "
                "About 9 more cards bring it to at most 5 in 100, if they agree."
            ),
        ),
        (
            0.6,
            None,
            Habits(30, 9),
            (
                "30 cards compared, 9 mistakes found. Mistakes may still matter: go on. "
                "It takes more than 40 further cards to bring it to at most 5 in 100."
            ),
        ),
    ],
)
def test_what_may_be_said(limit: float, enough: int | None, habits: Habits, words: str) -> None:
    assert statement(limit, enough, habits) == words


@given(
    st.floats(0, 1),
    st.one_of(st.none(), st.integers(0, 40)),
    st.integers(0, 110),
    st.integers(0, 50),
)
def test_no_share_stands_without_a_limit_and_none_is_a_fraction(
    limit: float, enough: int | None, compared: int, wrong: int
) -> None:
    words = statement(limit, enough, Habits(compared, wrong))
    assert re.findall(r"(?<!at most )(?<!At most )\b\d+ in 100", words) == []
    assert re.search(r"\d\.\d|%", words) is None
    assert ("You may read it out" in words) == (compared >= 10 and limit <= 0.05)


def test_with_games_to_come_nobody_is_told_to_read_it_out() -> None:
    words = statement(0.04, 0, Habits(compared=12), 44)
    assert words == (
        "12 cards compared, no mistakes found. At most 5 in 100 that this list is wrong. It changes"
        " with 44 games still to come in."
    )
