"""Play out of turn, the wrong direction, a player passed over: who should have played, and what is
done about it.
"""

from dataclasses import replace

from scoring.cards import RANK_NAMES, card_symbol, parse_card, rank_of
from scoring.law.case import Case, Settled, named
from scoring.law.facts import NONE
from scoring.law.ruling import Act, Statement


def out_of_turn(case: Case) -> Settled:
    """A play by the wrong seat: taken back while nothing was built on it."""
    played = case.claim.seat
    cards = named(case.facts["cards"]) if case.facts.get("cards") else ""
    did = f"{case.who} laid {cards}" if cards else f"{case.who} played"
    finding, law, turn = f"{did}, said to be out of turn", _law(case), whose_turn(case)
    if played is None or turn is None:
        missing = [] if played is not None else ["which seat played"]
        if turn is None:
            missing.append("how many play, who played before, and what they laid")
        return case.look(finding, law, *missing)
    if played == turn:
        return case.nothing(finding, law, f"It was the turn of seat {turn}: the play stands.")
    at_once, back = case.noticed == "at_once", "The cards go" if cards else "The play is taken"
    words = " ".join((case.late, *_onwards(case)))
    if at_once:
        words = f"{back} back and seat {turn} plays."
    remedy = case.practice("out_of_turn", words, case.conduct.turns.clause)
    act: Act = "restore" if at_once else "stands"
    return Settled(f"{did} in the turn of seat {turn}", law, act, (remedy,))


def _onwards(case: Case) -> tuple[str, ...]:
    """Which way play goes on, where that was in question and the game is still on."""
    directions = case.facts.keys() & {"direction", "way_before"}
    if case.noticed != "after_next_play" or not directions:
        return ()
    way = "clockwise" if direction_after(case) == 1 else "anticlockwise"
    return (f"From here play runs {way}.",)


def whose_turn(case: Case) -> int | None:
    """The seat that should have played, from what is known; None where that is not enough."""
    facts = case.facts
    if "turn" in facts:
        return int(facts["turn"])
    players, before = facts.get("players"), facts.get("before")
    if before is None or players is None:
        return None
    steps = 2 if _passes_over(case, players) else _rank_before(case) not in case.conduct.turns.again
    return int((before - 1 + steps * direction_after(case)) % players + 1)


def direction_after(case: Case) -> int:
    """Which way play goes after the card of the seat before: as it was told of then, or of the
    moment before that card, which may have turned it round.
    """
    facts, rank = case.facts, _rank_before(case)
    if "way_before" not in facts:
        return int(facts.get("direction", 1))
    turn = case.conduct.turns.turn
    turned = turn is not None and rank == turn[0]
    return -facts["way_before"] if turned else int(facts["way_before"])


def _rank_before(case: Case) -> int | None:
    """The rank of the card the seat before laid; None where it laid none, or nobody told."""
    card = case.facts.get("card_before", NONE)
    return None if card == NONE else rank_of(parse_card(card))


def _passes_over(case: Case, players: int) -> bool:
    turns, rank = case.conduct.turns, _rank_before(case)
    if rank is None:
        return False
    if turns.skip is not None and rank == turns.skip[0]:
        return case.rules.get("skip_answer") != "yes"
    if turns.turn is None or rank != turns.turn[0] or players != 2:
        return False
    return bool(turns.turn[2]) and case.rules[turns.turn[2]] == "skip"


def _law(case: Case) -> tuple[Statement, ...]:
    turns = case.conduct.turns
    alone = case.text(turns.words, turns.clause)
    rank_before = _rank_before(case)
    if rank_before is None:
        return (alone,)
    order = replace(alone, aloud=False)
    name = card_symbol(parse_card(case.facts["card_before"]))
    if rank_before in turns.again:
        words = f"After {name} whoever laid it is on again."
        return case.text(words, turns.again[rank_before]), order
    if _passes_over(case, 0) and turns.skip is not None:
        return case.text(f"After {name} the next player is passed over.", turns.skip[1]), order
    if turns.turn is None or rank_before != turns.turn[0]:
        return (alone,)
    turner, turned, option, question = turns.turn
    turned_round = case.text(f"{name} turns the direction round.", turned)
    if case.facts.get("players") != 2 or not option:
        return turned_round, order
    rank = RANK_NAMES[turner]
    between = (
        f"Between two players a {rank} passes the other player over."
        if case.rules[option] == "skip"
        else f"Between two players a {rank} changes nothing that shows."
    )
    return case.reading(question, between), turned_round, order
