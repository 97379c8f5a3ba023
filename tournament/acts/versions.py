"""New versions of several sheets at once, inside one act: what was entered stays, and each version has its entry."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Q

from scoring.cut import Cut, NoCut
from scoring.formats import check
from scoring.sheet import Finding
from tournament.acts.desk import DeskRefusedError
from tournament.ledger.chain import Signature, append, append_each
from tournament.ledger.consequence import compared, line
from tournament.ledger.formats import event_format
from tournament.ledger.lift import rules, seal_in_force
from tournament.models import Conflict, Event, Flag, Game, Guest, LedgerEntry, Sheet, Tally
from tournament.submission import (
    Place,
    Submission,
    body_of,
    columns_of,
    flag_key,
    same_result,
    sheet_of,
    submission_from,
)


@dataclass(frozen=True, slots=True)
class GameFound:
    """A game with the sheet that counts (None where none does) and the number of its newest version."""

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
            raise DeskRefusedError(f"No sheet is in for {self.place}.")
        found = submission_from(self.sheet.entry.body)
        return replace(found, checked=self.sheet.checked, checker=self.sheet.checker)

    @property
    def refs(self) -> dict[str, str]:
        """Who is on that sheet, by seat."""
        return {row["seat"]: row["guest"] for row in self.sheet.entry.body["tallies"]} if self.sheet else {}


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The next version of a game: its entries, who sat where, and the seat that each seat's flags come from."""

    found: GameFound
    submission: Submission
    refs: Mapping[str, str]
    flags_of: "GameFound | None" = None


def games_found(row: Event, where: Q) -> list[GameFound]:
    """The games that fit, with their sheets; two queries."""
    games = Game.objects.filter(where, event=row).select_related("table__round").annotate(latest=Max("sheets__version"))
    listed = list(games.order_by("table__round__number", "table__number", "number"))
    sheets = Sheet.objects.filter(event=row, accepted=True, game__in=[game.pk for game in listed])
    of_game = {sheet.game_id: sheet for sheet in sheets.select_related("entry")}
    return [GameFound(game, of_game.get(game.pk), game.latest or 0) for game in listed]


def no_conflicts(row: Event, found: Iterable[GameFound]) -> None:
    """Refuse while two sheets of one of these games wait for a choice."""
    games = {one.game.pk: one.place for one in found}
    waiting = Conflict.objects.filter(event=row, game__in=games, resolved_by=None).values_list("game_id", flat=True)
    first = next(iter(waiting), None)
    if first is not None:
        raise DeskRefusedError(f"Two sheets of {games[first]} wait for a choice: settle that first.")


@dataclass(frozen=True, slots=True)
class Told:
    """What an act says of itself in the ledger: the kind and body of its first entry, and its reason."""

    kind: str
    body: dict[str, Any]
    reason: str


def rewrite(
    row: Event,
    told: Told,
    changes: Sequence[Rewrite],
    by: Signature,
    then: Callable[[LedgerEntry], object] = lambda _entry: None,
) -> LedgerEntry:
    """Write the act's entry, do what goes with it (`then`), and write each sheet that says something else than before.

    Raises DeskRefusedError where a sheet would be impossible, or where a sealed cut would change.
    """
    before = line(row) if seal_in_force(row) else None
    wanted = [change for change in changes if _differs(change)]
    findings = [_checked(row, change) for change in wanted]
    entry = append(row, told.kind, told.body, by, reason=told.reason)
    then(entry)
    if wanted:
        said = [(_kind(change), body_of(change.submission, change.refs)) for change in wanted]
        entries = append_each(row, said, by, reason=told.reason, after=entry)
        _write(row, list(zip(wanted, findings, strict=True)), entries, by)
    if before is not None:
        keep_the_seal(row, before)
    return entry


def keep_the_seal(row: Event, before: Cut | NoCut) -> None:
    """Refuse, and so undo, what moves somebody over a sealed line; `before` is the line as it was."""
    found = compared(before, line(row)).moves
    if found.crosses_the_line:
        text = f"The cut is sealed and this changes it: {found.words} Break the seal first, then put it right."
        raise DeskRefusedError(text)


