"""New versions of several sheets at once, inside one act: what was entered stays, and each version
has its entry.

A sheet that was entered in the wrong place, and two hands that were entered for each other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Q

from scoring.counting.cut import Cut, NoCut
from scoring.counting.sheet import Finding, SeatEntry
from scoring.formats import check
from tournament.counting.consequences import compared, line
from tournament.counting.formats import play_of
from tournament.counting.scores import seal_in_force
from tournament.counting.submission import (
    Place,
    Submission,
    body_of,
    columns_of,
    flag_key,
    same_result,
    sheet_of,
    submission_from,
)
from tournament.entry.place import seated
from tournament.entry.versions import Version, write_versions
from tournament.entry.wrong_place import SheetMove, sheets_seen
from tournament.ledger.chain import Signature, all_or_nothing, append, append_each, known, writing
from tournament.models import (
    LARGEST,
    Conflict,
    Event,
    Flag,
    Game,
    Guest,
    LedgerEntry,
    Sheet,
    TypedHand,
)
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot


@dataclass(frozen=True, slots=True)
class GameFound:
    """A game with the sheet that counts (None where none does) and the number of its newest
    version.
    """

    game: Game
    sheet: Sheet | None
    latest: int

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.game.table.round.number, self.game.table.number, self.game.number)

    @property
    def said(self) -> Submission:
        """The sheet that counts, as it was sent."""
        if self.sheet is None:
            raise Refused(f"No sheet is in for {self.place}.")
        submission = submission_from(self.sheet.entry.body)
        return replace(submission, checked=self.sheet.checked, checker=self.sheet.checker)

    @property
    def refs(self) -> dict[str, str]:
        """Who is on that sheet, by seat."""
        return (
            {row["seat"]: row["guest"] for row in self.sheet.entry.body["tallies"]}
            if self.sheet
            else {}
        )


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The next version of a game: its entries, who sat where, and the seat that each seat's flags
    come from.
    """

    found: GameFound
    submission: Submission
    refs: Mapping[str, str]
    flags_of: "GameFound | None" = None


def games_found(row: Event, condition: Q) -> list[GameFound]:
    """The games that fit, with their sheets; two queries."""
    games = (
        Game.objects.filter(condition, event=row)
        .select_related("table__round")
        .annotate(latest=Max("sheets__version"))
    )
    listed = list(games.order_by("table__round__number", "table__number", "number"))
    sheets = Sheet.objects.filter(event=row, accepted=True, game__in=[game.pk for game in listed])
    of_game = {sheet.game_id: sheet for sheet in sheets.select_related("entry")}
    return [GameFound(game, of_game.get(game.pk), game.latest or 0) for game in listed]


def no_conflicts(row: Event, games: Iterable[GameFound]) -> None:
    """Refuse while two sheets of one of these games wait for a choice."""
    place_of = {game.game.pk: game.place for game in games}
    waiting = Conflict.objects.filter(event=row, game__in=place_of, resolved_by=None).values_list(
        "game_id", flat=True
    )
    first = next(iter(waiting), None)
    if first is not None:
        raise Refused(f"Two sheets of {place_of[first]} wait for a choice: settle that first.")


@dataclass(frozen=True, slots=True)
class Told:
    """What an act says of itself in the ledger: the kind and body of its first entry, and its
    reason.
    """

    kind: str
    body: dict[str, Any]
    reason: str


def rewrite(
    row: Event,
    act: Told,
    changes: Sequence[Rewrite],
    signature: Signature,
    then: Callable[[LedgerEntry], object] = lambda _entry: None,
) -> LedgerEntry:
    """Write the act's entry, do what goes with it (`then`), and write each sheet that says
    something else than before.

    Raises Refused where a sheet would be impossible, or where a sealed cut would change.
    """
    before = line(row) if seal_in_force(row) else None
    rewrites = [change for change in changes if _differs(change)]
    findings = [_checked(row, change) for change in rewrites]
    entry = append(row, act.kind, act.body, signature, reason=act.reason)
    then(entry)
    if rewrites:
        bodies = [
            ("correct" if change.found.sheet else "sheet", body_of(change.submission, change.refs))
            for change in rewrites
        ]
        entries = append_each(row, bodies, signature, reason=act.reason, after=entry)
        _write(row, list(zip(rewrites, findings, strict=True)), entries)
    if before is not None:
        keep_the_seal(row, before)
    return entry


