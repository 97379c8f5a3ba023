"""Leagues: set up, changed, their evenings and organisers; each act is logged with who and when.

Who is the same person at several evenings: confirmed, split, told apart, each by an official and
each reversible.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, QuerySet
from django.utils.text import slugify

from scoring.counting.league import LeagueRule
from scoring.words import listed
from tournament.counting.scores import ranking
from tournament.event.acts_names import WIPED_TOO
from tournament.leagues.log import done_before, log, writing_league
from tournament.leagues.reading import rule_of
from tournament.ledger.chain import Signature, all_or_nothing, durable
from tournament.models import (
    Event,
    Guest,
    Invited,
    League,
    LeagueEntry,
    LeagueEvening,
    LeagueOrganiser,
    Official,
    Person,
    PersonLink,
    Role,
    ToldApart,
)
from tournament.refusal import Refused

SETTINGS = ("name", "count_by", "best", "missed", "place_points", "public")
MOST_EVENINGS = 60


def create_league(name: str, user: User, signature: Signature) -> League:
    """A new league, run by this account. Reverse act: `remove_league`."""
    with durable():
        mine = LeagueEntry.objects.filter(
            kind="created", key=signature.key, league__organisers__user=user
        )
        before = mine.select_related("league").first()
        if before:
            return before.league
        league = League.objects.create(name=name, slug=_free_slug(name))
        LeagueOrganiser.objects.create(league=league, user=user)
        log(league, "created", {"name": name}, signature)
    return league


def remove_league(league: League) -> None:
    """Take back a league that has no evening; events and their guests stay.

    Reverse act: `create_league`.
    """
    with writing_league(league) as row:
        if row.evenings.exists():
            raise Refused("The league has evenings: take them out first, one by one.")
        row.delete()


def change_league(league: League, fields: Mapping[str, Any], signature: Signature) -> League:
    """Change how a league counts, what it is called, and whether anybody may see it.

    Reverse act: changing it back.
    """
    with writing_league(league) as row:
        if done_before(row, signature):
            return row
        before = {
            name: getattr(row, name)
            for name in SETTINGS
            if name in fields and getattr(row, name) != fields[name]
        }
        for name in before:
            setattr(row, name, fields[name])
        events = [evening.event for evening in row.evenings.select_related("event")]
        _refuse_rule(row, events)
        if before:
            row.save(update_fields=list(before))
            log(
                row,
                "changed",
                {"before": before, "after": {name: fields[name] for name in before}},
                signature,
            )
    return row


def add_evening(league: League, event: Event, user: User, signature: Signature) -> LeagueEvening:
    """Take an event in as the next evening, by date.

    Only who organises both may. Reverse act: `remove_evening`.
    """
    with writing_league(league) as row:
        there = row.evenings.filter(event=event).first()
        if there:
            return there
        if not Official.objects.filter(event=event, user=user, role=Role.ORGANISER).exists():
            raise Refused(
                "You are not the organiser of that evening, so you cannot take it into a league."
            )
        if event.is_rehearsal:
            raise Refused("A rehearsal counts for no league: take in the evening itself.")
        if row.evenings.count() >= MOST_EVENINGS:
            raise Refused(f"A league has at most {MOST_EVENINGS} evenings: start another one.")
        events = [evening.event for evening in row.evenings.select_related("event")]
        _refuse_rule(row, [*events, event])
        league_evening = LeagueEvening.objects.create(
            league=row, event=event, number=len(events) + 1
        )
        _number_by_date(row)
        log(row, "evening_added", {"event": event.slug}, signature)
    league_evening.refresh_from_db()
    return league_evening


def remove_evening(league: League, event: Event, signature: Signature) -> None:
    """Take an evening out; the links of its guests stay for when it comes back.

    Reverse act: `add_evening`.
    """
    with writing_league(league) as row:
        if not row.evenings.filter(event=event).delete()[0]:
            raise Refused(f"{event.name} is not in this league.")
        _number_by_date(row)
        log(row, "evening_removed", {"event": event.slug}, signature)


def add_league_organiser(league: League, name: str, signature: Signature) -> LeagueOrganiser:
    """Let another account run the league too. Reverse act: `remove_league_organiser`."""
    with writing_league(league) as row:
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        runs = (
            Official.objects.filter(user=user, role=Role.ORGANISER, event__in_leagues__league=row)
            if user
            else None
        )
        if user is None or runs is None or not runs.exists():
            raise Refused(
                "No organiser of an evening of this league has that name: check the spelling."
            )
        league_organiser, new = LeagueOrganiser.objects.get_or_create(league=row, user=user)
        if new:
            log(row, "organiser_added", {"user": user.pk}, signature)
    return league_organiser


def remove_league_organiser(league: League, pk: int, signature: Signature) -> None:
    """Take the running of the league from an account. Reverse act: `add_league_organiser`."""
    with writing_league(league) as row:
        organiser = row.organisers.filter(pk=pk).first()
        if organiser is None:
            raise Refused("This person does not run the league any more.")
        if not row.organisers.exclude(pk=pk).exists():
            raise Refused("A league keeps at least one organiser: add another one first.")
        organiser.delete()
        log(row, "organiser_removed", {"user": organiser.user_id}, signature)


def linked(league: League, event: Event) -> int:
    """How many guests of an event are linked to persons of the league."""
    return PersonLink.objects.filter(league=league, guest__event=event, split_at=None).count()


def _refuse_rule(row: League, events: Sequence[Event]) -> None:
    """Refuse what does not add up: no rule at all, or totals of which some lead by being low and
    some by being high.
    """
    try:
        rule: LeagueRule = rule_of(row, events)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    odd_event = next(
        (event for event in events if ranking(event).direction != rule.direction), None
    )
    if rule.by == "total" and odd_event is not None:
        words = (
            f"At {odd_event.name} the {ranking(odd_event).direction} total leads, at"
            f" {events[0].name} the"
            f" {rule.direction}."
        )
        raise Refused(f"{words} Totals of both do not add up: count places or points for places.")


def _number_by_date(row: League) -> None:
    """Evenings are numbered in the order of their days."""
    evenings = list(row.evenings.order_by("event__date", "pk"))
    for number, evening in enumerate(evenings, start=1):
        evening.number = number
    LeagueEvening.objects.bulk_update(evenings, ["number"])


def _free_slug(name: str) -> str:
    base = slugify(name)[:50] or "league"
    slugs = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(
        slug
        for slug in (base, *(f"{base}-{n}" for n in range(2, len(slugs) + 3)))
        if slug not in slugs
    )


Pair = tuple[int, int]


def link_guests(league: League, pairs: Sequence[Pair], signature: Signature) -> int:
    """Confirm that the two guests of each pair are one person, all pairs or none; how many were
    new.

    Two who are known as different persons become one, all guests of the second with them. Reverse
    act: `split_guest`, for each. Raises Refused where a person would have two guests of
    one evening.
    """
    with writing_league(league) as row:
        if done_before(row, signature):
            return 0
        if not pairs:
            raise Refused("Nobody is ticked: tick those who are the same person.")
        bodies = [
            body
            for first, second in pairs
            if (body := _link(row, *_two(row, first, second), signature))
        ]
        for number, body in enumerate(bodies):
            key = signature.key if number == 0 else f"{signature.key[:70]}/{number}"
            log(row, "linked", body, replace(signature, key=key))
    return len(bodies)


def split_guest(league: League, guest: int, signature: Signature) -> PersonLink:
    """Take a guest (by row) out of the person they were linked to; the link stays on record.
    Reverse: `link_guests`.

    They are told apart from the others of that person, so that the same proposal does not come back
    by itself.
    """
    with writing_league(league) as row:
        link = (
            row.links.select_related("person", "guest__event")
            .filter(guest=guest, split_at=None)
            .first()
        )
        if link is None:
            raise Refused("This guest is linked to nobody: there is nothing to split.")
        link.split_at, link.split_by = signature.at, signature.actor.name
        link.save(update_fields=["split_at", "split_by"])
        for person_link in PersonLink.objects.filter(
            person=link.person, split_at=None
        ).select_related("guest"):
            _apart(row, link.guest, person_link.guest, signature)
        log(row, "split", {"person": link.person.number, "guest": _called(link.guest)}, signature)
    return link


def tell_apart(league: League, number: int, counterpart: int, signature: Signature) -> ToldApart:
    """Two guests (by row) are two persons: they are not proposed again.

    Reverse act: `take_telling_apart_back`.
    """
    with writing_league(league) as row:
        first, second = _two(row, number, counterpart)
        numbers = {
            link.person_id for link in row.links.filter(guest__in=(first, second), split_at=None)
        }
        linked = row.links.filter(guest__in=(first, second), split_at=None).count()
        if linked > len(numbers):
            raise Refused("These two are linked as one person: split them instead.")
        told_apart, new = _apart(row, first, second, signature)
        if new:
            log(row, "apart", {"one": _called(first), "other": _called(second)}, signature)
    return told_apart


def take_telling_apart_back(league: League, pk: int, signature: Signature) -> None:
    """The two may be proposed again. Reverse act: `tell_apart`."""
    with writing_league(league) as row:
        pair = row.told_apart.select_related("one__event", "other__event").filter(pk=pk).first()
        if pair is None:
            raise Refused("These two are not told apart any more: there is nothing to take back.")
        body = {"one": _called(pair.one), "other": _called(pair.other)}
        pair.delete()
        log(row, "apart_back", body, signature)


def unlink_event(event: Event, signature: Signature) -> int:
    """Forget who the guests of an event were elsewhere, in every league, and whom it asked to come
    again; how many.

    Done where the guests' data are wiped. No reverse: what is wiped is gone, and links are
    confirmed anew.
    """
    with all_or_nothing():
        leagues = {
            link.league_id: link.league
            for link in _links_of(event).select_related("league").order_by("league")
        }
        forgotten = 0
        for league in leagues.values():
            with writing_league(league) as row:
                forgotten += _links_of(event).filter(league=row, split_at=None).count()
                _links_of(event).filter(league=row).delete()
                ToldApart.objects.filter(league=row, one__event=event).delete()
                ToldApart.objects.filter(league=row, other__event=event).delete()
                Person.objects.filter(league=row, links=None).delete()
                if not done_before(row, signature):
                    log(row, "unlinked", {"event": event.slug}, signature)
        Invited.objects.filter(event=event).delete()
    return forgotten


def _links_of(event: Event) -> QuerySet[PersonLink]:
    return PersonLink.objects.filter(guest__event=event)


def _two(row: League, first: int, second: int) -> tuple[Guest, Guest]:
    rows = Guest.objects.filter(
        pk__in=(first, second), event__in_leagues__league=row
    ).select_related("event")
    guests = sorted(rows, key=lambda guest: guest.pk)
    if len(guests) < 2:
        raise Refused("One of these two is at no evening of this league: look at the list again.")
    if guests[0].event_id == guests[1].event_id:
        raise Refused(
            f"{guests[0].name} and {guests[1].name} were at the same evening: they are two persons."
        )
    return guests[0], guests[1]


def _link(
    row: League, item: Guest, second: Guest, signature: Signature
) -> dict[str, object] | None:
    """Link two guests; nothing where they are one person already."""
    links = {
        link.guest_id: link for link in row.links.filter(guest__in=(item, second), split_at=None)
    }
    if len(links) == 2 and links[item.pk].person_id == links[second.pk].person_id:
        return None
    first = links.get(item.pk) or links.get(second.pk)
    person = first.person if first else _new_person(row)
    fresh = [guest for guest in (item, second) if guest.pk not in links]
    if len(links) == 2:
        fresh = _leave(links[second.pk].person, signature)
    _refuse_same_evening(person, fresh)
    for guest in fresh:
        PersonLink.objects.create(
            league=row,
            person=person,
            guest=guest,
            confirmed_at=signature.at,
            confirmed_by=signature.actor.name,
        )
    ToldApart.objects.filter(league=row, one=item, other=second).delete()
    return {
        "person": person.number,
        "guests": listed(_called(guest) for guest in (item, second)),
    }


def _leave(person: Person, signature: Signature) -> list[Guest]:
    """Everybody leaves a person, to join another one: their links end, and stay on record."""
    links = PersonLink.objects.filter(person=person, split_at=None).select_related("guest__event")
    guests = [link.guest for link in links]
    links.update(split_at=signature.at, split_by=signature.actor.name)
    return guests


def _refuse_same_evening(person: Person, fresh: Iterable[Guest]) -> None:
    links = PersonLink.objects.filter(person=person, split_at=None).select_related("guest")
    there = {link.guest.event_id: link.guest for link in links}
    for guest in fresh:
        if guest.event_id in there:
            words = f"{guest.name} and {there[guest.event_id].name} were both at {guest.event.name}"
            raise Refused(f"{words}, so they are not one person: split the wrong link first.")


def _new_person(row: League) -> Person:
    last = row.persons.aggregate(last=Max("number"))["last"] or 0
    return Person.objects.create(league=row, number=last + 1)


def _apart(
    row: League, item: Guest, counterpart: Guest, signature: Signature
) -> tuple[ToldApart, bool]:
    first, second = sorted((item, counterpart), key=lambda guest: guest.pk)
    sign = {"at": signature.at, "by": signature.actor.name}
    return ToldApart.objects.get_or_create(league=row, one=first, other=second, defaults=sign)


def _called(guest: Guest) -> str:
    """A guest as the log calls them: by evening and key, never by name."""
    return f"{guest.ref} of {guest.event.slug}"


WIPED_TOO.append(unlink_event)
