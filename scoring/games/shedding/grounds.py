"""The grounds of a verdict of a shedding game: what speaks against a play, and what a legal one
rests on.
"""

from collections.abc import Collection, Iterable, Iterator

from scoring.cards import RANK_NAMES, SUIT_NAMES, Card, card_symbol, is_joker, rank_of, suit_of
from scoring.games.shedding.law import Law
from scoring.games.shedding.whole import Whole
from scoring.law.effects import Effect
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.law.verdict import Reason
from scoring.words import capital, listed, noun, number_word


def named(rank: int) -> str:
    """A rank with its article: an 8, a Jack."""
    word = RANK_NAMES[rank] if rank in (0, 10, 11, 12) else str(rank + 1)
    return f"{'an' if rank in (0, 7) else 'a'} {word}"


def _either(ranks: Iterable[int]) -> str:
    return listed((named(rank) for rank in sorted(ranks)), "or")


def _listed(cards: Iterable[Card]) -> str:
    return ", ".join(card_symbol(card) for card in cards)


def _layable(cards: Collection[Card]) -> str:
    return f"{noun(len(cards), 'this card', 'these')} can be laid: {_listed(cards)}"


def against(position: Whole, play: Play, law: Law) -> Iterator[Reason]:
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
        yield law.reason("fits", f"There is no such play in {law.rules.rulebook.title}.")


def _against_lay(position: Whole, play: Lay, law: Law) -> Iterator[Reason]:
    if len(play.cards) != 1 or is_joker(play.only):
        words = "One card is laid in a turn, no more and no fewer."
        joker = f"{law.rules.rulebook.title} is played without Jokers."
        yield law.reason("fits", joker if any(map(is_joker, play.cards)) else words)
        return
    card = play.only
    if card not in position.hand:
        yield law.reason("fits", f"{card_symbol(card)} is not in the hand.")
        return
    if law.kept(position):
        yield law.reason("drawn", "A drawn card is kept until the next turn.", "drawn_card")
    elif not law.table(position).fits(card):
        yield from _misfit(position, card, law)
    elif law.barred_last(position, card):
        words = f"{capital(named(rank_of(card)))} may not be the last card here."
        yield law.finish(words)


def _misfit(position: Whole, card: Card, law: Law) -> Iterator[Reason]:
    name, rank = card_symbol(card), rank_of(card)
    if position.pending:
        due, needed = number_word(position.pending).capitalize(), named(rank_of(position.top))
        yield law.reason("penalty", f"{due} cards are due: only {needed} averts them.")
    elif position.waits:
        yield _waiting(position, law)
    elif rank in law.wild:
        words = f"{name} goes on any card but another of its rank."
        yield law.reason("wild", words, "wild_on_wild")
    else:
        yield law.reason(
            "fits", f"{name} has neither the rank nor the suit of {card_symbol(position.top)}."
            if suit_of(position.top) == position.suit
            else f"{name} is not of the suit named, {SUIT_NAMES[position.suit]}."
        )  # fmt: skip


def _due(position: Whole, law: Law) -> Reason:
    due = number_word(position.pending).capitalize()
    return law.reason("penalty", f"{due} penalty cards are due, all of them together.")


def _waiting(position: Whole, law: Law) -> Reason:
    needed = named(rank_of(position.top))
    return law.reason("skips", f"The turn is missed unless {needed} is laid.", "skip_answer")


def _nothing(law: Law) -> Reason:
    return law.reason("stock", "No card is left to be taken.", "stock")


def _against_pick_up(position: Whole, law: Law) -> Iterator[Reason]:
    able = law.lays(position)
    if law.may_draw(position):
        return
    if position.pending:
        yield _due(position, law)
    elif position.waits:
        yield _waiting(position, law)
    elif position.drawn >= law.limit:
        words = f"No more than {number_word(law.limit)} may be drawn in a turn."
        yield law.reason("unable", words, "draws")
    elif not position.drawable:
        yield _nothing(law)
    else:
        words = f"Only a player with nothing to lay draws; {_layable(able)}."
        yield law.reason("unable", words, "compulsory")


def _against_penalty(position: Whole, law: Law) -> Iterator[Reason]:
    if law.may_take(position):
        return
    if not position.pending:
        yield law.reason("penalty" if law.penalty else "fits", "No penalty is due.")
    elif not position.drawable:
        yield _nothing(law)
    else:
        words = f"The penalty can be answered and so must be, with {_listed(law.lays(position))}."
        yield law.reason("penalty", words, "answer_compulsory")


def _against_end(position: Whole, law: Law) -> Iterator[Reason]:
    able = law.lays(position)
    if law.may_end(position):
        return
    if position.pending and position.drawable:
        yield _due(position, law)
    elif able and position.pending:
        words = "There is nothing to take, so a card that answers has to be laid."
        option = "dry_answer" if law.flags.dry_answer else "answer_compulsory"
        yield law.reason("penalty", words, option)
    elif able:
        words = f"A turn does not end while {_layable(able)}."
        yield law.reason("unable", words, "compulsory")
    else:
        yield law.reason("unable", "Whoever lays nothing draws.")


