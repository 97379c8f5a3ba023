"""Checks of one sheet, the tallies of one table and game: the impossible is refused, the unlikely
flagged.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.counting.hand import Hand, pack_points, receipt
from scoring.law.possible import court_unnamed, excesses
from scoring.law.rulebook import Rulebook, Rules
from scoring.words import are_all, many, noun

LONG_HAND = 12
"""A hand of more cards than this is flagged."""
HIGH_POINTS = 66
"""About one hand in a hundred counts more than this."""
LONG_ENOUGH = 8
"""A hand of so many cards explains a high count by itself, unless it holds two eights."""
ALIKE_CARDS = 4
"""Two identical hands of at least so many cards are flagged."""

DISMISSALS = (
    "Counted again",
    "Seen by the umpire",
    "Mistyped and corrected",
    "Checked against the paper",
    "Agreed by the whole table",
    "Right as it is",
)
"""The fixed reasons with which an official dismisses a flag."""


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """What a sheet says of one seat: the hand left, or bare points, or that they went out or were
    absent.

    `caught_eight` says with bare points whether an 8 was among the cards; None = not asked. `place`
    is the finishing place (from 1) and `laps` the laps run, in formats that count them.
    """

    seat: str
    hand: Hand | None = None
    points: int | None = None
    went_out: bool = False
    absent: bool = False
    caught_eight: bool | None = None
    place: int | None = None
    laps: int | None = None

    @property
    def holds(self) -> int:
        """Cards known to be held."""
        return self.hand.count if self.hand else 0


class Finding(NamedTuple):
    """One fault of a sheet: a short fixed `kind`, the seats it concerns, a sentence; `refused` or
    merely flagged.
    """

    kind: str
    seats: tuple[str, ...]
    text: str
    refused: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The entries of one table and game in seat order, the blocked box and the number of packs (1
    or 2).
    """

    entries: tuple[SeatEntry, ...]
    blocked: bool = False
    packs: int = 1


def check_sheet(sheet: Sheet, rules: Rulebook | Rules) -> tuple[Finding, ...]:
    """Find every fault of a sheet, refusals first; an empty tuple means it may be accepted as it
    stands.
    """
    findings = [
        *seats_twice(sheet),
        *_too_many(sheet, rules),
        *_outcome(sheet),
        *(finding for entry in sheet.entries for finding in _seat(entry, sheet, rules)),
        *_conservation(sheet, rules),
        *_alike(sheet),
    ]
    return tuple(sorted(findings, key=lambda finding: not finding.refused))


def doubt_limits(rules: Rulebook | Rules) -> dict[str, int]:
    """The figures of the flags, for whoever has to say a doubt before a sheet is sent: one list for
    server and phone.

    `eight` is what a single 8 counts, or 0 where it counts as it says or the game prints no values;
    without values `points` is 0, as no count is high.
    """
    values = rules.scoring.card_values
    eight = values["8"] if values and values["8"] != 8 else 0
    return {
        "cards": LONG_HAND,
        "points": HIGH_POINTS if values else 0,
        "explained": LONG_ENOUGH,
        "alike": ALIKE_CARDS,
        "eight": eight,
    }


def refuse(kind: str, text: str, *seats: str) -> Finding:
    """A fault for which a sheet is refused."""
    return Finding(kind, seats, text, refused=True)


def _flag(kind: str, text: str, *seats: str) -> Finding:
    return Finding(kind, seats, text, refused=False)


def seats_twice(sheet: Sheet) -> Iterator[Finding]:
    """Seats that are entered more than once."""
    seated = [entry.seat for entry in sheet.entries]
    for seat in sorted({seat for seat in seated if seated.count(seat) > 1}):
        yield refuse("seat_twice", f"Seat {seat} is entered twice.", seat)


def _too_many(sheet: Sheet, rules: Rulebook | Rules) -> Iterator[Finding]:
    seated = sheet.entries
    needed = rules.deal.needed(len(seated))
    if needed > sheet.packs * len(rules.deal.pack):
        text = (
            f"{len(seated)} players need {needed} cards: more than {_packs(sheet.packs)} can give."
        )
        yield refuse("too_many_seats", text)


def _outcome(sheet: Sheet) -> Iterator[Finding]:
    winners = tuple(entry.seat for entry in sheet.entries if entry.went_out)
    if len(winners) > 1:
        yield refuse("two_out", f"Only one player can go out: {are_all(winners)} marked.", *winners)
    if winners and sheet.blocked:
        text = f"Seat {winners[0]} went out, so the game was not blocked: clear one of the two."
        yield refuse("out_and_blocked", text, *winners)
    if not winners and not sheet.blocked:
        yield _flag("nobody_out", "Nobody went out and the game is not marked as blocked.")


