"""The acts that have no trial, each done once for 110 guests: no more than 25 queries either."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth.models import User

from tests.tournament.acts_table import acts
from tests.tournament.archive.post_office import post_office
from tests.tournament.ending import fresh
from tests.tournament.evening import (
    NOW,
    add_guests,
    new_event,
    official,
    save,
    saved_and_taken_back,
    seated_event,
    sheet,
    sign,
)
from tests.tournament.rulings.rulings import QUEEN
from tests.tournament.test_act_costs import MOST, counting
from tests.tournament.test_acts_table import BY_TRIAL
from tournament.approvals.acts import Asked, do_with_witness
from tournament.archive import acts_mails
from tournament.archive.mails import SEATS, mails
from tournament.counting.rulings import Where
from tournament.counting.seats import hall
from tournament.counting.submission import SeatOrder, SheetConflictError
from tournament.entry.acts import resolve_conflict
from tournament.entry.acts_desk import keep_typed, key_again, record_card_totals
from tournament.event import acts_next
from tournament.event import acts_officials as event_acts_officials
from tournament.event.acts import frozen_payload
from tournament.event.acts_names import erase_guest, keep_names, wipe_due, wipe_names
from tournament.event.forms_kind import KindForm
from tournament.leagues import acts as leagues_acts
from tournament.matches.acts_kind import change_kind
from tournament.models import Event, Guest, Invited, League, Role, SignIn
from tournament.paper.acts import play_without_paper, record_printing
from tournament.phones.acts import order_seats, record_from_phone
from tournament.phones.acts_doubts import raise_doubt
from tournament.rehearsal.acts import begin_rehearsal, set_pace, take_step, wipe_rehearsal
from tournament.rulings import acts as rulings_acts
from tournament.rulings.acts import call_umpire
from tournament.seating import acts_draw, acts_walk_in
from tournament.seating.acts import clear_published, close_round
from tournament.seating.acts_tables import open_table, take_table_back
from tournament.server.recovery import note_restored
from tournament.site.access import Actor
from tournament.tickets.acts import import_guests
from tournament.tickets.sheets import GuestRow

pytestmark = pytest.mark.django_db
HANDS = ("out", "5", "=5", "=20", "=40")
WITH_MATCHES = frozenset({"step", "record_match_from_phone"})
"""These are counted where matches are played (test_every_match_act.py)."""
OF_NAMES = {"wipe_names", "wipe_due", "erase_guest"}
"""Names are looked for in every table, of one guest as of all."""
AFTERWARDS = OF_NAMES | {"link_guests", "take_step", "wipe_rehearsal", "send_mails", "change_kind"}
"""Done once the evening is over: each pair is made one person by itself. Or before it: a step of a
rehearsal is several acts, and its wiping asks every table; another kind takes back each round that
was laid for the one before; each mail is noted before it goes and afterwards.
"""
OTHER = Actor("Olive Organiser")
WHY = "For the count"


def at_the_tables(event: Event, host: User) -> None:
    """What is entered, keyed again, ruled and printed while 110 guests play."""
    save(event, HANDS)
    with pytest.raises(SheetConflictError):
        save(event, ("out", "6", "=5", "=20", "=40"))
    resolve_conflict(event, sheet(HANDS, seen=1, reason=WHY), sign())
    key_again(event, sheet(HANDS, seen=2), sign(actor=OTHER))
    record_from_phone(event, sheet(HANDS, (1, 2, 1)), sign())
    saved_and_taken_back(event, HANDS, (1, 4, 1))
    order_seats(
        event,
        SeatOrder(1, 3, dict(zip("ABCDE", ("P012", "P011", "P013", "P014", "P015"), strict=True))),
        sign(),
    )
    keep_typed(
        event, 1, 3, {(1, ref): "8H" for ref in event.guests.values_list("ref", flat=True)}, sign()
    )
    record_card_totals(
        event, 1, dict.fromkeys(event.guests.values_list("ref", flat=True), 5), sign()
    )
    rulings_acts.make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    rulings_acts.accept(event, 1, sign())
    rulings_acts.overrule(
        event, 1, sign(), reason=WHY, own={"act": "stands", "rectification": "It stays."}
    )
    rulings_acts.make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    rulings_acts.explain(event, 2, sign(), reason=WHY)
    event.officials.update(on_duty=True)
    call_umpire(event, 1, 2, "A card", ("Table 2", NOW))
    raise_doubt(event.guests.get(badge=7), None, "Not 12 but 21", NOW)
    record_printing(
        event, "score-cards", {str(badge): "0123456789abcdef" for badge in range(1, 111)}, sign()
    )
    play_without_paper(event, sign())
    note_restored(event, NOW, "A stick", sign())
    who_serves(event, host)
    asked = Asked("settings", WHY, frozen_payload(fresh(event), {"absent_policy": "unranked"}))
    do_with_witness(fresh(event), asked, sign(), "Walter Witness")


def who_serves(event: Event, host: User) -> None:
    """An account made and given a new password, and existing ones asked to serve."""
    made, _phrase = event_acts_officials.add_official(event, "umpire", Role.UMPIRE, sign())
    event_acts_officials.renew_password(event, made.pk, host)
    event_acts_officials.change_password(host, "another pass phrase 8")
    for answer in (
        event_acts_officials.accept_appointment,
        event_acts_officials.decline_appointment,
    ):
        event_acts_officials.create_organiser(answer.__name__, "a long pass phrase 7")
        event_acts_officials.add_official(event, answer.__name__, Role.UMPIRE, sign())
        answer(event.appointments.get())
    event_acts_officials.add_official(event, "decline_appointment", Role.UMPIRE, sign())
    event_acts_officials.take_back_appointment(event, event.appointments.get().pk)


def of_the_list(event: Event) -> None:
    """Who comes without a list, and a whole list of 110."""
    acts_walk_in.put_code_up(event)
    for number in range(20):
        acts_walk_in.sign_in(
            event, {"name": f"Sally {number}", "company": f"Company {number}"}, NOW
        )
    acts_walk_in.accept(event, SignIn.objects.values_list("pk", flat=True), sign())
    acts_walk_in.take_code_down(event)
    rows = [GuestRow(number, (f"Guest {number}", str(number), "Clerk")) for number in range(1, 111)]
    import_guests(event, rows, {0: "name", 1: "badge", 2: "office"}, sign())


def between_rounds() -> None:
    """A table opened for those who wait, and a further round for all."""
    event = new_event(games_per_round=1, qualifying_rounds=2)
    for guest in add_guests(event, 110):
        guest.arrived_at = NOW
        guest.save(update_fields=["arrived_at"])
    refs = [f"P{badge:03}" for badge in range(1, 111)]
    for start in range(0, 110, 5):
        open_table(event, refs[start : start + 5], sign())
    take_table_back(event, (1, 22), sign(), reason=WHY)
    for table in range(1, 22):
        save(event, HANDS, (1, table, 1))
    close_round(event, 1, sign())
    acts_draw.open_further(
        event, acts_draw.drawn_further(hall(fresh(event)), 2, 7, ("P110",)), sign()
    )
    acts_draw.take_further_back(event, 2, sign(), reason=WHY)


def over_the_evenings(event: Event, host: User) -> None:
    """A copy with everybody asked to come again, a league of both, and who is who."""
    copy = acts_next.copy_event(event, ("Once more", date(2028, 2, 11)), host, sign(), guests=True)
    asked = list(Invited.objects.filter(event=copy).values_list("pk", flat=True))
    acts_next.decline_invited(copy, asked, sign())
    acts_next.ask_again(copy, asked)
    acts_next.confirm_invited(copy, asked, sign())
    acts_next.forget_invited(copy)
    made = leagues_acts.create_league("Winter", host, sign())
    leagues_acts.change_league(made, {"public": True}, sign())
    for one in (event, copy):
        leagues_acts.add_evening(made, one, host, sign())
    _who_is_who(made, event, copy)
    other = official(event, Role.ORGANISER, "other")
    runs = leagues_acts.add_league_organiser(made, other.username, sign())
    leagues_acts.remove_league_organiser(made, runs.pk, sign())
    leagues_acts.unlink_event(copy, sign())
    for one in (event, copy):
        leagues_acts.remove_evening(made, one, sign())
    leagues_acts.remove_league(League.objects.get(pk=made.pk))
    event_acts_officials.create_organiser("someone", "a long pass phrase 7")


def rehearsed() -> None:
    """The copy of an evening of 110, played as far as the door, and wiped."""
    event = new_event(name="Rehearsed")
    add_guests(event, 110)
    copy = begin_rehearsal(event, sign())
    set_pace(copy, sign(), going=True, pace=5)
    for _ in range(5):
        take_step(copy, sign(), at_once=True)
    wipe_rehearsal(copy)


def mailed(event: Event) -> None:
    """Everybody's seat, by a mail server."""
    for guest in event.guests.all():
        guest.email = f"{guest.ref}@example.org"
        guest.save(update_fields=["email"])
    with post_office() as box:
        server = {"host": "127.0.0.1", "port": box.port, "security": "none"}
        acts_mails.set_mail_server(event, {**server, "sender": "o@example.org"}, sign())
        for _one in acts_mails.send_mails(event, SEATS, mails(event, SEATS), "", sign()):
            pass


