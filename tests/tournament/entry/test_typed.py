"""What is typed for a seat: every way of saying it, and back again."""

import unicodedata
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.utils.http import urlencode
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.hand import Hand
from scoring.counting.sheet import SeatEntry
from scoring.formats import format_of
from tests.tournament.hostile import NAMES
from tournament.counting.submission import Place
from tournament.entry.forms_grid import GridForm
from tournament.entry.notation import TypedError, from_points, read_typed, to_points, typed

RANKS = st.sampled_from("A23456789TJQKX")
HANDS = st.lists(RANKS, min_size=1, max_size=20).map(
    lambda ranks: SeatEntry("C", hand=Hand(tuple(ranks)))
)
POINTS = st.builds(
    lambda points, eight: SeatEntry("C", points=points, caught_eight=eight),
    st.integers(0, 99999),
    st.sampled_from([None, True]),
)
OTHERS = st.sampled_from([SeatEntry("C", went_out=True), SeatEntry("C", absent=True)])


@given(HANDS | POINTS | OTHERS)
def test_an_entry_typed_and_read_is_the_same_entry(entry: SeatEntry) -> None:
    assert read_typed("C", typed(entry)) == entry


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("o", SeatEntry("A", went_out=True)),
        (" out ", SeatEntry("A", went_out=True)),
        ("-", SeatEntry("A", absent=True)),
        ("–", SeatEntry("A", absent=True)),
        ("= 23", SeatEntry("A", points=23)),
        ("=38e", SeatEntry("A", points=38, caught_eight=True)),
        ("8ak", SeatEntry("A", hand=Hand(("8", "A", "K")))),
        ("10 x", SeatEntry("A", hand=Hand(("T", "X")))),
    ],
)
def test_each_way_of_saying_it_is_understood(text: str, entry: SeatEntry) -> None:
    assert read_typed("A", text) == entry


@pytest.mark.parametrize(
    "text",
    ["", "  ", ",", "0", "00", "=", "=-1", "=1.5", "=²", "=٣", "1", "11", "JK", "O O", "- -"],
)
def test_what_says_nothing_is_refused_and_the_seat_is_named(text: str) -> None:
    with pytest.raises(TypedError, match="Seat A"):
        read_typed("A", text)


def test_jk_is_a_jack_and_a_king_wherever_the_game_has_no_jokers() -> None:
    assert read_typed("A", "jk", format_of("swedish-pursuit")) == SeatEntry(
        "A", hand=Hand(("J", "K"))
    )
    with pytest.raises(TypedError, match="JK is a Joker"):
        read_typed("A", "jk", replace(format_of("swedish-pursuit"), game="pursuit"))


def answered(text: str) -> str:
    try:
        return typed(read_typed("A", text))
    except TypedError as refused:
        return str(refused)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    assert answered(text) != ""


SWITCH, WINS, RACING = (
    format_of("switch"),
    format_of("switch", {"counting": "wins"}),
    format_of("pursuit-racing"),
)
PLACES = st.builds(lambda place: SeatEntry("C", place=place), st.integers(1, 12) | st.none())
LAPS = st.builds(
    lambda laps, place: SeatEntry("C", laps=laps, place=place),
    st.integers(0, 20),
    st.integers(1, 8) | st.none(),
)


@given(PLACES)
def test_a_finishing_place_typed_and_read_is_the_same(entry: SeatEntry) -> None:
    assert read_typed("C", typed(entry), SWITCH) == entry


@given(LAPS)
def test_laps_typed_and_read_are_the_same(entry: SeatEntry) -> None:
    assert read_typed("C", typed(entry), RACING) == entry


@pytest.mark.parametrize("text", ["0", "=0", "first", "1.5", "²", "10000"])
def test_what_is_no_place_is_refused_and_the_seat_is_named(text: str) -> None:
    with pytest.raises(TypedError, match="Seat A: write the finishing place as a number"):
        read_typed("A", text, SWITCH)


