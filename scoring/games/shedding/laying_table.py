"""A table of a laying game that can be asked but does not move: who may lay, draw, take, say and
challenge what.
"""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from scoring.cards import Card, rank_of, suit_of
from scoring.games.shedding.flags import Flags, Forms, Row
from scoring.games.shedding.match_tables import (
    KEY_OF_CARD,
    NOTHING_DUE,
    cards_of_copies,
    key_of,
    tables_of,
)
from scoring.law.game import Ending, Shuffle, as_they_lie
from scoring.law.plays import (
    LAY,
    LAY_NAMING,
    MISS,
    NO_CARD,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    Play,
    Reshuffle,
    TurnPlay,
)
from scoring.law.rulebook import Rules

_PICK_UP_ONLY = (PICK_UP,)
Entry = tuple[int, Play | Reshuffle]
"""A line of the record: the seat, 0 for a new stock, and what it did."""


@dataclass(slots=True)
class Placement:
    """Where the cards lie and who is to play: `hands[seat]` as bits (index 0 unused), stock with
    its next card last, discards with the top last.

    `suit` is the suit to follow, that of the top card unless given; `due` the rank that brought
    what is due. `copies` tells whether a card may lie there twice.
    """

    hands: list[int]
    stock: list[Card]
    discards: list[Card]
    turn: int
    direction: int = 1
    pending: int = 0
    due: int = NOTHING_DUE
    suit: int | None = None
    copies: bool = True
    record: list[Entry] = field(default_factory=list)


@cache
def ring_of(players: int) -> tuple[int, ...]:
    """The seats by number, wrapping round at both ends: `ring[seat + 2 * direction]` is the next
    seat but one.
    """
    return tuple((place - 1) % players + 1 for place in range(6 * players))