def keep_the_seal(row: Event, before: Cut | NoCut) -> None:
    """Refuse, and so undo, what moves somebody over a sealed line; `before` is
    the line as it was.
    """
    moves = compared(before, line(row)).moves
    if moves.crosses_the_line:
        text = (
            f"The cut is sealed and this changes it: {moves.words} Break the seal first, then put"
            " it right."
        )
        raise Refused(text)


def _differs(change: Rewrite) -> bool:
    sheet = change.found.sheet
    return sheet is None or not same_result(
        body_of(change.submission, change.refs), sheet.entry.body
    )


def _checked(row: Event, change: Rewrite) -> tuple[Finding, ...]:
    submission = change.submission
    findings = check(sheet_of(submission, change.found.game.table.packs), *play_of(row))
    refused = [finding.text for finding in findings if finding.refused]
    if refused:
        raise Refused(f"The sheet of {submission.place} would be impossible: {' '.join(refused)}")
    return findings


def write_past(row: Event, change: Rewrite, act: Told, signature: Signature) -> None:
    """Write one version as it was saved once, whoever sits there now: for the history of an archive
    alone.

    Raises Refused where it would be impossible.
    """
    findings = _checked(row, change)
    entry = append(row, act.kind, act.body, signature, reason=act.reason)
    _write(row, [(change, findings)], [entry])


def _write(
    row: Event,
    rewrites: Sequence[tuple[Rewrite, tuple[Finding, ...]]],
    entries: Sequence[LedgerEntry],
) -> None:
    """The rows of every version."""
    guests = dict(Guest.objects.filter(event=row).values_list("ref", "pk"))
    old = _dismissed(row, [change for change, _findings in rewrites])
    play = play_of(row)
    versions = [
        Version(
            game=change.found.game.pk,
            number=change.found.latest + 1,
            submission=change.submission,
            columns=columns_of(sheet_of(change.submission), *play),
            guests={seat: guests[ref] for seat, ref in change.refs.items()},
            entry=entry,
            replaces=change.found.sheet is not None,
            findings=findings,
            dismissed=_still_dismissed(change, findings, old),
        )
        for (change, findings), entry in zip(rewrites, entries, strict=True)
    ]
    write_versions(row, versions)


def _dismissed(row: Event, changes: Iterable[Rewrite]) -> dict[tuple[int, str], Flag]:
    """The flags let stand on the sheets that these versions come from, by sheet, kind and seats."""
    sources = [change.flags_of or change.found for change in changes]
    sheets = [source.sheet.pk for source in sources if source.sheet]
    rows = Flag.objects.filter(event=row, sheet__in=sheets).exclude(dismissed="")
    return {(flag.sheet_id, f"{flag.kind} {flag.seat}".strip()): flag for flag in rows}


def _still_dismissed(
    change: Rewrite, findings: Iterable[Finding], old: Mapping[tuple[int, str], Flag]
) -> dict[str, tuple[str, str]]:
    """Which flags stay dismissed, and by whom: those that say the same as before."""
    source = (change.flags_of or change.found).sheet
    same = {flag_key(finding): finding.text for finding in findings}
    flags = {
        key: flag for (sheet, key), flag in old.items() if source is not None and sheet == source.pk
    }
    return {
        key: (flag.dismissed, flag.dismissed_by)
        for key, flag in flags.items()
        if same.get(key) == flag.text
    }


