"""A whole table that agrees with what was told of one: every card of the packs lies somewhere in
it, once. Where there is none, the facts that quarrel are named.

Told are facts in the words of case files and claims; what has not been told could be anything and
is never refused. A play may break the rules, a table not. Each game says where its cards lie and
what its moments allow (`Bounds`); the table is then laid out for every number of players there may
be: cards that were named, the cards of a penalty under the one on top, and the rest where there is
room.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
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
    parse_card,
    parse_suit,
    plain,
    rank_of,
    suit_of,
)
from scoring.law.facts import FACTS, MOST_CARDS
from scoring.law.possible import ImpossibleError, packs_have
from scoring.law.rulebook import Rules
from scoring.words import listed, noun, number_word, spelt

SEATS = ("turn", "seat", "offender", "by", "dealer", "began", "before", "last", "checker")
_SHOWN = ("top", "pile_top_last", "turned_up")
LAID = ("card", "cards", "sequences")
TO_PLAY = (
    "discard", "pick_up", "miss", "lay_off", "draw", "pass", "take", "put_down", "did_not_play",
)  # fmt: skip
"""Plays, and claims about them, that somebody without a card cannot make."""
_ABOUT_THE_DEAL = ("setup", "wrong_deal")
_ABOUT_A_BLOCK = ("claim_blocked", "blocked_game")
_YES_NO = {name for name, fact in FACTS.items() if fact.kind == "yes_no"} - {"already_picked_up"}
_YES_NO |= {"next_player_has_acted", "game_over", "has_put_down"}
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


class Fault(NamedTuple):
    """What keeps a table from being as told: a `flag`, one of `FLAGS`, and the sentence."""

    flag: str
    words: str


class Place(NamedTuple):
    """Where cards lie: those known to lie there, and how many lie there at least and at most."""

    cards: Counter[Card]
    least: int
    most: int


Places = dict[str, Place]
Table = dict[str, tuple[Card, ...]]
"""The cards of each place."""


@dataclass(frozen=True)
class Told:
    """One table as it was told: `facts` by their names in case files, cards read; `kind` of the
    play or claim.
    """

    kind: str
    facts: Mapping[str, Any]
    rules: Rules
    bounds: "Bounds"

    @property
    def packs(self) -> int:
        """Packs at this table; where the players are not told, the most there can be."""
        deal = self.rules.deal
        return deal.packs(self.facts.get("players") or deal.seats_max)

    @property
    def total(self) -> int:
        """All cards of the packs."""
        return self.packs * len(self.rules.deal.pack)

    def number(self, name: str) -> int | None:
        """A number that was told, None where it was not."""
        value = self.facts.get(name)
        return value if type(value) is int else None

    def cards(self, *names: str) -> tuple[Card, ...]:
        """The cards these facts name, in order, Jokers under one name."""
        for name in names:
            if name not in self._read:
                self._read[name] = tuple(_cards_of(self.facts.get(name)))
        return tuple(card for name in names for card in self._read[name])

    @cached_property
    def _read(self) -> dict[str, tuple[Card, ...]]:
        return {}

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, if it was told."""
        return next(iter(self.cards("top")), None)

    @cached_property
    def hand(self) -> Counter[Card]:
        """The cards of the hand in question, told with or without those laid or picked up."""
        laid, held = Counter(self.cards(*LAID)), Counter(self.cards("hand"))
        return laid | held | self.picked_up

    @property
    def picked_up(self) -> Counter[Card]:
        """The card that was picked up, where a card is told and not how many."""
        try:
            return Counter(self.cards("already_picked_up"))
        except CardError:
            return Counter()

    @cached_property
    def lying(self) -> Counter[Card]:
        """Every card that is named and lies there at one moment."""
        return Counter(self.cards(*_SHOWN, "others")) + self.hand

    @cached_property
    def printed(self) -> Counter[Card]:
        """How often the packs have each card."""
        pack = Counter(map(plain, self.rules.deal.pack))
        return Counter({card: times * self.packs for card, times in pack.items()})


def _cards_of(value: Any) -> Iterator[Card]:
    if isinstance(value, str):
        yield plain(parse_card(value))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _cards_of(part)


