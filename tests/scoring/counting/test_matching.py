"""Proposals of who may be the same person: scored, with reasons, symmetric, and never decided."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.persons import LEAST, MOST, Appearance, compare, name_words, proposals

WORDS = st.sampled_from(
    ("Ann", "Anne", "A.", "Lee", "Leigh", "Lees", "de", "Sir", "Ørsted", "", "O'Neil")
)
NAMES = st.lists(WORDS, max_size=3).map(" ".join)
SOMEBODY = st.builds(
    Appearance,
    key=st.sampled_from("abcdefgh"),
    evening=st.sampled_from(("2025", "2026")),
    name=NAMES,
    livery=st.sampled_from(("", "Grocers", "Mercers")),
    badge=st.integers(0, 3),
    email=st.sampled_from(("", "ann@example.org", "ANN@example.org ", "lee@example.org")),
)


def last_year(name: str = "Ann Lee", **known: Any) -> Appearance:
    return Appearance("then", "2025", name, **known)


def now(name: str = "Ann Lee", **known: Any) -> Appearance:
    return Appearance("now", "2026", name, **known)


def said(one: Appearance, other: Appearance) -> tuple[int, tuple[str, ...], tuple[str, ...]] | None:
    found = compare(one, other)
    return (found.score, found.reasons, found.against) if found else None


def test_the_same_name_livery_and_address_is_the_likeliest() -> None:
    known: dict[str, Any] = {"livery": "Grocers", "email": "ann@example.org", "badge": 4}
    assert said(now(**known), last_year(**known)) == (
        MOST,
        ("the same e-mail address", "the same name", "the same livery", "the same badge number"),
        (),
    )


@pytest.mark.parametrize(
    ("name", "score", "reason"),
    [
        ("Lee Ann", 40, "the same name"),
        ("Dr Ann Lee", 40, "the same name"),
        ("ÁNN LEE", 40, "the same name"),
        ("A Lee", 30, "the same surname and initial"),
    ],
)
def test_names_are_compared_without_titles_accents_and_order(
    name: str, score: int, reason: str
) -> None:
    assert said(now(), last_year(name)) == (score, (reason,), ())


@pytest.mark.parametrize(
    "other", ["Margaret Thimbel", "Margaret Thimbl", "Margaret Thimblee", "Margaret Thinble"]
)
def test_a_letter_left_out_added_changed_or_moved_is_seen(other: str) -> None:
    assert said(now("Margaret Thimble"), last_year(other)) == (
        30,
        ("a name spelt almost alike",),
        (),
    )


def test_a_surname_alone_is_too_little_and_with_the_livery_it_is_not() -> None:
    assert said(now("Ann Lee"), last_year("Ben Lee")) is None
    assert said(now("Ann Lee", livery="Grocers"), last_year("Ben Lee", livery="Grocers")) == (
        35,
        ("the same surname", "the same livery"),
        (),
    )


def test_what_speaks_against_is_said_and_counts() -> None:
    found = said(
        now(livery="Grocers", email="a@example.org"),
        last_year(livery="Mercers", email="b@example.org", badge=1),
    )
    assert found is None
    same = said(
        now(livery="Grocers", email="ann@example.org"),
        last_year("Zoe Zed", livery="Mercers", email="ANN@example.org"),
    )
    assert same == (50, ("the same e-mail address",), ("another livery",))


def test_a_badge_alone_or_nothing_at_all_proposes_nobody() -> None:
    assert said(now("Ann Lee", badge=3), last_year("Zoe Zed", badge=3)) is None
    assert said(now(""), last_year("")) is None


def test_two_of_one_evening_are_two_persons() -> None:
    assert compare(now(), Appearance("other", "2026", "Ann Lee")) is None


def test_a_name_of_titles_alone_is_still_a_name() -> None:
    assert name_words("The Master") == ("the", "master")
    assert name_words("Łucja O’Neil-Ćwikła") == ("lucja", "oneil", "cwikla")


def test_proposals_come_likeliest_first_and_not_for_those_told_apart() -> None:
    known = [
        last_year(livery="Grocers"),
        Appearance("also", "2024", "A Lee"),
        Appearance("else", "2024", "Zoe Zed"),
    ]
    found = proposals([now(livery="Grocers")], known)
    assert [(one.one, one.other, one.score) for one in found] == [
        ("now", "then", 60),
        ("now", "also", 30),
    ]
    assert [
        proposal.other
        for proposal in proposals([now(livery="Grocers")], known, [frozenset(("then", "now"))])
    ] == ["also"]


@given(SOMEBODY, SOMEBODY)
def test_a_comparison_is_the_same_from_either_side_and_within_its_bounds(
    one: Appearance, other: Appearance
) -> None:
    found, back = compare(one, other), compare(other, one)
    assert (found is None) == (back is None)
    if found and back:
        assert (found.score, found.reasons, found.against) == (
            back.score,
            back.reasons,
            back.against,
        )
        assert LEAST <= found.score <= MOST
        assert found.reasons
        assert one.evening != other.evening


@given(st.lists(SOMEBODY, max_size=6, unique_by=lambda one: one.key))
def test_looking_up_finds_exactly_what_comparing_everybody_finds(some: list[Appearance]) -> None:
    new, known = (
        [one for one in some if one.evening == "2026"],
        [one for one in some if one.evening == "2025"],
    )
    pairs = [(one, other) for one in new for other in known]
    assert {(proposal.one, proposal.other) for proposal in proposals(new, known)} == {
        (one.key, other.key) for one, other in pairs if compare(one, other)
    }


def test_everybody_of_a_family_is_told_apart_by_first_names_alone() -> None:
    """The control: without livery or address a family would be proposed as one person by its
    surname.
    """
    family = ("Ann Thimble", "Ben Thimble", "Cat Thimble")
    assert [compare(now(one), last_year(other)) for one, other in permutations(family, 2)] == [
        None
    ] * 6
