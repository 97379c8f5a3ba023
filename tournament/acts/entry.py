"""The one writer of results: a sheet comes in, and is saved, repeated, refused, or kept as a conflict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.formats import Format, check
from scoring.rulebook import Rules
from scoring.sheet import DISMISSALS, Finding
from tournament.acts.place import Found, find
from tournament.ledger.chain import Signature, append, bump, durable
from tournament.ledger.consequence import guard_the_seal
from tournament.ledger.formats import format_named, rules_named
from tournament.ledger.targets import fault_after_the_target
from tournament.models import Conflict, Event, Flag, LedgerEntry, Sheet, Tally
from tournament.submission import Place, Submission, body_of, columns_of, flag_key, same_result, sheet_of


class SheetRefusedError(ValueError):
    """The sheet cannot be right, or its game takes none: each finding says why and how to mend it."""

    def __init__(self, *findings: Finding) -> None:
        self.findings = findings
        super().__init__(" ".join(finding.text for finding in findings))


class SheetConflictError(Exception):
    """Another sheet of this game came first and differs; ours is kept as `entry` until a person chooses."""

    def __init__(self, entry: LedgerEntry) -> None:
        self.entry = entry
        super().__init__(f"This game was saved before, with other tallies. Yours is kept as number {entry.number}.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sheet: `number` is the receipt, `repeated` that the same had been saved already."""

    number: int
    version: int
    repeated: bool = False
    flags: tuple[Finding, ...] = ()
    sheet: Sheet | None = field(default=None, compare=False, repr=False)


def record_sheet(event: Event, submission: Submission, by: Signature, *, at_desk: bool = False) -> Outcome:
    """Save a sheet. The same request twice is one entry; a different sheet on a stale version is a conflict.

    `at_desk` is the head umpire's or organiser's hand: it may also write to a closed round. Raises SheetRefusedError
    (nothing is saved) or SheetConflictError (the sheet is kept, and changes nothing). Reverse act: a correction back.
    """
    with durable():
        bump(event, frozen_at=by.at)
        found = _place(event, submission, by.key)
        submission = _in_seat_order(submission, found, at_desk=at_desk)
        body = body_of(submission, found.refs)
        if found.known:
            return _repeat(event, by.key, body)
        if submission.seen == found.version:
            return _save(found, submission, body, by)
        settled = _compare(found, body, by)
    if isinstance(settled, LedgerEntry):
        raise SheetConflictError(settled)
    return settled


def resolve_conflict(event: Event, submission: Submission, by: Signature) -> Outcome:
    """Save the sheet a person chose and close every conflict about its game. Reverse act: a correction back."""
    with durable():
        bump(event)
        found = _place(event, submission, by.key)
        submission = _in_seat_order(submission, found, at_desk=True)
        body = body_of(submission, found.refs)
        if found.known:
            return _repeat(event, by.key, body)
        if submission.seen != found.version:
            raise SheetRefusedError(_refusal("stale", "The sheet changed while you chose: look at it again."))
        outcome = _save(found, submission, body, by, kind="resolve")
        entry = LedgerEntry.objects.get(event=event, number=outcome.number)
        Conflict.objects.filter(event=event, game=found.game, resolved_by=None).update(resolved_by=entry)
    return outcome


def _refusal(kind: str, text: str, *seats: str) -> Finding:
    return Finding(kind, seats, text, refused=True)


def _place(event: Event, submission: Submission, key: str) -> Found:
    found = find(event, submission.place, key)
    if found is None:
        text = f"There is no {submission.place} with guests at it: check the numbers."
        raise SheetRefusedError(_refusal("no_game", text))
    return found


def _in_seat_order(submission: Submission, found: Found, *, at_desk: bool) -> Submission:
    """The submission with one entry a seat in order; refused where place or seats do not fit."""
    if found.not_played:
        raise SheetRefusedError(_refusal("not_played", "This game was declared not played: take that back first."))
    if found.void:
        raise SheetRefusedError(_refusal("void", "A ruling made this game void: cancel that adjustment first."))
    if not found.open and not (at_desk and found.published):
        text = f"Round {submission.place.round} takes no sheets now: ask the desk."
        raise SheetRefusedError(_refusal("round_not_open", text))
    given = {entry.seat: entry for entry in submission.entries}
    strange = [seat for seat in given if seat not in found.refs]
    missing = [seat for seat in found.refs if seat not in given]
    if strange or missing or len(given) != len(submission.entries):
        raise SheetRefusedError(*_wrong_seats(strange, missing))
    moved = [seat for seat, ref in submission.people.items() if found.refs[seat] != ref]
    if moved:
        text = f"Somebody else sits at seat {moved[0]} now: look who sits there, then enter the game again."
        raise SheetRefusedError(_refusal("people", text, *moved))
    return replace(submission, entries=tuple(given[seat] for seat in sorted(given)))


