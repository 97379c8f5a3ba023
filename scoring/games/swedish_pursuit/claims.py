"""Answers of Swedish Pursuit to claims that are no plays: the start, a tally, a blocked game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.cards import ACE, EIGHT, QUEEN, TWO, Card, case_text
from scoring.counting.hand import Receipt
from scoring.games.shedding.dealing import Beginning, beginning
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.law.claims import block_verdict, counted_lines
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import BlockedClaim, Start
from scoring.law.position import BlockedPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to (SP-5 to SP-7)."""
    turned, dealer = position.turned_up, position.dealer or position.players
    stays = next((place for place, card in enumerate(turned) if card % 13 != EIGHT), None)
    if stays is None:
        then = {"bottom_of_stock": [case_text(card) for card in turned]}
        return verdict_of(rules, "illegal", ("goes_too", turned[-1]), then=then)
    first = turned[: stays + 1]
    begun = beginning(flags_of(rules), first[-1], position.players, dealer)
    grounds, then = _start_grounds(first, begun), _begun(first, begun)
    if len(first) < len(turned):
        return verdict_of(rules, "illegal", ("only_eights_go", first[-1]), *grounds, then=then)
    # Who begins is what is asked only if nothing else happened, or if the start card moves the
    # first turn.
    plain = len(turned) == 1 and turned[-1] % 13 != TWO
    aside = () if plain or turned[-1] % 13 in (ACE, QUEEN) else ("first_player",)
    return replace(verdict_of(rules, "legal", *grounds, then=then), not_at_issue=aside)


def _start_grounds(turned: Sequence[Card], begun: Beginning) -> Iterator[Ground]:
    yield from (("goes_under", card) for card in turned[:-1])
    yield "opens", turned[-1]
    rank, turn = turned[-1] % 13, str(begun.turn)
    if rank == QUEEN:
        yield "queen_starts"
        yield "anticlockwise"
    elif rank == ACE and begun.missed:
        yield "ace_starts"
        yield "misses_start", str(begun.missed)
    elif rank == TWO and begun.pending:
        yield "two_starts"
        yield "takes_two", turn
    yield "begins", turn
    if rank not in (ACE, QUEEN, TWO):
        yield "clockwise"


def _begun(turned: Sequence[Card], begun: Beginning) -> dict[str, Any]:
    then: dict[str, Any] = {
        "top": case_text(turned[-1]),
        "next_turn": begun.turn,
        "direction": begun.direction,
        "pending": begun.pending,
        "next": f"seat {begun.turn}",
    }
    if turned[:-1]:
        returned = [case_text(card) for card in turned[:-1]]
        then["bottom_of_stock"] = returned[0] if len(returned) == 1 else returned
    if begun.missed:
        then["missed"] = begun.missed
    return then


def counted(count: Receipt) -> list[Ground]:
    """What a hand counts (SP-30 to SP-33), and that an 8 has a value of its own."""
    grounds: list[Ground] = [*counted_lines(count)]
    if any(line.card[0] == "8" for line in count.lines):
        grounds.append("eight_counts")
    return grounds or ["nought"]


@repeatable
def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more (SP-15, SP-A16)."""
    facts = {
        "the number of players": position.players,
        "whether the stock is empty": position.stock,
        "the turns missed in a row": position.consecutive_misses,
    }
    ending = rules["blocked"]
    grounds = ("blocked_open", f"blocked_{ending}", "no_winner")
    return block_verdict(position, rules, "missed in a row", facts, "asks_hand") or verdict_of(
        rules, "upheld", *grounds, then=_BLOCKED_THEN[ending]
    )


_BLOCKED_THEN: dict[str, dict[str, Any]] = {
    "tally": {"game_over": True, "winner": None, "all_tally": True},
    "redeal": {"game_over": True, "winner": None, "all_tally": False, "redeal": True},
    "reshuffle": {"game_over": False, "winner": None, "all_tally": False, "reshuffle": True},
    "lowest_zero": {"game_over": True, "winner": None, "all_tally": True, "lowest_scores": 0},
}
