"""Play out of turn, the wrong direction, a player passed over: who should have played, and what is done about it."""

from dataclasses import replace

from scoring.cards import ACE, EIGHT, JACK, QUEEN, RANK_NAMES, card_symbol, parse_card, rank_of
from scoring.irregularities.case import Case, Settled, named
from scoring.irregularities.situation import Irregularity, Situation
from scoring.ruling import Statement

SKIPS = {"swedish_pursuit": (ACE, "SP-20"), "switch": (EIGHT, "SW-13")}
TURNS = {"swedish_pursuit": (QUEEN, "SP-21", "queen_two"), "switch": (JACK, "SW-14", "jack_two")}
ORDER = {"swedish_pursuit": "SP-11", "switch": "SW-8", "ottawa": "OT-15", "pursuit": "PU-7"}
"""The clause on the order of turns; Pursuit has none but that of the turn itself."""


def out_of_turn(case: Case) -> Settled:
    """A play by the wrong seat: taken back while nothing was built on it."""
    played = case.claim.seat
    cards = f" laid {named(case.facts['cards'])}" if case.facts.get("cards") else " played"
    found = f"{case.who}{cards}, said to be out of turn"
    law = _law(case)
    turn = whose_turn(case)
    if played is None or turn is None:
        return case.look(found, law, *_needs(case, played, turn))
    if played == turn:
        return case.nothing(found, law, f"It was the turn of seat {turn}: the play stands.")
    found = f"{case.who}{cards} in the turn of seat {turn}"
    if case.noticed == "at_once":
        back = "The cards go back" if case.facts.get("cards") else "The play is taken back"
        words = f"{back} and seat {turn} plays."
        return Settled(found, law, "restore", (case.practice("out_of_turn", words, ORDER[case.game]),))
    words = f"{case.late}{_onwards(case)}"
    return Settled(found, law, "stands", (case.practice("out_of_turn", words, ORDER[case.game]),))


def _onwards(case: Case) -> str:
    """Which way play goes on, where that was in question and the game is still on."""
    direction = case.facts.get("direction")
    if case.noticed != "after_next_play" or direction is None:
        return ""
    return f" From here play runs {'clockwise' if direction == 1 else 'anticlockwise'}."


def _needs(case: Case, played: int | None, turn: int | None) -> tuple[str, ...]:
    who = () if played is not None else ("which seat played",)
    return who if turn is not None else (*who, "how many play, who played before, and what they laid")


def whose_turn(case: Case) -> int | None:
    """The seat that should have played, from what is known; None where that is not enough."""
    facts = case.facts
    if "turn" in facts:
        return int(facts["turn"])
    players, before = facts.get("players"), facts.get("before")
    if before is None or players is None:
        return None
    steps = 2 if _passes_over(case, players) else 1
    return int((before - 1 + steps * facts.get("direction", 1)) % players + 1)


def _passes_over(case: Case, players: int) -> bool:
    if "card_before" not in case.facts or case.game not in SKIPS:
        return False
    rank = rank_of(parse_card(case.facts["card_before"]))
    skipper, (turner, _, option) = SKIPS[case.game][0], TURNS[case.game]
    return rank == skipper or (rank == turner and players == 2 and case.rules[option] == "skip")


def _law(case: Case) -> tuple[Statement, ...]:
    alone = case.text(_ORDER_WORDS[case.game], ORDER[case.game])
    if case.game not in SKIPS or "card_before" not in case.facts:
        return (alone,)
    order = replace(alone, aloud=False)
    card = parse_card(case.facts["card_before"])
    name, (turner, clause, _) = card_symbol(card), TURNS[case.game]
    if rank_of(card) == SKIPS[case.game][0]:
        return case.text(f"After {name} the next player is passed over.", SKIPS[case.game][1]), order
    if rank_of(card) == turner:
        return _turned(case, case.text(f"{name} turns the direction round.", clause), order)
    return (alone,)


def _turned(case: Case, turns: Statement, order: Statement) -> tuple[Statement, ...]:
    if case.facts.get("players") != 2:
        return turns, order
    question = {"swedish_pursuit": "SP-A19", "switch": "SW-A6"}[case.game]
    over = case.rules[TURNS[case.game][2]] == "skip"
    name = RANK_NAMES[TURNS[case.game][0]]
    effect = "passes the other player over" if over else "changes nothing that shows"
    return case.reading(question, f"Between two players a {name} {effect}."), turns, order


_ORDER_WORDS = {
    "swedish_pursuit": "Turns pass clockwise until a Queen turns them round.",
    "switch": "Turns pass clockwise until a Jack turns them round.",
    "ottawa": "Turns pass clockwise.",
    "pursuit": "The players take turns, each beginning with a card from stock or discard.",
}
_WHOSE = ("turn", "players", "before", "card_before", "direction", "cards")
_PLAIN = ("turn", "players", "before", "cards")

OUT_OF_TURN = Irregularity(
    "out_of_turn",
    out_of_turn,
    {
        "swedish_pursuit": Situation("Somebody played out of turn", "too early, or by mistake", (), _WHOSE),
        "switch": Situation("Somebody played out of turn", "too early, or by mistake", (), _WHOSE),
        "ottawa": Situation("Somebody played out of turn", "they laid off before their turn", (), _PLAIN),
        "pursuit": Situation("Somebody played out of turn", "they took a card too early", (), _PLAIN),
    },
)
WRONG_DIRECTION = Irregularity(
    "wrong_direction",
    out_of_turn,
    {
        "swedish_pursuit": Situation(
            "Play went the wrong way, or a player was passed over",
            "a Queen was overlooked, or an Ace passed over two",
            (),
            _WHOSE,
        ),
        "switch": Situation(
            "Play went the wrong way, or a player was passed over",
            "a Jack was overlooked, or an 8 passed over two",
            (),
            _WHOSE,
        ),
        "ottawa": Situation("A player was passed over", "the next but one went on", (), _PLAIN),
    },
)
