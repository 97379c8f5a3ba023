"""The verdict on a play of a shedding game: from a whole game, or from the little an umpire can see
of a table.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.cards import Card, case_text, rank_of
from scoring.games.shedding.grounds import against, behind
from scoring.games.shedding.law import Law, law_of
from scoring.games.shedding.match_tables import NOTHING_DUE
from scoring.games.shedding.whole import PLENTY, SUIT, Whole, follows, hands, suits
from scoring.law.grounds import reasons
from scoring.law.guesses import Guess, Ways, combinations_of, settled, ways
from scoring.law.plays import Lay, PickUp, Play, TakePenalty
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable

NOT_AT_ISSUE = ("challenge_until", "blocked", "start_effect")
"""Options that never touch the legality of a play."""
TOP, PENDING = "the card showing", "whether the penalty has been taken"
WAITS = "whether somebody has missed a turn for the card showing"
STOCK = "whether a card can be taken"
TOP_BRINGS = {TOP: (SUIT, PENDING, WAITS)}


@repeatable
def check_table(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the seat to play; never raises. `depends` names what must be known."""
    tried = [
        (guess, judge(table, position.taking(play, table.pending), rules))
        for guess, table in _wholes(position, play, rules)
    ]
    if not any(effect.turns for effect in law_of(rules).flags.effects):
        position = replace(position, direction=1)
    return settled(rules, tried, TOP_BRINGS, position.unsure)


def _wholes(position: TablePosition, play: Play, rules: Rules) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known, with what was assumed."""
    law, pack = law_of(rules), rules.deal.pack
    plain = [card for card in pack if rank_of(card) not in law.wild]
    for (top, suit, pending, waits, drawable), guess in combinations_of(
        ways(position.top, TOP, pack),
        lambda top: (
            suits(position, top, law.wild),
            _dues(position, top, law),
            _waits(position, top, law),
            _drawable(position, play, law),
        ),
    ):
        bare = Whole(
            top,
            suit,
            pending,
            rank_of(top) if pending or waits else NOTHING_DUE,
            drawable=drawable,
            players=position.players,
            turn=position.turn,
            direction=position.direction or 1,
            stock=position.stock,
            drawn=_count_drawn(position.picked_up),
        )
        for hand, earlier in hands(position, play, law.table(bare), plain):
            yield (*guess, *earlier), bare._replace(hand=hand)


def _count_drawn(picked_up: str | bool | None) -> int:
    """The cards drawn in this turn: the number told, or one where no number is."""
    if not picked_up:
        return 0
    figures = "".join(name for name in str(picked_up) if name.isdigit())
    return int(figures[:3]) if figures.isascii() and figures else 1


def _dues(position: TablePosition, top: Card, law: Law) -> Ways:
    due = law.penalty.get(rank_of(top), 0)
    return ways(position.pending if due else position.pending or 0, PENDING, (0, due))


def _waits(position: TablePosition, top: Card, law: Law) -> Ways:
    """Whether the card showing still passes somebody over, where it can be answered."""
    does = law.does.get(rank_of(top))
    if does is None or not does.answerable:
        return [(False, ())]
    passed_over = position.passed_over
    return ways(None if passed_over is None else not passed_over, WAITS, (True, False))


def _drawable(position: TablePosition, play: Play, law: Law) -> Ways:
    """Discards that come back count as cards to take, for somebody has laid some unless they were
    counted.
    """
    if position.stock is not None:
        discards = PLENTY if position.discards is None else max(position.discards - 1, 0)
        return [(position.stock + discards if law.renews else position.stock, ())]
    drawn_from = isinstance(play, Lay | PickUp | TakePenalty)
    return ways(PLENTY if drawn_from else None, STOCK, (PLENTY, 0))


@repeatable
def judge(position: Whole, play: Play, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    law = law_of(rules)
    wrong = reasons(rules, against(position, play, law))
    plays = tuple(law.table(position).legal_plays())
    if wrong:
        then = required(position, law)
        return Verdict("illegal", wrong, then, plays, plays, not_at_issue=NOT_AT_ISSUE)
    grounds = reasons(rules, behind(position, play, law))
    then = follows(position, play, rules, law.flags)
    return Verdict("legal", grounds, then, plays, not_at_issue=NOT_AT_ISSUE)


def required(position: Whole, law: Law) -> dict[str, Any]:
    """After an illegal play: the cards that could be laid, or what is to be taken."""
    cards = [case_text(card) for card in law.lays(position)]
    if cards:
        return {"legal_cards": cards}
    can = law.may_draw(position) or law.may_take(position)
    return {
        "legal_cards": [],
        "cards_drawn": position.taken(law.flags) if can else 0,
    }
