"""Evenings at every stage, with what was done there still to be taken back: where the ways to the
acts are looked for.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from random import Random

from django.test import Client
from django.urls import reverse

from tests.tournament.ending import GAME, LEVEL, closed_event, playoff_event, sealed_event
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.leagues import leagues
from tests.tournament.matches.matches import match_event, out, play_round
from tests.tournament.phones.phones import codes_issued, guest_code
from tests.tournament.rulings.rulings import QUEEN
from tests.tournament.seating.test_next_round import after_round_1
from tests.tournament.test_every_act import fresh, small_evening
from tests.tournament.trials import TRIALS
from tests.tournament.trials.matches import MATCH_TRIALS
from tests.tournament.visitors import peopled
from tests.tournament.ways import Visitor
from tournament.counting.consequences import Change
from tournament.counting.finals import PODIUM
from tournament.counting.rulings import Where
from tournament.counting.seats import hall
from tournament.counting.submission import Place
from tournament.entry.acts_checking import mark_table_checked
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.event.acts_next import copy_event, decline_invited
from tournament.finals.acts import reveal_cut
from tournament.finals.acts_playoff import read_next
from tournament.guests.acts import add_guest, add_placeholders
from tournament.leagues.acts import link_guests, tell_apart
from tournament.matches.acts import close_stage
from tournament.models import Event, Guest, MailServer, MailState, Role, SentMail
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.rehearsal.acts import begin_rehearsal
from tournament.rulings.acts import make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_draw import drawn_further, open_further
from tournament.seating.acts_seats import leave
from tournament.seating.acts_tables import open_table
from tournament.seating.acts_walk_in import put_code_up, sign_in

SEED = 7


def at(stage: str, *done: str) -> Event:
    """A small evening at a stage, after the acts of these trials."""
    event = small_evening(stage, Random(SEED))
    for name in done:
        with suppress(ValueError):
            TRIALS[name].does(fresh(event), Random(SEED))
    return fresh(event)


def _listed() -> Event:
    event = at("guests", "keeping_apart", "turning_away", "adding")
    sign_in(event, {"name": "Sally Sign-in", "company": ""}, NOW)
    put_code_up(event)
    return fresh(event)


def _again() -> Event:
    """A copy of an evening, whose guests are asked to come again."""
    source = at("guests")
    Guest.objects.filter(event=source).update(arrived_at=NOW)
    event = copy_event(source, ("Next Evening", NOW.date()), official(source), sign(), guests=True)
    decline_invited(event, list(event.invited.values_list("pk", flat=True)[:1]), sign())
    return event


def _playing() -> Event:
    event = peopled(10)
    ruling = make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    stands = {"act": "stands", "rectification": "The Queen stays, as nobody minded."}
    overrule(event, ruling.number, sign(), reason="All had agreed on it", own=stands)
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 2, 1))
    adjust(event, Change("points", "Repeated", ruling.number, "P003", 5), sign())
    TRIALS["appointing"].does(event, Random(SEED))
    event.officials.filter(role=Role.UMPIRE).update(on_duty=True)
    return fresh(event)


def _flagged() -> Event:
    """A hand that was let stand, games that are signed, one that is not played, a seat moved."""
    event = seated_event(10, games_per_round=2)
    save(event, ("out", "8 8 8 K", "3", "4", "5"), (1, 1, 1))
    TRIALS["dismissing"].does(event, Random(SEED))
    save(event, ("out", "2", "3", "4", "5"), (1, 1, 2))
    mark_table_checked(event, (1, 1), {1: 1, 2: 1}, sign())
    declare_unplayed(event, Place(1, 2, 1), sign(), reason="Dinner is served")
    return fresh(event)


def _arriving() -> Event:
    """Three guests are here and more are expected, so that the home leads to the door."""
    event = at("published", "leaving", "substituting")
    due = event.guests.filter(status=GuestStatus.REGISTERED).order_by("badge")
    for ref in list(due.values_list("ref", flat=True)[:3]):
        check_in(event, ref, sign())
    return fresh(event)


def _small_table() -> Event:
    """Two guests are left at each of two tables: each has free seats for those of the other, and
    two tables of five could give one up each.
    """
    event = seated_event(20)
    save(event, ("out", "2", "3", "4", "5"), (1, 2, 1))
    for table in (1, 3):
        sitting = event.guests.filter(seats__round__number=1, seats__table__number=table)
        for ref in list(sitting.order_by("badge").values_list("ref", flat=True)[:3]):
            leave(event, ref, (1, 1), sign(), reason="Gone home")
    return fresh(event)


def _walk_in(*, further: bool) -> Event:
    """A round whose tables were opened one by one, or the next one drawn after it."""
    event = after_round_1(2) if further else new_event(games_per_round=1)
    if further:
        open_further(event, drawn_further(hall(event), 2, SEED, ()), sign())
        return fresh(event)
    refs = [guest.ref for guest in add_guests(event, 6)]
    for ref in refs:
        check_in(event, ref, sign())
    open_table(event, refs[:5], sign())
    return fresh(event)


def _of_matches(*done: str) -> Event:
    event = match_event()
    for name in done:
        with suppress(ValueError):
            MATCH_TRIALS[name].does(fresh(event), Random(SEED))
    return fresh(event)


def _late() -> Event:
    """One came in late to matches; another stands on the list and has not."""
    event = _of_matches("pairing", "publishing")
    for name in ("Late One", "Late Two"):
        add_guest(event, {"name": name, "livery": event.liveries.first()}, sign())
    MATCH_TRIALS["coming_late"].does(event, Random(SEED))
    return fresh(event)


def _league() -> Event:
    """Two evenings of one league: one guest known at both, one told apart, one proposed."""
    names = {"Ann Oak": 0, "Ben Ash": 5, "Cat Elm": 9, "Dan Fir": 12}
    first, second = (leagues.evening(date(2027, month, 3), names) for month in (1, 2))
    league, _user = leagues.league_of(first, second)
    rows = [[leagues.guest(event, name) for event in (first, second)] for name in list(names)[:2]]
    link_guests(league, [(rows[0][0], rows[0][1])], sign())
    tell_apart(league, rows[1][0], rows[1][1], sign())
    return first


def _half_time() -> Event:
    """The first of two rounds is closed, and nothing of the second is in."""
    event = seated_event(10, games_per_round=1)
    for table in (1, 2):
        save(event, ("out", "2", "3", "4", "5"), (1, table, 1))
    close_round(event, 1, sign())
    return fresh(event)


def _closed(event: Event) -> Event:
    """Its open rounds closed, as the home asks for it."""
    for held in event.rounds.filter(state=RoundState.PUBLISHED).order_by("number"):
        close_round(event, held.number, sign())
    return fresh(event)


def _podium_read() -> Event:
    """Every name of the podium is read, and it is not yet on the board."""
    event = _closed(at("decided"))
    with suppress(Refused):
        while True:
            read_next(event, sign(), stage=PODIUM)
    return fresh(event)


def _tied(*done: str) -> Event:
    """A closed round whose line asks for a hand, or for a cut of cards."""
    event = closed_event(LEVEL if "level" in done else GAME, cut_size=2)
    for name in done:
        if name in TRIALS:
            TRIALS[name].does(event, Random(SEED))
    return fresh(event)


def _rehearsed() -> Event:
    source = at("guests")
    official(source)
    return begin_rehearsal(source, sign())


def _mailed() -> Event:
    """Seats were mailed; one mail came back, and one is still to go."""
    event = seated_event(10)
    for badge in (1, 2, 3):
        event.guests.filter(badge=badge).update(email=f"g{badge}@example.org")
    MailServer.objects.create(event=event, host="127.0.0.1", port=25, sender="o@example.org")
    for badge, state in ((1, MailState.RETURNED), (2, MailState.SENT)):
        guest = event.guests.get(badge=badge)
        told = {"kind": "seats", "state": state, "address": guest.email, "digest": "", "at": NOW}
        SentMail.objects.create(event=event, guest=guest, **told)
    return event


STAGES: Mapping[str, Callable[[], Event]] = {
    "guests are listed": _listed,
    "guests may come again": _again,
    "a rehearsal is made": _rehearsed,
    "the seating is drawn": lambda: at("drawn", "showing_a_digest"),
    "mails are out": _mailed,
    "the seating is published": lambda: seated_event(10),
    "guests arrive": _arriving,
    "the door is open": lambda: at("published", "checking_in", "leaving", "substituting"),
    "the door is closed": lambda: at("published", "closing_the_door"),
    "a round is played": _playing,
    "games are in": lambda: at(
        "playing",
        "checking",
        "signing",
        "dismissing",
        "counting_a_card",
        "moving",
        "declaring_unplayed",
        "making_a_wall",
        "starting_the_round",
    ),
    "a hand was let stand": _flagged,
    "a seat was moved": lambda: at("published", "moving"),
    "the rounds are closed": lambda: at("closed"),
    "the board is held": lambda: at("closed", "holding"),
    "all names are read": lambda: at("sealed", *["reading"] * 5),
    "a table is small": _small_table,
    "a table was opened": lambda: _walk_in(further=False),
    "the next round waits to be drawn": lambda: after_round_1(2),
    "the next round is drawn": lambda: _walk_in(further=True),
    "a round was stopped": lambda: at("playing", "timing_out"),
    "all games are in": lambda: at("played"),
    "half-time": _half_time,
    "a hand is asked for": _tied,
    "the hand is told": lambda: _tied("answering"),
    "the line is level": lambda: _tied("level"),
    "cards were cut": lambda: _tied("level", "cutting_cards"),
    "the cut is sealed": lambda: at("sealed"),
    "it is printed": lambda: at("sealed", "printing"),
    "the cut is read out": lambda: at("revealed", "replying"),
    "the play-off is seated": lambda: at("play-off"),
    "the play-off is level": lambda: at("level"),
    "one more game is laid": lambda: at("level", "playing_once_more"),
    "the prizes are due": lambda: _closed(at("decided")),
    "the podium is read out": _podium_read,
    "the podium is shown": lambda: at("decided", "showing_the_podium"),
    "the evening is over": lambda: at("decided", "ending_the_evening"),
    "matches are due": lambda: _of_matches("asking_for_a_bye", "binding"),
    "a round of matches is drafted": lambda: _of_matches("pairing"),
    "a round of matches is published": lambda: _of_matches("pairing", "publishing"),
    "a match is played": lambda: _of_matches("pairing", "publishing", "playing"),
    "somebody came late to matches": _late,
    "all matches of a stage are in": lambda: _matches_in(closed=False),
    "a stage of matches is closed": lambda: _matches_in(closed=True),
    "a league is kept": _league,
}


def _matches_in(*, closed: bool) -> Event:
    event = match_event()
    for turn in range(3):
        out(event, turn)
        play_round(event)
    if closed:
        close_stage(event, sign(), seed=1)
    return fresh(event)


def _before_the_seating() -> Event:
    event = new_event()
    add_guests(event, 12)
    add_placeholders(event, 2, None, sign())
    put_code_up(event)
    sign_in(fresh(event), {"name": "Wanda Waiting", "company": ""}, sign().at)
    return fresh(event)


def _in_play() -> Event:
    event = seated_event(10)
    save(event, ("out", "5", "=5", "=20", "=40"))
    Guest.objects.create(event=event, ref="P077", badge=77, name="Late Comer")
    codes_issued(event)
    event.officials.filter(user=official(event, name="organiser")).update(on_duty=True)
    return fresh(event)


def _ruled() -> Event:
    event = seated_event(5)
    save(event, ("out", "5", "=5", "=20", "=40"))
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    return fresh(event)


def _in_a_league() -> Event:
    event = seated_event(5)
    _winter, user = leagues.league_of(event)
    leagues.serve(new_event(), user)
    return event


def _announced() -> Event:
    event = sealed_event()
    reveal_cut(event, sign())
    return fresh(event)


PRESSED: Mapping[str, Callable[[], Event]] = {
    "before_the_seating": _before_the_seating,
    "in_play": _in_play,
    "ruled": _ruled,
    "closed_event": closed_event,
    "sealed_event": sealed_event,
    "announced": _announced,
    "playoff_event": playoff_event,
    "matched": match_event,
    "in_a_league": _in_a_league,
}
"""Evenings on which every form is pressed."""


def visitors(event: Event) -> Mapping[str, Visitor]:
    """Who comes to an evening, each at the page where the way begins."""
    home = reverse("evening", args=[event.slug])
    found = {
        "the organiser": Visitor(_browser(event, Role.ORGANISER), home),
        "the head umpire": Visitor(_browser(event, Role.HEAD_UMPIRE), home),
    }
    asked = event.appointments.first()
    if asked:
        browser = Client()
        browser.force_login(asked.user)
        found["whoever is asked to serve"] = Visitor(browser, reverse("start"))
        code = guest_code(event.guests.get(badge=1))
        found["a guest"] = Visitor(Client(), reverse("guest_page", args=[code]))
    if event.sign_in_secret:
        at_door = reverse("sign_in", args=[event.slug, event.sign_in_secret])
        found["a guest at the door"] = Visitor(Client(), at_door)
    return found


def _browser(event: Event, role: Role) -> Client:
    held = event.officials.filter(role=role).select_related("user").first()
    browser = Client(raise_request_exception=False)
    browser.force_login(held.user if held else official(event, role))
    return browser
