"""Sealing, printing and revealing the ten: three acts, each with its reverse."""

from collections.abc import Sequence

from django.db.models import Max

from scoring.counting.board import Board, digest, snapshot
from scoring.counting.cut import Cut
from tournament.approvals.acts import KINDS, Agreed, Kind, Payload
from tournament.counting.board import compute
from tournament.counting.consequences import line
from tournament.counting.finals import LEFT_BEHIND, left_behind
from tournament.counting.grid import contested
from tournament.counting.scores import seal_in_force
from tournament.counting.state import Present
from tournament.finals.cut_page import no_line
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, LedgerEntry, Reply, Round, Seal, Stage
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot
from tournament.standings.public import (
    FREEZES,
    Freeze,
    freezes_by_itself,
    frozen,
    frozen_by_itself,
    last_game_begins,
)

REVEALED = "The cut has already been revealed."
FROZEN = "The public board is already frozen."
NOT_FROZEN = "The public board is not frozen."
UNCHANGED = "The public board already does that."


@after_snapshot
def seal_cut(event: Event, signature: Signature, *, edition: int | None = None) -> Seal:
    """Seal the cut as it stands; the public board is held from here to the revealing. Reverse act:
    `break_seal`.

    The edition is the one after the latest, unless an archive brings its own.
    """
    frozen_by_itself(event)  # counted before all others who save wait for this act
    with writing(event) as row:
        _nothing_open(row)
        if seal_in_force(row):
            raise Refused("The cut is already sealed: break the seal first.")
        now = compute(row)
        edition = (
            edition
            or (Seal.objects.filter(event=row).aggregate(last=Max("edition"))["last"] or 0) + 1
        )
        sealed = snapshot(_decided(row, now), now.ledger)
        entry = append(
            row,
            "seal",
            {"edition": edition, "digest": digest(sealed), "snapshot": sealed},
            signature,
        )
        seal = Seal.objects.create(
            event=row,
            edition=edition,
            entry=entry,
            snapshot=sealed,
            digest=digest(sealed),
            sealed_at=signature.at,
            sealed_by=signature.actor.name,
        )
        hold(row, signature, now)
    return seal


@after_snapshot
def break_seal(event: Event, signature: Signature, *, reason: str, witness: str = "") -> Seal:
    """Take the seal back, while no play-off is seated; the next one is a new edition. Reverse act:
    `seal_cut`.

    `witness` is who agreed: the second official (tournament/approvals/acts.py), or a named witness.
    """
    with writing(event) as row:
        seal = _in_force(row)
        if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
            raise Refused("The play-off is seated from this cut: unseat it first.")
        needs(reason, "Say why the seal is broken.")
        append(
            row, "break_seal", _agreed({"edition": seal.edition}, witness), signature, reason=reason
        )
        seal.broken_at = signature.at
        seal.save(update_fields=["broken_at"])
    return seal


def mark_printed(event: Event, signature: Signature) -> Seal:
    """Record that the list of the sealed cut went on paper. Reverse act: `unmark_printed`."""
    with writing(event) as row:
        seal = _in_force(row)
        check_still_true(row, seal)
        append(row, "print_cut", {"edition": seal.edition, "digest": seal.digest}, signature)
        seal.printed_at = signature.at
        seal.save(update_fields=["printed_at"])
    return seal


@after_snapshot
def unmark_printed(event: Event, signature: Signature, *, reason: str) -> Seal:
    """Take back that the list went on paper: none left the printer. Reverse act: `mark_printed`."""
    with writing(event) as row:
        seal = _in_force(row)
        if not seal.printed_at:
            raise Refused("The list is not marked as printed.")
        needs(reason, "Say why the list is not printed after all.")
        append(row, "unprint_cut", {"edition": seal.edition}, signature, reason=reason)
        seal.printed_at = None
        seal.save(update_fields=["printed_at"])
    return seal


@after_snapshot
def reveal_cut(event: Event, signature: Signature) -> Seal:
    """Announce the sealed cut: the public board follows again.

    Reverse act: `withdraw_announcement`.
    """
    with writing(event) as row:
        seal = _in_force(row)
        if seal.revealed_at:
            raise Refused(REVEALED)
        check_still_true(row, seal)
        before = {
            "held_since": row.held_since and row.held_since.isoformat(),
            "released": row.released,
        }
        append(row, "reveal", {"edition": seal.edition, "digest": seal.digest, **before}, signature)
        seal.revealed_at = signature.at
        seal.save(update_fields=["revealed_at"])
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])
    return seal


@after_snapshot
def withdraw_announcement(
    event: Event, signature: Signature, *, reason: str, witness: str = ""
) -> Seal:
    """Take the announcement back: the public sees the last released board again. Reverse act:
    `reveal_cut`.

    The same cut is sealed anew as the next edition, so that what was read out and what will be are
    told apart.
    """
    with writing(event) as row:
        seal = _in_force(row)
        if not seal.revealed_at:
            raise Refused("The cut has not been revealed yet.")
        if Round.objects.filter(event=row, stage=Stage.PLAYOFF).exists():
            raise Refused("The play-off is seated from this cut: unseat it first.")
        if Reply.objects.filter(event=row, seal=seal, taken_back=None).exists():
            raise Refused(
                "Answers for the play-off were given to this announcement: take them back first."
            )
        needs(reason, "Say why the announcement is withdrawn.")
        body = {"edition": seal.edition + 1, "digest": seal.digest, "withdrawn": seal.edition}
        entry = append(row, "withdraw_reveal", _agreed(body, witness), signature, reason=reason)
        seal.broken_at = signature.at
        seal.save(update_fields=["broken_at"])
        again = Seal.objects.create(
            event=row,
            edition=seal.edition + 1,
            entry=entry,
            snapshot=seal.snapshot,
            digest=seal.digest,
            sealed_at=signature.at,
            sealed_by=signature.actor.name,
        )
        _hold_again(row, signature)
    return again


