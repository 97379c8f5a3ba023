"""Sealing, printing and revealing the ten: three acts, each with its reverse."""

from django.db.models import Max

from scoring.board import Board, digest, snapshot
from scoring.cut import Cut
from tournament.board import compute
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.consequence import line
from tournament.ledger.lift import seal_in_force
from tournament.models import Conflict, Event, LedgerEntry, Reply, Round, Seal, Stage
from tournament.models.seating import RoundState
from tournament.released import released
from tournament.snapshot import after_snapshot


class CutRefusedError(ValueError):
    """The cut cannot be sealed, printed or revealed so: the sentence says why and what to do first."""


@after_snapshot
def seal_cut(event: Event, by: Signature, *, edition: int | None = None) -> Seal:
    """Seal the cut as it stands; the public board is held from here to the revealing. Reverse act: `break_seal`.

    The edition is the one after the latest, unless an archive brings its own.
    """
    with writing(event) as row:
        _nothing_open(row)
        if seal_in_force(row):
            raise CutRefusedError("The cut is sealed already: break the seal first, with a reason.")
        now = compute(row)
        edition = edition or (Seal.objects.filter(event=row).aggregate(last=Max("edition"))["last"] or 0) + 1
        said = snapshot(_decided(now), now.ledger)
        entry = append(row, "seal", {"edition": edition, "digest": digest(said), "snapshot": said}, by)
        seal = Seal.objects.create(
            event=row,
            edition=edition,
            entry=entry,
            snapshot=said,
            digest=digest(said),
            sealed_at=by.at,
            sealed_by=by.actor.name,
        )
        hold(row, by, now)
    return seal


def hindrance(event: Event, now: Board) -> str:
    """Why this cut cannot be sealed yet, as a sentence; nothing when it can."""
    try:
        _nothing_open(event)
        _decided(now)
    except CutRefusedError as refused:
        return str(refused)
    return ""


@after_snapshot
def break_seal(event: Event, by: Signature, *, reason: str, witness: str = "") -> Seal:
    """Take the seal back, while no play-off is seated; the next one is a new edition. Reverse act: `seal_cut`.

    `witness` is who agreed: the second official (tournament/acts/pending.py), or a named witness.
    """
    with writing(event) as row:
        seal = _in_force(row)
        if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
            raise CutRefusedError("The play-off is seated from this cut: unseat it first.")
        if not reason.strip():
            raise CutRefusedError("Breaking the seal needs its reason.")
        append(row, "break_seal", _agreed({"edition": seal.edition}, witness), by, reason=reason)
        seal.broken_at = by.at
        seal.save(update_fields=["broken_at"])
    return seal


def mark_printed(event: Event, by: Signature) -> Seal:
    """Record that the list of the sealed cut went on paper. Reverse act: `unmark_printed`."""
    with writing(event) as row:
        seal = _in_force(row)
        check_still_true(row, seal)
        append(row, "print_cut", {"edition": seal.edition, "digest": seal.digest}, by)
        seal.printed_at = by.at
        seal.save(update_fields=["printed_at"])
    return seal


@after_snapshot
def unmark_printed(event: Event, by: Signature, *, reason: str) -> Seal:
    """Take back that the list went on paper: none left the printer. Reverse act: `mark_printed`."""
    with writing(event) as row:
        seal = _in_force(row)
        if not seal.printed_at:
            raise CutRefusedError("The list is not marked as printed.")
        if not reason.strip():
            raise CutRefusedError("Taking back that the list is printed needs its reason.")
        append(row, "unprint_cut", {"edition": seal.edition}, by, reason=reason)
        seal.printed_at = None
        seal.save(update_fields=["printed_at"])
    return seal


@after_snapshot
def reveal_cut(event: Event, by: Signature) -> Seal:
    """Announce the sealed cut: the public board follows again. Reverse act: `withdraw_announcement`."""
    with writing(event) as row:
        seal = _in_force(row)
        if seal.revealed_at:
            raise CutRefusedError("The cut was revealed already.")
        check_still_true(row, seal)
        held = {"held_since": row.held_since and row.held_since.isoformat(), "released": row.released}
        append(row, "reveal", {"edition": seal.edition, "digest": seal.digest, **held}, by)
        seal.revealed_at = by.at
        seal.save(update_fields=["revealed_at"])
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])
    return seal


