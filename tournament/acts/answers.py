"""Asking a guest what bare points leave open: their eights, the number of their cards; and taking an answer back."""

from dataclasses import dataclass

from scoring.told import fault_of_answer
from tournament.acts.desk import DeskRefusedError
from tournament.acts.place import LARGEST
from tournament.acts.seating import known
from tournament.acts.versions import keep_the_seal
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.consequence import line
from tournament.ledger.lift import rules, seal_in_force
from tournament.models import Answer, Event, Tally
from tournament.snapshot import after_snapshot
from tournament.submission import Place


@dataclass(frozen=True, slots=True)
class Said:
    """What a guest (by ref) said of one game; None is what they were not asked."""

    place: Place
    guest: str
    eights: int | None = None
    cards: int | None = None


def record_answer(event: Event, said: Said, by: Signature) -> Answer:
    """Record what a guest said of their bare points; it counts in the tie-breaks. Reverse act: `take_back_answer`.

    A later answer takes the place of an earlier one, and keeps of it what was not asked again. Raises DeskRefusedError
    where their cards are known, where the points cannot come from such cards, or where a sealed cut would change.
    """
    with writing(event) as row:
        if known(row, by):
            return Answer.objects.get(event=row, entry__key=by.key)
        tally = _bare(row, said)
        earlier = Answer.objects.filter(event=row, game=tally.sheet.game, guest=tally.guest, taken_back_by=None)
        before = earlier.filter(points=tally.points or 0).first()
        eights = said.eights if said.eights is not None or before is None else before.eights
        cards = said.cards if said.cards is not None or before is None else before.cards
        _possible(row, tally, eights, cards)
        sealed = line(row) if seal_in_force(row) else None
        body = _body(said, tally, eights, cards)
        replaced = earlier.values_list("entry__number", flat=True).first()
        if replaced is not None:
            back = append(row, "answer_back", {"of": replaced}, Signature(by.actor, by.at, f"{by.key[:70]}/back"))
            earlier.update(taken_back_by=back)
        entry = append(row, "answer", body, by)
        made = Answer.objects.create(
            event=row,
            entry=entry,
            game=tally.sheet.game,
            guest=tally.guest,
            points=tally.points or 0,
            eights=eights,
            cards=cards,
        )
        if sealed is not None:
            keep_the_seal(row, sealed)
    return made


@after_snapshot
def take_back_answer(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """Take the answer of a ledger entry back. Reverse act: `record_answer`."""
    with writing(event) as row:
        if known(row, by):
            return
        found = Answer.objects.filter(event=row, entry__number=number, taken_back_by=None)
        if not reason.strip():
            raise DeskRefusedError("This needs its reason: say in a few words why.")
        if not found.exists():
            raise DeskRefusedError("This answer does not count any more: there is nothing to take back.")
        sealed = line(row) if seal_in_force(row) else None
        found.update(taken_back_by=append(row, "answer_back", {"of": number}, by, reason=reason))
        if sealed is not None:
            keep_the_seal(row, sealed)


def _bare(row: Event, said: Said) -> Tally:
    """The bare points the answer is about."""
    place = said.place
    rows = Tally.objects.filter(event=row, sheet__accepted=True, guest__ref=said.guest, points__isnull=False)
    rows = rows.filter(sheet__game__number=place.game, sheet__game__table__number=place.table)
    rows = rows.filter(sheet__game__table__round__number=place.round).select_related("sheet__game", "guest")
    tally = rows.first() if max(place.round, place.table, place.game) <= LARGEST else None
    if tally is None:
        raise DeskRefusedError(f"There are no points of this guest in {place}.")
    if tally.hand is not None:
        raise DeskRefusedError(f"The cards of {tally.guest.name} in {place} are known: correct the sheet instead.")
    return tally


def _possible(row: Event, tally: Tally, eights: int | None, cards: int | None) -> None:
    if eights is None and cards is None:
        raise DeskRefusedError(f"Type what {tally.guest.name} said: the number of eights, or of cards.")
    if any(number is not None and not 0 <= number <= 99 for number in (eights, cards)):
        raise DeskRefusedError("Eights and cards are whole numbers from 0 to 99.")
    if tally.eights is not None and eights is not None and eights != tally.eights:
        raise DeskRefusedError(f"Their {tally.points} points prove {tally.eights} eights: ask again.")
    fault = fault_of_answer(tally.points or 0, eights if tally.eights is None else tally.eights, cards, rules(row))
    if fault:
        raise DeskRefusedError(f"{tally.guest.name}: {fault}")


def _body(said: Said, tally: Tally, eights: int | None, cards: int | None) -> dict[str, object]:
    place = said.place
    body: dict[str, object] = {"round": place.round, "table": place.table, "game": place.game, "guest": said.guest}
    numbers = {"points": tally.points, "eights": eights, "cards": cards}
    return body | {name: number for name, number in numbers.items() if number is not None}