def _agreed(body: dict[str, object], witness: str) -> dict[str, object]:
    """What the ledger says of an act that takes two."""
    return body | ({"witness": witness.strip()} if witness.strip() else {})


def hold_board(event: Event, signature: Signature) -> None:
    """Hold the public board as it is now. Reverse act: `release_board`."""
    with writing(event) as row:
        if row.held:
            raise Refused(FROZEN)
        append(row, "hold", {}, signature)
        hold(row, signature, compute(row))


@after_snapshot
def release_board(event: Event, signature: Signature) -> None:
    """Let the public board follow again; a sealed cut is released by revealing it.

    Reverse act: `hold_board`.
    """
    with writing(event) as row:
        seal = seal_in_force(row)
        if seal and not seal.revealed_at:
            raise Refused("The cut is sealed and not revealed: reveal it, and the board follows.")
        if not row.held and not frozen_by_itself(row):
            raise Refused(NOT_FROZEN)
        append(row, "release", {}, signature)
        row.held_since, row.released = None, None
        row.save(update_fields=["held_since", "released"])


def freeze_by_itself(event: Event, signature: Signature, *, on: bool) -> None:
    """Let the public board freeze by itself when the last game of the last round begins, or follow
    to the end. It is its own reverse act.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        begins = last_game_begins(row)
        if freezes_by_itself(row, 0 if begins is None else begins + 1) == on:
            raise Refused(UNCHANGED)
        append(row, FREEZES, {"on": on}, signature)


def hold(row: Event, signature: Signature, now: Board) -> None:
    """Keep what the public sees now; a board that is frozen stays as it is."""
    if not row.held:
        _keep(row, frozen_by_itself(row) or Freeze(signature.at, frozen(Present(row), now)))


def _keep(row: Event, freeze: Freeze) -> None:
    row.held_since, row.released = freeze.since, freeze.board
    row.save(update_fields=["held_since", "released"])


def _hold_again(row: Event, signature: Signature) -> None:
    """Show once more what the public saw before the revealing."""
    last = LedgerEntry.standing.filter(event=row, kind="reveal").order_by("-number").first()
    visible = last.body.get("released") if last else None
    if visible is None:
        hold(row, signature, compute(row))
        return
    row.held_since, row.released = signature.at, visible
    row.save(update_fields=["held_since", "released"])


def check_still_true(row: Event, seal: Seal) -> None:
    """Refuse to act on a seal that the results have left behind."""
    if left_behind(seal, line(row)):
        raise Refused(LEFT_BEHIND)


def _still_open(rounds: Sequence[str], following: int) -> str:
    if not rounds:
        return f"Round {following} is not drawn yet: the cut comes after it."
    if len(rounds) == 1:
        return f"{rounds[0]} is not closed yet: close it first."
    return f"Not closed yet: {', '.join(rounds)}. Close them first."


def _nothing_open(row: Event) -> None:
    waiting = Round.objects.filter(event=row, stage=Stage.QUALIFYING).exclude(
        state=RoundState.CLOSED
    )
    laid = Round.objects.filter(event=row, stage=Stage.QUALIFYING).count()
    if laid < row.qualifying_rounds or waiting:
        raise Refused(_still_open([str(round_) for round_ in waiting], laid + 1))
    if undecided := to_choose(row, Stage.QUALIFYING):
        raise Refused(undecided)


def to_choose(event: Event, *stages: str) -> str:
    """That two differing sheets wait for somebody to choose, and of which games; empty else."""
    names = "; ".join(str(game) for game in contested(event, *stages))
    sentence = f"Two different sheets were sent for one game ({names}): choose between them first."
    return sentence if names else ""


def _decided(event: Event, now: Board) -> Cut:
    cut = now.cut
    if cut is None or not isinstance(cut, Cut):
        raise Refused(no_line(event, cut) if cut else "Nothing to cut yet: no sheet is in.")
    if cut.undecided:
        names = ", ".join(
            standing.name for standing in cut.standings if standing.player in cut.undecided
        )
        raise Refused(f"The line is not decided between {names}: let them cut cards and record it.")
    return cut


def _in_force(row: Event) -> Seal:
    seal = seal_in_force(row)
    if seal is None:
        raise Refused("The cut is not sealed.")
    return seal


def _seal_broken(event: Event, agreed: Agreed, signature: Signature) -> object:
    _same_edition(event, agreed.payload)
    return break_seal(event, signature, reason=agreed.reason, witness=agreed.second)


def _announcement_withdrawn(event: Event, agreed: Agreed, signature: Signature) -> object:
    _same_edition(event, agreed.payload)
    return withdraw_announcement(event, signature, reason=agreed.reason, witness=agreed.second)


def _same_edition(event: Event, payload: Payload) -> None:
    seal = seal_in_force(event)
    if seal is None or seal.edition != payload["edition"]:
        raise Refused(
            f"Edition {payload['edition']} is not in force any more: decline it, and ask again."
        )


KINDS.update(
    {
        "break_seal": Kind(
            lambda payload: f"Break the seal of edition {payload['edition']}",
            _seal_broken,
            "The cut is provisional again; the next seal is a new edition. The public board stays"
            " held.",
        ),
        "withdraw_reveal": Kind(
            lambda payload: f"Withdraw the announcement of edition {payload['edition']}",
            _announcement_withdrawn,
            "The public board shows again what it did before it. The same cut is sealed again as"
            " the next edition.",
        ),
    }
)