def _seat(entry: SeatEntry, sheet: Sheet, rules: Rulebook | Rules) -> Iterator[Finding]:
    seat = entry.seat
    filled = bool(entry.holds or entry.points)
    if entry.absent or entry.went_out:
        kind, words = (
            ("absent_with_cards", "is marked absent")
            if entry.absent
            else ("winner_with_cards", "went out")
        )
        if filled or (entry.absent and entry.went_out):
            text = f"Seat {seat} {words}, so it can hold no cards or points."
            yield refuse(kind, text, seat)
        return
    if entry.points is None and not entry.holds:
        yield refuse(
            "no_cards", f"Seat {seat} did not go out: enter the cards left, or their points.", seat
        )
    unnamed = court_unnamed(entry.hand, rules) if entry.hand else ""
    if unnamed:
        yield refuse("court_unnamed", f"Seat {seat}: {unnamed}", seat)
    yield from _points(entry, sheet, rules)
    yield from _unlikely(entry, rules)


def _points(entry: SeatEntry, sheet: Sheet, rules: Rulebook | Rules) -> Iterator[Finding]:
    values = rules.scoring.card_values
    if values is None or entry.points is None:
        return
    seat, points = entry.seat, entry.points
    pack_total = sheet.packs * pack_points(rules)
    least = min(values.values())
    if points < least:
        text = (
            f"Seat {seat} did not go out, so it has at least {many(least, 'point')}, not {points}."
        )
        yield refuse("points_too_low", text, seat)
    elif points > pack_total:
        text = f"Seat {seat} cannot have {points} points: all cards together count {pack_total}."
        yield refuse("points_too_high", text, seat)
    if entry.holds and entry.hand is not None:
        total = receipt(entry.hand, rules).total
        if total != points:
            text = f"The cards of seat {seat} count {total}, but {points} points are entered."
            yield refuse("points_disagree", text, seat)
    elif entry.caught_eight and points < values["8"]:
        text = (
            f"Seat {seat} cannot have an 8, which counts {values['8']}, and only {points} points."
        )
        yield refuse("eight_disagrees", text, seat)


def _unlikely(entry: SeatEntry, rules: Rulebook | Rules) -> Iterator[Finding]:
    values, seat = rules.scoring.card_values, entry.seat
    if entry.holds > LONG_HAND:
        yield _flag(
            "long_hand", f"Seat {seat} holds {entry.holds} cards, more than {LONG_HAND}.", seat
        )
    if values is None:
        return
    hand = entry.hand if entry.holds else None
    total = receipt(hand, rules).total if hand else entry.points or 0
    explained = hand is not None and entry.holds >= LONG_ENOUGH and hand.eights <= 1
    if total > HIGH_POINTS and not explained:
        text = (
            f"The {entry.holds} cards of seat {seat} count {total}: count them again."
            if hand
            else f"Seat {seat} has {total} points, more than {HIGH_POINTS}: count again."
        )
        yield _flag("high_points", text, seat)
    if values["8"] != 8 and (hand.tokens == ("8",) if hand else total == 8):
        text = (
            f"Seat {seat} holds a single 8, which counts {values['8']}: or was it 8 points?"
            if hand
            else f"Seat {seat} has 8 points: was it an 8 in hand, which counts {values['8']}?"
        )
        yield _flag("bare_eight", text, seat)


def _conservation(sheet: Sheet, rules: Rulebook | Rules) -> Iterator[Finding]:
    hands = {entry.seat: entry.hand for entry in sheet.entries if entry.hand}
    for excess in excesses(hands, rules.deal.pack, sheet.packs):
        yield refuse(excess.kind, excess.text(sheet.packs), *excess.places)
    remaining = sum(hand.count for hand in hands.values())
    someone_out = any(entry.went_out for entry in sheet.entries)
    played_cards = 1 + (rules.deal.dealt(len(sheet.entries)) if someone_out else 0)
    most = sheet.packs * len(rules.deal.pack) - played_cards
    if remaining > most:
        text = (
            f"The hands hold {remaining} cards together; with {_packs(sheet.packs)} at most"
            f" {most} can"
            " be left."
        )
        yield refuse("too_many_held", text, *hands)


def _packs(packs: int) -> str:
    return noun(packs, "one pack", f"{packs} packs")


def _alike(sheet: Sheet) -> Iterator[Finding]:
    entries = [entry for entry in sheet.entries if entry.hand and entry.holds >= ALIKE_CARDS]
    for index, entry in enumerate(entries):
        for seat_entry in entries[index + 1 :]:
            if entry.hand and seat_entry.hand and entry.hand.key == seat_entry.hand.key:
                text = (
                    f"Seats {entry.seat} and {seat_entry.seat} hold the same {entry.holds} cards:"
                    " entered twice?"
                )
                yield _flag("same_hand", text, entry.seat, seat_entry.seat)
