"""Flags compiled into match tables, so that the law of a lay is one AND of two integers.

A hand is an integer with a bit for each card; a second copy of a card, where two packs are mixed,
is the same bit `PLANE` higher, held only above a first one: the low bits are the hand without
repeats. A key is 4 * the card showing + the suit in force.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from scoring.cards import RANK_MASKS, RANKS, SUIT_MASKS, Card, rank_of, suit_of
from scoring.games.shedding.flags import Flags, Ranks
from scoring.law.effects import Effect
from scoring.law.plays import LAY, LAY_NAMING, Lay
from scoring.law.rulebook import Rules

PLANE = 64
"""How much higher the bit of a second copy is."""
KEYS = tuple((key // 4, key % 4) for key in range(208))
"""The card showing and the suit in force of every key."""
NOTHING_DUE = -1


def key_of(top: Card, suit: int) -> int:
    """The key of a card showing and a suit in force."""
    return 4 * top + suit


KEY_OF_CARD = tuple(key_of(card, suit_of(card)) for card in range(52))
"""The key of a card that asks for its own suit."""


def fits(flags: Flags, top: Card, suit: int, due: int, card: Card) -> bool:
    """Whether a card may go on the pile: the law of a lay, whole.

    `due` is the rank that brought what is still due, `NOTHING_DUE` if nothing is. The tables say
    the same by formula.
    """
    rank, does = rank_of(card), flags.does(card)
    if due != NOTHING_DUE:
        if does.wild:
            return flags.wild_answers != "no"
        if rank in flags.deflects:
            return suit_of(card) == suit
        if flags.mixed and does.draws and _brings_cards(flags, due):
            return True
        return rank == due and bool(does.draws or does.answerable)
    if does.wild:
        return rank_of(top) not in flags.wild_not_on
    if suit_of(card) == (suit_of(top) if rank in flags.shown else suit):
        return True
    return rank == rank_of(top) and not does.follows


def _brings_cards(flags: Flags, rank: int) -> bool:
    return any(effect.number == rank and effect.draws for effect in flags.effects)


class Tables:
    """What the machine reads at every play, compiled from flags.

    `follow[key]` are the cards that may be laid where nothing is due, `answer[due][key]` those that
    may be laid where something is; `owing[due]` is the one or the other, `NOTHING_DUE` counting
    from the end, and whether more than single lays may be open then; `barred` the cards that may
    not be the last one; `wild` those that name a suit, and `does[card]` what each does; `listed`
    gives the lays of a set of cards.
    `deeds[card]` says the same in numbers, None of a card that does nothing: players passed over,
    whether the direction turns, the rank that is due then, the cards it draws, whether the player
    is on again.
    """

    __slots__ = ("answer", "barred", "deeds", "does", "follow", "listed", "owing", "wild")

    def __init__(self, flags: Flags) -> None:
        self.does = does = tuple(flags.does(card) for card in range(52))
        self.deeds = tuple(map(_deed, does))
        self.wild = _cards(does, lambda effect: effect.wild)
        self.listed = lays_of(self.wild)
        self.barred = _ranked(flags.not_last)
        self.follow = _follow(flags, self.wild, _cards(does, lambda effect: effect.follows))
        self.answer = tuple(_answer(flags, self.wild, due, does) for due in range(13))
        loose, answering = not flags.compulsory, not flags.answer_compulsory
        every = (*((table, answering) for table in self.answer), (self.follow, loose))
        self.owing = tuple((table, free or flags.rows is not None) for table, free in every)


@lru_cache(maxsize=256)
def tables_of(flags: Flags) -> Tables:
    """Compile the flags once; later calls with equal flags give the same value."""
    return Tables(flags)


def _deed(does: Effect) -> tuple[int, bool, int, int, bool] | None:
    if not (does.wild or does.skips or does.turns or does.draws or does.again):
        return None
    due = does.number if does.draws or does.answerable else NOTHING_DUE
    return 0 if does.answerable else does.skips, does.turns, due, does.draws, does.again


def _cards(does: tuple[Effect, ...], holds: Callable[[Effect], object]) -> int:
    return sum(1 << card for card, effect in enumerate(does) if holds(effect))


def _ranked(ranks: Ranks) -> int:
    return sum(RANK_MASKS[rank] for rank in ranks)


def _follow(flags: Flags, wild: int, suited: int) -> tuple[int, ...]:
    number, masks = _ranked(flags.shown), []
    for top, suit in KEYS:
        suits = SUIT_MASKS[suit] & ~number | SUIT_MASKS[suit_of(top)] & number
        plain = (suits | RANK_MASKS[rank_of(top)] & ~suited) & ~wild
        masks.append(plain if rank_of(top) in flags.wild_not_on else plain | wild)
    return tuple(masks)


def _answer(flags: Flags, wild: int, due: int, does: tuple[Effect, ...]) -> tuple[int, ...]:
    deflects = _ranked(flags.deflects) & ~wild
    brings = _cards(does, lambda effect: effect.draws)
    answers = RANK_MASKS[due] & _cards(does, lambda effect: effect.draws or effect.answerable)
    if flags.mixed and _brings_cards(flags, due):
        answers |= brings
    always = answers & ~wild & ~deflects | (wild if flags.wild_answers != "no" else 0)
    return tuple(always | deflects & SUIT_MASKS[suit] for _, suit in KEYS)


@cache
def lays_of(wild: int) -> Callable[[int], tuple[Lay, ...]]:
    """What gives the lays of a set of cards, one of `wild` once for each suit it may name.

    It remembers: few sets occur often.
    """

    @lru_cache(maxsize=1 << 15)
    def listed(mask: int) -> tuple[Lay, ...]:
        plays: list[Lay] = []
        while mask:
            low = mask & -mask
            mask ^= low
            card = low.bit_length() - 1
            plays.extend(LAY_NAMING[card] if low & wild else (LAY[card],))
        return tuple(plays)

    return listed


def mask_of_copies(cards: Iterable[Card]) -> int:
    """The hand of these cards, the second copy of a card in the upper plane."""
    mask = 0
    for card in cards:
        bit = 1 << card
        mask |= bit << PLANE if mask & bit else bit
    return mask


def cards_of_copies(mask: int) -> tuple[Card, ...]:
    """The cards of such a hand in ascending order, a second copy beside the first."""
    cards: list[Card] = []
    low = mask & ((1 << PLANE) - 1)
    while low:
        bit = low & -low
        low ^= bit
        card = bit.bit_length() - 1
        cards += (card, card) if mask >> PLANE & bit else (card,)
    return tuple(cards)


@lru_cache(maxsize=256)
def values_of(rules: Rules) -> tuple[int, ...]:
    """What each bit of a hand that is left counts; nothing where no card counts."""
    values = rules.scoring.card_values or {}
    counts = [values.get(RANKS[card % 13], 0) for card in range(52)]
    return (*counts, *[0] * (PLANE - 52), *counts)
