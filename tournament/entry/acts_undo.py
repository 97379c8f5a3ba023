"""The last save of an official taken back: what was typed is kept, and the ledger keeps the save
and its undoing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from operator import attrgetter

from django.db.models import Q

from tournament.counting.scores import seal_in_force
from tournament.counting.submission import Place, submission_from
from tournament.entry.acts_corrections import (
    GameFound,
    Rewrite,
    Told,
    games_found,
    no_conflicts,
    rewrite,
)
from tournament.entry.acts_desk import DeskRefusedError
from tournament.entry.forms import typed
from tournament.entry.saves import press_of
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, LedgerEntry, Sheet, TypedHand

UNDO = "Taken back by the typist"
AT_ONCE = timedelta(minutes=2)
"""So long a slip of one's own is undone without a reason."""
READ = frozenset({"standings", "teams", "the-ten", "final-list", "prize-list"})
"""Papers that tell what was saved to others: once one went out, the save was read."""
SHOWN = frozenset({"close", "hold", "release", "reveal", "read"})
"""Acts that tell the hall a list in which the save counts."""
LISTS = frozenset({"half_time", "race", "cards", "reading", "podium", "prizes"})
"""Scenes of a wall in which the save counts: an official who puts one up shows it to the hall."""


class ReasonWantedError(DeskRefusedError):
    """The last save can be taken back, and the record wants to know why."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back: the receipts by game of one table, and whether an earlier version counts
    again.
    """

    round: int
    table: int
    receipts: dict[int, int]
    corrected: bool


def take_back_last_save(
    event: Event, signature: Signature, *, reason: str = ""
) -> TakenBack | None:
    """Undo the last save of whoever signs: a sheet counts no longer, of a correction the version
    before counts again.

    What was saved by one press goes together. Nothing is typed twice: the hands are kept for their
    game. None where this very request was done before. Reverse act: saving what is kept, with
    `record_sheet`. Raises DeskRefusedError where there is nothing to take back, something was built
    on it, its round is closed or the cut is sealed; ReasonWantedError where it is older than two
    minutes, went out or was worked with, and no reason is given.
    """
    with writing(event) as row:
        if known(row, signature):
            return None
        entries = _last_save(row, signature)
        first = entries[0].body
        condition = Q(table__round__number=first["round"], table__number=first["table"])
        games = [entry.body["game"] for entry in entries]
        by_game = {
            game_found.game.number: game_found
            for game_found in games_found(row, condition & Q(number__in=games))
        }
        no_conflicts(row, by_game.values())
        _refuse_what_is_built_on(row, entries, by_game)
        if not reason:
            _refuse_what_was_read(row, entries[0], signature)
        for index, entry in enumerate(entries):
            signed = replace(
                signature, key=signature.key if index == 0 else f"{signature.key[:70]}:{index}"
            )
            undo = _correct_back if entry.kind == "correct" else _leave_empty
            undo(row, by_game[entry.body["game"]], signed, reason or UNDO)
        receipts = {entry.body["game"]: entry.number for entry in entries}
        return TakenBack(first["round"], first["table"], receipts, entries[0].kind == "correct")


def _last_save(row: Event, signature: Signature) -> list[LedgerEntry]:
    """The entries of the sheets that were saved by one press, by game."""
    entries = press_of(row, signature.actor)
    if not entries:
        raise DeskRefusedError("You have not saved anything that could be taken back.")
    return entries


def _refuse_what_is_built_on(
    row: Event, entries: Iterable[LedgerEntry], by_game: dict[int, GameFound]
) -> None:
    if seal_in_force(row):
        raise DeskRefusedError(
            "The cut is sealed: correct the sheet, and a second official agrees."
        )
    for entry in entries:
        here = by_game.get(entry.body["game"])
        place = Place(entry.body["round"], entry.body["table"], entry.body["game"])
        if here is None or here.sheet is None or here.sheet.entry_id != entry.pk:
            raise DeskRefusedError(
                f"Your last save was {place}, and it is taken back or corrected already."
            )
        if not here.game.table.round.open:
            raise DeskRefusedError(
                f"Your last save was {place}, and its round is closed: correct the sheet instead."
            )
        later = LedgerEntry.standing.filter(
            event=row, number__gt=entry.number, body__round=place.round
        )
        if here.game.void or later.filter(body__table=place.table, body__game=place.game).exists():
            raise DeskRefusedError(
                f"Your last save was {place}, and something was done with it since: correct it."
            )


def _refuse_what_was_read(row: Event, entry: LedgerEntry, signature: Signature) -> None:
    """What others may have read is not undone in silence: a list went out on paper, to a wall or to
    the hall, or another official did something at this table since. Who only looked at a page, or
    at a board that follows the scores on its own, nobody records: for these the two minutes stand.
    """
    printed = row.printings.filter(printed_at__gte=entry.at, kind__in=READ)
    on_walls = row.screens.filter(since__gte=entry.at, scene__in=LISTS, black=False)
    if signature.at - entry.at > AT_ONCE or printed.exists() or on_walls.exists():
        raise ReasonWantedError("Others may have read what you saved: say why you take it back.")
    here = Q(body__round=entry.body["round"], body__table=entry.body["table"])
    here &= Q(user__isnull=False) & ~Q(user=signature.actor.user_id, actor=signature.actor.name)
    later = LedgerEntry.standing.filter(
        Q(kind__in=SHOWN) | here, event=row, number__gt=entry.number
    )
    if later.exists():
        raise ReasonWantedError("Others have worked with what you saved: say why you take it back.")


def _leave_empty(row: Event, current: GameFound, signature: Signature, reason: str) -> None:
    """No sheet counts for the game; its hands are kept as they were typed."""
    sheet, submission, refs, place = current.sheet, current.said, current.refs, current.place
    if sheet is None:
        return
    body = {
        "round": place.round,
        "table": place.table,
        "game": place.game,
        "version": sheet.version,
    }
    entry = append(row, "take_back_save", body, signature, reason=reason)
    Sheet.objects.filter(pk=sheet.pk).update(accepted=False, moved_by=entry)
    guests = dict(row.guests.filter(ref__in=refs.values()).values_list("ref", "pk"))
    TypedHand.objects.filter(event=row, game=current.game).delete()
    TypedHand.objects.bulk_create(
        TypedHand(
            event=row,
            game=current.game,
            guest_id=guests[refs[entry.seat]],
            text=typed(entry),
            typed_by=signature.actor.name,
            typed_at=signature.at,
        )
        for entry in sorted(submission.entries, key=attrgetter("seat"))
        if typed(entry)
    )


def _correct_back(row: Event, current: GameFound, signature: Signature, reason: str) -> None:
    """The version before the correction, as a correction of its own."""
    if current.sheet is None:
        return
    before = Sheet.objects.select_related("entry").filter(
        event=row, game=current.game, version__lt=current.sheet.version
    )
    last = before.order_by("-version").first()
    if last is None or last.entry.kind == "conflict":
        raise DeskRefusedError(f"There is no earlier version of {current.place}.")
    submission = replace(
        submission_from(last.entry.body), checked=last.checked, checker=last.checker
    )
    refs = {tally["seat"]: tally["guest"] for tally in last.entry.body["tallies"]}
    place = current.place
    body = {"round": place.round, "table": place.table, "game": place.game, "to": last.version}
    source = GameFound(current.game, last, current.latest)
    rewrite(
        row,
        Told("undo_correction", body, reason),
        [Rewrite(current, submission, refs, flags_of=source)],
        signature,
    )
