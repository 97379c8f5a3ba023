"""A sheet keyed a second time, blind, by somebody else: equal means checked, and both keyings stay on record."""

from dataclasses import replace

from tournament.acts.desk import DeskRefusedError
from tournament.acts.place import find
from tournament.acts.seating import known
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, SecondKeying, Sheet
from tournament.submission import Submission, body_of, same_result

LONGEST = 120


def key_again(event: Event, submission: Submission, by: Signature) -> SecondKeying:
    """Compare a second keying with the sheet that counts; where they agree the sheet is checked.

    Reverse act: `mark_unchecked` (tournament/acts/checking.py). Raises DeskRefusedError where there is no sheet, where
    it changed meanwhile, or where the same person keyed it first.
    """
    with writing(event) as row:
        if known(row, by):
            return SecondKeying.objects.get(event=row, entry__key=by.key)
        sheet = _first_keying(row, submission, by)
        found = find(row, submission.place, by.key)
        refs = found.refs if found else {}
        if {entry.seat for entry in submission.entries} != set(refs):
            raise DeskRefusedError("The seats changed meanwhile: load the page again.")
        entries = tuple(sorted(submission.entries, key=lambda entry: entry.seat))
        body = body_of(replace(submission, entries=entries), refs)
        agrees = same_result(body, sheet.entry.body)
        body |= {"version": sheet.version, "agrees": agrees, "checked": agrees}
        entry = append(row, "second_key", body, by)
        if agrees:
            sheet.checked, sheet.checker = True, keyed_twice(sheet, by.actor.name)
            sheet.save(update_fields=["checked", "checker"])
        return SecondKeying.objects.create(
            event=row, entry=entry, sheet=sheet, agrees=agrees, keyed_by=by.actor.name[:LONGEST]
        )


def keyed_twice(sheet: Sheet, second: str) -> str:
    """What the sheet says of who checked it."""
    return f"{sheet.entered_by} and {second}, keyed twice"[-LONGEST:]


def _first_keying(row: Event, submission: Submission, by: Signature) -> Sheet:
    place = submission.place
    sheets = Sheet.objects.select_related("entry").filter(event=row, accepted=True, game__number=place.game)
    sheet = sheets.filter(game__table__number=place.table, game__table__round__number=place.round).first()
    if sheet is None:
        raise DeskRefusedError(f"Game {place.game} of table {place.table} is not keyed yet: key it first.")
    if sheet.version != submission.seen:
        raise DeskRefusedError(f"Game {place.game} was changed meanwhile: load the page again, then key it.")
    if sheet.entry.user_id is not None and sheet.entry.user_id == by.actor.user_id:
        raise DeskRefusedError(f"You keyed game {place.game} yourself: a second keying is somebody else's.")
    return sheet
