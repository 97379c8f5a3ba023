"""Dismissing flags and recording who looked a sheet over; each act has its reverse beside it."""

from typing import Any

from scoring.sheet import DISMISSALS
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Flag, LedgerEntry, Sheet
from tournament.snapshot import after_snapshot
from tournament.submission import Place


class CheckRefusedError(ValueError):
    """The flag or sheet cannot be marked so: the sentence says why and what to do."""


def dismiss_flag(event: Event, flag: int, reason: str, by: Signature) -> Flag:
    """Let something unlikely stand, for one of the fixed reasons. Reverse act: `raise_flag_again`."""
    if reason not in DISMISSALS:
        raise CheckRefusedError(f"A flag is dismissed for one of these reasons: {', '.join(DISMISSALS)}.")
    with writing(event) as row:
        found = _flag(row, flag)
        if not _known(row, by) and not found.dismissed:
            append(row, "dismiss", _body(found.sheet, flag=found.kind, seat=found.seat), by, reason=reason)
            found.dismissed, found.dismissed_by, found.dismissed_at = reason, by.actor.name, by.at
            found.save(update_fields=["dismissed", "dismissed_by", "dismissed_at"])
    return found


@after_snapshot
def raise_flag_again(event: Event, flag: int, reason: str, by: Signature) -> Flag:
    """Take a dismissal back. Reverse act: `dismiss_flag`."""
    with writing(event) as row:
        found = _flag(row, flag)
        if not _known(row, by) and found.dismissed:
            append(row, "raise_again", _body(found.sheet, flag=found.kind, seat=found.seat), by, reason=reason)
            found.dismissed, found.dismissed_by, found.dismissed_at = "", "", None
            found.save(update_fields=["dismissed", "dismissed_by", "dismissed_at"])
    return found


def mark_checked(event: Event, place: Place, version: int, checker: str, by: Signature) -> Sheet:
    """Record that the left-hand neighbours looked over the version seen. Reverse act: `mark_unchecked`."""
    if not checker.strip():
        raise CheckRefusedError("Say who checked the hands.")
    return _mark(event, place, version, checker.strip()[:120], by)


@after_snapshot
def mark_unchecked(event: Event, place: Place, version: int, by: Signature, *, reason: str) -> Sheet:
    """Take a check back, with the reason. Reverse act: `mark_checked`."""
    return _mark(event, place, version, "", by, reason)


def _mark(event: Event, place: Place, version: int, checker: str, by: Signature, reason: str = "") -> Sheet:
    with writing(event) as row:
        sheet = _accepted(row, place)
        if sheet is None or sheet.version != version:
            raise CheckRefusedError("The sheet changed meanwhile: look at it again, then tick.")
        if not _known(row, by) and sheet.checked != bool(checker):
            kind = "check" if checker else "uncheck"
            append(row, kind, _body(sheet, version=version, checker=checker), by, reason=reason)
            sheet.checked, sheet.checker = bool(checker), checker
            sheet.save(update_fields=["checked", "checker"])
    return sheet


def _flag(row: Event, flag: int) -> Flag:
    chosen = Flag.objects.select_related("sheet__game__table__round").filter(event=row, pk=flag).first()
    if chosen is None or not chosen.sheet.accepted:
        raise CheckRefusedError("This flag is gone: its sheet was corrected meanwhile.")
    return chosen


def _accepted(row: Event, place: Place) -> Sheet | None:
    return (
        Sheet.objects.select_related("game__table__round")
        .filter(
            event=row,
            accepted=True,
            game__number=place.game,
            game__table__number=place.table,
            game__table__round__number=place.round,
        )
        .first()
    )


def _known(row: Event, by: Signature) -> bool:
    """Whether this very request was done already."""
    return LedgerEntry.objects.filter(event=row, key=by.key).exists()


def _body(sheet: Sheet, **more: Any) -> dict[str, Any]:
    game = sheet.game
    return {"round": game.table.round.number, "table": game.table.number, "game": game.number} | more
