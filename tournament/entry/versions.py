"""The rows of a sheet, written in one place: its version, a tally a seat, and what was flagged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.counting.sheet import Finding
from tournament.counting.submission import Columns, Submission, flag_key
from tournament.models import Event, Flag, LedgerEntry, Sheet, Tally


@dataclass(frozen=True, slots=True)
class Version:
    """The next version of the sheet of a game (by row), and the ledger entry that accepted it.

    `columns` are those of the tally of each seat, `guests` the rows of those who sit there;
    `replaces` says that another version counted until now. `findings` are the flags; `dismissed`
    names those let stand by `flag_key`, each with its reason and by whom.
    """

    game: int
    number: int
    submission: Submission
    columns: Columns
    guests: Mapping[str, int]
    entry: LedgerEntry
    replaces: bool = False
    findings: tuple[Finding, ...] = ()
    dismissed: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def write_versions(event: Event, versions: Sequence[Version]) -> list[Sheet]:
    """Write the rows of versions that were checked: a query for each kind of row, however many
    versions there are.
    """
    past = [version.game for version in versions if version.replaces]
    if past:
        Sheet.objects.filter(event=event, game__in=past, accepted=True).update(accepted=False)
    sheets = [_sheet(event, version) for version in versions]
    Sheet.objects.bulk_create(sheets)
    pairs = list(zip(versions, sheets, strict=True))
    Tally.objects.bulk_create(
        [tally for version, sheet in pairs for tally in _tallies(version, sheet)]
    )
    flags = [
        _flag(finding, version, sheet) for version, sheet in pairs for finding in version.findings
    ]
    if flags:
        Flag.objects.bulk_create(flags)
    return sheets


def _sheet(event: Event, version: Version) -> Sheet:
    submission, entry = version.submission, version.entry
    return Sheet(
        event=event,
        game_id=version.game,
        entry=entry,
        version=version.number,
        blocked=submission.blocked,
        checked=submission.checked,
        checker=submission.checker,
        entered_by=entry.actor,
        entered_at=entry.at,
        reason=entry.reason,
    )


def _tallies(version: Version, sheet: Sheet) -> list[Tally]:
    owner = {"event_id": sheet.event_id, "sheet_id": sheet.pk}
    return [
        Tally(**owner, guest_id=version.guests[seat], seat=seat, **of_seat)
        for seat, of_seat in sorted(version.columns.items())
    ]


def _flag(finding: Finding, version: Version, sheet: Sheet) -> Flag:
    flag = Flag(
        event_id=sheet.event_id,
        sheet_id=sheet.pk,
        kind=finding.kind,
        seat=" ".join(finding.seats),
        text=finding.text,
    )
    if reason_and_name := version.dismissed.get(flag_key(finding)):
        flag.dismissed, flag.dismissed_by = reason_and_name
        flag.dismissed_at = version.entry.at
    return flag
