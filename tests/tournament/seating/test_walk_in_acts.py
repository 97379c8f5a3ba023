"""An evening without a list: every guest is here, once, and nobody gets on the list unasked."""

import pytest

from tests.tournament.evening import NOW, new_event, sign
from tournament.guests.acts import add_guest, remove_guest
from tournament.models import Event, SignIn
from tournament.refusal import Refused
from tournament.seating.acts_walk_in import (
    MOST_WAITING,
    accept,
    add_walk_in,
    put_code_up,
    sign_in,
    take_code_down,
    turn_away,
    wait_again,
)
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def listed(event: Event) -> list[tuple[int, str, str, bool]]:
    guests = event.guests.select_related("livery").order_by("badge")
    return [
        (guest.badge, guest.name, guest.livery_name, guest.arrived_at == NOW) for guest in guests
    ]


def test_a_line_makes_a_guest_who_is_here_and_a_company_that_was_not_known() -> None:
    event = new_event()
    lines = {"Ann Oak": "the Grocers", "Ben Ash": "Fishers of Rye", "Cleo Elm": "fishers of RYE"}
    companies = [add_walk_in(event, *line, sign())[1] for line in lines.items()]
    add_walk_in(event, "Dot Yew", "", sign())
    assert companies == [[], ["Fishers of Rye"], []]
    assert listed(event) == [
        (1, "Ann Oak", "Grocers", True),
        (2, "Ben Ash", "Fishers of Rye", True),
        (3, "Cleo Elm", "Fishers of Rye", True),
        (4, "Dot Yew", "", True),
    ]
    assert list(faults(event)) == []


def test_a_guest_taken_off_again_leaves_no_mark_behind() -> None:
    event = new_event()
    (guest,), _companies = add_walk_in(event, "Ann Oak", "", sign())
    remove_guest(event, guest, sign())
    add_guest(event, {"name": "Ben Ash", "badge": 1}, sign())
    assert (listed(event), list(faults(event))) == ([(1, "Ben Ash", "", False)], [])


def test_who_signs_in_waits_until_accepted_and_is_accepted_once() -> None:
    event = new_event()
    ann = sign_in(event, {"name": "Ann Oak", "company": "Grocers"}, NOW)
    assert sign_in(event, {"name": "ann OAK", "company": ""}, NOW) == ann
    ben = sign_in(event, {"name": "Ben Ash", "company": ""}, NOW)
    assert listed(event) == []
    accept(event, [ann.pk, 999], sign())
    with pytest.raises(Refused, match="Nobody of these waits any more"):
        accept(event, [ann.pk], sign())
    assert (listed(event), list(faults(event))) == ([(1, "Ann Oak", "Grocers", True)], [])
    turn_away(event, ben.pk, sign())
    with pytest.raises(Refused, match="They do not wait any more"):
        turn_away(event, ben.pk, sign())
    assert len(listed(event)) == 1
    wait_again(event, ben.pk)
    with pytest.raises(Refused, match="They were not turned away"):
        wait_again(event, ann.pk)
    accept(event, [ben.pk], sign())
    assert [row[1] for row in listed(event)] == ["Ann Oak", "Ben Ash"]


def test_no_more_names_wait_than_an_organiser_can_read() -> None:
    event = new_event()
    SignIn.objects.bulk_create(
        SignIn(event=event, name=f"Guest {place}", at=NOW) for place in range(MOST_WAITING - 1)
    )
    sign_in(event, {"name": "The last", "company": ""}, NOW)
    with pytest.raises(Refused, match="tell the organiser your name"):
        sign_in(event, {"name": "One more", "company": ""}, NOW)
    assert SignIn.objects.filter(event=event).count() == MOST_WAITING


def test_each_code_on_the_wall_is_another() -> None:
    event = new_event()
    codes = [put_code_up(event) for _ in range(2)]
    take_code_down(event)
    event.refresh_from_db()
    assert (len(set(codes)), min(map(len, codes)) >= 16, event.sign_in_secret) == (2, True, "")
