"""The checks of one sheet by the format's own entry: each fault a sentence that says how to mend
it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.counting.sheet import Finding, SeatEntry, Sheet, check_sheet, refuse, seats_twice
from scoring.formats.format import EntryKind, Format
from scoring.formats.results import ranks
from scoring.law.rulebook import Rules
from scoring.words import are_all, listed

WANTING = frozenset(
    {"nobody_out", "no_winner", "no_place", "place_missing", "no_laps", "no_points"}
)
"""The kinds of faults that say nothing while seats are still to be entered."""

_Found = Iterator[Finding]


def check(sheet: Sheet, form: Format, rules: Rules) -> tuple[Finding, ...]:
    """Every fault of a sheet, refusals first; an empty tuple means it may be
    accepted as it stands.

    A table that grew since it was laid plays with the packs that so many players are dealt.
    """
    if form.entry in ("hand", "winner_and_hands"):
        packs = max(sheet.packs, rules.deal.packs(len(sheet.entries)))
        return check_sheet(replace(sheet, packs=packs), rules)
    present = [entry for entry in sheet.entries if not entry.absent]
    findings = [*seats_twice(sheet), *_CHECKS[form.entry](present, sheet, form)]
    if not present:
        findings.append(
            refuse(
                "nobody_there", "Everybody is marked absent: declare the game not played instead."
            )
        )
    return tuple(sorted(findings, key=lambda finding: not finding.refused))


def _points(present: Sequence[SeatEntry], sheet: Sheet, form: Format) -> _Found:
    for seat_entry in present:
        if seat_entry.points is None and not seat_entry.went_out:
            yield refuse(
                "no_points",
                f"Seat {seat_entry.seat} has no points: enter them, or mark the seat absent.",
                seat_entry.seat,
            )


def _winner(present: Sequence[SeatEntry], sheet: Sheet, form: Format) -> _Found:
    yield from _one_winner(
        [seat_entry.seat for seat_entry in present if seat_entry.went_out], present, sheet, form
    )


def _one_winner(
    winners: Sequence[str], present: Sequence[SeatEntry], sheet: Sheet, form: Format
) -> _Found:
    if len(winners) > 1:
        text = f"Only one player can win a {form.unit}: seats {are_all(winners)} marked."
        yield refuse("two_winners", text, *winners)
    elif winners and sheet.blocked:
        text = (
            f"Seat {winners[0]} won, so the {form.unit} did not end without a winner: clear one of"
            " the two."
        )
        yield refuse("won_and_blocked", text, *winners)
    elif present and not winners and not sheet.blocked:
        yield refuse(
            "no_winner",
            f"Nobody won: mark the winner of the {form.unit}, or that it ended without one.",
        )


def _places(present: Sequence[SeatEntry], sheet: Sheet, form: Format) -> _Found:
    places = [
        (seat_entry.place, seat_entry.seat)
        for seat_entry in present
        if seat_entry.place is not None
    ]
    without = [seat_entry.seat for seat_entry in present if seat_entry.place is None]
    players = len(present)
    for place, seat in places:
        if not 1 <= place <= players:
            text = (
                f"Seat {seat}: there is no place {place} among {players} players; give 1 to"
                f" {players}."
            )
            yield refuse("no_such_place", text, seat)
    for place, times in sorted(Counter(place for place, _ in places).items()):
        if times > 1:
            seats = [seat for occupied, seat in places if occupied == place]
            kind, words = (
                ("two_winners", "two cannot finish first")
                if place == 1
                else ("place_twice", "change one")
            )
            yield refuse(kind, f"Seats {listed(seats)} both have place {place}: {words}.", *seats)
    missing = sorted(set(range(1, len(places) + 1)) - {place for place, _ in places})
    if missing and len({place for place, _ in places}) == len(places):
        yield refuse(
            "place_missing",
            f"Place {missing[0]} is missing: nobody has it, and later places are given.",
        )
    if without and not sheet.blocked:
        text = f"Seat {without[0]} has no place: enter it, or tick that time was called."
        yield refuse("no_place", text, *without)
    if sheet.blocked and places and not without:
        yield refuse(
            "out_and_blocked",
            "Everybody has a place, so time did not end the game: clear the tick.",
        )


def _laps(present: Sequence[SeatEntry], sheet: Sheet, form: Format) -> _Found:
    missing = [entry.seat for entry in present if entry.laps is None]
    for seat in missing:
        yield refuse(
            "no_laps",
            f"Seat {seat} has no laps: enter 0 to {form.laps}, or mark the seat absent.",
            seat,
        )
    for seat_entry in present:
        if seat_entry.laps is not None and not 0 <= seat_entry.laps <= form.laps:
            text = (
                f"Seat {seat_entry.seat}: {seat_entry.laps} laps are not possible where"
                f" {form.laps} win; give 0"
                f" to {form.laps}."
            )
            yield refuse("too_many_laps", text, seat_entry.seat)
    if not missing:
        yield from _one_winner(
            [entry.seat for entry in present if entry.laps == form.laps], present, sheet, form
        )
        yield from _finishing_order(present, form)


def _finishing_order(present: Sequence[SeatEntry], form: Format) -> _Found:
    """Places given beside laps split equal laps, and nothing else."""
    positions = ranks(present, form.entry)
    laps = Counter(entry.laps for entry in present)
    for seat_entry in present:
        place, shared = positions[seat_entry.seat]
        if seat_entry.place is None:
            if shared < laps[seat_entry.laps]:
                text = (
                    f"Seat {seat_entry.seat} ran as many laps as another who has a place: give"
                    " both one,"
                    " or neither."
                )
                yield refuse("no_place", text, seat_entry.seat)
        elif shared > 1 or seat_entry.place != place:
            text = (
                f"Seat {seat_entry.seat}: place {seat_entry.place} does not fit the laps run;"
                " leave the place out"
                " or correct it."
            )
            yield refuse("place_against_laps", text, seat_entry.seat)


_CHECKS: Mapping[EntryKind, Callable[[Sequence[SeatEntry], Sheet, Format], _Found]] = {
    "points": _points,
    "places": _places,
    "winner": _winner,
    "laps": _laps,
}