@after_snapshot
def move_sheet(
    event: Event, move: SheetMove, signature: Signature, *, reason: str, seen_state: str = ""
) -> None:
    """Move a sheet to another game or table, or swap it with the one there. Reverse act: the same
    move back.

    At one table the hands go with their guests; at another they stay with their seats. Raises
    Refused where the seats do not fit, a sheet would be impossible, or a sealed cut would
    change.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason)
        if move.away == move.to:
            raise Refused("Choose another game or table than the one the sheet is at.")
        as_seen(seen_state, lambda: sheets_seen(row, move.away, move.to))
        away, to = (_game(row, place) for place in (move.away, move.to))
        no_conflicts(row, (away, to))
        changes = [_carried(row, away, to)]
        if to.sheet is not None:
            changes.append(_carried(row, to, away))
        body = {"from": _spelt(move.away), "to": _spelt(move.to), "swapped": to.sheet is not None}

        def leave_empty(entry: LedgerEntry) -> None:
            if to.sheet is None and away.sheet is not None:
                Sheet.objects.filter(pk=away.sheet.pk).update(accepted=False, moved_by=entry)

        rewrite(row, Told("move", body, reason), changes, signature, leave_empty)
        TypedHand.objects.filter(event=row, game__in=(away.game, to.game)).delete()


@after_snapshot
def move_table(
    event: Event,
    moves: Sequence[SheetMove],
    signature: Signature,
    *,
    reason: str,
    seen_state: str = "",
) -> None:
    """Move all sheets of a table that was typed under a wrong number, or swap them with those
    there.

    Reverse act: the same moves back.
    """
    seen_states = seen_state.split(" | ") if seen_state else [""] * len(moves)
    with all_or_nothing():
        for move, state in zip(moves, seen_states, strict=True):
            own = replace(signature, key=f"{signature.key[:70]}-{move.away.game}")
            move_sheet(event, move, own, reason=reason, seen_state=state)


@after_snapshot
def swap_hands(
    event: Event,
    place: Place,
    seats: tuple[str, str],
    signature: Signature,
    *,
    reason: str,
    seen_state: str = "",
) -> None:
    """Let two hands of one sheet change seats: they were entered for each other.

    Reverse act: the same swap again.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason)
        as_seen(seen_state, lambda: sheets_seen(row, place))
        current = _game(row, place)
        submission = current.said
        no_conflicts(row, (current,))
        first, second = seats
        if first == second or not {first, second} <= set(current.refs):
            raise Refused("Choose two different seats of this sheet.")
        to = {first: second, second: first}
        entries = tuple(
            sorted(
                (
                    replace(entry, seat=to.get(entry.seat, entry.seat))
                    for entry in submission.entries
                ),
                key=lambda entry: entry.seat,
            )
        )
        change = Rewrite(current, replace(submission, entries=entries, dismissed={}), current.refs)
        body = _spelt(place) | {"seats": sorted(seats)}
        rewrite(row, Told("swap_hands", body, reason), [change], signature)


def as_seen(seen_state: str, now: Callable[[], str]) -> None:
    """Refuse what was previewed on something that is otherwise by now: done twice, a change of
    places would undo itself. Nothing `seen` is nothing to compare.
    """
    if seen_state and seen_state != now():
        raise Refused(
            "Somebody changed this meanwhile. Below is what your change would do now: look at it"
            " before you do it."
        )


def _spelt(place: Place) -> dict[str, int]:
    return {"round": place.round, "table": place.table, "game": place.game}


def _game(row: Event, place: Place) -> GameFound:
    here = Q(table__round__number=place.round, table__number=place.table, number=place.game)
    games = games_found(row, here) if max(place.round, place.table, place.game) <= LARGEST else []
    if not games or games[0].game.table.round.state == RoundState.DRAFT:
        raise Refused(f"There is no {place}: check the numbers.")
    if games[0].game.not_played or games[0].game.void:
        raise Refused(f"The game at {place} is not played or void: take that back first.")
    return games[0]


def _carried(row: Event, source: GameFound, target: GameFound) -> Rewrite:
    """What is on the source's sheet, as the sheet of the target."""
    submission, on_it = source.said, source.refs
    seats = {
        seat.letter: seat.guest.ref for seat in seated(row, target.place).select_related("guest")
    }
    to = _seats_of(on_it, seats, source, target)
    entries: list[SeatEntry] = [replace(entry, seat=to[entry.seat]) for entry in submission.entries]
    entries.sort(key=lambda entry: entry.seat)
    moved = Submission(
        target.place,
        tuple(entries),
        blocked=submission.blocked,
        checked=submission.checked,
        checker=submission.checker,
    )
    return Rewrite(target, moved, seats, flags_of=source)


def _seats_of(
    on_it: dict[str, str], seats: dict[str, str], source: GameFound, target: GameFound
) -> dict[str, str]:
    """The seat of the target for each seat of the source: by guest where they are the same, else by
    letter.
    """
    if sorted(on_it.values()) == sorted(seats.values()):
        letters = {ref: letter for letter, ref in seats.items()}
        return {letter: letters[ref] for letter, ref in on_it.items()}
    if on_it.keys() != seats.keys():
        raise Refused(
            f"{source.place} has the seats {', '.join(sorted(on_it))}, and {target.place} has"
            f" {', '.join(sorted(seats)) or 'none'}: the sheet does not fit there."
        )
    return {letter: letter for letter in on_it}
