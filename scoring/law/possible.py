"""Whether a table can be as it is told: one check for every door, with a sentence that names the
card or the fact.

Told are facts in the words of case files and claims. What has not been told could be anything and
is never refused; what has been told must agree with the packs, with the seats and with itself. A
play may break the rules, a table not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.cards import (
    ACE,
    EIGHT,
    JACK,
    RANKS,
    SUIT_NAMES,
    Card,
    CardError,
    card_symbol,
    is_joker,
    parse_card,
    parse_suit,
    plain,
    rank_of,
    suit_of,
)
from scoring.counting.hand import Hand
from scoring.law.facts import FACTS, MOST_CARDS
from scoring.law.rulebook import Rulebook, Rules
from scoring.words import listed, noun, number_word

COURT_RANKS = "TJQK"


class ImpossibleError(ValueError):
    """A table that cannot be as it was told; the message is a sentence that names the card or the
    fact.
    """


class Excess(NamedTuple):
    """Cards held too often: a fixed `kind`, the places (seats, facts) that hold them, and the card
    or rank that is held; no name where all tens and courts are counted together.
    """

    kind: str
    places: tuple[str, ...]
    what: str
    times: int
    most: int

    def text(self, packs: int) -> str:
        """The sentence for a sheet of hands."""
        times = {1: "once", 2: "twice"}.get(self.times, f"{self.times} times")
        has = f"{_has(packs)} {self.most or 'none'}"
        if self.kind == "rank_too_often":
            return f"Rank {self.what} is entered {times}, but {has}."
        if self.kind == "courts_too_often":
            return f"Tens and court cards: {self.times} are entered, but {has}."
        return f"{self.what} is entered {times}, but {has}."


def excesses(hands: Mapping[str, Hand], pack: tuple[Card, ...], packs: int) -> Iterator[Excess]:
    """Find what the hands of one table (by place) hold beyond so many packs: by card, by rank, tens
    and courts.

    Suits are used where known; an `X` counts with the tens and courts only.
    """
    yield from _cards_too_often(hands, Counter(pack), packs)
    in_hands = Counter(rank for hand in hands.values() for rank in hand.ranks)
    printed = Counter(RANKS[rank_of(card)] for card in pack if not is_joker(card))
    for rank in RANKS:
        if in_hands[rank] > printed[rank] * packs:
            name = "10" if rank == "T" else rank
            places = _holders(hands, lambda hand, rank=rank: rank in hand.ranks)
            yield Excess("rank_too_often", places, name, in_hands[rank], printed[rank] * packs)
    courts = sum(in_hands[rank] for rank in (*COURT_RANKS, "X"))
    most = sum(printed[rank] for rank in COURT_RANKS) * packs
    if courts > most:
        places = _holders(hands, lambda hand: not set("XTJQK").isdisjoint(hand.ranks))
        yield Excess("courts_too_often", places, "", courts, most)


def _cards_too_often(
    hands: Mapping[str, Hand], printed: Counter[Card], packs: int
) -> Iterator[Excess]:
    in_hands = Counter(card for hand in hands.values() for card in hand.cards)
    for card, times in sorted(in_hands.items()):
        if times > printed[card] * packs:
            places = _holders(hands, lambda hand, card=card: card in hand.cards)
            yield Excess("card_too_often", places, card_symbol(card), times, printed[card] * packs)


def _holders(hands: Mapping[str, Hand], holds: Callable[..., bool]) -> tuple[str, ...]:
    return tuple(place for place, hand in hands.items() if holds(hand))


def _has(packs: int) -> str:
    return noun(packs, "one pack has", f"{packs} packs have")


def court_unnamed(hand: Hand, rules: Rulebook | Rules) -> str:
    """A sentence on an `X` where ten and court cards count differently, or nothing."""
    if "X" not in hand.ranks or rules.scoring.courts_alike:
        return ""
    return "Here ten, Jack, Queen and King count differently: write 10, J, Q or K for each X."


def hand_fault(hand: Hand, rules: Rulebook | Rules, packs: int) -> str:
    """A sentence on a hand for a tally that so many packs cannot hold, or
    nothing where they can.
    """
    unnamed = court_unnamed(hand, rules)
    if unnamed:
        return unnamed
    excess = next(excesses({"hand": hand}, rules.deal.pack, packs), None)
    return excess.text(packs) if excess else ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What can come about in one game under chosen options, for the check of what is told of its
    tables.

    `names_suit` are the ranks (0-12) that let a suit be named; `penalty` the cards due for each
    rank; `carries` the ranks under which a penalty can stay due; `mixed`: ranks of `penalty` can
    have added up; `renewed`: discards can come back while a penalty is due. `all_hold`: every other
    player still holds a card. `wins_holding`: a play can win and leave cards in hand. `all_lie`:
    every card lies in a hand, in the stock or on the pile.
    """

    names_suit: frozenset[int] = frozenset()
    penalty: Mapping[int, int] = field(default_factory=dict)
    carries: frozenset[int] = frozenset()
    mixed: bool = False
    renewed: bool = True
    all_hold: bool = True
    wins_holding: bool = False
    all_lie: bool = True


