"""A kept game as a typed code: whole out and in again, and no slip of one character is ever taken
for another game.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.hand import Hand, parse_hand
from scoring.counting.rescue import (
    HEAD,
    SYMBOLS,
    KeptGame,
    RescueError,
    check_of,
    decode,
    encode,
    in_key_order,
    key_of,
    text_of,
)
from scoring.counting.sheet import SeatEntry

EXAMPLES = json.loads((Path(__file__).parents[3] / "fixtures" / "rescue_codes.json").read_text())
MARK = "K7QD"

tokens = st.sampled_from("A23456789TJQKX")
hands = st.lists(tokens, min_size=1, max_size=20).map(lambda held: in_key_order(Hand(tuple(held))))
seats = st.one_of(
    hands.map(lambda hand: {"hand": hand}),
    st.just({"went_out": True}),
    st.just({"absent": True}),
    st.just({}),
    st.fixed_dictionaries({"place": st.integers(1, 12)}, optional={"laps": st.integers(0, 20)}),
    st.fixed_dictionaries({"laps": st.integers(0, 20)}),
    st.builds(
        lambda points, eight: {"points": points, "caught_eight": eight},
        st.integers(0, 9999),
        st.sampled_from([None, True, False]),
    ),
)


@st.composite
def kept_games(draw: st.DrawFn) -> KeptGame:
    """A game at a table of two to ten letters, of which some may be empty."""
    letters = draw(st.lists(st.sampled_from("ABCDEFGHIJ"), min_size=2, max_size=10, unique=True))
    entries = tuple(SeatEntry(letter, **draw(seats)) for letter in sorted(letters))
    numbers = [draw(st.integers(1, 999)) for _ in range(3)]
    return KeptGame(numbers[0], numbers[1], numbers[2], entries, blocked=draw(st.booleans()))


def said(row: dict[str, Any]) -> KeptGame:
    """A worked example as a value."""
    entries = tuple(
        SeatEntry(
            entry["seat"],
            hand=parse_hand(entry["hand"]) if "hand" in entry else None,
            points=entry.get("points"),
            went_out=entry.get("out", False),
            absent=entry.get("absent", False),
            caught_eight=entry.get("eight"),
            place=entry.get("place"),
            laps=entry.get("laps"),
        )
        for entry in row["entries"]
    )
    return KeptGame(row["round"], row["table"], row["game"], entries, blocked=row["blocked"])


@given(kept_games())
def test_a_kept_game_comes_back_whole(kept: KeptGame) -> None:
    if len(text_of(kept).split(".")) < 5:  # a single letter, A alone, cannot be a game
        return
    code = encode(kept, MARK)
    assert decode(code, MARK) == kept
    assert decode(f" {HEAD}{code} ".lower(), MARK) == kept
    assert decode(code.replace(".", " "), MARK) == kept


@pytest.mark.parametrize("row", EXAMPLES, ids=[row["what"] for row in EXAMPLES])
def test_the_worked_examples_hold(row: dict[str, Any]) -> None:
    kept = said(row)
    assert encode(kept, row["mark"]) == row["text"]
    assert HEAD + row["text"] == row["qr"]
    assert key_of(kept) == row["key"]
    assert decode(row["qr"], row["mark"]) == kept


@pytest.mark.parametrize("row", EXAMPLES, ids=[row["what"] for row in EXAMPLES])
def test_every_wrong_character_and_every_two_changed_over_are_found(row: dict[str, Any]) -> None:
    code, mark = row["text"], row["mark"]
    wrong = [
        code[:number] + symbol + code[number + 1 :]
        for number in range(len(code))
        for symbol in SYMBOLS
        if symbol != code[number]
    ]
    turned = [
        code[:number] + code[number + 1] + code[number] + code[number + 2 :]
        for number in range(len(code) - 1)
    ]
    slips = [slip for slip in (*wrong, *turned) if slip != code]
    assert len(slips) > len(code) * (len(SYMBOLS) - 1)
    passed = [slip for slip in slips if readable(slip, mark)]
    assert passed == []
    # Without the check most of these slips are games that could have been.
    unchecked = [slip.rpartition(".")[0] for slip in slips if slip.endswith(code[-3:])]
    assert sum(readable(f"{text}.{check_of(text, mark)}", mark) for text in unchecked) > len(code)


def readable(code: str, mark: str) -> bool:
    """Whether a code is taken for a game."""
    try:
        decode(code, mark)
    except RescueError:
        return False
    return True


def checked(text: str) -> str:
    """A text with its check, whatever it says."""
    return f"{text}.{check_of(text, MARK)}"


def test_letters_that_look_like_digits_are_read_as_such() -> None:
    kept = KeptGame(1, 10, 2, (SeatEntry("A", went_out=True), SeatEntry("B", hand=Hand(("T",)))))
    code = encode(kept, MARK)
    head, check = code.rsplit(".", 1)
    assert decode(f"{head.replace('1', 'l').replace('0', 'o')}.{check}", MARK) == kept


def test_a_code_of_another_evening_is_refused() -> None:
    code = EXAMPLES[0]["text"]
    with pytest.raises(RescueError, match="check"):
        decode(code, "K7QE")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", "too short"),
        ("1.7.2.*.ZF", "too short"),
        ("1.7.2.5#7.*.9.ZF", "“#”"),
        ("1.7.2.567.*.589T.3457.9.ZZ", "check does not agree"),
        (checked("A.7.2.567.*.9"), "first three boxes"),
        (checked("1.7.2C.567.*.9"), "first three boxes"),
        (checked("1.7.2.567.**.9"), "seat B"),
        (checked("1.7.2.567.+.9"), "seat B"),
        (checked("1.7.2.567..9"), "seat B"),
        (checked("1.7.2.567.V.9"), "seat B"),
        (checked("1.7.2.567.P2V1.9"), "seat B"),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(code: str, told: str) -> None:
    with pytest.raises(RescueError, match=told):
        decode(code, MARK)


def test_a_seat_of_which_nothing_is_said_stays_so() -> None:
    kept = KeptGame(1, 1, 1, (SeatEntry("A"), SeatEntry("B", went_out=True)))
    assert text_of(kept) == "1.1.1.Z.*"
    assert (
        text_of(KeptGame(1, 1, 1, (SeatEntry("A", hand=Hand()), SeatEntry("B", went_out=True))))
        == "1.1.1.Z.*"
    )
    assert decode(encode(kept, MARK), MARK) == kept


def test_the_key_tells_games_versions_and_hands_apart() -> None:
    kept = said(EXAMPLES[0])
    other = KeptGame(kept.round, kept.table, kept.game, kept.entries, blocked=True)
    assert len({key_of(kept), key_of(kept, 1), key_of(other), key_of(said(EXAMPLES[1]))}) == 4


def test_suits_are_dropped_and_cards_put_in_the_order_of_the_keys() -> None:
    assert in_key_order(parse_hand("X KD 8H 10 A")).text == "A 8 T K X"
