"""Leagues: set up, changed, their evenings and organisers; each act is logged with who and when."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.text import slugify

from scoring.league import LeagueRule
from tournament.league_board import rule_of
from tournament.ledger.chain import Signature, durable
from tournament.ledger.league_log import done_before, log, writing_league
from tournament.ledger.lift import ranking
from tournament.models import Event, League, LeagueEntry, LeagueEvening, LeagueOrganiser, Official, PersonLink, Role

SETTINGS = ("name", "count_by", "best", "missed", "place_points", "public")
MOST_EVENINGS = 60


class LeagueRefusedError(ValueError):
    """The league cannot be set up or changed so: the sentence says why and what to mend."""


def create_league(name: str, user: User, by: Signature) -> League:
    """A new league, run by this account. Reverse act: `remove_league`."""
    with durable():
        mine = LeagueEntry.objects.filter(kind="created", key=by.key, league__organisers__user=user)
        before = mine.select_related("league").first()
        if before:
            return before.league
        made = League.objects.create(name=name, slug=_free_slug(name))
        LeagueOrganiser.objects.create(league=made, user=user)
        log(made, "created", {"name": name}, by)
    return made


def remove_league(league: League) -> None:
    """Take back a league that has no evening; events and their guests stay. Reverse act: `create_league`."""
    with writing_league(league) as row:
        if row.evenings.exists():
            raise LeagueRefusedError("The league has evenings: take them out first, one by one.")
        row.delete()


def change_league(league: League, fields: Mapping[str, Any], by: Signature) -> League:
    """Change how a league counts, what it is called, and whether anybody may see it. Reverse act: changing it back."""
    with writing_league(league) as row:
        if done_before(row, by):
            return row
        before = {
            name: getattr(row, name) for name in SETTINGS if name in fields and getattr(row, name) != fields[name]
        }
        for name in before:
            setattr(row, name, fields[name])
        events = [evening.event for evening in row.evenings.select_related("event")]
        _refuse_rule(row, events)
        if before:
            row.save(update_fields=list(before))
            log(row, "changed", {"before": before, "after": {name: fields[name] for name in before}}, by)
    return row


def add_evening(league: League, event: Event, user: User, by: Signature) -> LeagueEvening:
    """Take an event in as the next evening, by date. Only who organises both may. Reverse act: `remove_evening`."""
    with writing_league(league) as row:
        there = row.evenings.filter(event=event).first()
        if there:
            return there
        if not Official.objects.filter(event=event, user=user, role=Role.ORGANISER).exists():
            raise LeagueRefusedError("You are not the organiser of that evening, so you cannot take it into a league.")
        if row.evenings.count() >= MOST_EVENINGS:
            raise LeagueRefusedError(f"A league has at most {MOST_EVENINGS} evenings: start another one.")
        events = [evening.event for evening in row.evenings.select_related("event")]
        _refuse_rule(row, [*events, event])
        made = LeagueEvening.objects.create(league=row, event=event, number=len(events) + 1)
        _number_by_date(row)
        log(row, "evening_added", {"event": event.slug}, by)
    made.refresh_from_db()
    return made


def remove_evening(league: League, event: Event, by: Signature) -> None:
    """Take an evening out; the links of its guests stay for when it comes back. Reverse act: `add_evening`."""
    with writing_league(league) as row:
        if not row.evenings.filter(event=event).delete()[0]:
            raise LeagueRefusedError(f"{event.name} is not in this league.")
        _number_by_date(row)
        log(row, "evening_removed", {"event": event.slug}, by)


def add_league_organiser(league: League, name: str, by: Signature) -> LeagueOrganiser:
    """Let another account run the league too. Reverse act: `remove_league_organiser`."""
    with writing_league(league) as row:
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        runs = Official.objects.filter(user=user, role=Role.ORGANISER, event__in_leagues__league=row) if user else None
        if user is None or runs is None or not runs.exists():
            raise LeagueRefusedError("No organiser of an evening of this league has that name: check the spelling.")
        made, new = LeagueOrganiser.objects.get_or_create(league=row, user=user)
        if new:
            log(row, "organiser_added", {"user": user.pk}, by)
    return made


def remove_league_organiser(league: League, pk: int, by: Signature) -> None:
    """Take the running of the league from an account. Reverse act: `add_league_organiser`."""
    with writing_league(league) as row:
        found = row.organisers.filter(pk=pk).first()
        if found is None:
            raise LeagueRefusedError("This person does not run the league any more.")
        if not row.organisers.exclude(pk=pk).exists():
            raise LeagueRefusedError("A league keeps at least one organiser: add another one first.")
        found.delete()
        log(row, "organiser_removed", {"user": found.user_id}, by)


def linked(league: League, event: Event) -> int:
    """How many guests of an event are linked to persons of the league."""
    return PersonLink.objects.filter(league=league, guest__event=event, split_at=None).count()


def _refuse_rule(row: League, events: Sequence[Event]) -> None:
    """Refuse what does not add up: no rule at all, or totals of which some lead by being low and some by being high."""
    try:
        rule: LeagueRule = rule_of(row, events)
    except ValueError as wrong:
        raise LeagueRefusedError(str(wrong)) from None
    other = next((event for event in events if ranking(event).direction != rule.direction), None)
    if rule.by == "total" and other is not None:
        said = f"At {other.name} the {ranking(other).direction} total leads, at {events[0].name} the {rule.direction}."
        raise LeagueRefusedError(f"{said} Totals of both do not add up: count places or points for places.")


def _number_by_date(row: League) -> None:
    """Evenings are numbered in the order of their days."""
    evenings = list(row.evenings.order_by("event__date", "pk"))
    for number, evening in enumerate(evenings, start=1):
        evening.number = number
    LeagueEvening.objects.bulk_update(evenings, ["number"])


def _free_slug(name: str) -> str:
    base = slugify(name)[:50] or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)
