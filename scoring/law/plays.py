"""What players do, as frozen values: the plays of a turn, and calls and challenges that may come at
any time.

Claims put to an umpire that are no plays of a turn: the start, a tally, a blocked game, a set-up, a
score.
"""

from dataclasses import dataclass, field

from scoring.cards import SUITS, Card, card_text, cards_text

NO_CARD: Card = 54
"""A number that is no card: the bit of it is in no hand."""


class _Bare:
    """A play or claim that says nothing but its kind: equal to every other of its class.

    Written out, because nine generated classes are a tenth of the time of importing a game.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay cards on the pile in this order (a single card, a 7 with its suit, a lay-off); `suit` 0-3
    if one is named.

    `only` is the card if there is just one, else `NO_CARD`, and `bit` the same as a bit: kept,
    because engines ask for them at every play.
    """

    cards: tuple[Card, ...]
    suit: int | None = None
    only: Card = field(init=False, repr=False, compare=False)
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        only = self.cards[0] if len(self.cards) == 1 else NO_CARD
        object.__setattr__(self, "only", only)
        object.__setattr__(self, "bit", 1 << only)

    def __repr__(self) -> str:
        name = "" if self.suit is None else f", suit='{SUITS[self.suit]}'"
        return f"Lay('{cards_text(self.cards)}'{name})"

    def __str__(self) -> str:
        name = "" if self.suit is None else "=" + SUITS[self.suit]
        return ",".join(card_text(card) for card in self.cards) + name


class PickUp(_Bare):
    """Pick up one card as the turn (Swedish Pursuit, Switch)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "+"


class TakePenalty(_Bare):
    """Take all penalty cards that are due (or as many as there are)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "++"


class Miss(_Bare):
    """Do nothing, because nothing can be done: the turn is missed or passed."""

    __slots__ = ()

    def __str__(self) -> str:
        return "-"


class Draw(_Bare):
    """Draw the top card of the stock as a part of the turn (Ottawa), or keep the peeked one
    (Pursuit).
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "+"


class TakeDiscard(_Bare):
    """Take the top card of the discard pile instead of the stock card (Pursuit)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "+d"


class EndTurn(_Bare):
    """End a turn without a further act where one was possible (Ottawa: no lay-off)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class PutDown:
    """Put down one or more sequences, each in order (Pursuit)."""

    sequences: tuple[tuple[Card, ...], ...]

    def __repr__(self) -> str:
        return f"PutDown('{' / '.join(map(cards_text, self.sequences))}')"

    def __str__(self) -> str:
        return "/".join(
            ",".join(card_text(card) for card in sequence) for sequence in self.sequences
        )


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one card on the discard pile to end the turn (Pursuit)."""

    card: Card

    def __repr__(self) -> str:
        return f"Discard('{card_text(self.card)}')"

    def __str__(self) -> str:
        return ">" + card_text(self.card)


@dataclass(frozen=True, slots=True)
class Call:
    """Say LAST CARD; `seat` says it. No play of a turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge `offender` for a missing LAST CARD; `by` challenges. No play of a turn."""

    by: int
    offender: int


@dataclass(frozen=True, slots=True)
class Nominate:
    """Name the suit (0-3) of an 8, in Switch of an Ace, that this seat has laid without a word.

    No play of a turn.
    """

    seat: int
    suit: int

    def __repr__(self) -> str:
        return f"Nominate(seat={self.seat}, suit='{SUITS[self.suit]}')"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discards became a new stock in this order, first drawn first.

    Only ever found in a record, with seat 0.
    """

    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"Reshuffle('{cards_text(self.cards)}')"


TurnPlay = Lay | PickUp | TakePenalty | Miss | Draw | TakeDiscard | EndTurn | PutDown | Discard
"""A play that belongs to the player on turn."""
Play = TurnPlay | Call | Challenge | Nominate
"""Anything that may be applied to a game."""

PICK_UP, TAKE_PENALTY, MISS, DRAW, TAKE_DISCARD, END_TURN = (
    PickUp(),
    TakePenalty(),
    Miss(),
    Draw(),
    TakeDiscard(),
    EndTurn(),
)
LAY: tuple[Lay, ...] = tuple(Lay((card,)) for card in range(54))
"""The lay of each single card, made once."""
LAY_NAMING: tuple[tuple[Lay, ...], ...] = tuple(
    tuple(Lay((card,), suit) for suit in range(4)) for card in range(54)
)
"""The lay of each single card with each suit named, made once."""


class Start(_Bare):
    """The start card was dealt with as the position says."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TallyClaim:
    """A hand is said to count so many points; None = merely asks."""

    claimed: int | None = None


class BlockedClaim(_Bare):
    """The game is said to be blocked."""

    __slots__ = ()


class Setup(_Bare):
    """Packs and cards dealt are said to be right."""

    __slots__ = ()


Claim = Start | TallyClaim | BlockedClaim | Setup