@after_snapshot
def withdraw_announcement(event: Event, by: Signature, *, reason: str, witness: str = "") -> Seal:
    """Take the announcement back: the public sees the last released board again. Reverse act: `reveal_cut`.

    The same cut is sealed anew as the next edition, so that what was read out and what will be are told apart.
    """
    with writing(event) as row:
        seal = _in_force(row)
        if not seal.revealed_at:
            raise CutRefusedError("The cut was not revealed yet.")
        if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
            raise CutRefusedError("The play-off is seated from this cut: unseat it first.")
        if Reply.objects.filter(event=row, seal=seal, taken_back=None).exists():
            raise CutRefusedError("Answers for the play-off were given to this announcement: take them back first.")
        if not reason.strip():
            raise CutRefusedError("Withdrawing an announcement needs its reason.")
        said = {"edition": seal.edition + 1, "digest": seal.digest, "withdrawn": seal.edition}
        entry = append(row, "withdraw_reveal", _agreed(said, witness), by, reason=reason)
        seal.broken_at = by.at
        seal.save(update_fields=["broken_at"])
        again = Seal.objects.create(
            event=row,
            edition=seal.edition + 1,
            entry=entry,
            snapshot=seal.snapshot,
            digest=seal.digest,
            sealed_at=by.at,
            sealed_by=by.actor.name,
        )
        _hold_again(row, by)
    return again


def _agreed(said: dict[str, object], witness: str) -> dict[str, object]:
    """What the ledger says of an act that takes two."""
    return said | ({"witness": witness.strip()} if witness.strip() else {})


def hold_board(event: Event, by: Signature) -> None:
    """Hold the public board as it is now. Reverse act: `release_board`."""
    with writing(event) as row:
        if row.held:
            raise CutRefusedError("The public board is held already.")
        append(row, "hold", {}, by)
        hold(row, by, compute(row))


@after_snapshot
def release_board(event: Event, by: Signature) -> None:
    """Let the public board follow again; a sealed cut is released by revealing it. Reverse act: `hold_board`."""
    with writing(event) as row:
        seal = seal_in_force(row)
        if seal and not seal.revealed_at:
            raise CutRefusedError("The cut is sealed and not revealed: reveal it, and the board follows.")
        if not row.held:
            raise CutRefusedError("The public board is not held: it follows already.")
        append(row, "release", {}, by)
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])


def hold(row: Event, by: Signature, now: Board) -> None:
    """Keep what the public sees now; a board already held stays as it was."""
    if row.held:
        return
    row.held_since, row.released = by.at, released(row, now)
    row.save(update_fields=["held_since", "released"])


def _hold_again(row: Event, by: Signature) -> None:
    """Show once more what the public saw before the revealing."""
    last = LedgerEntry.objects.filter(event=row, kind="reveal").order_by("-number").first()
    shown = last.body.get("released") if last else None
    if shown is None:
        hold(row, by, compute(row))
        return
    row.held_since, row.released = by.at, shown
    row.save(update_fields=["held_since", "released"])


def check_still_true(row: Event, seal: Seal) -> None:
    """Refuse to act on a seal that the results have left behind."""
    drawn = line(row)
    if not isinstance(drawn, Cut) or list(drawn.qualifiers) != seal.snapshot["qualifiers"]:
        raise CutRefusedError("The results changed since the sealing: break the seal with its reason and seal again.")


def _nothing_open(row: Event) -> None:
    waiting = Round.objects.filter(event=row, stage=Stage.QUALIFYING).exclude(state=RoundState.CLOSED)
    laid = Round.objects.filter(event=row, stage=Stage.QUALIFYING).count()
    if laid < row.qualifying_rounds or waiting:
        names = ", ".join(str(found).lower() for found in waiting) or f"round {laid + 1}"
        raise CutRefusedError(f"Not all rounds are closed ({names}): close them first.")
    contested = Conflict.objects.filter(event=row, resolved_by=None, game__table__round__stage=Stage.QUALIFYING)
    if contested.exists():
        names = "; ".join(sorted({str(one.game) for one in contested.select_related("game__table")}))
        raise CutRefusedError(f"Two different sheets were sent for one game ({names}): choose between them first.")


def _decided(now: Board) -> Cut:
    drawn = now.cut
    if drawn is None or not isinstance(drawn, Cut):
        raise CutRefusedError(drawn.words if drawn else "There is nothing to cut yet: no sheet is in.")
    if drawn.undecided:
        names = ", ".join(one.name for one in drawn.standings if one.player in drawn.undecided)
        raise CutRefusedError(f"The line is not decided between {names}: let them cut cards and record it.")
    return drawn


def _in_force(row: Event) -> Seal:
    seal = seal_in_force(row)
    if seal is None:
        raise CutRefusedError("The cut is not sealed.")
    return seal
