"""Setting up an event, and changing what it declares; its reverse is `remove_event`, while nothing
was entered.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import F
from django.utils.text import slugify

from scoring.formats import rules_of
from scoring.words import listed
from tournament.approvals.acts import KINDS, Agreed, Kind, Payload
from tournament.counting.formats import event_format
from tournament.counting.scores import rules
from tournament.event.reading import TOGETHER, bound_by_the_cut, held_fields, rounds_not_started
from tournament.event.words import called, value_words
from tournament.guests.liveries import liveries
from tournament.ledger.chain import Signature, append, known, writing
from tournament.ledger.settings import of_round, plain
from tournament.models import Event, Game, Livery, Official, Role, Round
from tournament.models.event import LIVERIES, Groups, best_two
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.server import triggers
from tournament.server.capture import nothing_kept
from tournament.server.snapshot import after_snapshot


def create_event(
    fields: Mapping[str, Any], *, companies: Iterable[Mapping[str, Any]] | None = None
) -> Event:
    """A new event with companies of its own: those given, else the liveries of the fixture where it
    is an evening of liveries.

    Reverse act: `remove_event`.
    """
    event = Event(**fields)
    _name_prize(event, LIVERIES)
    year = "" if str(event.date.year) in event.name else event.date.year
    event.slug = free_slug(event.slug or f"{event.name} {year}")
    event.full_clean()
    event.save()
    rows = companies
    if rows is None:
        rows = liveries() if event.groups == LIVERIES else ()
    Livery.objects.bulk_create([Livery(event=event, **row) for row in rows])
    return event


def free_slug(target: str) -> str:
    """An address of its own for an event: the wanted one, with a number behind it where that is
    taken.
    """
    base = slugify(target)[:50] or "evening"
    slugs = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in slugs:
        slug, number = f"{base}-{number}", number + 1
    return slug


def appoint(event: Event, user: User, role: Role) -> Official:
    """Give an account a role at the event, in the place of an earlier one.

    Reverse act: `remove_official`.
    """
    official, _created = Official.objects.update_or_create(
        event=event, user=user, defaults={"role": role}
    )
    return official


@after_snapshot
def change_event(
    event: Event,
    fields: Mapping[str, Any],
    signature: Signature | None = None,
    *,
    reason: str = "",
    anew: bool = False,
) -> Event:
    """Change what was declared; signed, it is logged with its reason once the event has a record.

    `games_of_round_2` among the fields is the number of games of that round. `anew`: what was
    paired before is thrown away, and the record of the matches begins again. Reverse act: changing
    it back. Raises Refused for what is held: by the first sheet, by seated rounds, by the
    seal.
    """
    with writing(event) as row:
        if signature and known(row, signature):
            return row
        changed = changes(row, fields)
        refuse_held(changed, held_fields(row))
        _apply(row, changed)
        if signature and changed and row.ledger.exists():
            _log(row, changed, signature, reason, {"anew": True} if anew else {})
    return row


@after_snapshot
def change_frozen(
    event: Event, fields: Mapping[str, Any], signature: Signature, *, reason: str, witness: str
) -> Event:
    """Change an option that decides results although sheets are in: everything is counted anew by
    it.

    Takes head umpire and organiser (tournament/approvals/acts.py), or a named witness. Reverse act:
    changing it back.
    """
    with writing(event) as row:
        if known(row, signature):
            return row
        changed = changes(row, fields)
        refuse_held(changed, bound_by_the_cut(row))
        if not changed:
            raise Refused("Nothing has changed: choose another value.")
        if strange := sorted(set(changed) - TOGETHER):
            raise Refused(f"{words_of(strange)} cannot be changed in this way.")
        if not witness.strip():
            raise Refused(
                "This takes a second official, or a named witness where there is only one."
            )
        _same_points(row, changed)
        _apply(row, changed)
        _log(row, changed, signature, reason, {"witness": witness.strip()})
    return row


def changes(row: Event, fields: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Each field that would differ, as it is and as it would be."""
    games = (
        {round_.number: round_.games for round_ in rounds_not_started(row)}
        if any(map(of_round, fields))
        else {}
    )
    differing = {}
    for name, value in fields.items():
        if (number := of_round(name)) and number not in games:
            raise Refused(
                f"Round {number} is not laid or has begun: the number of its games stays."
            )
        before = games[number] if number else getattr(row, name)
        if before != value:
            differing[name] = (before, value)
    return differing


def refuse_held(changed: Iterable[str], reasons: Mapping[str, str]) -> None:
    """Refuse with every reason that holds one of these fields."""
    names = [name for name in changed if name in reasons]
    if names:
        sentences = " ".join(dict.fromkeys(reasons[name] for name in names))
        raise Refused(f"{sentences} Not changed: {words_of(names)}.")


def words_of(names: Iterable[str]) -> str:
    """Settings as one reads them."""
    return listed(f"“{called(name)}”" for name in names)


