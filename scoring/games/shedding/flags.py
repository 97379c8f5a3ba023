"""What laying games differ in, as one frozen value: the machine asks these flags and never for the
name of a game.

A game is its table of effects (what cards do) and the flags its options set. Every default is the
plainest game: one card a turn, laid by suit or rank, and nothing more. Ranks are numbers, 0 (Ace)
to 12 (King).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from scoring.cards import Card
from scoring.law.effects import Effect, Effects

Ranks = frozenset[int]
Row = tuple[Card, ...]
NONE: Ranks = frozenset()
PLAIN = Effect("A", "")
"""What a card does that does nothing."""


class Forms(Protocol):
    """The forms in which several cards go down in one turn. Whether they fit is the machine's."""

    def rows(self, hand: Sequence[Card]) -> Iterable[Row]:
        """Every row of an allowed form that a hand makes, single cards among them, each once."""

    def allows(self, row: Row) -> bool:
        """Whether these cards may go down together at all."""

    def spelt(self, row: Row) -> Row:
        """The one spelling among rows that are alike in effect."""

    def measured(self, row: Row) -> Row:
        """The cards of a row that have to fit where nothing is due."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Flags:
    """The flags of a laying game.

    What fits: a card of a rank in `shown` follows the suit of the card showing, though another was
    named; a wild card never goes on a rank in `wild_not_on`. Against a penalty `mixed` lets every
    rank that brings one answer, `deflects` are the ranks that send it on if of the suit in force,
    and a wild card answers as `wild_answers` says.

    Duty: `compulsory`, who can lay has to; `answer_compulsory`, the same against a penalty, and
    `dry_answer` where there is nothing to take for it. Up to
    `limit` cards are drawn in a turn, and with `keep` a drawn card is not laid in it. `renew`: the
    discards come back when the stock is out; `lapse`: a penalty takes what the stock has, and only
    from an empty one makes a new stock. `new_stock_first`: a stock made for a penalty is recorded
    before the taking of it.

    The end: no rank in `not_last` is laid as the last card, none in `not_among_last` lies under it
    in the last row. `price` is what a missed call costs, 0 where none is due; with `grace` it may
    be said until the next player acts, and challenged only after, and with `grace_back` so where
    the turn came straight back to whoever laid; with `ahead_at_two` it is said early with two cards
    in hand only. Silence may end by drawing, by the next turn, or outlast a
    win, which a challenge then undoes. `last_draws`: a penalty brought by the cards that end the
    game still costs the next player. `play_on`: the others play for the places.

    A wild card laid without a word is followed in its own suit or, with `unnamed_keeps`, leaves the
    suit as it was; with `late_name` its suit may be said until the next player acts. Between two,
    `turn_skips_two` makes a change of direction pass the other over. `rows` are the forms of
    several cards; with `all_act` each card of a row acts, else the last. With `first_answers` only
    the first card of a row has to answer a penalty and acts too, else all of them have to.

    The start: a card of a rank in `back` goes under the stock and the next is turned; `reshuffled`:
    the stock is then shuffled again. The player on the dealer's left is `first`, or the dealer, or
    whoever a cut chose. A start card of a rank in `acts` does what it does as though the dealer had
    laid it; one that turns the direction lets the seat of `turner` begin.
    """

    effects: Effects
    shown: Ranks = NONE
    wild_not_on: Ranks = NONE
    mixed: bool = False
    deflects: Ranks = NONE
    wild_answers: Literal["no", "cancels", "passes"] = "no"
    compulsory: bool = True
    answer_compulsory: bool = False
    dry_answer: bool = False
    limit: int = 1
    keep: bool = True
    renew: Literal["always", "penalty", "never"] = "always"
    lapse: bool = False
    new_stock_first: bool = False
    not_last: Ranks = NONE
    not_among_last: Ranks = NONE
    price: int = 1
    grace: bool = False
    grace_back: bool = False
    ahead_at_two: bool = False
    silence_ends_by_draw: bool = True
    silence_ends_by_turn: bool = True
    silence_outlasts_win: bool = False
    last_draws: bool = False
    play_on: bool = False
    unnamed_keeps: bool = False
    late_name: bool = False
    turn_skips_two: bool = False
    rows: Forms | None = None
    all_act: bool = False
    first_answers: bool = False
    blocked: Literal["tally", "lowest_nought", "redeal", "reshuffle", "difference", "no_score"] = (
        "no_score"
    )
    back: Ranks = NONE
    reshuffled: bool = False
    first: Literal["left", "dealer", "cut"] = "left"
    acts: Ranks = NONE
    turner: Literal["right", "dealer", "left"] = "right"

    @property
    def covers_penalty(self) -> bool:
        """Whether a penalty can be due under a card of any rank, by a card of a row below it."""
        return self.all_act or self.first_answers

    @property
    def returns(self) -> bool:
        """Whether a seat can be on again at once, though more than two sit at the table."""
        return self.play_on or self.all_act or any(effect.again for effect in self.effects)

    def does(self, card: Card) -> Effect:
        """What a card does when it is laid."""
        return next((effect for effect in self.effects if effect.cards >> card & 1), PLAIN)
