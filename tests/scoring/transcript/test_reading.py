"""Reading names every fault with its place, and goes on behind it."""

import pytest

from scoring.cards import parse_cards
from scoring.law.plays import (
    DRAW,
    END_TURN,
    MISS,
    PICK_UP,
    TAKE_DISCARD,
    TAKE_PENALTY,
    Challenge,
    Discard,
    Lay,
    Nominate,
    PutDown,
    Reshuffle,
)
from scoring.transcript import Move, TranscriptError, loads, read
from scoring.transcript.reading import LARGEST, MOST_FAULTS


def moves(text: str, game: str = "swedish-pursuit") -> list[Move]:
    return list(loads(f'[Game "{game}"]\n{text}').moves)


def test_every_act_is_read() -> None:
    seven, two = parse_cards("7H 3H")
    eight = parse_cards("8C")
    assert moves("1:7H 2:8C=D 3:+ 4:++4 5:- 6:!2 7:=S 0:~7H,3H 8:+7H") == [
        Move(1, Lay((seven,))),
        Move(2, Lay(eight, 1)),
        Move(3, PICK_UP),
        Move(4, TAKE_PENALTY, 4),
        Move(5, MISS),
        Move(6, Challenge(6, 2)),
        Move(7, Nominate(7, 3)),
        Move(0, Reshuffle((seven, two))),
        Move(8, PICK_UP, drawn=seven),
    ]
    assert moves("1:++ 2:7H,3H", "switch") == [Move(1, TAKE_PENALTY), Move(2, Lay((seven, two)))]
    assert moves("1:+ 1:7H,3H 2:.", "ottawa") == [
        Move(1, DRAW),
        Move(1, Lay((seven, two))),
        Move(2, END_TURN),
    ]


def test_acts_of_pursuit_are_read() -> None:
    put_down = PutDown((parse_cards("5D 6D"), (parse_cards("6S")[0], 52)))
    assert moves("1:+ 1:5D,6D/6S,JK 1:>7H 2:+d 2:>JK", "pursuit") == [
        Move(1, DRAW),
        Move(1, put_down),
        Move(1, Discard(parse_cards("7H")[0])),
        Move(2, TAKE_DISCARD),
        Move(2, Discard(52)),
    ]


def test_every_mark_is_read() -> None:
    lay = Lay(parse_cards("7H"))
    assert moves("1:7H* 1:7H? 1:7H?? 1:7H# 1:7H!3 1:7H?!12 1:7H*#") == [
        Move(1, lay, called=True),
        Move(1, lay, silent=True),
        Move(1, lay, illegal=True),
        Move(1, lay, out=True),
        Move(1, lay, challenged=3),
        Move(1, lay, silent=True, challenged=12),
        Move(1, lay, called=True, out=True),
    ]
    assert moves("1:7H?? {R1} 1:+ { R 2 }") == [
        Move(1, lay, illegal=True, ruling="R1"),
        Move(1, PICK_UP, ruling="R 2"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("1:7H\n 2:1D", 3, 4, "“1D” is not a card"),
        ("7H", 2, 1, "is no move"),
        ("1:", 2, 3, "“” is not a card"),
        ("1:7H,", 2, 3, "“” is not a card"),
        ("1:8H=", 2, 3, "one suit is named"),
        ("1:8H=X", 2, 3, "a suit is C, D, H or S"),
        ("1:8H=spades", 2, 3, "one suit is named"),
        ("1:++x", 2, 3, "is no number"),
        ("1:++99999", 2, 3, "is no number"),
        ("1:~7H", 2, 3, "belongs to seat 0"),
        ("0:7H", 2, 3, "only a new stock"),
        ("1:5H/6H", 2, 3, "nothing is parted with /"),
        ("{R1} 1:7H", 2, 1, "no move before it"),
        ("1:7H {R1} {R2}", 2, 11, "no move before it"),
        ("[Broken", 2, 1, "neither a tag"),
        ('[Game "switch"]', 2, 1, "stands twice"),
        ('[Rules "blocked=never"]', 2, 1, "cannot be “never”"),
        ('1:7H [Result "1"] 2:7D', 2, 19, "behind the tags"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int, words: str) -> None:
    reading = read(f'[Game "swedish-pursuit"]\n{text}')
    assert len(reading.faults) == 1
    fault = reading.faults[0]
    assert (fault.place.line, fault.place.column <= column, words in fault.words) == (
        line,
        True,
        True,
    ), str(fault)
    with pytest.raises(TranscriptError) as caught:
        loads(f'[Game "swedish-pursuit"]\n{text}')
    assert caught.value.faults == reading.faults


def test_all_faults_are_reported_in_order_and_the_rest_is_read() -> None:
    reading = read('[Game "swedish-pursuit"] 1:7H 2:ZZ 3:+ x 4:- ]')
    assert [fault.token for fault in reading.faults] == ["2:ZZ", "x", "]"]
    assert [move.seat for move in reading.transcript.moves] == [1, 3, 4]


def test_a_text_without_its_game_is_refused() -> None:
    assert "Game is missing" in read("1:7H").faults[0].words
    assert "There is no rulebook" in read('[Game "whist"] 1:7H').faults[0].words
    assert len(read("").faults) == 1


def test_a_text_too_long_or_too_faulty_is_given_up() -> None:
    assert "one transcript is one game" in read("x" * (LARGEST + 1)).faults[0].words
    assert len(read("x " * 5_000).faults) == MOST_FAULTS


@pytest.mark.parametrize(
    "word",
    ["1:" + "?" * 400 + "x", "1:" + "!1" * 200 + "x", "1:7H" + "#" * 5_000, "0:~" + "7H," * 9_999],
)
def test_a_word_made_to_take_long_is_refused_at_once(word: str) -> None:
    assert [fault.token for fault in read(f'[Game "switch"] {word}').faults] == [word]
