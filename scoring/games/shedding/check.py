"""The verdict on a play of a shedding game: from a whole game, or from the little an umpire can see
of a table.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from scoring.cards import SUITS, Card, case_text, rank_of, suit_of
from scoring.games.shedding.calls import check_call, check_challenge_in_game
from scoring.games.shedding.grounds import against, behind
from scoring.games.shedding.law import Law, Whole, law_of, table_of
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.guesses import Guess, settled
from scoring.law.plays import Call, Challenge, Lay, PickUp, Play, TakePenalty
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

NOT_AT_ISSUE = ("challenge_until", "blocked", "start_effect")
"""Options that never touch the legality of a play."""
PLENTY = 20
"""Cards assumed to be there to take when nobody has counted them."""
TOP, SUIT, PENDING = "the card showing", "the suit named", "whether the penalty has been taken"
WAITS = "whether somebody has missed a turn for the card showing"
HAND, STOCK = "the hand", "whether a card can be taken"
TOP_BRINGS = {TOP: (SUIT, PENDING, WAITS)}


def check_table(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the seat to play; never raises. `depends` names what must be known."""
    tried = [
        (guess, judge(table, position.taking(play, table.pending), rules))
        for guess, table in _wholes(position, play, rules)
    ]
    law = law_of(rules)
    ground = law.reason("fits", "What has not been seen decides.")
    if not any(effect.turns for effect in law.flags.effects):
        position = replace(position, direction=1)
    verdict = settled(tried, lambda _: (ground,), TOP_BRINGS, position.unsure)
    return replace(verdict, rules=rules, again=partial(check_table, position, play))