def of_another_kind(guests: int = 110) -> None:
    """Seats that were drawn for so many go for matches."""
    form = KindForm({"kind": "swiss"})
    assert form.is_valid()
    change_kind(seated_event(guests, games_per_round=1), form.of_kind, sign())


def without_names(guests: int = 110) -> None:
    """Of so many who played one is erased who asks, and then all on their day."""
    event = seated_event(guests, games_per_round=1)
    save(event, HANDS)
    event.guests.filter(badge=7).update(name="Olga Seven")
    guest = event.guests.get(badge=7)
    erase_guest(event, guest, sign(), text=guest.name)
    keep_names(event, 0, alone=True)
    Event.objects.filter(pk=event.pk).update(date=date(2017, 2, 11))
    assert wipe_due() == [event.slug]


def _who_is_who(made: League, event: Event, copy: Event) -> None:
    here, there = (
        list(Guest.objects.filter(event=one).order_by("badge")[:100]) for one in (event, copy)
    )
    leagues_acts.link_guests(
        made, [(a.pk, b.pk) for a, b in zip(here[1:], there[1:], strict=True)], sign()
    )
    leagues_acts.split_guest(made, here[1].pk, sign())
    told = leagues_acts.tell_apart(made, here[0].pk, there[0].pk, sign())
    leagues_acts.take_telling_apart_back(made, told.pk, sign())


