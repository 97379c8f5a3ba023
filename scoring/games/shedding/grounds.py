"""The grounds of a verdict of a shedding game, as rows of `grounds.toml`: what speaks against a
play, and what a legal one rests on.
"""

from collections.abc import Iterator

from scoring.cards import SUIT_NAMES, Card, is_joker, rank_of, suit_of
from scoring.games.shedding.law import Law
from scoring.games.shedding.whole import Whole
from scoring.law.effects import Effect, with_article
from scoring.law.grounds import Ground
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.words import capital, listed, number_word


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
    if law.may_draw(position):
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
    if law.may_take(position):
        return
    if not position.pending:
        yield "none_due" if law.penalty else "none_ever_due"
    elif not position.drawable:
        yield "nothing_left"
    else:
        yield "has_to_answer", law.lays(position)


def _against_end(position: Whole, law: Law) -> Iterator[Ground]:
    able = law.lays(position)
    if law.may_end(position):
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
            yield f"drawn_{law.set_to('drawn_card')}"
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
        yield f"unnamed_{law.set_to('unnamed')}", SUIT_NAMES[unnamed]
    if does.answerable:
        yield "skips_unless", does
    elif does.skips:
        yield "skips", does
    if does.again:
        yield "again", does
    if does.turns:
        yield "turns", does
        if position.players == 2 and law.asks("turn_two"):
            yield f"two_{law.set_to('turn_two')}"
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
        return f"final_{law.set_to('final_penalty')}", due
    return "last_at_once", does
