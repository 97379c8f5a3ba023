"""A rehearsal is a copy that plays itself through the real acts, says everywhere what it is, and is
wiped without a trace.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.matches.matches import match_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, guest_code, table_code
from tests.tournament.route_calls import CALLS
from tests.tournament.screens.test_screens import asked
from tests.tournament.visitors import FILES
from tournament.counting.board import board
from tournament.counting.finals import closing_of
from tournament.counting.matches import course
from tournament.event.acts import change_event, remove_event
from tournament.event.acts_next import copy_event
from tournament.event.acts_officials import add_official, remove_official
from tournament.leagues.acts import add_evening, create_league
from tournament.ledger.chain import Signature
from tournament.models import Change, Event, Guest, LedgerEntry, Official, Rehearsal, Role
from tournament.models.guest import GuestStatus
from tournament.paper.catalogue import catalogue
from tournament.refusal import Refused
from tournament.rehearsal.acts import begin_rehearsal, set_pace, take_step, wipe_rehearsal
from tournament.screens.acts import add_screen, tell
from tournament.site.access import Actor
from tournament.site.checks import routes
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SMALL = {"cut_size": 4, "playoff_tables": 1, "games_per_round": 3, "playoff_games": 2}
MOST_STEPS = 150


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def rehearsed(guests: int = 15, **fields: object) -> tuple[Event, Event]:
    """An evening with its organiser, and the copy of it."""
    event = new_event(**{**SMALL, **fields})
    add_guests(event, guests)
    official(event, Role.ORGANISER, "organiser")
    return event, begin_rehearsal(event, sign())


def played(copy: Event) -> list[str]:
    """What each step said, to the end."""
    said: list[str] = []
    for number in range(MOST_STEPS):
        at = NOW + timedelta(seconds=5 * number)
        held = take_step(copy, Signature(Actor("Olive"), at, f"step {number}"), at_once=True)
        said.append(held.said)
        if held.over:
            return said
    raise AssertionError(said[-5:])


def rows() -> dict[str, int]:
    """How many rows of each kind there are."""
    models = apps.get_app_config("tournament").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


def test_a_rehearsal_plays_the_evening_from_the_door_to_the_thanks() -> None:
    event, copy = rehearsed()
    client = Client()
    client.force_login(official(copy, Role.ORGANISER, "looker"))
    kept = rows()
    said = played(copy)
    assert len(said) < 110
    copy = fresh(copy)
    assert closing_of(copy)
    assert list(faults(copy)) == []
    assert copy.podium_revealed_at
    statuses = Counter(copy.guests.values_list("status", flat=True))
    assert statuses[GuestStatus.NO_SHOW] == 1
    assert statuses[GuestStatus.WITHDRAWN] == 1
    order = [standing.total for standing in board(copy).standings if standing.ranked]
    assert order[3] == order[4]
    assert fresh(event).rounds.count() == 0
    assert not event.ledger.exists()
    add_screen(copy, "GH", "", sign())
    tell(copy, {"notice": "Supper is served."}, sign())
    add_official(copy, "Newcomer", Role.UMPIRE, sign())
    assert rows() != kept
    over = client.get(f"/e/{copy.slug}/").content.decode()
    assert ("The evening is over" in over, "New evening like this one" in over) == (True, False)
    assert wipe_rehearsal(copy) == event
    wiped = rows()
    assert not Change.objects.filter(event_id=copy.pk).exists()
    kept["Change"] = wiped["Change"]
    assert {name: (kept[name], left) for name, left in wiped.items() if left != kept[name]} == {
        "Event": (2, 1),
        "Official": (3, 1),
        "Rehearsal": (1, 0),
        "Guest": (30, 15),
        "Livery": (kept["Livery"], kept["Livery"] // 2),
    }
    assert not User.objects.filter(username="Newcomer").exists()
    assert begin_rehearsal(event, sign()).pk != copy.pk


@pytest.mark.parametrize(
    "pairing",
    [
        "all_play_all",
        "swiss_then_knock_out",
        *(pytest.param(half, marks=pytest.mark.torture) for half in ("swiss", "knock_out")),
    ],
)
def test_an_evening_of_matches_is_rehearsed_from_the_door_to_the_end(pairing: str) -> None:
    event = match_event(8, pairing=pairing, third_place_match=True)
    copy = begin_rehearsal(event, sign())
    said = played(copy)
    assert said[-1].startswith("The rehearsal is over")
    assert any("a walkover" in words for words in said)
    copy = fresh(copy)
    assert closing_of(copy)
    assert list(faults(copy)) == []
    assert copy.guests.filter(arrived_at=None).count() == 0
    assert not any(held.waiting for held in course(copy).rounds)
    assert not event.ledger.exists()
    wipe_rehearsal(copy)
    assert rows()["Pairing"] == 0


def test_no_real_evening_is_wiped_and_its_past_is_guarded_after_a_wiping() -> None:
    event, copy = rehearsed()
    wipe_rehearsal(copy)
    with pytest.raises(Refused, match="is no rehearsal"):
        wipe_rehearsal(event)
    Rehearsal.objects.create(event=event, source=new_event(), moved_at=NOW)
    with pytest.raises(Refused, match="it is not wiped"):
        wipe_rehearsal(event)
    assert Event.objects.filter(pk=event.pk).exists()
    other = seated_event(5)
    save(other, ("out", "5", "=5", "=20", "=40"))
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.filter(event=other).delete()


def test_it_plays_by_itself_only_while_it_is_let_and_no_faster_than_its_pace() -> None:
    _event, copy = rehearsed()

    def looked(seconds: int) -> int:
        by = Signature(Actor("Olive"), NOW + timedelta(seconds=seconds), f"look {seconds}")
        return take_step(copy, by, at_once=False).steps

    assert looked(60) == 0
    set_pace(copy, sign(), going=True, pace=5)
    assert [looked(60), looked(61), looked(64), looked(65)] == [1, 1, 1, 2]
    set_pace(copy, sign(), going=False, pace=2)
    assert looked(90) == 2
    with pytest.raises(Refused, match="choose one"):
        set_pace(copy, sign(), going=True, pace=0)


def test_it_takes_the_names_and_leaves_what_is_private() -> None:
    event = new_event(**SMALL)
    add_guests(event, 12)
    private = {"email": "a@example.org", "phone": "0123", "dietary": "vegan", "notes": "late"}
    Guest.objects.filter(event=event).update(spoken="GEST", office="Master", **private)
    copy = begin_rehearsal(event, sign())
    found = Guest.objects.filter(event=copy).values("spoken", "office", *private)
    assert list(found.order_by().distinct()) == [
        {"spoken": "GEST", "office": "Master", **dict.fromkeys(private, "")}
    ]


def test_what_cannot_be_rehearsed_is_refused_in_a_sentence() -> None:
    event = seated_event(10)
    assert begin_rehearsal(event, sign()) == begin_rehearsal(event, sign())
    copy = Event.objects.get(is_rehearsal=True)
    save(event, ("out", "5", "=5", "=20", "=40"))
    assert "has begun" in take_step(copy, sign(), at_once=True).said
    wipe_rehearsal(copy)
    few = new_event()
    add_guests(few, 5)
    for refused, words in (
        (fresh(event), "has begun"),
        (few, "takes 8 guests"),
        (match_event(cut_size=3, pairing="swiss_then_knock_out"), "3"),
    ):
        with pytest.raises(Refused, match=words):
            begin_rehearsal(refused, sign())


def test_its_page_says_why_it_cannot_begin_and_offers_no_key() -> None:
    event = seated_event(10)
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    where = reverse("rehearsal", args=[event.slug])
    assert "rehearsal/begin/" in client.get(where).content.decode()
    save(event, ("out", "5", "=5", "=20", "=40"))
    page = client.get(where).content.decode()
    assert "rehearsal/begin/" not in page
    assert "The evening itself has begun" in page


def test_an_evening_with_a_rehearsal_is_neither_removed_nor_its_copy_taken_for_an_evening() -> None:
    event, copy = rehearsed()
    user = User.objects.get(username="organiser")
    league = create_league("Winter", user, sign())
    for act, words in (
        (lambda: remove_event(fresh(event)), "wipe that first"),
        (lambda: remove_event(fresh(copy)), "on its own page"),
        (lambda: copy_event(copy, ("Next", NOW.date()), user, sign()), "not copied"),
        (lambda: add_evening(league, copy, user, sign()), "no league"),
        (lambda: change_event(copy, {"name": "The real one"}, sign()), "keeps the name"),
    ):
        with pytest.raises(Refused, match=words):
            act()
    umpire = add_official(event, "Newcomer", Role.UMPIRE, sign())[0]
    Official.objects.create(event=copy, user=umpire.user, role=Role.UMPIRE)
    remove_official(event, umpire.pk)
    assert not Official.objects.filter(user=umpire.user).exists()


MARK = re.compile(r'class="(?:rehearsal-mark|mc-rehearsal|rehearsal)">Rehearsal<|<p>Rehearsal<')


def whole_pages(client: Client, event: Event, each: int = 1) -> Iterator[tuple[str, str]]:
    """Every page and paper of an evening that its organiser gets, or each so many-th, by its
    address.
    """
    addresses = [reverse("paper_page", args=[event.slug, kind.key]) for kind in catalogue(event)]
    for path, pattern in routes():
        call = CALLS.get(str(pattern.name))
        if pattern.name in FILES or not path.startswith("e/<slug:slug>/"):
            continue
        if call and call.method == "GET":
            with suppress(NoReverseMatch):  # what names a row by a word of another test
                kwargs = {"slug": event.slug, **(call.args or {})}
                addresses.append(reverse(str(pattern.name), kwargs=kwargs) + call.asked)
    for address in addresses[::each]:
        answer = client.get(address)
        if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
            page = answer.content.decode()
            if page.lstrip().lower().startswith("<!doctype"):
                yield address, page


def test_one_press_begins_it_and_every_page_wall_paper_and_phone_of_it_says_so() -> None:
    event = new_event(**SMALL)
    add_guests(event, 15)
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    home = client.get(f"/e/{event.slug}/").content.decode()
    assert "Your own list plays itself" in home
    where = client.post(f"/e/{event.slug}/rehearsal/begin/", {"key": "one"}).headers["Location"]
    copy = Event.objects.get(is_rehearsal=True)
    assert where == f"/e/{copy.slug}/rehearsal/"
    for number in range(20):
        client.post(f"{where}now/", {"step": "1", "key": f"step {number}"})
    assert Rehearsal.objects.get(event=copy).steps == 20
    add_screen(copy, "GH", "", sign())
    assert 'class="scene-rehearsal"' in asked("GH")["html"]
    codes_issued(copy)
    state = json.loads(PhoneHeld(table_code(copy)).get().content)
    assert state["round"]["name"] == "Rehearsal, Round 1"
    guest = Client().get(f"/G/{guest_code(copy.guests.get(badge=1))}").content.decode()
    assert MARK.search(guest)
    silent = [where for where, page in whole_pages(client, copy) if not MARK.search(page)]
    assert silent == []
    control = [where for where, page in whole_pages(client, event, 5) if MARK.search(page)]
    assert control == []
