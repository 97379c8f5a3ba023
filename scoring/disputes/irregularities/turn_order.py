"""Play out of turn, the wrong direction, a player passed over: who should have played, and what is
done about it.
"""

from dataclasses import replace

from scoring.cards import RANK_NAMES, card_symbol, parse_card, rank_of
from scoring.law.case import Case, Settled, named
from scoring.law.ruling import Statement


def out_of_turn(case: Case) -> Settled:
    """A play by the wrong seat: taken back while nothing was built on it."""
    played = case.claim.seat
    cards = named(case.facts["cards"]) if case.facts.get("cards") else ""
    finding = f"{case.who} played, said to be out of turn"
    if cards:
        finding = f"{case.who} laid {cards}, said to be out of turn"
    law = _law(case)
    turn = whose_turn(case)
    if played is None or turn is None:
        return case.look(finding, law, *_needs(case, played, turn))
    if played == turn:
        return case.nothing(finding, law, f"It was the turn of seat {turn}: the play stands.")
    finding = f"{case.who} played in the turn of seat {turn}"
    if cards:
        finding = f"{case.who} laid {cards} in the turn of seat {turn}"
    if case.noticed == "at_once":
        words = (
            f"The cards go back and seat {turn} plays."
            if cards
            else f"The play is taken back and seat {turn} plays."
        )
        return Settled(
            finding,
            law,
            "restore",
            (case.practice("out_of_turn", words, case.conduct.turns.clause),),
        )
    words = " ".join((case.late, *_onwards(case)))
    return Settled(
        finding, law, "stands", (case.practice("out_of_turn", words, case.conduct.turns.clause),)
    )


def _onwards(case: Case) -> tuple[str, ...]:
    """Which way play goes on, where that was in question and the game is still on."""
    direction = case.facts.get("direction")
    if case.noticed != "after_next_play" or direction is None:
        return ()
    way = "clockwise" if direction == 1 else "anticlockwise"
    return (f"From here play runs {way}.",)


def _needs(case: Case, played: int | None, turn: int | None) -> tuple[str, ...]:
    who = () if played is not None else ("which seat played",)
    return (
        who if turn is not None else (*who, "how many play, who played before, and what they laid")
    )


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
    turns = case.conduct.turns
    if "card_before" not in case.facts or turns.skip is None:
        return False
    rank = rank_of(parse_card(case.facts["card_before"]))
    if rank == turns.skip[0] or turns.turn is None:
        return rank == turns.skip[0]
    turner, _, option, _ = turns.turn
    return rank == turner and players == 2 and case.rules[option] == "skip"


def _law(case: Case) -> tuple[Statement, ...]:
    turns = case.conduct.turns
    alone = case.text(turns.words, turns.clause)
    if turns.skip is None or "card_before" not in case.facts:
        return (alone,)
    order = replace(alone, aloud=False)
    card = parse_card(case.facts["card_before"])
    name, (skipper, skips) = card_symbol(card), turns.skip
    if rank_of(card) == skipper:
        return case.text(f"After {name} the next player is passed over.", skips), order
    if turns.turn is None or rank_of(card) != turns.turn[0]:
        return (alone,)
    turner, turned, option, question = turns.turn
    turned_round = case.text(f"{name} turns the direction round.", turned)
    if case.facts.get("players") != 2:
        return turned_round, order
    rank = RANK_NAMES[turner]
    between = (
        f"Between two players a {rank} passes the other player over."
        if case.rules[option] == "skip"
        else f"Between two players a {rank} changes nothing that shows."
    )
    return case.reading(question, between), turned_round, order
