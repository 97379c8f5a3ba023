"""Setting up an event; its reverse is `remove_event`, while nothing was entered."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.text import slugify

from scoring.formats import rules_of
from tournament.acts.seating import known
from tournament.held import TOGETHER, bound_by_the_cut, held_fields, rounds_not_started
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.formats import event_format
from tournament.ledger.lift import rules
from tournament.ledger.settings_log import of_round, plain
from tournament.models import Event, Game, Livery, Official, Role, Round
from tournament.models.seating import RoundState
from tournament.reference import liveries
from tournament.snapshot import after_snapshot


class EventRefusedError(ValueError):
    """The event cannot be set up or changed so: the sentence says why and what to mend."""


def create_event(fields: Mapping[str, Any], *, companies: Iterable[Mapping[str, Any]] | None = None) -> Event:
    """A new event with its own livery companies (those of the fixture unless given). Reverse act: `remove_event`."""
    event = Event(**fields)
    event.slug = free_slug(event.slug or f"{event.name} {event.date.year}")
    event.full_clean()
    event.save()
    rows = liveries() if companies is None else companies
    Livery.objects.bulk_create(Livery(event=event, **row) for row in rows)
    return event


def free_slug(wanted: str) -> str:
    """An address of its own for an event: the wanted one, with a number behind it where that is taken."""
    base = slugify(wanted)[:50] or "evening"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def appoint(event: Event, user: User, role: Role) -> Official:
    """Give an account a role at the event, in the place of an earlier one. Reverse act: `remove_official`."""
    official, _made = Official.objects.update_or_create(event=event, user=user, defaults={"role": role})
    return official


@after_snapshot
def change_event(event: Event, fields: Mapping[str, Any], by: Signature | None = None, *, reason: str = "") -> Event:
    """Change what was declared; signed, it is logged with its reason once the event has a record.

    `games_of_round_2` among the fields is the number of games of that round. Reverse act: changing it back. Raises
    EventRefusedError for what is held: by the first sheet, by seated rounds, by the seal.
    """
    with writing(event) as row:
        if by and known(row, by):
            return row
        changed = changes(row, fields)
        refuse_held(changed, held_fields(row))
        _apply(row, changed)
        if by and changed and row.ledger.exists():
            _log(row, changed, by, reason)
    return row


@after_snapshot
def change_frozen(event: Event, fields: Mapping[str, Any], by: Signature, *, reason: str, witness: str) -> Event:
    """Change an option that decides results although sheets are in: everything is counted anew by it.

    Takes head umpire and organiser (tournament/acts/pending.py), or a named witness. Reverse act: changing it back.
    """
    with writing(event) as row:
        if known(row, by):
            return row
        changed = changes(row, fields)
        refuse_held(changed, bound_by_the_cut(row))
        if not changed:
            raise EventRefusedError("Nothing is changed yet: choose another value.")
        if strange := sorted(set(changed) - TOGETHER):
            raise EventRefusedError(f"{words_of(strange)} cannot be changed in this way.")
        if not witness.strip():
            raise EventRefusedError("This takes a second official, or at an event with one a named witness.")
        _same_points(row, changed)
        _apply(row, changed)
        _log(row, changed, by, reason, witness.strip())
    return row


def changes(row: Event, fields: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Each field that would differ, as it is and as it would be."""
    games = {held.number: held.games for held in rounds_not_started(row)} if any(map(of_round, fields)) else {}
    found = {}
    for name, value in fields.items():
        if (number := of_round(name)) and number not in games:
            raise EventRefusedError(f"Round {number} is not laid or has begun: the number of its games stays.")
        before = games[number] if number else getattr(row, name)
        if before != value:
            found[name] = (before, value)
    return found


def refuse_held(changed: Iterable[str], held: Mapping[str, str]) -> None:
    """Refuse with every reason that holds one of these fields."""
    names = [name for name in changed if name in held]
    if names:
        reasons = " ".join(dict.fromkeys(held[name] for name in names))
        raise EventRefusedError(f"{reasons} Not changed: {words_of(names).lower()}.")


def words_of(names: Iterable[str]) -> str:
    """Fields as one reads them."""
    said = ", ".join(name.replace("_", " ") for name in names)
    return said[:1].upper() + said[1:]


def _apply(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    for name, (_before, value) in changed.items():
        if number := of_round(name):
            _set_games(row, number, value)
        else:
            setattr(row, name, value)
    try:
        row.full_clean(validate_unique=False)
    except ValidationError as error:
        said = " ".join(error.messages)
        raise EventRefusedError(f"{words_of(error.message_dict)}: {said}") from None
    row.save()


def _set_games(row: Event, number: int, games: int) -> None:
    """A round of more or fewer games: those of its tables are laid out or taken away."""
    held = Round.objects.get(event=row, number=number)
    held.games = games
    held.save(update_fields=["games"])
    if held.state == RoundState.DRAFT:
        return
    Game.objects.filter(table__round=held, number__gt=games).delete()
    there = set(Game.objects.filter(table__round=held).values_list("table_id", "number"))
    wanted = ((table, game) for table in held.tables.all() for game in range(1, games + 1))
    missing = [Game(event=row, table=table, number=game) for table, game in wanted if (table.pk, game) not in there]
    Game.objects.bulk_create(missing)


def _same_points(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    """Sheets keep the points they were counted with, so no option may change what a card is worth."""
    if "rules" in changed and rules_of(event_format(row), changed["rules"][1]).scoring != rules(row).scoring:
        raise EventRefusedError("That option changes what cards are worth: correct the sheets one by one instead.")


def _log(row: Event, changed: Mapping[str, tuple[Any, Any]], by: Signature, reason: str, witness: str = "") -> None:
    if not reason.strip():
        raise EventRefusedError("The evening has begun, so a change needs its reason.")
    before, after = ({name: plain(pair[side]) for name, pair in changed.items()} for side in (0, 1))
    agreed = {"witness": witness} if witness else {}
    append(row, "settings", {"before": before, "after": after} | agreed, by, reason=reason)


def remove_event(event: Event) -> None:
    """Take back an event that nothing was entered for. Reverse act: `create_event`."""
    if event.ledger.exists():
        raise EventRefusedError("Sheets were entered for this event, so it stays.")
    event.officials.all().delete()
    event.seats.all().delete()
    event.games.all().delete()
    event.tables.all().delete()
    event.rounds.all().delete()
    event.delete()


def next_badge(event: Event) -> int:
    """The first badge number above all given ones."""
    highest: int | None = event.guests.aggregate(highest=Max("badge"))["highest"]
    return (highest or 0) + 1