def _wrong_seats(strange: Sequence[str], missing: Sequence[str]) -> list[Finding]:
    found = [
        _refusal("no_such_seat", f"Nobody sits at seat {seat} in this game: leave it out.", seat) for seat in strange
    ]
    text = "Seat {0} is missing: enter the cards, points, went out or absent."
    found += [_refusal("missing", text.format(seat), seat) for seat in missing]
    return found or [_refusal("seat_twice", "A seat is there twice: send each seat once.")]


def _repeat(event: Event, key: str, body: dict[str, Any]) -> Outcome:
    entry = LedgerEntry.objects.select_related("sheet").get(event=event, key=key)
    if "tallies" not in entry.body or not same_result(entry.body, body):
        text = "This form was already used for another sheet: load the page again, then enter the game."
        raise SheetRefusedError(_refusal("key_reused", text))
    if entry.kind == "conflict":
        raise SheetConflictError(entry)
    return Outcome(entry.number, entry.sheet.version, repeated=True, sheet=entry.sheet)


def _compare(found: Found, body: dict[str, Any], by: Signature) -> Outcome | LedgerEntry:
    """Equal to what is saved: a confirmation. Different: kept as a conflict."""
    if found.version:
        current = Sheet.objects.select_related("entry").get(event=found.event, game=found.game, accepted=True)
        if same_result(current.entry.body, body):
            return Outcome(current.entry.number, current.version, repeated=True, sheet=current)
    else:
        text = "The sheet you saw is not there any more: load the page again, then enter the game."
        raise SheetRefusedError(_refusal("stale", text))
    entry = append(found.event, "conflict", body, by, after=found.last)
    Conflict.objects.create(event=found.event, game_id=found.game, entry=entry)
    return entry


def _save(found: Found, submission: Submission, body: dict[str, Any], by: Signature, kind: str = "") -> Outcome:
    form = format_named(found.format, found.choices)
    rules = rules_named(found.format, found.choices, found.rules)
    flags = _checked(found, submission, form, rules)
    if found.version:
        _guard_correction(found, submission)
    else:
        _refuse_after_the_target(found, submission.place)
    kind = kind or ("correct" if found.version else "sheet")
    entry = append(found.event, kind, body, by, reason=submission.reason, after=found.last)
    sheet = _sheet(found, submission, entry)
    Tally.objects.bulk_create(_tallies(found, submission, sheet, columns_of(sheet_of(submission), form, rules)))
    if flags:
        Flag.objects.bulk_create([_flag(flag, sheet, submission, by) for flag in flags])
    return Outcome(entry.number, sheet.version, flags=flags, sheet=sheet)


def _checked(found: Found, submission: Submission, form: Format, rules: Rules) -> tuple[Finding, ...]:
    findings = check(sheet_of(submission, found.packs), form, rules)
    refusals = tuple(finding for finding in findings if finding.refused)
    if refusals:
        raise SheetRefusedError(*refusals)
    return findings


def _refuse_after_the_target(found: Found, place: Place) -> None:
    fault = fault_after_the_target(found.event, (place.round, place.table, place.game))
    if fault:
        raise SheetRefusedError(_refusal("target_reached", fault))


def _guard_correction(found: Found, submission: Submission) -> None:
    if not submission.reason.strip():
        raise SheetRefusedError(_refusal("reason", "A correction needs its reason: say in a few words why."))
    fault = guard_the_seal(found.event, submission, found.refs)
    if fault:
        raise SheetRefusedError(_refusal("witness", fault))


def _sheet(found: Found, submission: Submission, entry: LedgerEntry) -> Sheet:
    if found.version:
        Sheet.objects.filter(event=found.event, game=found.game, accepted=True).update(accepted=False)
    return Sheet.objects.create(
        event=found.event,
        game_id=found.game,
        entry=entry,
        version=found.latest + 1,
        blocked=submission.blocked,
        checked=submission.checked,
        checker=submission.checker,
        entered_by=entry.actor,
        entered_at=entry.at,
        reason=submission.reason,
    )


def _tallies(
    found: Found, submission: Submission, sheet: Sheet, columns: Mapping[str, Mapping[str, Any]]
) -> list[Tally]:
    return [
        Tally(event=found.event, sheet=sheet, guest_id=found.guests[entry.seat], seat=entry.seat, **columns[entry.seat])
        for entry in submission.entries
    ]


def _flag(finding: Finding, sheet: Sheet, submission: Submission, by: Signature) -> Flag:
    reason = submission.dismissed.get(flag_key(finding), "")
    flag = Flag(event=sheet.event, sheet=sheet, kind=finding.kind, seat=" ".join(finding.seats), text=finding.text)
    if reason in DISMISSALS:
        flag.dismissed, flag.dismissed_by, flag.dismissed_at = reason, by.actor.name, by.at
    return flag
