"""The verdict on a play of Pursuit: from a whole game, or from the little an umpire can see of a
table.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import Card, card_symbol, case_text, is_joker, plain, suit_of
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
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, TAKE_DISCARD, Discard, Draw, Play, PutDown, TakeDiscard
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict


def check_table(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the player on turn; never raises. `depends` names what must be known."""
    verdict = _judged(position, play, rules)
    # A race is another game: what it would make of a play of the chase is no reading of that play.
    aside = () if rules["racing"] == "yes" else ("racing",)
    return replace(
        verdict, rules=rules, again=partial(check_table, position, play), not_at_issue=aside
    )


def _judged(position: PursuitPosition, play: Play, rules: Rules) -> Verdict:
    if position.over:
        return Verdict("illegal", (Reason("PU-21", "The game is over."),))
    if isinstance(play, Draw | TakeDiscard):
        return _take(position, play)
    if isinstance(play, Discard):
        return _discard(position, play, rules)
    if isinstance(play, PutDown):
        return _put_down(
            position, PutDown(tuple(tuple(map(plain, s)) for s in play.sequences)), rules
        )
    words = "A turn of Pursuit is a take, a putting down if one likes, and a discard; nothing else."
    return _illegal(
        position, rules, Reason("PU-9", words), Reason("PU-7", "It begins with the take.")
    )


def _illegal(position: PursuitPosition, rules: Rules, *reasons: Reason) -> Verdict:
    allowed = tuple(_allowed(position, rules))
    return Verdict("illegal", reasons, legal_plays=allowed, instead=allowed)


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


def _take(position: PursuitPosition, play: Draw | TakeDiscard) -> Verdict:
    if position.taken:
        words = "The player has taken a card already; one card is taken in a turn."
        return Verdict("illegal", (Reason("PU-7", words),))
    if not _can_take(position, play):
        reason = Reason(
            "PU-11", "There is no card to take there, nor enough discards for a new stock."
        )
        return Verdict(
            "illegal", (reason,), instead=(TAKE_DISCARD if isinstance(play, Draw) else DRAW,)
        )
    return Verdict(
        "legal",
        (Reason("PU-7", "A turn begins with the stock card looked at, or the top discard."),),
    )


def _discard(position: PursuitPosition, play: Discard, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(
            position, rules, Reason("PU-7", "The turn begins with a take; the discard comes last.")
        )
    missing = _not_held(position, (play.card,))
    if missing:
        return _illegal(position, rules, Reason("PU-9", missing))
    ends = Reason("PU-9", "One card is discarded, face up, and that ends the turn.")
    if position.has_put_down:
        return Verdict("legal", (ends,))
    if rules["must_put_down"] == "yes":
        return _discard_first(position, rules, ends)
    free = Reason("PU-12", "Nobody has to put down: a player may.", "text", "PU-A5")
    return Verdict("legal", (ends, free))


def _discard_first(position: PursuitPosition, rules: Rules, ends: Reason) -> Verdict:
    """A discard before anything was put down, where whoever can put down has to (PU-A5)."""
    duty = Reason("PU-8", "Here whoever can put down has to.", "default", "PU-A5")
    if position.hand is None:
        return Verdict("depends", (duty,), needs=("the hand",))
    free = Verdict("legal", (ends, Reason("PU-8", "There is nothing to put down.")))
    bound = _illegal(position, rules, duty)
    tried = [
        (row.guess, bound if put_downs(row.spot, rules, position.hand) else free)
        for row in spots(position, rules)
    ]
    return settled(tried, lambda _: (duty,), {})


def _not_held(position: PursuitPosition, cards: tuple[Card, ...]) -> str:
    """A sentence on the first card that the hand does not hold, or nothing."""
    if position.hand is None:
        return ""
    remaining = Counter(map(plain, position.hand))
    remaining.subtract(map(plain, cards))
    lacking = [card for card in sorted(remaining) if remaining[card] < 0]
    return f"{card_symbol(lacking[0])} is not in the hand so often." if lacking else ""


def _put_down(position: PursuitPosition, play: PutDown, rules: Rules) -> Verdict:
    if position.taken is False:
        return _illegal(
            position,
            rules,
            Reason("PU-7", "The turn begins with a take; putting down comes after it."),
        )
    if position.has_put_down:
        return _illegal(
            position, rules, Reason("PU-8", "The player has put down already in this turn.")
        )
    missing = _not_held(position, tuple(card for sequence in play.sequences for card in sequence))
    if missing:
        return _illegal(position, rules, Reason("PU-12", missing))
    tried = [
        (row.guess, _put_down_from(row.spot, position, play, rules))
        for row in spots(position, rules)
    ]
    unsure = () if position.steps is not None else ("laps",)
    return settled(tried, lambda needs: tuple(ASKED[need] for need in needs), {}, unsure)


def _put_down_from(spot: Spot, position: PursuitPosition, play: PutDown, rules: Rules) -> Verdict:
    sense = meaning(spot, rules, play.sequences)
    if sense is None:
        return _illegal(position, rules, *faults(spot, rules, play.sequences))
    # A hand that nobody has shown has eight cards after the take.
    in_hand = HAND + 1 if position.hand is None else len(position.hand)
    remaining = in_hand - sum(map(len, play.sequences))
    reasons = merits(spot, rules, play.sequences, sense, remaining=remaining)
    won: Answer = "win" if wins(spot, rules, sense) else "legal"
    return Verdict(won, reasons, _then(spot, rules, play.sequences, sense, remaining))


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