def pile_places(case: Told) -> Places:
    """Where cards lie in a game of hands, a pile and a stock."""
    facts, bounds, players = case.facts, case.bounds, case.number("players") or 2
    shown, counted = Counter(case.cards(*_SHOWN)), 0
    if not facts.get("hand"):
        counted = case.number("offender_hand_count") or 0
    exact = facts.get("hand") is not None
    hand = Place(case.hand, max(counted, case.hand.total()), case.hand.total() if exact else 999)
    held = Counter(case.cards("others"))
    others = Place(held, held.total(), held.total())
    if not facts.get("others"):
        holding = players - 1 if bounds.all_hold and case.kind in TO_PLAY else 0
        others = Place(held, holding, 999)
    pile = Place(shown, max(1, shown.total()), 999)
    if facts.get("turned_up"):
        others = Place(held, players * case.rules.deal.dealt(players), 999)
    return {"hand": hand, "others": others, "pile": pile}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What can come about in one game under chosen options.

    `names_suit` are the ranks (0-12) that let a suit be named; `penalty` the cards due for each
    rank; `carries` the ranks under which a penalty can stay due; `mixed`: ranks of `penalty` can
    have added up; `renewed`: discards can come back. `all_hold`: every other player still holds a
    card. `wins_holding`: a play can win and leave cards in hand. `turns`: play can run the other
    way. `shrinks`: the stock never grows, and no rank of `backs` lies alone on the pile; `refills`:
    a stock can come back while turns are missed. `moments` finds what else quarrels in this game,
    and `places` says where its cards lie.
    """

    names_suit: frozenset[int] = frozenset()
    penalty: Mapping[int, int] = field(default_factory=dict)
    carries: frozenset[int] = frozenset()
    mixed: bool = False
    renewed: bool = True
    all_hold: bool = True
    wins_holding: bool = False
    turns: bool = False
    shrinks: bool = False
    backs: frozenset[int] = frozenset()
    refills: bool = False
    places: Callable[[Told], Places] = pile_places
    moments: Callable[[Told], Iterator[str]] = lambda case: iter(())


def witness(case: Told) -> Table:
    """A whole table that agrees with what was told.

    Raises ImpossibleError with the sentence of the first quarrel, CardError for no card.
    """
    table, found = _fewest_faults(case)
    if found:
        raise ImpossibleError(found[0].words)
    return _laid_out(table)


def faults(case: Told) -> list[Fault]:
    """Every fault of a table, those of form first, empty where a table agrees with all that was
    told.

    Raises CardError for no card.
    """
    return _fewest_faults(case)[1]


def _fewest_faults(case: Told) -> tuple[Told, list[Fault]]:
    """The table and its faults; where nobody told how many play, they are as many as make the
    fewest.
    """
    formal = [Fault("fact", words) for words in _no_such_answer(case)]
    formal += [Fault("pack", words) for words in _not_in_pack(case)]
    if formal or case.kind in _ABOUT_THE_DEAL:
        return case, formal
    formal = [Fault("seat", words) for words in _no_such_seat(case)]
    best, fewest = case, list[Fault]()
    for place, table in enumerate(_numbered(case)):
        found = [Fault(flag, words) for flag, check in _QUARRELS.items() for words in check(table)]
        if not place or len(found) < len(fewest):
            best, fewest = table, found
        if not found:
            break
    return best, formal + fewest


def _numbered(case: Told) -> Iterator[Told]:
    """The same table for each number of players there may be, those with most packs first."""
    if case.number("players") is not None:
        yield case
        return
    deal = case.rules.deal
    for players in sorted(
        range(deal.seats_min, deal.seats_max + 1), key=lambda number: -deal.packs(number)
    ):
        facts = {**case.facts, "players": players}
        yield Told(case.kind, facts, case.rules, case.bounds)


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
    for name in (*_SHOWN, *LAID, "hand", "others", "up_to", "opponent_up_to"):
        for card in case.cards(name):
            if card not in case.printed:
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
        limit = f"{most} players at most" if players is None else f"{players} players"
        yield f"“{name}” is seat {seat}, but there are {limit}."


def _too_many(case: Told) -> Iterator[str]:
    for name in ("hand", "cards"):
        number = len(case.cards(name))
        if number > case.total:
            yield (
                f"“{name}” names {number} cards, but {packs_have(case.packs)} only {case.total}:"
                " take some away."
            )
    for name in ("stock", "pending", "offender_hand_count", "held_then"):
        number = case.facts.get(name) or 0
        if number > case.total:
            yield f"“{name}” is {number}, but there are only {case.total} cards."


def _too_often(case: Told) -> Iterator[str]:
    for card, times in sorted(case.lying.items()):
        most = case.printed[card]
        if times <= most:
            continue
        names = [name for name in (*_SHOWN, *LAID, "hand", "others") if card in case.cards(name)]
        names += ["already_picked_up"] * (card in case.picked_up)
        place = listed(f"“{name}”" for name in names)
        words = f"{card_symbol(card)} is named {times} times, under {place}"
        yield f"{words}; {packs_have(case.packs)} {most}. Take it away where it was not."


def _places(case: Told) -> Places:
    """Where the cards of this table lie: pile and stock as many as were told, the cards of a
    penalty on the pile.
    """
    places = case.bounds.places(case)
    pile = places["pile"]
    discards, stock = case.number("discards"), case.number("stock")
    exact = (discards,) * 2 if discards is not None else (max(pile.least, _heaped(case)), pile.most)
    places["pile"] = Place(pile.cards, *exact)
    places["stock"] = Place(Counter(), stock or 0, 999 if stock is None else stock)
    return places


def _heaped(case: Told) -> int:
    """The fewest cards of the pile where what is due was brought by cards that still lie there."""
    none = Counter[int]()
    heap = none if case.bounds.renewed else next(_heaps(case, case.bounds), none)
    return heap.total() + sum(rank_of(card) not in heap for card in case.cards("top"))


def _room(case: Told) -> Iterator[str]:
    """More cards than the packs have, or a stock larger than what is left of them."""
    places, has = _places(case), f"{packs_have(case.packs)} {case.total}"
    stock, lying = places["stock"].least, sum(place.least for place in places.values())
    shown = places["pile"].cards.total()
    if places["pile"].most < shown:
        yield f"“discards” is {places['pile'].most}, but {_lie(shown)} on the pile."
    elif places["pile"].most < (heaped := _heaped(case)):
        yield f"“discards” is {places['pile'].most}, but {_lie(heaped)} there by what is due."
    elif lying > case.total and stock:
        yield f"“stock” is {stock}, but {_lie(lying - stock, of=case.total)} elsewhere."
    elif lying > case.total:
        yield f"This table needs {lying} cards, but {has}."
    players = case.number("players") or 0
    most = case.total - players * case.rules.deal.dealt(players) - 1
    if case.bounds.shrinks and stock > most:
        yield (
            f"“stock” is {stock}, but after the deal to {number_word(players)} players it had"
            f" {most}, and no card comes back."
        )


def _lie(number: int, *, of: int = 0) -> str:
    cards = f"of the {of} cards" if of else noun(number, "card", "cards")
    return f"{number_word(number)} {cards} {noun(number, 'lies', 'lie')}"


def _not_all_there(case: Told) -> Iterator[str]:
    """Every hand, the stock and the pile told leave no card of the packs over."""
    lying = sum(place.most for place in _places(case).values())
    if lying < case.total:
        yield (
            f"{_lie(lying).capitalize()} in the hands, “stock” and “discards”, but"
            f" {packs_have(case.packs)} {case.total}."
        )


def _empty_hand(case: Told) -> Iterator[str]:
    hand = case.facts.get("hand")
    if hand is None:
        return
    if not hand and case.kind in TO_PLAY:
        yield "“hand” is empty: whoever has no card left has gone out, so there is nothing to play."
    remaining = Counter(case.cards("hand")) - Counter(case.cards(*LAID))
    if case.kind == _WINS and remaining and not case.bounds.wins_holding:
        names = ", ".join(card_symbol(card) for card in remaining.elements())
        yield f"“hand” still holds {names}: a play that leaves a card in the hand does not win."


def _no_such_suit(case: Told) -> Iterator[str]:
    suit, top = case.facts.get("suit_in_force"), case.top
    if top is None or rank_of(top) in case.bounds.names_suit:
        return
    only = listed((_article(rank) for rank in sorted(case.bounds.names_suit)), "or")
    if case.kind == "nominate":
        yield f"{card_symbol(top)} is on top, and only {only} lets a suit be named."
    if suit and parse_suit(suit) != suit_of(top):
        words = f"“suit_in_force” is {SUIT_NAMES[parse_suit(suit)]}, but {card_symbol(top)}"
        yield f"{words} is on top, and only {only} lets a suit be named."


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
    elif not ranks:
        symbol = card_symbol(top or 0)
        yield f"“pending” is {pending}, but {symbol} is on top: no penalty stays due under it."
    elif not (heap := next(_heaps(case, bounds, plenty=True), None)):
        each = (f"{_rank(rank)}s bring {bounds.penalty[rank]} each" for rank in sorted(ranks))
        yield f"“pending” is {pending}, which cannot be: {listed(each)}."
    elif not any(_heaps(case, bounds)):
        yield f"“pending” is {pending}: {_heap_words(case, heap)}."


def _heap_words(case: Told, heap: Counter[int]) -> str:
    """The cards that would have brought a penalty, and how many there are."""
    ranks = sorted(heap)
    cards = listed(spelt(heap[rank], _rank(rank)) for rank in ranks)
    holding = sum(rank_of(card) in heap for card in case.hand.elements())
    most = sum(_of_rank(case, rank) for rank in ranks)
    lie = [f"{cards} lie on the pile", f"{number_word(holding)} in “hand”"][: 1 + bool(holding)]
    words = f"{listed(lie)}, but {packs_have(case.packs)} {most}"
    return f"{words}, and each comes back once at most" if case.bounds.renewed else words


def _of_rank(case: Told, rank: int) -> int:
    return sum(times for card, times in case.printed.items() if rank_of(card) == rank)


def _bringing(bounds: Bounds, top: Card | None) -> frozenset[int]:
    """The ranks that can have brought a penalty due under this card."""
    every = frozenset(bounds.penalty)
    if top is None or rank_of(top) in bounds.carries:
        return every
    if rank_of(top) not in bounds.penalty:
        return frozenset()
    return every if bounds.mixed else frozenset({rank_of(top)})


def _heaps(case: Told, bounds: Bounds, *, plenty: bool = False) -> Iterator[Counter[int]]:
    """What can have brought the penalty due: how many cards of each rank, of those there are; with
    `plenty` there are any number.
    """
    pending, top = case.facts.get("pending") or 0, case.top
    ranks = _bringing(bounds, top) if pending and bounds.penalty else frozenset()
    for heap in _sums(pending, sorted(ranks), bounds):
        showing = heap.get(rank_of(top), 0) if top is not None else 1
        if not showing and rank_of(top or 0) not in bounds.carries:
            continue
        if plenty or all(heap[rank] <= _left_of(case, rank) for rank in heap):
            yield Counter(heap)


def _sums(pending: int, ranks: list[int], bounds: Bounds) -> Iterator[dict[int, int]]:
    if bounds.mixed or len(ranks) == 1:
        counts = (range(pending // bounds.penalty[rank] + 1) for rank in ranks)
        for numbers in product(*counts):
            heap = {rank: number for rank, number in zip(ranks, numbers, strict=True) if number}
            if heap and sum(bounds.penalty[rank] * heap[rank] for rank in heap) == pending:
                yield heap
        return
    for rank in ranks:
        yield from _sums(pending, [rank], bounds)


def _left_of(case: Told, rank: int) -> int:
    """Cards of a rank that can lie on the pile unpaid: those that no hand holds, and once more
    where discards come back.
    """
    printed = _of_rank(case, rank)
    away = case.hand + Counter(case.cards("others"))
    holding = sum(times for card, times in away.items() if rank_of(card) == rank)
    return printed - holding + printed * case.bounds.renewed


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


def _moments(case: Told) -> Iterator[str]:
    """Facts that belong to moments of which one cannot have come with the other."""
    facts, bounds = case.facts, case.bounds
    if not bounds.turns and facts.get("direction") == -1:
        yield f"“direction” is -1, but in {case.rules.rulebook.title} no card turns the play round."
    discards, top = case.number("discards"), case.top
    if discards == 1 and top is not None and rank_of(top) in bounds.backs:
        yield (
            f"“discards” is 1, but {card_symbol(top)} is no start card: it goes back under the"
            " stock."
        )
    if case.kind not in _ABOUT_A_BLOCK:
        yield from _misses(case)
    yield from bounds.moments(case)


def _misses(case: Told) -> Iterator[str]:
    misses, players = case.number("consecutive_misses") or 0, case.facts["players"]
    if misses >= players:
        yield (
            f"“consecutive_misses” is {misses}: all {number_word(players)} have missed a turn, so"
            " the game is blocked."
        )
    if misses and case.number("stock") and not case.bounds.refills:
        yield (
            f"“consecutive_misses” is {misses}, but “stock” is {case.number('stock')}: a turn is"
            " missed only when there is nothing to take."
        )


_QUARRELS: dict[str, Callable[[Told], Iterator[str]]] = {
    "count": _too_many,
    "card": _too_often,
    "stock": _room,
    "missing": _not_all_there,
    "hand": _empty_hand,
    "suit": _no_such_suit,
    "penalty": _no_such_penalty,
    "others": _hands_of_others,
    "course": _moments,
}
FLAGS = ("fact", "pack", "seat", *_QUARRELS)
"""What can be wrong with a table, in the order in which it is looked for."""


def _laid_out(case: Told) -> Table:
    """The table whole: what was named, the cards of a penalty under the top one, then as many in
    each place as must lie there, and the rest where there is room.
    """
    places = _places(case)
    named = sum((place.cards for place in places.values()), Counter[Card]())
    pool = sorted((case.printed - named).elements())
    heap = next(_heaps(case, case.bounds), Counter())
    if case.top is not None:
        heap -= Counter({rank_of(case.top): 1})
    under = [card for card in pool if rank_of(card) in heap][: heap.total()]
    for card in under:
        pool.remove(card)
    table = {name: sorted(place.cards.elements()) for name, place in places.items()}
    table["pile"] = under + table["pile"]
    for bound in ("least", "most"):
        for name, place in places.items():
            short = max(0, getattr(place, bound) - len(table[name]))
            table[name], pool = pool[:short] + table[name], pool[short:]
    return {name: tuple(cards) for name, cards in table.items()}