def test_a_winner_is_an_o_and_an_empty_seat_did_not_win() -> None:
    assert [read_typed("A", text, WINS).went_out for text in ("o", "x", "")] == [True, False, False]


@pytest.mark.parametrize(("text", "spelt"), [
    ("23", "=23"), (" 0 ", "O"), ("00", "O"), ("38e", "=38E"), ("0E", "=0E"), ("=23", "=23"), ("8,", "8,"),
    ("8 K", "8 K"), ("-", "-"), ("O", "O"), ("2 3", "2 3"), ("222222", "=222222"), ("²", "²"), ("", ""),
])  # fmt: skip
def test_what_is_typed_as_points_is_spelt_as_where_cards_are_typed(text: str, spelt: str) -> None:
    assert from_points(text) == spelt


@given(HANDS | POINTS | OTHERS)
def test_an_entry_spelt_for_a_typist_of_points_says_the_same(entry: SeatEntry) -> None:
    assert read_typed("C", from_points(to_points(typed(entry)))) == entry


def sent(said: dict[str, list[str]]) -> GridForm:
    """A post of the page of game 1, as it comes over the line."""
    said = {"key": ["a key"], "seen": ["0"]} | said
    return GridForm(QueryDict(urlencode(said, doseq=True)), SWITCH, game=1)


HELD = st.text(max_size=90) | st.text(max_size=350) | st.sampled_from((*NAMES, "\x00", "\xad"))
NUMBERS = ["", "0", "03", " 7", "12.0", "1_0", "٣", "-1", "9999", "10000", "10001"]
SAID = {
    "key": HELD | st.uuids().map(str),
    "seen": HELD | st.sampled_from(NUMBERS),
    **dict.fromkeys(("blocked", "checked"), HELD | st.sampled_from(["on", "off", "False", "0"])),
    **dict.fromkeys(("checker", "reason", "witness"), HELD),
}
POSTS = st.fixed_dictionaries(
    {}, optional={name: st.lists(one, min_size=1, max_size=2) for name, one in SAID.items()}
)


@given(POSTS)
def test_what_is_sent_with_a_sheet_is_kept_only_as_far_as_a_record_may_keep_it(
    said: dict[str, list[str]],
) -> None:
    form = sent(said)
    submission = form.submission(Place(1, 1, 1), form.column)
    assert (0 < len(form.key) <= 72, "\x00" in form.key) == (True, False)
    assert 0 <= submission.seen <= 9999
    for name, most in (("checker", 120), ("reason", 300), ("witness", 120)):
        text = said.get(name, [""])[-1].strip()
        told = [fault.text for fault in form.word_faults if fault.text.startswith(name.title())]
        hidden = any(unicodedata.category(sign).startswith("C") for sign in text)
        assert bool(told) == (len(text) > most or hidden)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("reason", "x" * 301, "Reason: at most 300 characters, please."),
        ("checker", "Ann\u202e", "Checker: take out the characters that cannot be seen."),
    ],
)
def test_words_that_no_record_may_keep_are_refused_by_their_field(
    name: str, text: str, words: str
) -> None:
    assert [fault.text for fault in sent({name: [text]}).faults][-1] == words


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("2x8", "2X8 is 2 cards of 8, or 2, X and 8? Write 8 8, or 2 X 8."),
        ("K 3x10", "3X10 is 3 cards of 10, or 3, X and 10? Write 10 10 10, or 3 X 10."),
        ("-5", "points are never less than 0: write them without the minus, or - for absent."),
    ],
)
def test_what_says_two_things_or_nothing_is_asked_about_at_its_seat(text: str, mend: str) -> None:
    with pytest.raises(TypedError) as refused:
        read_typed("B", text)
    assert str(refused.value) == f"Seat B: {mend}"


@pytest.mark.parametrize("text", ["2 X 8", "58X9", "2X8A", "8 8", "-"])
def test_what_is_clear_is_read_without_a_question(text: str) -> None:
    assert read_typed("B", text).seat == "B"
