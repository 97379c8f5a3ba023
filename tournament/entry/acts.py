"""The one writer of results: a sheet comes in, and is saved, repeated, refused, or kept as a
conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.counting.sheet import DISMISSALS, Finding, SeatEntry
from scoring.formats import check
from tournament.approvals.acts import KINDS, Agreed, Kind, Payload
from tournament.counting.consequences import compared, line, line_under_seal, two_must_agree
from tournament.counting.formats import Play, event_format, play_of
from tournament.counting.submission import (
    Place,
    SheetConflictError,
    Submission,
    body_of,
    columns_of,
    same_result,
    says,
    sheet_of,
    submission_from,
)
from tournament.counting.target import after_the_target
from tournament.entry.place import Found, accepted, find
from tournament.entry.twin import finding_of, twin_of
from tournament.entry.versions import Version, write_versions
from tournament.ledger.chain import Signature, append, bump, durable
from tournament.models import Conflict, Event, LedgerEntry, Sheet, Withdrawal
from tournament.refusal import Refused


class SheetRefusedError(Refused):
    """The sheet cannot be right, or its game takes none: each finding says why
    and how to mend it.
    """

    def __init__(self, *findings: Finding) -> None:
        self.findings = findings
        super().__init__(" ".join(finding.text for finding in findings))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sheet: `number` is the receipt, `repeated` that the same had been saved
    already.
    """

    number: int
    version: int
    repeated: bool = False
    flags: tuple[Finding, ...] = ()
    sheet: Sheet | None = field(default=None, compare=False, repr=False)


Received = tuple[Found, Submission, dict[str, Any]]
"""What is known of a game, its sheet in seat order, and the same as the ledger stores it."""


def record_sheet(
    event: Event, submission: Submission, signature: Signature, *, at_desk: bool = False
) -> Outcome:
    """Save the first sheet of a game. The same request twice is one entry; a different sheet where
    one is in already is a conflict.

    `at_desk` is the head umpire's or organiser's hand: it may also write to a closed round. Raises
    SheetRefusedError (nothing is saved) or SheetConflictError (the sheet is kept, and changes
    nothing). Reverse act: a correction back.
    """
    with durable():
        bump(event, frozen_at=signature.at)
        received = _received(event, submission, signature.key, at_desk=at_desk)
        if isinstance(received, Outcome):
            return received
        facts, submission, body = received
        if not facts.version and not submission.seen:
            _refuse_after_the_target(facts, submission.place)
            return _save(facts, submission, body, signature, "sheet")
        settled = _compare(facts, submission, body, signature)
    if isinstance(settled, LedgerEntry):
        raise SheetConflictError(settled)
    return settled


def correct_sheet(
    event: Event, submission: Submission, signature: Signature, *, at_desk: bool = False
) -> Outcome:
    """Save another version of a sheet, for a reason; on a version that does not count any more it
    is a conflict.

    Raises as `record_sheet` does, and where it would move somebody over a sealed line without a
    second official. Reverse act: a correction back.
    """
    with durable():
        bump(event)
        received = _received(event, submission, signature.key, at_desk=at_desk)
        if isinstance(received, Outcome):
            return received
        facts, submission, body = received
        if facts.version and submission.seen == facts.version:
            return _replace(facts, submission, body, signature, "correct")
        settled = _compare(facts, submission, body, signature)
    if isinstance(settled, LedgerEntry):
        raise SheetConflictError(settled)
    return settled


def resolve_conflict(event: Event, submission: Submission, signature: Signature) -> Outcome:
    """Save the sheet a person chose and close every conflict about its game.

    Reverse act: a correction back.
    """
    with durable():
        bump(event)
        received = _received(event, submission, signature.key, at_desk=True)
        if isinstance(received, Outcome):
            return received
        facts, submission, body = received
        if submission.seen != facts.version:
            raise SheetRefusedError(
                _refusal("stale", "The sheet changed while you chose: look at it again.")
            )
        _refuse_unseen(facts, submission)
        outcome = _replace(facts, submission, body, signature, "resolve")
        entry = LedgerEntry.objects.get(event=event, number=outcome.number)
        Conflict.objects.filter(event=event, game=facts.game, resolved_by=None).update(
            resolved_by=entry
        )
    return outcome


def _refuse_unseen(facts: Found, submission: Submission) -> None:
    """A choice settles every sheet that waits: one that came meanwhile has to be looked at."""
    if submission.waiting is None:
        return
    waiting = Conflict.objects.filter(event=facts.event, game=facts.game, resolved_by=None)
    later = waiting.filter(entry__number__gt=submission.waiting).select_related("entry")
    if unseen := later.order_by("entry__number").first():
        number, person = unseen.entry.number, unseen.entry.actor
        text = (
            f"Another sheet came while you chose: no. {number} by {person}. Look at it, then"
            " choose."
        )
        raise SheetRefusedError(_refusal("stale", text))