def test_each_act_without_a_trial_asks_no_more_than_25_queries_at_110_guests() -> None:
    with counting() as costs:
        event = seated_event(110, games_per_round=1, one_official=True)
        host = official(event, Role.ORGANISER, "host")
        clear_published(event, 2, sign(), reason=WHY)
        parts: tuple[Callable[[], object], ...] = (
            lambda: at_the_tables(event, host),
            lambda: of_the_list(event),
            between_rounds,
            lambda: over_the_evenings(fresh(event), host),
            rehearsed,
            lambda: mailed(fresh(event)),
            of_another_kind,
            lambda: keep_names(event, 30),
            without_names,
            lambda: wipe_names(
                fresh(event), replace(sign(), at=NOW.replace(year=2030)), text=event.name
            ),
        )
        for part in parts:
            part()
    dear = {name for name, count in costs.counted.items() if count > MOST}
    assert dear == AFTERWARDS
    uncounted = (
        {act.name for act in acts()}
        - BY_TRIAL
        - set(costs.counted)
        - WITH_MATCHES
        - {"lay_extra_game"}
    )
    assert uncounted == set()


def test_what_names_and_another_kind_ask_does_not_grow_with_the_guests() -> None:
    few, many = asked_of(10), asked_of(110)
    # Many rows are written in batches.
    assert {name: count for name, count in many.items() if count > few[name] + 2} == {}


def asked_of(guests: int) -> dict[str, int]:
    """The costs of another kind and of names gone, with so many guests."""
    with counting() as costs:
        of_another_kind(guests)
        without_names(guests)
    return {name: costs.counted[name] for name in ("change_kind", "erase_guest", "wipe_due")}
