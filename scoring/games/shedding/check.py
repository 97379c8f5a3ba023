"""The verdict of a shedding game on a play, from a whole game or from the little an umpire can see
of a table, and on the start card; and its grounds, as rows of `grounds.toml`: what speaks against a
play, and what a legal one rests on.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.cards import SUIT_NAMES, Card, case_text, is_joker, rank_of, suit_of
from scoring.counting.hand import Receipt
from scoring.games.shedding.dealing import beginning
from scoring.games.shedding.law import Law, law_of, set_to
from scoring.games.shedding.match_tables import NOTHING_DUE
from scoring.games.shedding.whole import PLENTY, SUIT, Whole, follows, hands, suits
from scoring.law.claims import counted_lines
from scoring.law.effects import Effect, with_article
from scoring.law.grounds import Ground, reasons, verdict_of
from scoring.law.guesses import Guess, Ways, combinations_of, settled, ways
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Lay,
    Miss,
    PickUp,
    Play,
    Start,
    TakePenalty,
)
from scoring.law.position import StartPosition, TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import capital, listed, number_word

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
    can = law.allows(position, PICK_UP) or law.allows(position, TAKE_PENALTY)
    return {
        "legal_cards": [],
        "cards_drawn": position.taken(law.flags) if can else 0,
    }


def against(position: Whole, play: Play, law: Law) -> Iterator[Ground]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if isinstance(play, Lay):
        yield from _against_lay(position, play, law)
    elif isinstance(play, PickUp):
        yield from _against_pick_up(position, law)
    elif isinstance(play, TakePenalty):
        yield from _against_penalty(position, law)
    elif isinstance(play, Miss):
        yield from _against_end(position, law)
    else:
        yield "no_such_play", law.rules.rulebook.title


def _against_lay(position: Whole, play: Lay, law: Law) -> Iterator[Ground]:
    card = play.only
    if any(map(is_joker, play.cards)):
        yield "jokers", law.rules.rulebook.title
    elif len(play.cards) != 1:
        yield "one_card"
    elif card not in position.hand:
        yield "not_held", card
    elif law.kept(position):
        yield "kept"
    elif not law.table(position).fits(card):
        yield _misfit(position, card, law)
    elif law.barred_last(position, card):
        kind = "power" if law.asks("power_finish") else "wild"
        yield f"not_last_{kind}", capital(with_article(rank_of(card)))


def _misfit(position: Whole, card: Card, law: Law) -> Ground:
    top = position.top
    if position.pending:
        return "only_averts", _due(position), with_article(rank_of(top))
    if position.waits:
        return "waits", with_article(rank_of(top))
    if rank_of(card) in law.wild:
        return "wild_not_on_own", card
    if suit_of(top) == position.suit:
        return "fits_not", card, top
    return "not_of_suit", card, SUIT_NAMES[position.suit]


def _due(position: Whole) -> str:
    return number_word(position.pending).capitalize()


def _against_pick_up(position: Whole, law: Law) -> Iterator[Ground]:
    able = law.lays(position)
    if law.allows(position, PICK_UP):
        return
    if position.pending:
        yield "due", _due(position)
    elif position.waits:
        yield "waits", with_article(rank_of(position.top))
    elif position.drawn >= law.flags.limit:
        yield "no_more_draws", number_word(law.flags.limit)
    elif not position.drawable:
        yield "nothing_left"
    else:
        yield "able_several" if able[1:] else "able_one", able


def _against_penalty(position: Whole, law: Law) -> Iterator[Ground]:
    if law.allows(position, TAKE_PENALTY):
        return
    if not position.pending:
        yield "none_due" if law.penalty else "none_ever_due"
    elif not position.drawable:
        yield "nothing_left"
    else:
        yield "has_to_answer", law.lays(position)


def _against_end(position: Whole, law: Law) -> Iterator[Ground]:
    able = law.lays(position)
    if law.allows(position, MISS):
        return
    if position.pending and position.drawable:
        yield "due", _due(position)
    elif able and position.pending:
        yield "dry_answer_due" if law.flags.dry_answer else "answer_due"
    elif able:
        yield "turn_open_several" if able[1:] else "turn_open_one", able
    else:
        yield "who_lays_nothing"


def behind(position: Whole, play: Play, law: Law) -> Iterator[Ground]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(position, play, law)
        return
    able = law.lays(position)
    if isinstance(play, PickUp):
        yield "may_draw" if able else "draws"
        if law.flags.limit == 1 and not law.kept(position):
            yield f"drawn_{set_to(law.rules, 'drawn_card')}"
        if position.stock == 0 and law.renews:
            yield "shuffled_first"
    elif isinstance(play, TakePenalty):
        yield "due", _due(position)
        if able:
            yield "may_answer"
    else:
        yield from _behind_end(position, law, able=bool(able))


def _behind_end(position: Whole, law: Law, *, able: bool) -> Iterator[Ground]:
    if position.waits:
        yield "costs_turn", capital(with_article(rank_of(position.top)))
        if able:
            yield "may_answer_skip"
    elif position.drawn:
        yield "drawn"
    elif able:
        yield "dry_answer_free" if law.asks("dry_answer") else "answer_free"
    else:
        yield "passes"


def _behind_lay(position: Whole, lay: Lay, law: Law) -> Iterator[Ground]:
    card, top = lay.only, rank_of(position.top)
    rank, does = rank_of(card), law.does.get(rank_of(card))
    if position.pending:
        yield "answers", card, with_article(top)
    elif position.waits:
        yield "answers_skip", card, with_article(top)
    elif rank in law.wild:
        yield "wild_on_own" if rank == top else "wild", card
    else:
        yield _match(position, card)
    if does:
        yield from _deeds(position, does, lay, law)
    if len(position.hand) == 1:
        yield "won"
        if rank in law.wild:
            yield "wild_last"
    elif len(position.hand) == 2 and "last_card" in law.rules.rulebook.aspects:
        yield "one_left"
    if lay.suit is not None and rank not in law.wild:
        yield "void_suit", listed(map(with_article, sorted(law.wild)), "or")


def _match(position: Whole, card: Card) -> Ground:
    if suit_of(card) != position.suit:
        return "of_rank", card, position.top
    if suit_of(position.top) != position.suit:
        return "of_named_suit", card, SUIT_NAMES[position.suit]
    return "of_suit", card, position.top


def _deeds(position: Whole, does: Effect, lay: Lay, law: Law) -> Iterator[Ground]:
    if does.wild and lay.suit is not None:
        yield "suit_follows", does, SUIT_NAMES[lay.suit]
    elif does.wild:
        unnamed = position.suit if law.flags.unnamed_keeps else suit_of(lay.only)
        yield f"unnamed_{set_to(law.rules, 'unnamed')}", SUIT_NAMES[unnamed]
    if does.answerable:
        yield "skips_unless", does
    elif does.skips:
        yield "skips", does
    if does.again:
        yield "again", does
    if does.turns:
        yield "turns", does
        if position.players == 2 and law.asks("turn_two"):
            yield f"two_{set_to(law.rules, 'turn_two')}"
    if does.draws:
        yield _draws(position, does, law)


def _draws(position: Whole, does: Effect, law: Law) -> Ground:
    """What the cards of a penalty come to, also where the game is won with the one that brings
    it.
    """
    due = number_word(position.pending + does.draws)
    if len(position.hand) > 1:
        return "draws_unless", does, due
    if law.asks("final_penalty"):
        return f"final_{set_to(law.rules, 'final_penalty')}", due
    return "last_at_once", does


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to."""
    law, turned = law_of(rules), position.turned_up
    back = [card for card in turned if rank_of(card) in law.wild]
    staying = [card for card in turned if card not in back]
    grounds: list[Ground] = [("goes_back", card) for card in back]
    then: dict[str, Any] = {"returned": [case_text(card) for card in back]} if back else {}
    if not staying:
        return verdict_of(rules, "illegal", *grounds, then=then)
    top, dealer = staying[0], position.dealer or position.players
    begun = beginning(law.flags, top, position.players, dealer)
    then |= {"top": case_text(top), "next_turn": begun.turn, "direction": begun.direction}
    then |= {"pending": begun.pending} if law.penalty else {}
    grounds.append(("opens", top, str(begun.turn)))
    if rank_of(top) in law.does:
        grounds.append(f"start_{set_to(law.rules, 'start_effect')}")
    if len(staying) > 1 or rank_of(turned[-1]) in law.wild:
        return verdict_of(rules, "illegal", ("stays", top), *grounds, then=then)
    return verdict_of(rules, "legal", *grounds, then=then)


def counted(count: Receipt) -> list[Ground]:
    """What a hand counts, the total first."""
    return [("total", str(count.total)), *counted_lines(count)]
