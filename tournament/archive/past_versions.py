"""A version of a sheet as it was saved once, with guests who sit elsewhere now: taken in from an
archive as it was.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.cards import CardError
from tournament.archive.shape import refuse
from tournament.counting.submission import Place, Submission, body_of, submission_from
from tournament.entry.acts_corrections import Rewrite, Told, games_found, write_past
from tournament.entry.acts_desk import DeskRefusedError
from tournament.entry.place import find
from tournament.ledger.chain import Signature, writing
from tournament.models import LARGEST, Event, Guest
from tournament.site.access import Actor


def take_past_version(event: Event, row: Mapping[str, Any], where: str, at: datetime) -> bool:
    """Write the version where other guests sat there then; False where the seats are as they were,
    or it says nothing.

    Raises ArchiveError where its guests are not among the players, or its hands would be
    impossible.
    """
    read = _read(row)
    if read is None:
        return False
    submission, refs = read
    found = find(event, submission.place, "")
    if found is None or found.refs == refs:
        return False
    if Guest.objects.filter(event=event, ref__in=refs.values()).count() < len(set(refs.values())):
        refuse(f"{where}.sheet", "somebody on this sheet is not among the players.")
    with writing(event) as held:
        place = submission.place
        here = Q(table__round__number=place.round, table__number=place.table, number=place.game)
        game = games_found(held, here)[0]
        told = Told(str(row["kind"]), body_of(submission, refs), str(row.get("reason", ""))[:300])
        by = Signature(Actor(str(row["entered_by"])[:120]), at, f"import {where}")
        try:
            write_past(held, Rewrite(game, submission, refs), told, by)
        except DeskRefusedError as error:
            refuse(where, str(error))
    return True


def _read(row: Mapping[str, Any]) -> tuple[Submission, dict[str, str]] | None:
    """The sheet of a version and who was on it; None where that cannot be read, which who asked
    says better.
    """
    try:
        submission = submission_from(row["sheet"])
        refs = {str(tally["seat"]): str(tally["guest"]) for tally in row["sheet"]["tallies"]}
        place: Place = submission.place
        wrong = row["kind"] not in ("sheet", "correct", "resolve") or "entered_by" not in row
        return (
            None
            if wrong or not 0 < max(place.round, place.table, place.game) <= LARGEST
            else (submission, refs)
        )
    except (KeyError, TypeError, CardError):
        return None