def _refusal(kind: str, text: str, *seats: str) -> Finding:
    return Finding(kind, seats, text, refused=True)


def _received(
    event: Event, submission: Submission, key: str, *, at_desk: bool
) -> Received | Outcome:
    """A sheet with what is known of its game; or what became of it, where this very request was
    done before: that is answered for, whatever changed since.
    """
    twin = twin_of(play_of(event), submission)
    facts = find(event, submission.place, key, twin)
    if facts is None or facts.known:
        earlier = LedgerEntry.objects.select_related("sheet").filter(event=event, key=key).first()
        if earlier is not None:
            return _repeat(earlier, submission, at_desk=at_desk)
    if facts is None:
        text = f"There is no {submission.place} with guests at it: check the numbers."
        raise SheetRefusedError(_refusal("no_game", text))
    same = finding_of(twin, facts.twin, submission, event_format(event).unit)
    submission = _in_seat_order(submission, facts, at_desk=at_desk)
    facts = replace(facts, same=same, columns=twin.columns)
    return facts, submission, body_of(submission, facts.refs)


def _in_seat_order(submission: Submission, facts: Found, *, at_desk: bool) -> Submission:
    """The submission with one entry a seat in order; refused where place or seats do not fit."""
    if facts.not_played:
        raise SheetRefusedError(
            _refusal("not_played", "This game was declared not played: take that back first.")
        )
    if facts.void:
        raise SheetRefusedError(
            _refusal("void", "A ruling made this game void: cancel that adjustment first.")
        )
    if not facts.open and not (at_desk and facts.published):
        text = f"Round {submission.place.round} takes no sheets now: ask the desk."
        raise SheetRefusedError(_refusal("round_not_open", text))
    values = {entry.seat: entry for entry in submission.entries}
    strange = [seat for seat in values if seat not in facts.refs]
    missing = [seat for seat in facts.refs if seat not in values]
    if strange or missing or len(values) != len(submission.entries):
        raise SheetRefusedError(*_wrong_seats(strange, missing))
    moved = [seat for seat, ref in submission.people.items() if facts.refs[seat] != ref]
    if moved:
        text = (
            f"Somebody else sits at seat {moved[0]} now: look who sits there, then enter the game"
            " again."
        )
        raise SheetRefusedError(_refusal("people", text, *moved))
    return replace(submission, entries=tuple(values[seat] for seat in sorted(values)))


def _wrong_seats(strange: Sequence[str], missing: Sequence[str]) -> list[Finding]:
    findings = [
        _refusal("no_such_seat", f"Nobody sits at seat {seat} in this game: leave it out.", seat)
        for seat in strange
    ]
    text = "Seat {0} is missing: enter the cards, points, went out or absent."
    findings += [_refusal("missing", text.format(seat), seat) for seat in missing]
    return findings or [_refusal("seat_twice", "A seat is listed twice: send each seat once.")]


def _repeat(earlier: LedgerEntry, submission: Submission, *, at_desk: bool) -> Outcome:
    """What became of the sheet that was sent before under this key; nothing is called saved that
    does not count.
    """
    event = earlier.event
    current = accepted(event, submission.place)
    if not says(earlier.body, submission):
        text = (
            "This form was already used for another sheet: load the page again, then enter the"
            " game."
        )
        raise SheetRefusedError(_refusal("key_reused", text))
    if earlier.kind == "conflict":
        # The desk may have chosen this very sheet meanwhile.
        if current is None or not says(current.entry.body, submission):
            raise SheetConflictError(earlier)
        return Outcome(current.entry.number, current.version, repeated=True, sheet=current)
    withdrawn = Withdrawal.objects.filter(event=event, number=earlier.number).exists()
    if (current is None or at_desk) and (withdrawn or earlier.sheet.moved_by_id is not None):
        # The same hands again, or a late resend? Only a person can tell. A phone that sends again
        # what stood here before another sheet is shown that one.
        text = (
            f"This sheet was saved as number {earlier.number} and taken away from here: ask the"
            " desk, or load the page again."
        )
        raise SheetRefusedError(_refusal("taken_away", text))
    return Outcome(earlier.number, earlier.sheet.version, repeated=True, sheet=earlier.sheet)