def _differs(change: Rewrite) -> bool:
    sheet = change.found.sheet
    return sheet is None or not same_result(body_of(change.submission, change.refs), sheet.entry.body)


def _checked(row: Event, change: Rewrite) -> tuple[Finding, ...]:
    said = change.submission
    found = check(sheet_of(said, change.found.game.table.packs), event_format(row), rules(row))
    refused = [finding.text for finding in found if finding.refused]
    if refused:
        raise DeskRefusedError(f"The sheet of {said.place} would be impossible: {' '.join(refused)}")
    return found


def write_past(row: Event, change: Rewrite, told: Told, by: Signature) -> None:
    """Write one version as it was saved once, whoever sits there now: for the history of an archive alone.

    Raises DeskRefusedError where it would be impossible.
    """
    findings = _checked(row, change)
    entry = append(row, told.kind, told.body, by, reason=told.reason)
    _write(row, [(change, findings)], [entry], by)


def _kind(change: Rewrite) -> str:
    """A sheet where none counts yet, else a correction."""
    return "correct" if change.found.sheet else "sheet"


def _write(
    row: Event,
    wanted: Sequence[tuple[Rewrite, tuple[Finding, ...]]],
    entries: Sequence[LedgerEntry],
    by: Signature,
) -> None:
    """The rows of every version, a query for each kind of row however many versions there are."""
    past = [change.found.sheet.pk for change, _found in wanted if change.found.sheet]
    Sheet.objects.filter(event=row, pk__in=past).update(accepted=False)
    sheets = Sheet.objects.bulk_create(
        _sheet(change, entry) for (change, _found), entry in zip(wanted, entries, strict=True)
    )
    guests = dict(Guest.objects.filter(event=row).values_list("ref", "pk"))
    tallies: list[Tally] = []
    flags: list[Flag] = []
    dismissed = _dismissed(row, [change for change, _found in wanted])
    for (change, found), sheet in zip(wanted, sheets, strict=True):
        tallies += _tallies(row, change, sheet, guests)
        flags += [_flag(one, change, sheet, dismissed, by) for one in found]
    Tally.objects.bulk_create(tallies)
    Flag.objects.bulk_create(flags)


def _sheet(change: Rewrite, entry: LedgerEntry) -> Sheet:
    said = change.submission
    return Sheet(
        event=entry.event,
        game=change.found.game,
        entry=entry,
        version=change.found.latest + 1,
        blocked=said.blocked,
        checked=said.checked,
        checker=said.checker,
        entered_by=entry.actor,
        entered_at=entry.at,
        reason=entry.reason,
    )


def _tallies(row: Event, change: Rewrite, sheet: Sheet, guests: Mapping[str, int]) -> list[Tally]:
    columns = columns_of(sheet_of(change.submission), event_format(row), rules(row))
    return [
        Tally(event=sheet.event, sheet=sheet, guest_id=guests[change.refs[seat]], seat=seat, **of_seat)
        for seat, of_seat in columns.items()
    ]


def _dismissed(row: Event, changes: Iterable[Rewrite]) -> dict[tuple[int, str], Flag]:
    """The flags let stand on the sheets that these versions come from, by sheet, kind and seats."""
    sources = [change.flags_of or change.found for change in changes]
    sheets = [found.sheet.pk for found in sources if found.sheet]
    rows = Flag.objects.filter(event=row, sheet__in=sheets).exclude(dismissed="")
    return {(flag.sheet_id, f"{flag.kind} {flag.seat}".strip()): flag for flag in rows}


def _flag(
    finding: Finding, change: Rewrite, sheet: Sheet, dismissed: Mapping[tuple[int, str], Flag], by: Signature
) -> Flag:
    source = (change.flags_of or change.found).sheet
    old = dismissed.get((source.pk if source else 0, flag_key(finding)))
    flag = Flag(event=sheet.event, sheet=sheet, kind=finding.kind, seat=" ".join(finding.seats), text=finding.text)
    if old is not None and old.text == finding.text:
        flag.dismissed, flag.dismissed_by, flag.dismissed_at = old.dismissed, old.dismissed_by, by.at
    return flag