SEATS = ("turn", "seat", "offender", "by", "dealer", "began", "before", "last", "checker")
_SHOWN = ("top", "pile_top_last", "turned_up")
_LAID = ("card", "cards", "sequences")
_TO_PLAY = (
    "discard", "pick_up", "miss", "lay_off", "draw", "pass", "take", "put_down", "did_not_play",
)  # fmt: skip
"""Plays, and claims about them, that somebody without a card cannot make."""
_ABOUT_THE_DEAL = ("setup", "wrong_deal")
_YES_NO = {
    *(
        name
        for name, fact in FACTS.items()
        if fact.kind == "yes_no" and name != "already_picked_up"
    ),
    "next_player_has_acted",
    "game_over",
    "has_put_down",
}
"""Facts that are true or false; what was picked up may be named by a case file."""
_COUNTED = {
    "claimed": 9999,
    "discards": MOST_CARDS,
    "dealt": MOST_CARDS,
    "decks": MOST_CARDS,
    "steps": 999,
    "laps": 99,
}
"""Facts that only some doors count with, and the most of each that can be told."""
_WINS = "win_with_illegal_card"


@dataclass(frozen=True)
class Told:
    """One table as it was told: `facts` by their names in case files, cards read; `kind` of the
    play or claim.
    """

    kind: str
    facts: Mapping[str, Any]
    rules: Rules
    bounds: Bounds

    @property
    def packs(self) -> int:
        """Packs at this table; where the players are not told, the most there can be."""
        players = self.facts.get("players")
        return self.rules.deal.packs(
            players if isinstance(players, int) else self.rules.deal.seats_max
        )

    def cards(self, *names: str) -> tuple[Card, ...]:
        """The cards these facts name, in order, Jokers under one name."""
        return tuple(card for name in names for card in _cards_of(self.facts.get(name)))

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, if it was told."""
        return next(iter(self.cards("top")), None)


def _cards_of(value: Any) -> Iterator[Card]:
    if isinstance(value, str):
        yield plain(parse_card(value))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _cards_of(part)


def fault(case: Told) -> str:
    """A sentence that says why the table cannot be as told, or nothing where it can.

    Raises CardError for no card.
    """
    return next((found.words for found in faults(case)), "")


class Fault(NamedTuple):
    """What keeps a table from being as told: a `flag`, one of `FLAGS`, and the sentence."""

    flag: str
    words: str


def faults(case: Told) -> Iterator[Fault]:
    """Every fault of a table, those of form first. Raises CardError for no card."""
    for flag, check in _CHECKS.items():
        if case.kind in _ABOUT_THE_DEAL and flag not in ("fact", "pack"):
            return
        yield from (Fault(flag, words) for words in check(case))


def _no_such_answer(case: Told) -> Iterator[str]:
    """Facts told in a form that says nothing: neither yes nor no, no direction, no number."""
    existing = ((name, value) for name, value in case.facts.items() if value is not None)
    for name, value in existing:
        if name in _YES_NO and type(value) is not bool:
            yield f"“{name}” must be true or false, not {value!r}."
        if name == "direction" and value not in (1, -1, "up", "down"):
            yield f"“direction” must be 1 (clockwise) or -1 (anticlockwise), not {value!r}."
        most = _COUNTED.get(name)
        if most is not None and not (type(value) is int and 0 <= value <= most):
            yield f"“{name}” must be a whole number from 0 to {most}, not {value!r}."
        if name in _SHOWN and not value:
            yield f"“{name}” names no card."


def _not_in_pack(case: Told) -> Iterator[str]:
    pack = {plain(card) for card in case.rules.deal.pack}
    for name in (*_SHOWN, *_LAID, "hand", "others", "up_to", "opponent_up_to"):
        for card in case.cards(name):
            if card not in pack:
                yield (
                    f"“{name}”: {card_symbol(card)} is not in the pack of"
                    f" {case.rules.rulebook.title}."
                )


def _no_such_seat(case: Told) -> Iterator[str]:
    deal, players = case.rules.deal, case.facts.get("players")
    if players is not None and not deal.seats_min <= players <= deal.seats_max:
        seats = (
            f"{deal.seats_min} to {deal.seats_max}"
            if deal.seats_min < deal.seats_max
            else str(deal.seats_max)
        )
        yield f"“players” is {players}, but {case.rules.rulebook.title} is for {seats} players."
    most = deal.seats_max if players is None else players
    for name in SEATS:
        seat = case.facts.get(name)
        if not isinstance(seat, int) or 1 <= seat <= most:
            continue
        if players is None:
            yield f"“{name}” is seat {seat}, but there are {most} players at most."
        else:
            yield f"“{name}” is seat {seat}, but there are {most} players."


def _lying(case: Told) -> Counter[Card]:
    """Every card that lies there at one moment; a hand may be told with or without the cards that
    were laid or picked up.
    """
    laid, hand = Counter(case.cards(*_LAID)), Counter(case.cards("hand"))
    return Counter(case.cards(*_SHOWN, "others")) + (laid | hand | _picked_up(case))


def _picked_up(case: Told) -> Counter[Card]:
    """The card that was picked up, where a card is told and not how many."""
    try:
        return Counter(case.cards("already_picked_up"))
    except CardError:
        return Counter()


def _too_often(case: Told) -> Iterator[str]:
    printed = Counter(plain(card) for card in case.rules.deal.pack)
    for card, times in sorted(_lying(case).items()):
        most = printed[card] * case.packs
        if times > most:
            names = [
                name for name in (*_SHOWN, *_LAID, "hand", "others") if card in case.cards(name)
            ]
            names += ["already_picked_up"] * (card in _picked_up(case))
            place = listed(f"“{name}”" for name in names)
            words = (
                f"{card_symbol(card)} is named {times} times, under {place}; {_has(case.packs)}"
                f" {most}"
            )
            yield f"{words}. Take it away where it was not."


def _too_many(case: Told) -> Iterator[str]:
    total = case.packs * len(case.rules.deal.pack)
    for name in ("hand", "cards"):
        number = len(case.cards(name))
        if number > total:
            yield (
                f"“{name}” names {number} cards, but {_has(case.packs)} only {total}: take some"
                " away."
            )
    for name in ("stock", "pending", "offender_hand_count", "held_then"):
        number = case.facts.get(name) or 0
        if number > total:
            yield f"“{name}” is {number}, but there are only {total} cards."


def _stock_too_large(case: Told) -> Iterator[str]:
    total = case.packs * len(case.rules.deal.pack)
    stock, lying = case.facts.get("stock"), _lying(case).total() + _unseen(case)
    if (stock or 0) + lying <= total:
        return
    if stock:
        lie = noun(
            lying,
            f"one of the {total} cards lies",
            f"{number_word(lying)} of the {total} cards lie",
        )
        yield f"“stock” is {stock}, but {lie} elsewhere."
    else:
        yield f"This table needs {lying} cards, but {_has(case.packs)} {total}."


def _unseen(case: Told) -> int:
    """Cards that must lie somewhere though nobody named them: one on the pile, one with every other
    player, those of a hand that was only counted, those that were dealt before the start card.
    """
    players = case.facts.get("players")
    rest = players - 1 if players and case.bounds.all_hold and not case.facts.get("others") else 0
    number = len(case.cards("top", "pile_top_last", "turned_up"))
    counted = 0 if case.facts.get("hand") else case.facts.get("offender_hand_count") or 0
    before = players if players and case.facts.get("turned_up") else 0
    dealt = before * case.rules.deal.dealt(before)
    pile = case.facts.get("discards")
    under: int = not number if pile is None else pile - number
    return (rest if case.kind in _TO_PLAY else 0) + under + counted + dealt


def _not_all_there(case: Told) -> Iterator[str]:
    """Every hand, the stock and the pile told leave no card of the packs over."""
    facts, total = case.facts, case.packs * len(case.rules.deal.pack)
    complete = all(facts.get(name) is not None for name in ("players", "hand", "others", "stock"))
    if not complete or facts.get("discards") is None or not case.bounds.all_lie:
        return
    lying = facts["stock"] + _lying(case).total() + _unseen(case)
    if lying < total:
        lie = noun(lying, "card lies", "cards lie")
        yield (
            f"{number_word(lying).capitalize()} {lie} in the hands, “stock” and “discards”, but"
            f" {_has(case.packs)} {total}."
        )


def _empty_hand(case: Told) -> Iterator[str]:
    hand = case.facts.get("hand")
    if hand is None:
        return
    if not hand and case.kind in _TO_PLAY:
        yield "“hand” is empty: whoever has no card left has gone out, so there is nothing to play."
    remaining = Counter(case.cards("hand")) - Counter(case.cards(*_LAID))
    if case.kind == _WINS and remaining and not case.bounds.wins_holding:
        names = ", ".join(card_symbol(card) for card in remaining.elements())
        yield f"“hand” still holds {names}: a play that leaves a card in the hand does not win."


def _no_such_suit(case: Told) -> Iterator[str]:
    suit, top = case.facts.get("suit_in_force"), case.top
    if case.kind == "nominate" and top is not None and rank_of(top) not in case.bounds.names_suit:
        name = listed((_article(rank) for rank in sorted(case.bounds.names_suit)), "or")
        yield f"{card_symbol(top)} is on top, and only {name} lets a suit be named."
    if (
        not suit
        or top is None
        or rank_of(top) in case.bounds.names_suit
        or parse_suit(suit) == suit_of(top)
    ):
        return
    name = listed((_article(rank) for rank in sorted(case.bounds.names_suit)), "or")
    words = f"“suit_in_force” is {SUIT_NAMES[parse_suit(suit)]}, but {card_symbol(top)} is on top"
    yield f"{words}, and only {name} lets a suit be named."


def _rank(rank: int) -> str:
    return {ACE: "Ace", JACK: "Jack"}.get(rank, RANKS[rank])


def _article(rank: int) -> str:
    return f"{'an' if rank in (ACE, EIGHT) else 'a'} {_rank(rank)}"


def _no_such_penalty(case: Told) -> Iterator[str]:
    pending, top, bounds = case.facts.get("pending") or 0, case.top, case.bounds
    if not pending:
        return
    ranks = _bringing(bounds, top)
    if not bounds.penalty:
        title = case.rules.rulebook.title
        yield f"“pending” is {pending}, but no card of {title} brings a penalty."
    elif not ranks and top is not None:
        yield (
            f"“pending” is {pending}, but {card_symbol(top)} is on top: no penalty stays due"
            " under it."
        )
    elif not _adds_up(pending, bounds, ranks, top):
        brought = listed(
            f"{_rank(rank)}s bring {bounds.penalty[rank]} each" for rank in sorted(ranks)
        )
        yield f"“pending” is {pending}, which cannot be: {brought}."
    elif len(bounds.penalty) == 1 and not bounds.renewed:
        yield from _too_few_left(case, pending)


def _bringing(bounds: Bounds, top: Card | None) -> frozenset[int]:
    """The ranks that can have brought a penalty due under this card."""
    every = frozenset(bounds.penalty)
    if top is None or rank_of(top) in bounds.carries:
        return every
    if rank_of(top) not in bounds.penalty:
        return frozenset()
    return every if bounds.mixed else frozenset({rank_of(top)})


def _adds_up(pending: int, bounds: Bounds, ranks: frozenset[int], top: Card | None) -> bool:
    """Whether so many can be due under the card on top; larger penalties are multiples of the
    smallest.
    """
    least = 0 if top is None else bounds.penalty.get(rank_of(top), 0)
    return pending >= least and pending % min(bounds.penalty[rank] for rank in ranks) == 0


def _too_few_left(case: Told, pending: int) -> Iterator[str]:
    """All penalty cards that added up lie on the pile, so the hand holds at most what is left of
    the rank.
    """
    ((rank, due),) = case.bounds.penalty.items()
    lying, most = pending // due, 4 * case.packs
    in_hand = sum(rank_of(card) == rank for card in case.cards("hand"))
    if lying + in_hand <= most:
        return
    cards, has = f"{number_word(lying)} {_rank(rank)}s", f"{_has(case.packs)} {most}"
    if in_hand:
        yield (
            f"“pending” is {pending}: {cards} lie on the pile and {number_word(in_hand)} in “hand”,"
            f" but {has}."
        )
    else:
        yield f"“pending” is {pending}: {cards} lie on the pile, but {has}."


def _hands_of_others(case: Told) -> Iterator[str]:
    rest, players = case.facts.get("others"), case.facts.get("players")
    if rest is None:
        return
    if not rest:
        yield "“others” names no hand: somebody besides the winner plays."
    if any(not hand for hand in rest):
        yield "“others” has a hand without a card: only one player goes out."
    if players is not None and len(rest) != players - 1:
        yield f"“others” names {len(rest)} hands, but beside the winner there are {players - 1}."


_CHECKS: dict[str, Callable[[Told], Iterator[str]]] = {
    "fact": _no_such_answer,
    "pack": _not_in_pack,
    "seat": _no_such_seat,
    "count": _too_many,
    "card": _too_often,
    "stock": _stock_too_large,
    "missing": _not_all_there,
    "hand": _empty_hand,
    "suit": _no_such_suit,
    "penalty": _no_such_penalty,
    "others": _hands_of_others,
}
FLAGS = tuple(_CHECKS)
"""What can be wrong with a table, in the order in which it is looked for."""
