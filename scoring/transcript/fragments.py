"""Follows a transcript that tells only a part of a game: each play is judged by what is known at that point."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import SUITS, Card, card_text, parse_card, parse_suit
from scoring.game import GameError
from scoring.plays import Challenge, Nominate, Reshuffle
from scoring.transcript.dealing import cards_in, rules_of
from scoring.transcript.replaying import Stop, out_of_turn
from scoring.transcript.trackers import ChaseTracker, PileTracker, TableTracker, Tracker
from scoring.transcript.values import Transcript


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a fragment could be followed: moves in order, the first fault, and moves that what is unknown decides.

    `undecided` holds the number of a move (from 1) and what would have to be known.
    """

    done: int
    stop: Stop | None
    undecided: tuple[tuple[int, tuple[str, ...]], ...]


def follow(transcript: Transcript) -> Followed:
    """Follow a fragment up to its first fault. Raises CardError, GameError or RulesError if a tag cannot be used."""
    tracker = tracker_of(transcript)
    undecided: list[tuple[int, tuple[str, ...]]] = []
    for number, move in enumerate(transcript.moves, start=1):
        play = move.play
        if isinstance(play, Reshuffle | Challenge | Nominate):
            _aside(tracker, play)
            continue
        fault = "The game is over, but moves follow." if tracker.over else _out_of_turn(tracker, move.seat)
        if fault and not move.illegal:
            return Followed(number - 1, Stop(number, fault, None, move), tuple(undecided))
        verdict = tracker.ask(move, play)
        if move.illegal:
            continue
        if verdict.answer == "illegal":
            return Followed(number - 1, Stop(number, "The play is illegal.", verdict, move), tuple(undecided))
        if verdict.answer == "depends":
            undecided.append((number, verdict.needs))
        tracker.after(move, verdict.then)
        tracker.over = verdict.answer == "win" or (move.out and tracker.goes_out())
    return Followed(len(transcript.moves), None, tuple(undecided))


def _aside(tracker: Tracker, play: Reshuffle | Challenge | Nominate) -> None:
    """What belongs to no turn: a challenged hand is no longer known, a suit named late is in force."""
    if isinstance(play, Challenge):
        tracker.hands.pop(play.offender, None)
        if tracker.over:
            # After the last card (challenge_until=tally) it opens the game again; a last 2 may have been paid for.
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
    if rules.rulebook.name == "ottawa":
        pile = transcript.tag("Pile") or transcript.tag("Turn-up")
        return PileTracker(*common, {"pile_top_last": pile and [*map(card_text, cards_in(pile))]})
    if rules.rulebook.name == "pursuit":
        chase = ChaseTracker(*common)
        told = enumerate((transcript.tag("Up-to") or "").split(), start=1)
        chase.fronts = {seat: card_text(parse_card(card)) for seat, card in told if card != "?"}
        chase.risen = set()
        return chase
    table = TableTracker(*common, _table(transcript))
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
    return {seat: list(cards_in(group)) for seat, group in enumerate(groups, start=1) if "?" not in group}


def _number(transcript: Transcript, name: str) -> int | None:
    text = transcript.tag(name)
    if text is None:
        return None
    try:
        return int(text[:4])
    except ValueError:
        raise GameError(f"The tag {name} needs a number, not “{text[:20]}”.") from None