def _compare(
    facts: Found, submission: Submission, body: dict[str, Any], signature: Signature
) -> Outcome | LedgerEntry:
    """Equal to what is saved: a confirmation. Different: kept as a conflict."""
    if facts.version:
        current = Sheet.objects.select_related("entry").get(
            event=facts.event, game=facts.game, accepted=True
        )
        if same_result(current.entry.body, body):
            return Outcome(current.entry.number, current.version, repeated=True, sheet=current)
        if submission.seen == facts.version:
            text = "A sheet of this game is in: correct it on its page, where you see what changes."
            raise SheetRefusedError(_refusal("in_already", text))
    else:
        text = "The sheet you saw is gone: load the page again, then enter the game."
        raise SheetRefusedError(_refusal("stale", text))
    entry = append(facts.event, "conflict", body, signature, after=facts.last)
    Conflict.objects.create(event=facts.event, game_id=facts.game, entry=entry)
    return entry


def _replace(
    facts: Found, submission: Submission, body: dict[str, Any], signature: Signature, kind: str
) -> Outcome:
    """The next version in the place of the one that counts; one that would cross a sealed line
    without a second official is undone.
    """
    if not submission.reason.strip():
        raise SheetRefusedError(_refusal("reason", "Say why the sheet is corrected."))
    before = None if submission.witness.strip() else line_under_seal(facts.event, submission.place)
    outcome = _save(facts, submission, body, signature, kind)
    moves = compared(before, line(facts.event)).moves if before is not None else None
    if moves is not None and moves.crosses_the_line:
        raise SheetRefusedError(_refusal("witness", two_must_agree(moves.words)))
    return outcome


def _save(
    facts: Found, submission: Submission, body: dict[str, Any], signature: Signature, kind: str
) -> Outcome:
    play = play_of(facts.event)
    flags = _checked(facts, submission, play)
    entry = append(facts.event, kind, body, signature, reason=submission.reason, after=facts.last)
    version = Version(
        game=facts.game,
        number=facts.latest + 1,
        submission=submission,
        columns=facts.columns or columns_of(sheet_of(submission), *play),
        guests=facts.guests,
        entry=entry,
        replaces=bool(facts.version),
        findings=flags,
        dismissed={
            flag: (why, signature.actor.name)
            for flag, why in submission.dismissed.items()
            if why in DISMISSALS
        },
    )
    [sheet] = write_versions(facts.event, [version])
    return Outcome(entry.number, sheet.version, flags=flags, sheet=sheet)


def _checked(facts: Found, submission: Submission, play: Play) -> tuple[Finding, ...]:
    findings = check(sheet_of(submission, facts.packs), *play)
    refusals = tuple(finding for finding in findings if finding.refused)
    if refusals:
        raise SheetRefusedError(*refusals)
    return (*findings, facts.same) if facts.same else findings


def _refuse_after_the_target(facts: Found, place: Place) -> None:
    fault = after_the_target(facts.event).get((place.round, place.table, place.game))
    if fault:
        raise SheetRefusedError(_refusal("target_reached", fault))


def _corrected(event: Event, agreed: Agreed, signature: Signature) -> object:
    return correct_sheet(event, _submission(agreed), signature, at_desk=True)


def _resolved(event: Event, agreed: Agreed, signature: Signature) -> object:
    return resolve_conflict(event, _submission(agreed), signature)


def _submission(agreed: Agreed) -> Submission:
    payload = agreed.payload
    return replace(
        submission_from(payload["sheet"]),
        seen=payload["seen"],
        waiting=payload.get("waiting"),
        reason=agreed.reason,
        witness=agreed.second,
    )


def _place_words(payload: Payload) -> str:
    sheet = payload["sheet"]
    return f"game {sheet['game']} at table {sheet['table']} of round {sheet['round']}"


def _hands(payload: Payload) -> tuple[str, ...]:
    """The sheet as it would be, a line a seat."""
    entries = submission_from(payload["sheet"]).entries
    return tuple(f"Seat {entry.seat}: {_hand(entry)}" for entry in entries)


def _hand(entry: SeatEntry) -> str:
    if entry.absent:
        return "absent"
    if entry.went_out:
        return "went out"
    return (
        entry.hand.text if entry.hand is not None and entry.hand.count else f"{entry.points} points"
    )


def _guests(payload: Payload) -> tuple[str, ...]:
    return tuple(tally["guest"] for tally in payload["sheet"]["tallies"])


KINDS.update(
    {
        "correct": Kind(
            lambda payload: f"Correct {_place_words(payload)}",
            _corrected,
            lines=_hands,
            about=_guests,
        ),
        "resolve": Kind(
            lambda payload: f"Choose between two sheets of {_place_words(payload)}",
            _resolved,
            lines=_hands,
            about=_guests,
        ),
    }
)
