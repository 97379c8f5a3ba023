"""The copy of an event: what was declared comes along, what happened never does."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.evening import NOW, new_event, official, save, seated_event, sign
from tournament.event.acts import remove_event
from tournament.event.acts_next import (
    ask_again,
    confirm_invited,
    copy_event,
    decline_invited,
    forget_invited,
)
from tournament.event.copied import COMPANY, COPIED, KNOWN
from tournament.guests.acts import remove_guest
from tournament.models import Event, EventCopy, Guest, Invited, Livery, Role
from tournament.refusal import Refused
from tournament.seating.acts_hall import set_hall_plan

pytestmark = pytest.mark.django_db
ANEW = frozenset(
    [
        "id",
        "uid",
        "slug",
        "name",
        "date",
        "sign_in_secret",
        "tablet_secret",
        "guests_check_in",
        "frozen_at",
        "version",
        "held_since",
        "released",
        "is_rehearsal",
        "reading",
        "podium_revealed_at",
        "playoff_live",
        "extra",
        "names_wiped_at",
    ]
)
"""What belongs to the one evening: its name and day, its secrets, and all that happened."""
NEXT = ("Inter-Livery 2028", date(2028, 2, 11))
DECLARED = {
    "venue": "Vintners' Hall",
    "charity": "The Lord Mayor's Appeal",
    "rules": "SP-A2=permissive",
    "cut_size": 4,
    "games_per_round": 1,
    "tie_breaks": ["worst_game", "cut_of_cards"],
    "further_prizes": [{"name": "Spoon", "scope": "field", "figure": "last"}],
    "team_figure": "mean",
}


@pytest.fixture
def last() -> Event:
    """Last year's event with a sheet, a club of its own, a hall plan and two officials beside the
    organiser.
    """
    known: dict[str, Any] = {name: value for name, value in DECLARED.items() if name != "rules"}
    made = seated_event(5, **known)
    set_hall_plan(made, [{"label": "Swan"}], sign(), reason="swans")
    Livery.objects.filter(event=made, precedence=1).update(name="Chess Club", note="a club")
    Guest.objects.filter(event=made, badge=1).update(
        title="Dr",
        email="one@example.org",
        step_free=True,
        livery=made.liveries.get(precedence=1),
        fixed_table=1,
    )
    Guest.objects.filter(event=made, badge=2).update(status="no_show")
    save(made, ("out", "8", "3", "4", "5"))
    for role in (Role.UMPIRE, Role.HEAD_UMPIRE, Role.ORGANISER):
        official(made, role, role.value)
    return Event.objects.get(pk=made.pk)


def copied(last: Event, **choice: object) -> Event:
    user = last.officials.get(role=Role.ORGANISER).user
    return Event.objects.get(pk=copy_event(last, NEXT, user, sign(), **choice).pk)  # type: ignore[arg-type]


def test_every_field_of_an_event_is_copied_or_begins_anew() -> None:
    """A new field needs a decision: name it in COPIED of tournament/event/copied.py, or here."""
    fields = {field.attname for field in Event._meta.concrete_fields}
    assert sorted(fields) == sorted(COPIED | ANEW)
    assert frozenset() == COPIED & ANEW
    company = {field.attname for field in Livery._meta.concrete_fields} - {"id", "event_id"}
    assert sorted(company) == sorted(COMPANY)


def test_every_field_of_a_guest_is_kept_or_left_behind() -> None:
    """The control of what is personal: a new field of a guest is not carried into another year
    unseen.
    """
    left = {
        "id",
        "event_id",
        "badge",
        "ref",
        "fixed_table",
        "notes",
        "order_number",
        "placeholder",
        "status",
        "status_note",
        "arrived_at",
    }
    own = {"name", "sort_name", "livery_id"}
    fields = {field.attname for field in Guest._meta.concrete_fields}
    assert sorted(fields - left - own - {"extra"}) == sorted(KNOWN)


def test_what_was_declared_comes_along(last: Event) -> None:
    made = copied(last)
    assert (made.name, made.date, made.slug) == (NEXT[0], NEXT[1], "inter-livery-2028")
    assert {name: getattr(made, name) for name in COPIED} == {
        name: getattr(last, name) for name in COPIED
    }
    assert (made.hall_plan, made.cut_size, made.team_figure) == (last.hall_plan, 4, "mean")
    companies = [list(event.liveries.values_list(*COMPANY)) for event in (made, last)]
    assert companies[0] == companies[1]


def test_nothing_that_happened_comes_along(last: Event) -> None:
    made, blank = copied(last), new_event()
    own = {"id", "uid", "slug", "name", "date"}
    blank.refresh_from_db()
    assert {name: getattr(made, name) for name in ANEW - own} == {
        name: getattr(blank, name) for name in ANEW - own
    }
    happened = (
        "guests",
        "rounds",
        "games",
        "seats",
        "ledger",
        "invited",
        "sign_ins",
        "kept_apart",
        "seals",
    )
    assert [name for name in happened if getattr(made, name).exists()] == []
    assert last.ledger.exists()


def test_the_officials_chosen_are_asked_to_serve_again_and_who_copies_is_organiser(
    last: Event,
) -> None:
    head = last.officials.get(role=Role.HEAD_UMPIRE)
    made = copied(last, officials=[head.pk])
    assert list(made.officials.values_list("user__username", "role")) == [
        ("organiser", "organiser")
    ]
    assert list(made.appointments.values_list("user__username", "role")) == [
        ("head_umpire", "head_umpire")
    ]


def test_officials_of_another_event_are_never_taken_along(last: Event) -> None:
    foreign = official(new_event(), Role.HEAD_UMPIRE, "elsewhere").offices.get()
    assert copied(last, officials=[foreign.pk]).officials.count() == 1


def test_the_same_request_twice_makes_one_copy(last: Event) -> None:
    user, by = last.officials.get(role=Role.ORGANISER).user, sign("pressed-twice")
    assert copy_event(last, NEXT, user, by) == copy_event(last, ("Other", NEXT[1]), user, by)
    assert EventCopy.objects.get().made.name == NEXT[0]
    assert copy_event(last, NEXT, user, sign()).slug == "inter-livery-2028-2"


def test_only_an_organiser_copies_and_a_name_that_cannot_be_leaves_nothing(last: Event) -> None:
    umpire = last.officials.get(role=Role.UMPIRE).user
    organiser = last.officials.get(role=Role.ORGANISER).user
    before = Event.objects.count()
    with pytest.raises(Refused, match="Only an organiser"):
        copy_event(last, NEXT, umpire, sign())
    Event.objects.filter(pk=last.pk).update(names_wiped_at=NOW)
    with pytest.raises(Refused, match="there is nobody to ask again"):
        copied(Event.objects.get(pk=last.pk), guests=True)
    with pytest.raises(ValidationError):
        copy_event(last, ("x" * 121, NEXT[1]), organiser, sign())
    assert Event.objects.count() == before


def test_a_copy_of_the_demo_is_a_demo_so_that_its_log_ins_open_nothing_else(last: Event) -> None:
    Event.objects.filter(pk=last.pk).update(is_demo=True)
    assert copied(Event.objects.get(pk=last.pk)).is_demo is True


def test_a_copy_that_nothing_was_entered_for_can_be_removed(last: Event) -> None:
    made = copied(last, guests=True)
    remove_event(made)
    assert (EventCopy.objects.count(), Invited.objects.count(), last.guests.count()) == (0, 0, 5)


def test_those_of_last_year_wait_until_each_is_confirmed(last: Event) -> None:
    made = copied(last, guests=True)
    assert list(made.invited.values_list("name", flat=True)) == [
        "Guest 1",
        "Guest 3",
        "Guest 4",
        "Guest 5",
    ]
    assert made.guests.count() == 0
    first, third, fourth, fifth = made.invited.all()
    assert confirm_invited(made, [first.pk, fifth.pk], sign()) == 2
    assert decline_invited(made, [third.pk], sign()) == 1
    one, five = made.guests.select_related("livery")
    assert (one.name, one.badge, one.title, one.email, one.step_free) == (
        "Guest 1",
        1,
        "Dr",
        "one@example.org",
        True,
    )
    assert (one.livery_name, one.fixed_table, five.badge, five.status) == (
        "Chess Club",
        None,
        2,
        "registered",
    )
    assert [row.answered_by for row in made.invited.all()] == [
        "Ursula Umpire",
        "Ursula Umpire",
        "",
        "Ursula Umpire",
    ]
    assert fourth.answered_at is None


def test_an_answer_is_taken_back_and_asked_again(last: Event) -> None:
    made = copied(last, guests=True)
    first, third, *_others = made.invited.all()
    decline_invited(made, [third.pk], sign())
    confirm_invited(made, [first.pk], sign())
    with pytest.raises(Refused, match="Nobody is ticked who still waits"):
        confirm_invited(made, [first.pk, third.pk], sign())
    with pytest.raises(Refused, match="Nobody is ticked who still waits"):
        decline_invited(made, [], sign())
    with pytest.raises(Refused, match="Nobody is ticked who said no"):
        ask_again(made, [first.pk])
    remove_guest(made, made.guests.get(), sign())
    assert ask_again(made, [first.pk, third.pk]) == 2
    assert confirm_invited(made, [first.pk, third.pk], sign()) == 2


def test_the_list_can_be_forgotten_and_belongs_to_its_event_alone(last: Event) -> None:
    made, other = copied(last, guests=True), copied(last, guests=True)
    stranger = other.invited.first()
    assert stranger is not None
    with pytest.raises(Refused):
        confirm_invited(made, [stranger.pk], sign())
    assert forget_invited(made) == 4
    assert (made.invited.count(), other.invited.count()) == (0, 4)