def _wholes(position: TablePosition, play: Play, rules: Rules) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known, with what was assumed."""
    law, pack = law_of(rules), rules.deal.pack
    count = _count_drawn(position.picked_up)
    for top in pack if position.top is None else (position.top,):
        first_guess: Guess = () if position.top is not None else ((TOP, top),)
        for suit, pending, waits, drawable in product(
            _suits(position, top, law),
            _dues(position, top, law),
            _waits(position, top, law),
            _drawable(position, play, law),
        ):
            bare = Whole(top, suit[0], pending[0], (), waits[0], count, drawable[0])
            guess = (*first_guess, *suit[1], *pending[1], *waits[1], *drawable[1])
            for hand, earlier in _hands(position, play, bare, law):
                yield (
                    (*guess, *earlier),
                    replace(
                        bare,
                        hand=hand,
                        players=position.players,
                        turn=position.turn,
                        direction=position.direction or 1,
                        stock=position.stock,
                    ),
                )


def _count_drawn(picked_up: str | bool | None) -> int:
    """The cards drawn in this turn: the number told, or one where no number is."""
    if not picked_up:
        return 0
    figures = "".join(name for name in str(picked_up) if name.isdigit())
    return int(figures[:3]) if figures.isascii() and figures else 1


def _suits(position: TablePosition, top: Card, law: Law) -> list[tuple[int, Guess]]:
    if position.suit is not None:
        return [(position.suit, ())]
    if rank_of(top) in law.wild:
        return [(suit, ((SUIT, suit),)) for suit in range(4)]
    return [(suit_of(top), ())]


def _dues(position: TablePosition, top: Card, law: Law) -> list[tuple[int, Guess]]:
    due = law.penalty.get(rank_of(top), 0)
    if position.pending is not None or not due:
        return [(position.pending or 0, ())]
    return [(0, ((PENDING, 0),)), (due, ((PENDING, due),))]


def _waits(position: TablePosition, top: Card, law: Law) -> list[tuple[bool, Guess]]:
    """Whether the card showing still passes somebody over, where it can be answered."""
    does = law.does.get(rank_of(top))
    if does is None or not does.answerable:
        return [(False, ())]
    if position.passed_over is not None:
        return [(not position.passed_over, ())]
    return [(waits, ((WAITS, waits),)) for waits in (True, False)]


def _drawable(position: TablePosition, play: Play, law: Law) -> list[tuple[int, Guess]]:
    """Discards that come back count as cards to take, for somebody has laid some unless they were
    counted.
    """
    if position.stock is not None:
        discards = PLENTY if position.discards is None else max(position.discards - 1, 0)
        return [(position.stock + discards if law.renews else position.stock, ())]
    if isinstance(play, Lay | PickUp | TakePenalty):
        return [(PLENTY, ())]
    return [(number, ((STOCK, number),)) for number in (PLENTY, 0)]


def _hands(
    position: TablePosition, play: Play, bare: Whole, law: Law
) -> list[tuple[tuple[Card, ...], Guess]]:
    """The hands to try: one that can lay and one that cannot, beside what was laid; for a lay also
    nothing beside it.
    """
    if position.hand is not None:
        return [(position.hand, ())]
    pack = [card for card in law.rules.deal.pack if rank_of(card) not in law.wild]
    able = next((card for card in pack if law.fits(bare, card)), pack[0])
    unable = next(card for card in pack if not law.fits(bare, card))
    hands: list[tuple[Card, ...]] = [(unable,), (able, unable)]
    if isinstance(play, Lay):
        hands = [play.cards, (*play.cards, unable), (*play.cards, able)]
    return [(hand, ((HAND, place),)) for place, hand in enumerate(hands)]


def check_in_game(table: LayingTable, play: Play) -> Verdict:
    """Answer for a play, call or challenge in a game with every card known; never raises."""
    if isinstance(play, Call):
        return check_call(table, play)
    if isinstance(play, Challenge):
        return check_challenge_in_game(table, play)
    if table.over:
        words = "The game is over; nothing more is laid or taken."
        reason = law_of(table.rules).reason("wins", words)
        return Verdict("illegal", (reason,), {"game_over": True}, rules=table.rules)
    return judge(whole_of(table), play, table.rules)


def whole_of(table: LayingTable) -> Whole:
    """What decides for the seat on turn of a game with every card known."""
    renewable = len(table.discards) - 1 if law_of(table.rules).renews else 0
    return Whole(
        table.top,
        table.suit,
        table.pending,
        table.hand(table.turn),
        table.due >= 0 and not table.pending,
        table.drawn,
        table.left + renewable,
        table.players,
        table.turn,
        table.direction,
        table.left,
    )


def judge(position: Whole, play: Play, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    law = law_of(rules)
    reasons, plays = (
        tuple(against(position, play, law)),
        tuple(table_of(position, rules).legal_plays()),
    )
    again = partial(judge, position, play)
    if reasons:
        then = required(position, law)
        return Verdict("illegal", reasons, then, plays, plays, (), rules, again, NOT_AT_ISSUE)
    then = follows(position, play, law)
    grounds = tuple(behind(position, play, law))
    return Verdict("legal", grounds, then, plays, (), (), rules, again, NOT_AT_ISSUE)


def required(position: Whole, law: Law) -> dict[str, Any]:
    """After an illegal play: the cards that could be laid, or what is to be taken."""
    cards = [case_text(card) for card in law.lays(position)]
    if cards:
        return {"legal_cards": cards}
    can = law.may_draw(position) or law.may_take(position)
    return {
        "legal_cards": [],
        "cards_drawn": min(position.pending or 1, position.drawable) if can else 0,
    }


def follows(position: Whole, play: Play, law: Law) -> dict[str, Any]:
    """After a legal play: whose turn it is, what is due, what is left."""
    if isinstance(play, Lay):
        return _after_lay(position, play, law)
    due = (
        position.pending if isinstance(play, TakePenalty) else 1 if isinstance(play, PickUp) else 0
    )
    count = min(due, position.drawable)
    then: dict[str, Any] = {"cards_drawn": count, "pending": 0, "direction": position.direction}
    if not isinstance(play, PickUp) or law.set_to("drawn_card") == "keep":
        then["next_turn"] = position.seat_after(1, position.direction)
    if position.stock is not None and position.stock >= count:
        then["stock"] = position.stock - count
    return _without_unknown(then)


def _after_lay(position: Whole, lay: Lay, law: Law) -> dict[str, Any]:
    card, remaining = lay.only, list(position.hand)
    remaining.remove(card)
    does = law.does.get(rank_of(card))
    direction = -position.direction if does and does.turns else position.direction
    skips = does.skips if does and not does.answerable else 0
    if does and does.turns and position.players == 2 and law.flags.turn_skips_two:
        skips += 1
    then: dict[str, Any] = {
        "hand_left": [case_text(remaining_card) for remaining_card in remaining],
        "direction": direction,
        "suit_in_force": SUITS[law.suit_after(position.suit, lay)],
        "pending": position.pending + (does.draws if does else 0),
        "game_over": not remaining,
    }
    if not remaining:
        due = then["pending"] if law.flags.last_draws and does and does.draws else 0
        return _without_unknown(then | {"winner": position.turn, "pending": due})
    missed = position.seat_after(1, direction) if skips else None
    steps = 0 if does and does.again else 1 + skips
    return _without_unknown(
        then | {"missed": missed, "next_turn": position.seat_after(steps, direction)}
    )


def _without_unknown(then: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in then.items() if value is not None}
