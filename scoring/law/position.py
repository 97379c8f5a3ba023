"""What an umpire knows of a table when a question is put: everything may be unknown (None) but what
decides.
"""

from dataclasses import dataclass

from scoring.cards import Card
from scoring.law.plays import PICK_UP, TAKE_PENALTY, Play

WAY = ("direction", "next_turn", "missed")
"""What follows and rests on the way play goes."""
OF_HAND = ("legal_cards", "must", "hand_left")
"""What follows and rests on all cards of a hand."""


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A table of Swedish Pursuit or Switch before a play of the seat to play.

    Seats count from 1 clockwise; `direction` 1 = clockwise, -1 = anticlockwise; `suit` 0-3 is the
    suit in force; `pending` penalty cards due, and `brought` the rank (0-12) that brought them;
    `stock`, `discards` and `misses` (turns missed in a row) are counts; `hand` belongs to the seat
    to play, before the play; `picked_up` is what it has taken this turn (any text); `passed_over`:
    the card on top has already cost somebody a turn. `out` are the seats that have gone out.
    """

    players: int | None = None
    turn: int | None = None
    direction: int | None = None
    top: Card | None = None
    suit: int | None = None
    pending: int | None = None
    stock: int | None = None
    hand: tuple[Card, ...] | None = None
    said_last_card: bool | None = None
    picked_up: str | None = None
    misses: int | None = None
    discards: int | None = None
    passed_over: bool | None = None
    brought: int | None = None
    out: tuple[int, ...] = ()

    @property
    def unsure(self) -> tuple[str, ...]:
        """What follows that cannot be said with a hand unseen, or where nobody told which way play
        goes: between two players the turn passes to the other all the same.
        """
        of_hand = OF_HAND if self.hand is None else ()
        if self.direction is not None:
            return of_hand
        return (*of_hand, *(WAY[:1] if self.players == 2 else WAY))

    def taking(self, play: Play, pending: int) -> Play:
        """What was taken up: the cards due at a table where some are, if nobody told whether."""
        return TAKE_PENALTY if pending and self.pending is None and play == PICK_UP else play


@dataclass(frozen=True, slots=True)
class StartPosition:
    """The start card is turned: `turned_up` in the order turned; the dealer is the last seat unless
    given.
    """

    players: int
    turned_up: tuple[Card, ...]
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class HandPosition:
    """A hand left at the end of a game, for a tally."""

    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CallPosition:
    """Who is said to have kept silent: facts for a challenge. None = not known.

    `offender_hand_count` are the cards they hold when challenged, `held_then` those they held when
    the call was due; `turn_came_back`: that lay brought the turn straight back to them, so that the
    next play is theirs too; `offender_has_acted`: they have had a turn since; `game_over` and
    `confirmed` say whether game and scores are closed.
    """

    players: int | None
    offender: int
    offender_hand_count: int | None = None
    said: bool | None = None
    next_player_has_acted: bool | None = None
    stock: int | None = None
    offender_has_acted: bool | None = None
    game_over: bool | None = None
    confirmed: bool = False
    held_then: int | None = None
    turn_came_back: bool | None = None

    @property
    def left_then(self) -> int | None:
        """The cards they held when the call was due, where that is known: whoever holds several
        now and may have had a turn since may have picked up.
        """
        if self.held_then is not None:
            return self.held_then
        several = self.offender_hand_count is not None and self.offender_hand_count > 1
        return (
            None if several and self.offender_has_acted is not False else self.offender_hand_count
        )

    def came_back(self, *, returns: bool = False) -> bool | None:
        """Whether the turn came straight back, None where that is not known: among more than two it
        can only where a seat `returns`.
        """
        if self.turn_came_back is None and not returns and (self.players or 2) > 2:
            return False
        return self.turn_came_back


@dataclass(frozen=True, slots=True)
class NamingPosition:
    """An 8 was laid and its suit is named afterwards: has the next player acted, was a suit named
    before?
    """

    next_player_has_acted: bool | None = None
    named_before: bool = False


@dataclass(frozen=True, slots=True)
class BlockedPosition:
    """A table that claims to be blocked: players, cards in the stock, turns missed in a row.

    None = not known.
    """

    players: int | None = None
    stock: int | None = None
    consecutive_misses: int | None = None


@dataclass(frozen=True, slots=True)
class SetupPosition:
    """A table before the first play: packs mixed and cards dealt to each, as far as known."""

    players: int
    packs: int | None = None
    dealt: int | None = None


Position = (
    TablePosition
    | StartPosition
    | HandPosition
    | CallPosition
    | NamingPosition
    | BlockedPosition
    | SetupPosition
)
