"""What can be followed of a table of which a transcript tells only a part: one tracker for each
family of games.

Follows a transcript that tells only a part of a game: each play is judged by what is known at that
point.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import SUITS, Card, card_text, parse_card, parse_suit, plain, rank_of
from scoring.games.registry import engine
from scoring.law.game import GameError
from scoring.law.plays import (
    Challenge,
    Discard,
    Draw,
    Lay,
    Nominate,
    PickUp,
    PutDown,
    Reshuffle,
    TakeDiscard,
    TakePenalty,
    TurnPlay,
)
from scoring.law.possible import ImpossibleError
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict
from scoring.transcript.deal import cards_in, rules_of
from scoring.transcript.replay import ILLEGAL, OVER, Stop, out_of_turn
from scoring.transcript.values import Move, Transcript


@dataclass
class Tracker(ABC):
    """Seats, the turn (None = anybody's), the hands that are known; `direction` 1 = clockwise, None
    = not known.
    """

    rules: Rules
    players: int | None
    turn: int | None
    direction: int | None = 1
    hands: dict[int, list[Card]] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    kind = "discard"

    def told(self, seat: int) -> dict[str, Any]:
        """What is known when this seat plays, in the words of case files."""
        hand = self.hands.get(seat)
        return {
            "players": self.players,
            "turn": seat,
            "direction": self.direction,
            **self.position(seat),
            "hand": None if hand is None else [card_text(card) for card in hand],
        }

    def impossible(self, move: Move, play: TurnPlay) -> str:
        """A sentence if the table cannot be as it is told with this play, or nothing."""
        laid: dict[str, Any] = {"kind": "pick_up"}
        if isinstance(play, PutDown):
            rows = [[card_text(card) for card in row] for row in play.sequences]
            laid = {"kind": self.kind, "sequences": rows}
        elif isinstance(play, Lay):
            laid = {"kind": self.kind, "cards": [card_text(card) for card in play.cards]}
        try:
            engine(self.rules.rulebook.name).refuse_impossible(
                self.told(move.seat), laid, self.rules
            )
        except ImpossibleError as impossible:
            return str(impossible)
        return ""

    def ask(self, move: Move, play: TurnPlay) -> Verdict:
        """The verdict on the play of a move, from what is known at this point."""
        game = engine(self.rules.rulebook.name)
        facts = self.told(move.seat)
        if isinstance(play, TakePenalty) and facts.get("pending") is None:
            # That it was taken is all that is known of it.
            facts["pending"] = move.count or 2
        verdict: Verdict = game.check(
            game.read_position(_without_gaps(facts), self.kind), play, self.rules
        )
        return verdict

    def position(self, seat: int) -> dict[str, Any]:
        """What the game asks for beyond seats, direction and hand."""
        return dict(self.known)

    @abstractmethod
    def after(self, move: Move, then: Mapping[str, Any]) -> None:
        """Follow a play; `then` is what the verdict says of it, empty where it is undecided."""

    def next_seat(self) -> int | None:
        """The seat after the one on turn, if it can be told."""
        if self.turn is None or self.players is None or self.direction is None:
            return None
        return (self.turn - 1 + self.direction) % self.players + 1

    def goes_out(self) -> bool:
        """The seat that has just played is out; whether that ends the game."""
        if self.rules.get("play_on", "no") == "no":
            return True
        # From here on turns pass over that seat, which the count of players does not tell.
        self.players = self.turn = None
        return False

    def lose(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards leave a hand that may be known."""
        if seat in self.hands:
            for card in map(plain, cards):
                self.hands[seat].remove(card)

    def gain(self, seat: int, card: Card | None) -> None:
        """A card comes into a hand, which is known from then on only if the card is."""
        if seat in self.hands and card is not None:
            self.hands[seat].append(card)
        else:
            self.hands.pop(seat, None)


def _without_gaps(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}


class TableTracker(Tracker):
    """Swedish Pursuit and Switch: the card showing, the suit in force, the penalty due."""

    def after(self, move: Move, then: Mapping[str, Any]) -> None:
        if isinstance(move.play, Lay):
            top = move.play.cards[-1]
            self.lose(move.seat, move.play.cards)
            self.known |= {
                "top": card_text(top),
                "suit_in_force": self.suit_after(move.play),
                "pending": None,
            }
            self.known |= {
                name: then[name] for name in ("suit_in_force", "pending") if name in then
            }
            # An undecided lay may have been a Queen: then nobody can tell any more who comes next.
            self.direction = then.get("direction") if self.direction else None
            self.turn = then.get("next_turn") if self.direction else None
            return
        if str(move.play) != "-":
            self.gain(move.seat, move.drawn)
        self.known["pending"] = 0
        self.turn = move.seat
        self.turn = self.next_seat()

    def suit_after(self, lay: Lay) -> str | None:
        """The suit asked for by a lay; None where a wild card without a word leaves the one before
        it.
        """
        top = lay.cards[-1]
        keeps = "before" in (self.rules.get("unnominated_eight"), self.rules.get("unnamed"))
        names = engine(self.rules.rulebook.name).bounds(self.rules).names_suit
        if keeps and lay.suit is None and rank_of(top) in names:
            known_value: str | None = self.known.get("suit_in_force")
            return known_value
        return SUITS[top // 13 if lay.suit is None else lay.suit]


class DrawingTracker(TableTracker):
    """The same where a drawn card may be laid: after a draw nobody can tell who is next."""

    drawer = drawn = 0

    def position(self, seat: int) -> dict[str, Any]:
        mine = seat == self.drawer and self.drawn
        return {**self.known, "already_picked_up": f"{self.drawn} cards" if mine else None}

    def after(self, move: Move, then: Mapping[str, Any]) -> None:
        super().after(move, then)
        if not isinstance(move.play, PickUp):
            self.drawer = self.drawn = 0
            return
        self.drawn = self.drawn + 1 if self.drawer == move.seat else 1
        self.drawer, self.turn = move.seat, None


class PileTracker(Tracker):
    """Ottawa: the two cards on top, and what has been done in the turn."""

    kind = "lay_off"
    drawn = laid = False

    def position(self, seat: int) -> dict[str, Any]:
        return {**self.known, "drawn_this_turn": self.drawn, "laid_off_this_turn": self.laid}

    def after(self, move: Move, then: Mapping[str, Any]) -> None:
        self.turn = move.seat
        if isinstance(move.play, Lay):
            self.lose(move.seat, move.play.cards)
            below: list[str] | None = self.known.get("pile_top_last")
            pile = [*(below or ()), *map(card_text, move.play.cards)]
            # One card alone would be the start card; with nothing known below it the pile stays
            # unknown.
            self.known["pile_top_last"] = pile[-2:] if below or len(pile) > 1 else None
            self.laid = True
        elif isinstance(move.play, Draw):
            self.gain(move.seat, move.drawn)
            self.drawn = True
        if str(move.play) == "." or (self.laid and self.drawn):
            self.turn, self.drawn, self.laid = self.next_seat(), False, False


class ChaseTracker(Tracker):
    """Pursuit: what each player is up to and who has put down; cards in hand are followed only
    where all are known.
    """

    kind = "put_down"
    taken = put = False
    fronts: dict[int, str]
    risen: set[int]

    def position(self, seat: int) -> dict[str, Any]:
        next_seat = None if self.players is None else seat % self.players + 1
        return {
            "up_to": self.fronts.get(seat),
            "opponent_up_to": self.fronts.get(next_seat or 0),
            "opponent_has_put_down": True if next_seat in self.risen else None,
            "direction": None,
            "taken": self.taken,
            "has_put_down": self.put,
        }

    def after(self, move: Move, then: Mapping[str, Any]) -> None:
        self.turn = move.seat
        if isinstance(move.play, Draw | TakeDiscard):
            self.gain(move.seat, move.drawn)
            self.taken = True
        elif isinstance(move.play, PutDown):
            # The refill at the end of the turn brings cards that nobody has seen.
            self.hands.pop(move.seat, None)
            self.put = True
            self.risen.add(move.seat)
            self.fronts.pop(move.seat, None)
            if "up_to" in then:
                self.fronts[move.seat] = then["up_to"]
        ends = "discard" in then
        if isinstance(move.play, Discard):
            self.lose(move.seat, (move.play.card,))
            ends = True
        if ends:
            self.turn, self.taken, self.put = self.next_seat(), False, False
            if self.rules["landing_misses"] == "yes":
                # Whoever was landed on misses a turn; a fragment does not show all of that.
                self.turn = None


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a fragment could be followed: moves in order, the first fault, and moves that what is
    unknown decides.

    `undecided` holds the number of a move (from 1) and what would have to be known.
    """

    done: int
    stop: Stop | None
    undecided: tuple[tuple[int, tuple[str, ...]], ...]


def follow(transcript: Transcript) -> Followed:
    """Follow a fragment up to its first fault.

    Raises CardError, GameError or RulesError if a tag cannot be used.
    """
    tracker = tracker_of(transcript)
    undecided: list[tuple[int, tuple[str, ...]]] = []
    for number, move in enumerate(transcript.moves, start=1):
        play = move.play
        if isinstance(play, Reshuffle | Challenge | Nominate):
            _aside(tracker, play)
            continue
        fault = (
            OVER
            if tracker.over
            else _out_of_turn(tracker, move.seat) or tracker.impossible(move, play)
        )
        if fault and not move.illegal:
            return Followed(number - 1, Stop(number, fault, None, move), tuple(undecided))
        verdict = tracker.ask(move, play)
        if move.illegal:
            continue
        if verdict.answer == "illegal":
            return Followed(number - 1, Stop(number, ILLEGAL, verdict, move), tuple(undecided))
        if verdict.answer == "depends":
            undecided.append((number, verdict.needs))
        tracker.after(move, verdict.then)
        tracker.over = verdict.answer == "win" or (move.out and tracker.goes_out())
    return Followed(len(transcript.moves), None, tuple(undecided))


def _aside(tracker: Tracker, play: Reshuffle | Challenge | Nominate) -> None:
    """What belongs to no turn: a challenged hand is no longer known, a suit
    named late is in force.
    """
    if isinstance(play, Challenge):
        tracker.hands.pop(play.offender, None)
        if tracker.over:
            # After the last card (challenge_until=tally) it opens the game again; a last 2 may have
            # been paid for.
            tracker.over, tracker.known["pending"] = False, None
    elif isinstance(play, Nominate):
        tracker.known["suit_in_force"] = SUITS[play.suit]


def _out_of_turn(tracker: Tracker, seat: int) -> str:
    if tracker.turn is None or tracker.turn == seat:
        return ""
    return out_of_turn(tracker.rules.rulebook.name, seat, tracker.turn)


def tracker_of(transcript: Transcript) -> Tracker:
    """The table as the tags tell it. Raises CardError, GameError or RulesError."""
    rules = rules_of(transcript)
    hands = _hands(transcript)
    players = _number(transcript, "Players") or len((transcript.tag("Deal") or "").split()) or None
    turn = _number(transcript, "Turn")
    common = (rules, players, turn, _number(transcript, "Direction") or 1, hands)
    followed = engine(rules.rulebook.name).notation.table
    if followed == "pile":
        pile = transcript.tag("Pile") or transcript.tag("Turn-up")
        return PileTracker(*common, {"pile_top_last": pile and [*map(card_text, cards_in(pile))]})
    if followed == "chase":
        chase = ChaseTracker(*common)
        fronts = enumerate((transcript.tag("Up-to") or "").split(), start=1)
        chase.fronts = {seat: card_text(parse_card(card)) for seat, card in fronts if card != "?"}
        chase.risen = set()
        return chase
    kind = DrawingTracker if followed == "drawing" else TableTracker
    table = kind(*common, _table(transcript))
    if turn is None and transcript.tag("Direction") is None:
        table.direction = None
    return table


def _table(transcript: Transcript) -> dict[str, object]:
    top, suit = transcript.tag("Top"), transcript.tag("Suit")
    return {
        "top": None if top is None else card_text(parse_card(top)),
        "suit_in_force": None if suit is None else SUITS[parse_suit(suit)],
        "pending": _number(transcript, "Pending"),
    }


def _hands(transcript: Transcript) -> dict[int, list[Card]]:
    """The hands that are known from the start: groups of the tag Deal that are not `?`."""
    groups: Sequence[str] = (transcript.tag("Deal") or "").split()
    return {
        seat: list(cards_in(group))
        for seat, group in enumerate(groups, start=1)
        if "?" not in group
    }


def _number(transcript: Transcript, name: str) -> int | None:
    text = transcript.tag(name)
    if text is None:
        return None
    try:
        return int(text[:4])
    except ValueError:
        raise GameError(f"The tag {name} needs a number, not “{text[:20]}”.") from None