def behind(position: Whole, play: Play, law: Law) -> Iterator[Reason]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(position, play, law)
    elif isinstance(play, PickUp):
        yield from _behind_pick_up(position, law)
    elif isinstance(play, TakePenalty):
        yield _due(position, law)
        if law.lays(position):
            words = "Answering it is left to the player."
            yield law.reason("penalty", words, "answer_compulsory")
    elif position.waits:
        yield law.reason("skips", f"{capital(named(rank_of(position.top)))} costs the turn.")
        if law.lays(position):
            words = "Answering it is left to the player."
            yield law.reason("skips", words, "answer_compulsory")
    elif position.drawn:
        yield law.reason("drawn", "A card was drawn, and the turn may end with it.", "drawn_card")
    elif law.lays(position):
        words = "Answering is left to the player, and there is nothing to take: the turn passes."
        option = "dry_answer" if law.asks("dry_answer") else "answer_compulsory"
        yield law.reason("penalty", words, option)
    else:
        yield law.reason("stock", "There is nothing to lay and nothing to take: the turn passes.")


def _behind_pick_up(position: Whole, law: Law) -> Iterator[Reason]:
    if law.lays(position):
        words = "A player who could lay may draw here."
        yield law.reason("unable", words, "compulsory")
    else:
        yield law.reason("unable", "There is nothing to lay, so a card is drawn.")
    if law.limit == 1 and not law.kept(position):
        then = {"lay": "If it fits, it may be laid at once.", "keep": "It is kept for now."}
        yield law.reason("drawn", then[law.set_to("drawn_card")], "drawn_card")
    if position.stock == 0 and law.renews:
        yield law.reason("stock", "All discards but the top one are shuffled first.", "stock")


def _behind_lay(position: Whole, lay: Lay, law: Law) -> Iterator[Reason]:
    card, top = lay.only, rank_of(position.top)
    rank, name, does = rank_of(card), card_symbol(card), law.does.get(rank_of(card))
    if position.pending:
        yield law.reason("penalty", f"{name} answers {named(top)} and passes the cards on.")
    elif position.waits:
        words = f"{name} answers {named(top)} and passes the missed turn on."
        yield law.reason("skips", words, "skip_answer")
    elif rank in law.wild:
        read = "wild_on_wild" if rank == top else ""
        yield law.reason("wild", f"{name} goes on any card.", read)
    else:
        yield law.reason("fits", _match(position, card))
    if does:
        yield from _deeds(position, does, lay, law)
    if len(position.hand) == 1:
        yield law.reason("wins", "The last card is down: the game is won.")
        if rank in law.wild:
            yield law.reason("wild", "A wild card may be the last one here.", "wild_finish")
    elif len(position.hand) == 2 and "last_card" in law.rules.rulebook.aspects:
        yield law.reason("last_card", "One card is left, and that has to be said.")
    if lay.suit is not None and rank not in law.wild:
        words = f"The suit named is void: only {_either(law.wild)} lets its player name one."
        yield law.reason("wild", words)


def _match(position: Whole, card: Card) -> str:
    top = card_symbol(position.top)
    if suit_of(card) != position.suit:
        return f"{card_symbol(card)} has the rank of {top}."
    if suit_of(position.top) != position.suit:
        return f"{card_symbol(card)} is of the suit named, {SUIT_NAMES[position.suit]}."
    return f"{card_symbol(card)} has the suit of {top}."


def _deeds(position: Whole, does: Effect, lay: Lay, law: Law) -> Iterator[Reason]:
    if does.wild and lay.suit is not None:
        yield Reason(does.clause, f"The next player follows {SUIT_NAMES[lay.suit]} from here.")
    elif does.wild:
        unnamed = position.suit if law.flags.unnamed_keeps else suit_of(lay.only)
        suit = SUIT_NAMES[unnamed]
        suit_words = {
            "own": f"its own, {suit}, is followed",
            "before": f"{suit} are followed as before",
        }
        words = f"No suit was named, so {suit_words[law.set_to('unnamed')]}."
        yield law.reason("wild", words, "unnamed")
    if does.answerable:
        words = f"The next player misses a turn unless they lay {named(does.number)}."
        yield law.reason("skips", words, "skip_answer")
    elif does.skips:
        yield Reason(does.clause, "The next player misses a turn.")
    if does.again:
        yield Reason(does.clause, "Whoever laid it is on again.")
    if does.turns:
        yield Reason(does.clause, "The direction of play turns round.")
        if position.players == 2 and law.asks("turn_two"):
            missed = law.flags.turn_skips_two
            words = (
                "Between two the other player is passed over."
                if missed
                else "Between two it changes nothing that shows."
            )
            yield law.reason("turns", words, "turn_two")
    if does.draws and len(position.hand) == 1:
        yield _last_draws(position, does, law)
    elif does.draws:
        due = number_word(position.pending + does.draws)
        words = f"The next player takes {due} cards unless they answer with {named(does.number)}."
        yield Reason(does.clause, words)


def _last_draws(position: Whole, does: Effect, law: Law) -> Reason:
    """What the cards of a penalty come to where the game is won with the one that brings it."""
    due = number_word(position.pending + does.draws)
    words = {
        "at_once": "The game is over at once: nobody takes the cards.",
        "pick_up": f"The next player still takes {due} cards, and counts them.",
    }[law.set_to("final_penalty")]
    if any(option.name == "final_penalty" for option in law.rules.rulebook.options):
        return law.reason("penalty", words, "final_penalty")
    return Reason(does.clause, words)