class LayingTable:
    """The state of a game, every card known. `lays` holds, as bits, what the seat on turn may lay.

    The stock is `supply[:left]`, its next card last: it is read through a counter and never
    shortened. `silent` are the bits of the seats that came down to one card without a word,
    `called` the seat that has said so ahead of its lay, `last_lay` the seat whose lay was the last
    act of a turn, `unnamed` the seat that laid a wild card without a word. `drawn` cards were taken
    in this turn, `misses` turns have passed in a row in which nobody could do anything. Only the
    machine changes any of it.
    """

    __slots__ = (
        "barred", "called", "copies", "deeds", "direction", "discards", "does", "drawn",
        "draws_one", "due", "ending", "flags", "hands", "key", "last_lay", "lays", "left",
        "listed", "loose", "matches", "misses", "out", "over", "owing", "pending",
        "pick_up_ends", "players", "quiet", "record", "ring", "rules", "shuffle", "silent",
        "single", "supply", "turn", "unnamed", "wild", "winner",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, flags: Flags, placement: Placement, shuffle: Shuffle | None = None
    ) -> None:
        self.players = len(placement.hands) - 1
        self.ring = ring_of(self.players)
        self.hands, self.discards = placement.hands, placement.discards
        self.copies = placement.copies
        self.supply, self.left = placement.stock, len(placement.stock)
        top, suit = self.discards[-1], placement.suit
        self.key = KEY_OF_CARD[top] if suit is None else key_of(top, suit)
        self.turn, self.direction = placement.turn, placement.direction
        self.pending, self.due = placement.pending, placement.due
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record = placement.record
        self.misses = self.drawn = self.silent = self.called = self.last_lay = self.unnamed = 0
        self.out: tuple[int, ...] = ()
        self.over, self.quiet = False, True
        self.winner: int | None = None
        self.ending: Ending | None = None
        self.obey(rules, flags)

    def obey(self, rules: Rules, flags: Flags) -> None:
        """Read the table by these rules from now on; their flags are compiled, and what is asked at
        every play is kept at hand.
        """
        tables = tables_of(flags)
        self.rules = rules
        self.flags, self.owing = flags, tables.owing
        self.barred, self.wild = tables.barred, tables.wild
        self.does, self.deeds = tables.does, tables.deeds
        self.pick_up_ends = flags.silence_ends_by_turn or flags.silence_ends_by_draw
        self.listed = tables.listed
        self.single = flags.keep and flags.limit == 1
        self._owe(self.due, self.pending)
        self.lays = self.layable()

    def _owe(self, due: int, pending: int = 0) -> None:
        """Note the rank that brought what is due, and how many cards.

        `matches[key]` are then the cards that may be laid, and the table is `loose` if more than
        single lays may come of them; with `draws_one` a turn without a lay is one card drawn.
        """
        self.due, self.pending = due, pending
        self.matches, self.loose = self.owing[due]
        self.draws_one = self.single and due < 0

    @property
    def top(self) -> Card:
        """The card showing."""
        return self.discards[-1]

    @property
    def suit(self) -> int:
        """The suit in force, 0 to 3."""
        return self.key & 3

    @property
    def stock(self) -> list[Card]:
        """The cards to draw, the next one last."""
        return self.supply[: self.left]

    @property
    def playing(self) -> int:
        """How many players are still in the game."""
        return self.players - len(self.out)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order; with two packs a card may stand twice."""
        return cards_of_copies(self.hands[seat])

    def layable(self) -> int:
        """The cards, as bits, that the seat on turn may lay alone."""
        if self.over or (self.drawn and self.flags.keep):
            return 0
        hand = self.hands[self.turn]
        lays = hand & self.matches[self.key]
        return lays & ~self.barred if hand.bit_count() == 1 else lays

    def fits(self, card: Card) -> bool:
        """Whether a card may go on the pile, whoever holds it."""
        return bool(self.matches[self.key] >> card & 1)

    def _renewable(self, *, penalty: bool = False) -> bool:
        renews = self.flags.renew == "always" or (penalty and self.flags.renew == "penalty")
        return renews and len(self.discards) > 1

    def alternative(self) -> TurnPlay:
        """What the seat on turn does if it lays nothing: draw, take what is due, or miss the
        turn.
        """
        if self.due >= 0:
            takes = self.pending and (self.left or self._renewable(penalty=True))
            return TAKE_PENALTY if takes else MISS
        draws = self.drawn < self.flags.limit and (self.left or self._renewable())
        return PICK_UP if draws else MISS

    def may_decline(self) -> bool:
        """Whether the seat on turn may do that."""
        if not self.lays or self.over:
            return not self.over
        if self.due >= 0:
            dry = self.flags.dry_answer and self.pending and self.alternative() is MISS
            return not (dry or self.flags.answer_compulsory)
        # Able to lay, a player may draw, and end the turn once they have: never miss it outright.
        return not self.flags.compulsory and (self.drawn > 0 or self.alternative() is PICK_UP)

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn, a wild card once for each suit, rows in one spelling;
        empty only when the game is over.
        """
        if self.lays:
            if not self.loose:
                listed = self.listed
                return listed(self.lays)
            forms = self.flags.rows
            plays = self.listed(self.lays) if forms is None else self._rows(forms)
            return (*plays, self.alternative()) if self.may_decline() else plays
        if self.over:
            return ()
        return _PICK_UP_ONLY if self.left and self.due < 0 else (self.alternative(),)

    def some_plays(self) -> Sequence[TurnPlay]:
        """All legal plays: there are never too many to list."""
        return self.legal_plays()

    def _rows(self, forms: Forms) -> tuple[Lay, ...]:
        """The lays of every row that goes; without a card that goes alone there is none."""
        return tuple(lay for row in self.open_rows(forms) for lay in self._namings(row))

    def open_rows(self, forms: Forms) -> list[Row]:
        """Every row of these forms, single cards among them, that the seat on turn may lay."""
        rows = sorted(forms.rows(self.hand(self.turn)))
        return [row for row in rows if self._row_fits(row, forms)]

    def _namings(self, row: Row) -> Sequence[Lay]:
        if not self.wild >> row[-1] & 1:
            return (LAY[row[0]] if len(row) == 1 else Lay(row),)
        return LAY_NAMING[row[0]] if len(row) == 1 else [Lay(row, suit) for suit in range(4)]

    def _row_fits(self, row: Row, forms: Forms) -> bool:
        """Whether a row of an allowed form that is in the hand may be laid."""
        flags, hand = self.flags, self.hands[self.turn]
        if len(row) == hand.bit_count():
            covered = {rank_of(card) for card in row[:-1]}
            if rank_of(row[-1]) in flags.not_last or covered & flags.not_among_last:
                return False
        all_answer = self.due >= 0 and not flags.first_answers
        measured = row if all_answer else forms.measured(row)
        matches = self.matches[self.key]
        return all(matches >> card & 1 for card in measured)

    def may_lay_row(self, row: Row) -> bool:
        """Whether several cards may be laid together."""
        forms = self.flags.rows
        if forms is None or self.over or len(row) < 2 or max(row) > 51:
            return False
        missing = Counter(row) - Counter(self.hand(self.turn))
        return not missing and forms.allows(row) and self._row_fits(row, forms)

    def spelt(self, play: Play) -> Play:
        """A play as `legal_plays` lists it: a wild card without a word names the suit it leaves, a
        needless word falls away, a row is in its one spelling.
        """
        if not isinstance(play, Lay) or not play.cards:
            return play
        suit = None
        if self.wild >> play.cards[-1] & 1:
            suit = self.suit_after(play.cards[-1]) if play.suit is None else play.suit
        forms = self.flags.rows
        return Lay(play.cards if forms is None else forms.spelt(play.cards), suit)

    def suit_after(self, wild: Card) -> int:
        """The suit to follow after a wild card without a word."""
        return self.suit if self.flags.unnamed_keeps else suit_of(wild)

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, a call, a challenge or a late suit, without reasons."""
        if isinstance(play, Lay):
            if play.only == NO_CARD:
                return self.may_lay_row(play.cards)
            return bool(self.lays & play.bit)
        if isinstance(play, Call):
            return self.may_call(play.seat)
        if isinstance(play, Challenge):
            return self.upholds(play)
        if isinstance(play, Nominate):
            return self.may_name(play)
        return self.may_decline() and play == self.alternative()

    def _seated(self, seat: int) -> bool:
        return 1 <= seat <= self.players

    def may_call(self, seat: int) -> bool:
        """Whether a call from this seat is heard: late but in time, or ahead of the lay.

        Once a game is over there is nothing left to give notice of.
        """
        if self.over or not self.flags.price or not self._seated(seat):
            return False
        if self.silent >> seat & 1:
            return not self.flags.grace or self.still_time(seat)
        early = self.hands[seat].bit_count() == 2 or not self.flags.ahead_at_two
        return early and seat == self.turn and self.called != seat

    def still_time(self, seat: int) -> bool:
        """Whether nobody has taken a turn since this seat laid the last card but one."""
        return self.last_lay == seat and self.hands[seat].bit_count() == 1

    def came_back(self, seat: int) -> bool:
        """Whether the lay of the last card but one brought the turn straight back to this seat."""
        return self.turn == seat and self.still_time(seat)

    def upholds(self, challenge: Challenge) -> bool:
        """Whether a challenge for a missing call holds."""
        offender = challenge.offender
        if not self._seated(challenge.by) or not self._seated(offender):
            return False
        if challenge.by == offender or not self.silent >> offender & 1:
            return False
        if self.over:
            return self.flags.silence_outlasts_win
        back = self.came_back(offender)
        return not (
            self.flags.grace_back if back else self.flags.grace and self.still_time(offender)
        )

    def waits_for(self, naming: Nominate) -> bool:
        """Whether the wild card of this seat lies there without a suit: the next player has not
        acted, no suit was named.
        """
        waits = not self.over and naming.seat == self.last_lay == self.unnamed != 0
        return waits and bool(self.wild >> self.top & 1) and 0 <= naming.suit <= 3

    def may_name(self, naming: Nominate) -> bool:
        """Whether this seat may still name the suit of its wild card."""
        return self.flags.late_name and self.waits_for(naming)

    def copy(self) -> Self:
        """A game of its own in the same state; only `shuffle` is shared."""
        twin = copy(self)
        twin.hands, twin.record = self.hands[:], self.record[:]
        twin.discards = self.discards[:]
        return twin
