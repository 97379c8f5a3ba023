"""Taking in what was decided beyond the sheets: the Umpire's cuts of cards, and the seal of the cut."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.archive_games import IMPORTED, finished_at
from tournament.acts.cut import CutRefusedError, mark_printed, reveal_cut, seal_cut
from tournament.acts.cut_of_cards import record_cut_of_cards
from tournament.archive_decisions import sealed_content
from tournament.archive_form import refuse
from tournament.ledger.chain import Signature
from tournament.models import Event, Stage

LAST_EDITION = 1000


def take_cuts_of_cards(event: Event, document: Mapping[str, Any], stages: Sequence[str], now: datetime) -> None:
    """Every cut of cards of these stages, in the order in which they were recorded."""
    for index, given in enumerate(form.sequence(document.get("cuts_of_cards", []), "cuts_of_cards")):
        where = f"cuts_of_cards[{index}]"
        row = form.mapping(given, where)
        stage = form.text(row, "stage", where, Stage.QUALIFYING)
        if stage not in list(Stage):
            refuse(f"{where}.stage", f"one of {', '.join(Stage)} is wanted here.")
        if stage not in stages:
            continue
        cards = form.mapping(row.get("cards"), f"{where}.cards")
        cards = {ref: form.text(cards, ref, f"{where}.cards") for ref in cards}
        try:
            record_cut_of_cards(event, cards, _sign(row, "recorded", where, now), stage=stage)
        except CutRefusedError as error:
            refuse(where, str(error))


def take_seals(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The seal in force sealed again, printed and revealed as it was.

    Raises ArchiveError where the results of the archive are not those that were sealed.
    """
    rows = form.sequence(document.get("seals", []), "seals")
    if len(rows) > 1:
        refuse("seals", "only one seal can be in force: keep the latest edition.")
    for given in rows:
        where = "seals[0]"
        row = form.mapping(given, where)
        edition = form.whole(row, "edition", where, 1)
        if not 1 <= edition <= LAST_EDITION:
            refuse(f"{where}.edition", f"a number from 1 to {LAST_EDITION} is wanted here.")
        try:
            seal = seal_cut(event, _sign(row, "sealed", where, now), edition=edition)
            if row.get("content") != sealed_content(seal.snapshot):
                refuse(where, f"the results in the archive are not those sealed as edition {edition}: {MEND}")
            for act, done in ((mark_printed, "printed"), (reveal_cut, "revealed")):
                if row.get(f"{done}_at") is not None:
                    act(event, _sign(row, done, where, now))
        except CutRefusedError as error:
            refuse(where, str(error))


MEND = "restore the results, or take the key seals out and seal the evening anew after the import."


def _sign(row: Mapping[str, Any], done: str, where: str, now: datetime) -> Signature:
    by = form.text(row, f"{done}_by", where, IMPORTED.name)
    at = finished_at({"finished_at": row.get(f"{done}_at")}, now)
    return Signature(Actor(by[:120]), at, f"import-{done}-{uuid.uuid4()}")