def _apply(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    for name, (_before, value) in changed.items():
        if number := of_round(name):
            _set_games(row, number, value)
        else:
            setattr(row, name, value)
    try:
        row.full_clean(validate_unique=False)
    except ValidationError as error:
        text = " ".join(error.messages)
        raise Refused(f"{words_of(error.message_dict)}: {text}") from None
    if "group_one" in changed:
        _call_groups(row, Groups(changed["group_one"][0], ""))
    row.save()


def _call_groups(row: Event, before: Groups) -> None:
    """After another word for its groups: the prize for two of one is called by it, and the liveries
    of the fixture are on offer where guests come from liveries, else those alone that somebody has.
    """
    _name_prize(row, before)
    rows = {company["name"]: company for company in liveries()}
    if row.groups != LIVERIES:
        unused = row.liveries.filter(guests=None, name__in=rows)
        Livery.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()
        return
    present = set(row.liveries.values_list("name", flat=True))
    if missing := [rows[name] for name in rows if name not in present]:
        row.liveries.update(precedence=F("precedence") + BEHIND)
        Livery.objects.bulk_create([Livery(event=row, **company) for company in missing])


BEHIND = 1000
"""So far clubs move down when the liveries come back: each keeps the order it has."""


def _name_prize(row: Event, before: Groups) -> None:
    if before.word != row.groups.word:
        row.further_prizes = [
            {**prize, "name": best_two(row.groups)}
            if prize.get("name") == best_two(before)
            else prize
            for prize in row.further_prizes
        ]


def _set_games(row: Event, number: int, games: int) -> None:
    """A round of more or fewer games: those of its tables are laid out or taken away."""
    round_ = Round.objects.get(event=row, number=number)
    round_.games = games
    round_.save(update_fields=["games"])
    if round_.state == RoundState.DRAFT:
        return
    Game.objects.filter(table__round=round_, number__gt=games).delete()
    there = set(Game.objects.filter(table__round=round_).values_list("table_id", "number"))
    places = ((table, game) for table in round_.tables.all() for game in range(1, games + 1))
    missing = [
        Game(event=row, table=table, number=game)
        for table, game in places
        if (table.pk, game) not in there
    ]
    Game.objects.bulk_create(missing)


def _same_points(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    """Sheets keep the points they were counted with, so no option may change
    what a card is worth.
    """
    if (
        "rules" in changed
        and rules_of(event_format(row), changed["rules"][1]).scoring != rules(row).scoring
    ):
        raise Refused(
            "That option changes what cards are worth: correct the sheets one by one instead."
        )


def _log(
    row: Event,
    changed: Mapping[str, tuple[Any, Any]],
    signature: Signature,
    reason: str,
    more: Mapping[str, Any],
) -> None:
    if not reason.strip():
        raise Refused("Say why: the evening has begun.")
    before, after = ({name: plain(pair[side]) for name, pair in changed.items()} for side in (0, 1))
    body = {"before": before, "after": after, **more}
    append(row, "settings", body, signature, reason=reason)


def remove_event(event: Event) -> None:
    """Take back an event that nothing was entered for. Reverse act: `create_event`."""
    if event.ledger.exists():
        raise Refused("Something has been entered for this evening, so it cannot be removed.")
    if hasattr(event, "rehearsed"):
        raise Refused("There is a rehearsal of this evening: wipe that first.")
    if event.is_rehearsal:
        raise Refused("This is a rehearsal: wipe it on its own page.")
    with transaction.atomic(), nothing_kept():
        triggers.drop(connection)
        event.changes.all().delete()
        triggers.create(connection)
        event.officials.all().delete()
        event.seats.all().delete()
        event.games.all().delete()
        event.tables.all().delete()
        event.rounds.all().delete()
        event.guests.all().delete()
        event.delete()


def _settings_changed(event: Event, agreed: Agreed, signature: Signature) -> object:
    before, after = agreed.payload["before"], agreed.payload["after"]
    now = {name: plain(getattr(event, name)) for name in before}
    if now != before:
        raise Refused("The settings changed since this was asked: decline it, and ask again.")
    return change_frozen(event, after, signature, reason=agreed.reason, witness=agreed.second)


def frozen_payload(event: Event, fields: Payload) -> dict[str, Any]:
    """What is asked for when frozen options are to change: each as it is and as it would be."""
    changed = changes(event, fields)
    return {
        "before": {n: plain(a) for n, (a, _b) in changed.items()},
        "after": {n: b for n, (_a, b) in changed.items()},
    }


def _differences(payload: Payload) -> tuple[str, ...]:
    before, after = payload["before"], payload["after"]
    return tuple(
        f"{called(name)}: “{value_words(name, before[name])}” becomes"
        f" “{value_words(name, after[name])}”"
        for name in after
    )


def _changed(payload: Payload) -> str:
    names = list(payload["after"])
    return (
        f"Change what is frozen: {called(names[0])}"
        if len(names) == 1
        else f"Change {len(names)} frozen settings"
    )


KINDS.update(
    {
        "settings": Kind(
            _changed,
            _settings_changed,
            "This counts all results again.",
            lines=_differences,
            both_offices=True,
        ),
    }
)


def show_chances(event: Event, signature: Signature, *, visible: bool) -> None:
    """Show the chances on guests' pages, or no longer. Reverse act: the other of the two."""
    with writing(event) as row:
        if row.chances_shown == visible:
            return
        append(row, "show_chances", {"shown": visible}, signature)
        row.chances_shown = visible
        row.save(update_fields=["chances_shown"])
