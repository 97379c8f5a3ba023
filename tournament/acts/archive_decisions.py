"""Taking in what was decided beyond the sheets: the Umpire's cuts of cards, and the seal of the cut."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.board import digest
from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.archive_games import IMPORTED, finished_at
from tournament.acts.cut import CutRefusedError, hold, mark_printed, reveal_cut, seal_cut
from tournament.acts.cut_of_cards import record_cut_of_cards
from tournament.archive_decisions import sealed_content
from tournament.archive_form import refuse
from tournament.board import compute
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest, Seal, Stage

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

    Raises ArchiveError where the results of the archive are not those that were sealed, unless it brings what was.
    """
    rows = form.sequence(document.get("seals", []), "seals")
    if len(rows) > 1:
        refuse("seals", "only one seal can be in force: keep the latest edition.")
    for given in rows:
        where = "seals[0]"
        row = form.mapping(given, where)
        edition = form.whole(row, "edition", where, 1)
        if not 1 <= edition <= LAST_EDITION or Seal.objects.filter(event=event, edition=edition).exists():
            refuse(f"{where}.edition", f"a number of its own from 1 to {LAST_EDITION} is wanted here.")
        lay = _as_it_was if "snapshot" in row else _sealed_again
        lay(event, row, where, edition, now)


def _sealed_again(event: Event, row: Mapping[str, Any], where: str, edition: int, now: datetime) -> None:
    """A seal whose results stand: sealed, printed and revealed by the acts themselves."""
    try:
        seal = seal_cut(event, _sign(row, "sealed", where, now), edition=edition)
        if row.get("content") != sealed_content(seal.snapshot):
            refuse(where, f"the results in the archive are not those sealed as edition {edition}: {MEND}")
        for act, done in ((mark_printed, "printed"), (reveal_cut, "revealed")):
            if row.get(f"{done}_at") is not None:
                act(event, _sign(row, done, where, now))
    except CutRefusedError as error:
        refuse(where, str(error))


def _as_it_was(event: Event, row: Mapping[str, Any], where: str, edition: int, now: datetime) -> None:
    """A seal that later adjustments or corrections have left behind, with what was sealed then."""
    said, by = dict(form.mapping(row["snapshot"], f"{where}.snapshot")), _sign(row, "sealed", where, now)
    head = _head(event, said, row.get("content"), f"{where}.snapshot")
    marked = {
        done: _sign(row, done, where, now) for done in ("printed", "revealed") if row.get(f"{done}_at") is not None
    }
    with writing(event) as held:
        entry = append(held, "seal", {"edition": edition, "digest": head, "snapshot": said}, by)
        for done, sign in marked.items():
            append(held, MARKS[done], {"edition": edition, "digest": head}, sign)
        times = {"sealed_at": by.at} | {f"{done}_at": sign.at for done, sign in marked.items()}
        kept = {"edition": edition, "snapshot": said, "digest": head, "sealed_by": by.actor.name}
        Seal.objects.create(event=held, entry=entry, **kept, **times)
        if "revealed" not in marked:
            hold(held, by, compute(held))


MARKS = {"printed": "print_cut", "revealed": "reveal"}


def _head(event: Event, said: Mapping[str, Any], content: Any, where: str) -> str:
    """The digest of what was sealed, once it is what the archive says of it, and of its players."""
    refs = set(Guest.objects.filter(event=event).values_list("ref", flat=True))
    rows, through = (form.sequence(said.get(name), f"{where}.{name}") for name in ("standings", "qualifiers"))
    if not all(_is_standing(row, refs) for row in rows) or not all(ref in [row[0] for row in rows] for ref in through):
        refuse(
            where,
            "standings are rows of a player, a name, a total, a place and an order; who is through is among them.",
        )
    try:
        if sealed_content(said) == content:
            return digest(said)
    except ValueError:
        refuse(where, "this holds a number that no evening has.")
    refuse(where, f"this is not what the content of the seal says: {MEND}")


def _is_standing(row: Any, refs: set[str]) -> bool:
    if not isinstance(row, list) or len(row) != STANDING:
        return False
    ref, name, _total, _place, order = row
    return isinstance(ref, str) and ref in refs and isinstance(name, str) and (order is None or type(order) is int)


STANDING = 5
MEND = "restore the results, or take the key seals out and seal the evening anew after the import."


def _sign(row: Mapping[str, Any], done: str, where: str, now: datetime) -> Signature:
    by = form.text(row, f"{done}_by", where, IMPORTED.name)
    at = finished_at({"finished_at": row.get(f"{done}_at")}, now)
    return Signature(Actor(by[:120]), at, f"import-{done}-{uuid.uuid4()}")
