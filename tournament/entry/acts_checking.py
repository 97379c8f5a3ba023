"""Dismissing flags and recording who looked a sheet over; each act has its reverse beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.counting.sheet import DISMISSALS
from tournament.counting.submission import SIGNED, Place
from tournament.entry.place import accepted
from tournament.ledger.chain import Signature, append, append_each, known, writing
from tournament.models import Event, Flag, Sheet
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot

BY_A_SLIP = "Pressed by a slip"
"""The reason on record for what is taken back with one press."""


def dismiss_flag(event: Event, pk: int, reason: str, signature: Signature) -> Flag:
    """Let something unlikely stand, for one of the fixed reasons.

    Reverse act: `raise_flag_again`.
    """
    if reason not in DISMISSALS:
        raise Refused(f"A flag is dismissed for one of these reasons: {', '.join(DISMISSALS)}.")
    return _settled_flag(event, pk, "dismiss", reason, signature)


@after_snapshot
def raise_flag_again(event: Event, pk: int, reason: str, signature: Signature) -> Flag:
    """Take a dismissal back. Reverse act: `dismiss_flag`."""
    return _settled_flag(event, pk, "raise_again", reason, signature)


def _settled_flag(event: Event, pk: int, kind: str, reason: str, signature: Signature) -> Flag:
    """A flag dismissed for the reason, or raised again; one that is so already stays as it is."""
    stands = kind == "dismiss"
    with writing(event) as row:
        flag = _flag(row, pk)
        if not known(row, signature) and bool(flag.dismissed) != stands:
            body = _body(flag.sheet, flag=flag.kind, seat=flag.seat)
            append(row, kind, body, signature, reason=reason)
            flag.dismissed = reason if stands else ""
            flag.dismissed_by = signature.actor.name if stands else ""
            flag.dismissed_at = signature.at if stands else None
            flag.save(update_fields=["dismissed", "dismissed_by", "dismissed_at"])
    return flag


def mark_checked(
    event: Event, place: Place, version: int, checker: str, signature: Signature
) -> Sheet:
    """Record that the left-hand neighbours looked over the version seen.

    Reverse act: `mark_unchecked`.
    """
    if not checker.strip():
        raise Refused("Say who checked the hands.")
    return _mark(event, place, version, checker.strip()[:120], signature)


@after_snapshot
def mark_unchecked(
    event: Event, place: Place, version: int, signature: Signature, *, reason: str
) -> Sheet:
    """Take a check back, with the reason. Reverse act: `mark_checked`."""
    return _mark(event, place, version, "", signature, reason)


def _mark(
    event: Event, place: Place, version: int, checker: str, signature: Signature, reason: str = ""
) -> Sheet:
    with writing(event) as row:
        sheet = accepted(row, place)
        if sheet is None or sheet.version != version:
            raise Refused("The sheet has changed since: look at it again, then tick.")
        if not known(row, signature) and sheet.checked != bool(checker):
            kind = "check" if checker else "uncheck"
            append(
                row, kind, _body(sheet, version=version, checker=checker), signature, reason=reason
            )
            sheet.checked, sheet.checker = bool(checker), checker
            sheet.save(update_fields=["checked", "checker"])
    return sheet


def mark_table_checked(
    event: Event, table: tuple[int, int], seen_versions: Mapping[int, int], signature: Signature
) -> None:
    """Record that the umpire's sheet of a table (round, number) is signed, so that all games
    seen are checked.

    `seen_versions` names the version by game; games checked before are passed over. Reverse act:
    `mark_table_unchecked`. Raises Refused where a sheet changed meanwhile.
    """
    with writing(event) as row:
        if not known(row, signature):
            sheets = _of_table(row, table, seen_versions)
            _mark_each(row, [sheet for sheet in sheets if not sheet.checked], SIGNED, signature)


@after_snapshot
def mark_table_unchecked(
    event: Event,
    table: tuple[int, int],
    seen_versions: Mapping[int, int],
    signature: Signature,
    *,
    reason: str,
) -> None:
    """Take back that the umpire's sheet of a table (round, number) is signed, for the games in
    `seen_versions`.

    What was checked game by game stays so. Reverse act: `mark_table_checked`.
    """
    with writing(event) as row:
        if not known(row, signature):
            sheets = _of_table(row, table, seen_versions)
            _mark_each(
                row, [sheet for sheet in sheets if sheet.checker == SIGNED], "", signature, reason
            )


def _of_table(row: Event, table: tuple[int, int], seen_versions: Mapping[int, int]) -> list[Sheet]:
    """The sheets of a table that were seen, each in the version that was seen, by game."""
    here = Sheet.objects.filter(
        event=row, accepted=True, game__number__in=seen_versions, game__table__number=table[1]
    )
    here = here.filter(game__table__round__number=table[0]).select_related("game__table__round")
    sheets = list(here.order_by("game__number"))
    if {sheet.game.number: sheet.version for sheet in sheets} != dict(seen_versions):
        raise Refused("A sheet of this table has changed since: look at the table again.")
    return sheets


def _mark_each(
    row: Event, sheets: Sequence[Sheet], checker: str, signature: Signature, reason: str = ""
) -> None:
    """An entry for each sheet, as if each had been marked by itself."""
    if not sheets:
        return
    kind = "check" if checker else "uncheck"
    bodies = [_body(sheet, version=sheet.version, checker=checker) for sheet in sheets]
    first = append(row, kind, bodies[0], signature, reason=reason)
    append_each(row, [(kind, body) for body in bodies[1:]], signature, reason=reason, after=first)
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets]).update(
        checked=bool(checker), checker=checker
    )


def _flag(row: Event, pk: int) -> Flag:
    flag = Flag.objects.select_related("sheet__game__table__round").filter(event=row, pk=pk).first()
    if flag is None or not flag.sheet.accepted:
        raise Refused("This flag is gone: its sheet has been corrected.")
    return flag


def _body(sheet: Sheet, **more: Any) -> dict[str, Any]:
    game = sheet.game
    return {
        "round": game.table.round.number,
        "table": game.table.number,
        "game": game.number,
    } | more
