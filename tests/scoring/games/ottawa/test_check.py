"""Verdicts of Ottawa on the parts of a turn, and what must be known before they can be given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import parse_cards
from scoring.games.ottawa import OTTAWA
from scoring.games.ottawa.check import check_table
from scoring.games.ottawa.game import Ottawa
from scoring.games.ottawa.position import MayLayOff, PilePosition, Question
from scoring.law.game import Laid
from scoring.law.plays import DRAW, END_TURN, PICK_UP, Lay
from scoring.law.verdict import Verdict

RULES = OTTAWA.rules()
PILE, HAND = parse_cards("3C JS"), parse_cards("JD QD 2H")


def at(play: object, **facts: object) -> Verdict:
    told = {"players": 4, "turn": 4, "pile": PILE, "hand": HAND, "stock": 9} | facts
    return check_table(PilePosition(**told), play, RULES)  # type: ignore[arg-type]


@pytest.mark.parametrize(("play", "facts", "answer", "clauses"), [
    (MayLayOff(), {}, "legal", ("OT-16", "OT-20")),
    (MayLayOff(), {"drawn": True}, "legal", ("OT-16", "OT-20")),
    (MayLayOff(), {"laid_off": True}, "illegal", ("OT-19",)),
    (Lay(parse_cards("JD")), {"laid_off": True, "drawn": True}, "illegal", ("OT-18", "OT-19")),
    (Lay(()), {}, "illegal", ("OT-9",)),
    (Lay(parse_cards("JH")), {}, "illegal", ("OT-9",)),
    (Lay(parse_cards("JD"), 2), {}, "illegal", ("OT-9",)),
    (DRAW, {}, "legal", ("OT-17",)),
    (DRAW, {"laid_off": True}, "legal", ("OT-17", "OT-18")),
    (DRAW, {"drawn": True}, "illegal", ("OT-17",)),
    (END_TURN, {"drawn": True}, "legal", ("OT-20",)),
    (END_TURN, {}, "illegal", ("OT-17", "OT-16")),
    (END_TURN, {"drawn": True, "laid_off": True}, "illegal", ("OT-19",)),
    (PICK_UP, {}, "illegal", ("OT-16",)),
])  # fmt: skip
def test_the_parts_of_a_turn(
    play: object, facts: dict[str, object], answer: str, clauses: tuple[str, ...]
) -> None:
    verdict = at(play, **facts)
    assert (verdict.answer, verdict.clauses) == (answer, clauses)


def test_whose_turn_follows() -> None:
    assert at(Lay(parse_cards("JD"))).then == {
        "hand_left": ["QD", "2H"],
        "game_over": False,
        "top": "JD",
        "next_turn": 4,
    }
    assert at(Lay(parse_cards("JD")), drawn=True).then["next_turn"] == 1
    assert at(DRAW).then == {"cards_drawn": 1, "next_turn": 4, "stock": 8}
    assert at(DRAW, laid_off=True).then["next_turn"] == 1
    assert at(END_TURN, drawn=True).then == {"cards_drawn": 0, "next_turn": 1}
    assert at(MayLayOff()).then == {}
    assert at(Lay(parse_cards("JD QD 2H"))).then == {"legal_cards": ["JD"]}
    assert at(Lay(parse_cards("JD")), hand=parse_cards("JD")).then["winner"] == 4


def test_what_is_open_instead() -> None:
    assert at(Lay(parse_cards("2H"))).instead == (Lay(parse_cards("JD")), DRAW)
    assert at(Lay(parse_cards("2H")), laid_off=True).instead == (DRAW,)


def test_what_was_not_seen_is_asked_for_only_if_it_decides() -> None:
    assert at(Lay(parse_cards("JD")), pile=None).needs == ("the two top cards of the pile",)
    assert at(Lay(parse_cards("JD 2H")), pile=None).answer == "illegal"
    seen = at(Lay(parse_cards("JD")), hand=None)
    assert (seen.answer, "hand_left" in seen.then, seen.then["top"]) == ("legal", False, "JD")
    assert at(DRAW, stock=0).needs == ("whether a card can be drawn",)
    assert at(DRAW, stock=None, pile=None, hand=None).then == {"cards_drawn": 1, "next_turn": 4}


CARDS = st.lists(st.integers(0, 53), max_size=60).map(tuple)
PLAYS = st.one_of(
    st.builds(Lay, CARDS, st.none() | st.integers(0, 3)),
    st.sampled_from([DRAW, END_TURN, PICK_UP, MayLayOff()]),
)


@given(
    st.builds(
        PilePosition,
        players=st.none() | st.integers(2, 6),
        turn=st.none() | st.integers(1, 6),
        pile=st.none() | st.lists(st.integers(0, 51), max_size=3).map(tuple),
        hand=st.none() | st.lists(st.integers(0, 51), max_size=8, unique=True).map(tuple),
        laid_off=st.booleans(),
        drawn=st.booleans(),
        stock=st.none() | st.integers(0, 40),
    ),
    PLAYS,
)
def test_no_question_makes_the_check_raise(position: PilePosition, play: Question) -> None:
    verdict = check_table(position, play, RULES)
    assert all(OTTAWA.clause(clause) for clause in verdict.clauses)
    assert len(verdict.reasons) > 0
    assert verdict.text.startswith(verdict.answer.capitalize())
    assert (verdict.answer == "depends") == bool(verdict.needs)


def test_with_nothing_to_draw_a_turn_may_simply_end() -> None:
    table = Ottawa(RULES, Laid((HAND, (5,)), PILE, ()))
    assert [str(play) for play in table.legal_plays()] == ["JD", "JD,QD", "."]
    passed = table.check(END_TURN)
    assert (passed.answer, passed.clauses, passed.status) == (
        "legal",
        ("OT-20", "OT-27"),
        "default",
    )
    assert table.check(DRAW).clauses == ("OT-27",)
    assert table.check(Lay(parse_cards("JD"))).then["next_turn"] == 2
    table.over = True
    assert table.check(END_TURN).clauses == ("OT-29",)
    assert (table.legal_plays(), table.is_legal(END_TURN)) == ((), False)
