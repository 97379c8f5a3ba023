"""Drawing the seating of all qualifying rounds, publishing it, and taking it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from scoring.seating import Key, Round, SeatingImpossibleError, draw, movement_sentence
from tournament.acts.seating import SeatingRefusedError, clear_round, drop_games, known, laid, published
from tournament.hall_plan import table_label
from tournament.ledger.chain import Signature, all_or_nothing, append, writing
from tournament.ledger.seats import Hall, hall, plan_for
from tournament.models import Event, Game
from tournament.models import Round as RoundRow
from tournament.models.seating import RoundState
from tournament.snapshot import after_snapshot


@dataclass(frozen=True, slots=True)
class Draft:
    """A seating as drawn, not yet laid: tables of badges for each round, and the seed that gives it again."""

    rounds: tuple[Round, ...]
    movement: str
    seed: int


def drawn(found: Hall, seed: int) -> Draft:
    """Draw all qualifying rounds; the same guests and seed give the same seating. Writes nothing.

    Raises SeatingRefusedError where the numbers or the fixed tables allow no seating.
    """
    sitters = found.wishes.sitters
    try:
        plan = plan_for(found.event, len(sitters))
    except SeatingImpossibleError as error:
        raise SeatingRefusedError(str(error)) from None
    for sitter in sitters:
        if sitter.fixed_table is not None and not 1 <= sitter.fixed_table <= plan.tables:
            said = f"{found.name(sitter.key)} is fixed to table {table_label(found.event, sitter.fixed_table)}"
            raise SeatingRefusedError(f"{said}, but the tables run from 1 to {plan.tables}: change that first.")
    seating = draw(found.wishes, plan, found.event.qualifying_rounds, Random(seed))  # noqa: S311 -- to be repeatable
    return Draft(seating.rounds, movement_sentence(seating), seed)


@after_snapshot
def draw_seating(event: Event, draft: Draft, by: Signature) -> None:
    """Lay every qualifying round as a draft in the place of an earlier one, in one transaction.

    Reverse act: draw again with the seed of the earlier draft, which the ledger keeps. Raises SeatingRefusedError
    once a round is published, or when the guests changed while the draw was made.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        found = hall(row)
        _same_guests(found, draft)
        refs = {guest.badge: guest.ref for guest in found.guests.values()}
        for number, tables in enumerate(draft.rounds, start=1):
            refs_at = [[_ref(refs, key) for key in table] for table in tables]
            laid(row, number, refs_at, movement=draft.movement if number > 1 else "")
        for spare in found.rounds[len(draft.rounds) :]:
            clear_round(row, spare.number)
        body = {"seed": draft.seed, "rounds": len(draft.rounds), "guests": len(found.present)}
        append(row, "draw", body | {"tables": len(draft.rounds[0])}, by)


@after_snapshot
def publish_seating(event: Event, by: Signature) -> None:
    """Publish every drawn round: from now on cards are printed. Reverse act: `unpublish_seating`."""
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        found = hall(row)
        if reason := not_ready(found):
            raise SeatingRefusedError(reason)
        drafts = [drafted for drafted in found.rounds if drafted.state == RoundState.DRAFT]
        for drafted, signed in zip(drafts, _for_each(by, drafts), strict=True):
            published(row, drafted, signed)


@after_snapshot
def unpublish_seating(event: Event, by: Signature, *, reason: str) -> None:
    """Make the published rounds drafts again while no sheet is in. Reverse act: `publish_seating`."""
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        rounds = [found for found in hall(row).rounds if found.state != RoundState.DRAFT]
        _untouched(row, rounds)
        drop_games(Game.objects.filter(table__round__in=rounds), "The seating")
        for found, signed in zip(rounds, _for_each(by, rounds), strict=True):
            found.state, found.published_at = RoundState.DRAFT, None
            found.save()
            append(row, "unpublish", {"round": found.number}, signed, reason=reason)


def not_ready(found: Hall) -> str:
    """Why the draft cannot be published yet, or nothing."""
    wanted = found.event.qualifying_rounds
    if (number := len(found.rounds)) != wanted:
        verb = "is" if number == 1 else "are"
        return f"The event has {wanted} qualifying rounds and {number} {verb} drawn: draw again."
    for number, tables in enumerate(found.seating.rounds, start=1):
        seated = {key for table in tables for key in table if key is not None}
        if without := sorted(found.present - seated, key=str):
            return f"{_some(found, without)} no seat in round {number}: draw again, or seat them in a free place."
        if gone := sorted(seated - found.present, key=str):
            return f"{_some(found, gone)} gone home and still a seat in round {number}: draw again."
    return ""


def _some(found: Hall, keys: list[Key]) -> str:
    names = ", ".join(found.name(key) for key in keys[:3])
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"{names}{more} {'has' if len(keys) == 1 else 'have'}"


def _same_guests(found: Hall, draft: Draft) -> None:
    seated = {key for table in draft.rounds[0] for key in table}
    if seated != found.present:
        raise SeatingRefusedError("The list of guests changed while the draw was made: draw again.")


def _untouched(row: Event, rounds: list[RoundRow]) -> None:
    """Refuse where anything was entered for a game of these rounds."""
    if not rounds:
        raise SeatingRefusedError("No round is published, so there is nothing to take back.")
    games = Game.objects.filter(event=row, table__round__in=rounds)
    entered = games.filter(sheets__isnull=False) | games.filter(not_played=True)
    first = entered.select_related("table__round").order_by("table__round__number", "table__number", "number").first()
    if first is not None:
        called = table_label(row, first.table.number)
        where = f"game {first.number} at table {called} of round {first.table.round.number}"
        raise SeatingRefusedError(f"Something is entered for {where}: the seating stays as published.")


def _for_each(by: Signature, rounds: Sequence[object]) -> list[Signature]:
    """One request writes an entry for each round: the first bears its key, the others one made from it."""
    return [replace(by, key=f"{by.key[:70]} {place}" if place else by.key) for place in range(len(rounds))]


def _ref(refs: Mapping[int, str], key: Key | None) -> str | None:
    return refs[key] if isinstance(key, int) else None
