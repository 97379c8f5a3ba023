"""The verdict on a play of Pursuit: from a whole game, or from the little an umpire can see of a
table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from scoring.cards import Card, case_text, is_joker, plain, suit_of
from scoring.games.pursuit.grounds import faults, merits
from scoring.games.pursuit.position import ASKED, PursuitPosition, spots
from scoring.games.pursuit.sequences import (
    HAND,
    RING,
    Chain,
    Sense,
    Spot,
    kept,
    meaning,
    put_downs,
    wins,
)
from scoring.law.grounds import Ground, reasons, verdict_of
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, TAKE_DISCARD, Discard, Draw, Play, PutDown, TakeDiscard
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Verdict, repeatable


@repeatable
def check_table(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the player on turn; never raises. `depends` names what must be known."""
    # A race is another game: what it would make of a play of the chase is no reading of that play.
    aside = () if rules["racing"] == "yes" else ("racing",)
    return replace(_judged(position, play, rules), not_at_issue=aside)


def _judged(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    if position.over:
        return verdict_of(rules, "illegal", "over")
    if isinstance(play, Draw | TakeDiscard):
        return _take(position, play, rules)
    if isinstance(play, Discard):
        return _discard(position, play, rules)
    if isinstance(play, PutDown):
        sequences = tuple(tuple(map(plain, sequence)) for sequence in play.sequences)
        return _put_down(position, sequences, rules)
    return _illegal(position, rules, "no_such_play", "begins_with_take")


def _illegal(position: PursuitPosition, rules: Rules, *grounds: Ground) -> Verdict:
    allowed = tuple(_allowed(position, rules))
    return Verdict("illegal", reasons(rules, grounds), legal_plays=allowed, instead=allowed)


def _allowed(position: PursuitPosition, rules: Rules) -> Iterator[Play]:
    """The plays of the position as far as it is known."""
    if not position.taken and position.taken is not None:
        yield from (play for play in (DRAW, TAKE_DISCARD) if _can_take(position, play))
        return
    if position.hand is None:
        return
    candidates = tuple(spots(position, rules))
    if len(candidates) == 1 and not position.has_put_down:
        yield from map(PutDown, put_downs(candidates[0].spot, rules, position.hand))
        if rules["must_put_down"] == "yes" and put_downs(candidates[0].spot, rules, position.hand):
            return
    yield from map(Discard, sorted(set(position.hand)))


def _can_take(position: PursuitPosition, play: Play) -> bool:
    discards = 2 if position.discards is None else position.discards
    if isinstance(play, Draw):
        return position.stock is None or position.stock > 0 or discards > 1
    return discards > 0


def _take(position: PursuitPosition, play: Draw | TakeDiscard, rules: Rules) -> Verdict:
    if position.taken:
        return verdict_of(rules, "illegal", "taken_already")
    if _can_take(position, play):
        return verdict_of(rules, "legal", "takes")
    alternative = TAKE_DISCARD if isinstance(play, Draw) else DRAW
    return replace(verdict_of(rules, "illegal", "nothing_to_take"), instead=(alternative,))


def _discard(position: PursuitPosition, play: Discard, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(position, rules, "discard_last")
    lacking = _lacking(position, (play.card,))
    if lacking:
        return _illegal(position, rules, ("discard_not_held", lacking[0]))
    if position.has_put_down:
        return verdict_of(rules, "legal", "discards")
    if rules["must_put_down"] == "yes":
        return _discard_first(position, rules)
    return verdict_of(rules, "legal", "discards", "need_not")


def _discard_first(position: PursuitPosition, rules: Rules) -> Verdict:
    """A discard before anything was put down, where whoever can put down has to (PU-A5)."""
    if position.hand is None:
        return verdict_of(rules, "depends", "has_to", needs=("the hand",))
    free = verdict_of(rules, "legal", "discards", "nothing_to_put_down")
    bound = _illegal(position, rules, "has_to")
    tried = [
        (row.guess, bound if put_downs(row.spot, rules, position.hand) else free)
        for row in spots(position, rules)
    ]
    return settled(rules, tried, {}, ground="has_to")


def _lacking(position: PursuitPosition, cards: Iterable[Card]) -> list[Card]:
    """The cards that the hand does not hold, or not so often; none where it was not seen."""
    if position.hand is None:
        return []
    remaining = Counter(map(plain, position.hand))
    remaining.subtract(map(plain, cards))
    return [card for card in sorted(remaining) if remaining[card] < 0]


def _put_down(position: PursuitPosition, chain: Chain, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(position, rules, "put_down_after_take")
    if position.has_put_down:
        return _illegal(position, rules, "put_down_already")
    lacking = _lacking(position, (card for sequence in chain for card in sequence))
    if lacking:
        return _illegal(position, rules, ("not_held", lacking[0]))
    tried = [
        (row.guess, _put_down_from(row.spot, position, chain, rules))
        for row in spots(position, rules)
    ]
    unsure = () if position.steps is not None else ("laps",)
    return settled(rules, tried, {}, unsure, ASKED)


def _put_down_from(spot: Spot, position: PursuitPosition, chain: Chain, rules: Rules) -> Verdict:
    sense = meaning(spot, rules, chain)
    if sense is None:
        return _illegal(position, rules, *faults(spot, rules, chain))
    # A hand that nobody has shown has eight cards after the take.
    in_hand = HAND + 1 if position.hand is None else len(position.hand)
    remaining = in_hand - sum(map(len, chain))
    grounds = reasons(rules, merits(spot, rules, chain, sense, remaining=remaining))
    won: Answer = "win" if wins(spot, rules, sense) else "legal"
    return Verdict(won, grounds, _then(spot, rules, chain, sense, remaining))


def _then(spot: Spot, rules: Rules, chain: Chain, sense: Sense, remaining: int) -> dict[str, Any]:
    """What follows, in the words of case files."""
    last = chain[-1]
    suit = next(suit_of(card) for card in last if not is_joker(card))
    then: dict[str, Any] = {
        "up_to": case_text(13 * suit + sense.rank),
        "kept": list(map(case_text, kept(last, rules))),
    }
    if wins(spot, rules, sense):
        return then | {"winner": "mover", "game_over": True}
    if rules["racing"] == "yes":
        then["laps"] = (spot.steps + sense.steps) // RING
        if rules["landing_misses"] == "yes" and sense.rank == spot.target:
            then["missed"] = "opponent"
    return then | ({"discard": None} if remaining == 0 else {})
