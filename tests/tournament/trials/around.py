"""Around the tables: the door, the hall, the desk's switches, the phones, the final; each act with
its reverse.
"""

from functools import partial
from random import Random
from typing import Any

from tests.tournament.evening import NOW, sign
from tests.tournament.pictures import SHIELD
from tests.tournament.trials import Undo, trial
from tests.tournament.trials.seating import WHY
from tournament.archive.acts_mails import note_arrived, note_returned, set_mail_server
from tournament.counting.board import compute
from tournament.entry.acts_desk import set_second_keying
from tournament.event.acts import show_chances
from tournament.event.acts_pictures import set_picture
from tournament.finals.acts_playoff import (
    drop_extra_game,
    open_extra_game,
    reveal_podium,
    withdraw_podium,
)
from tournament.guests.acts import change_guest, remove_guest
from tournament.models import (
    Event,
    MailServer,
    MailState,
    Phone,
    PhoneState,
    Picture,
    Round,
    SentMail,
)
from tournament.models.seating import RoundState
from tournament.phones.acts_admission import admit_phone, revoke_phone
from tournament.screens.acts import (
    add_screen,
    give_time,
    open_round,
    remove_screen,
    set_clock,
    steer,
    tell,
)
from tournament.seating.acts import close_round, reopen_round
from tournament.seating.acts_hall import set_hall_plan
from tournament.seating.acts_walk_in import (
    add_walk_in,
    allow_self_check_in,
    sign_in,
    turn_away,
    wait_again,
)
from tournament.steps.acts import close_evening, reopen_evening
from tournament.tickets.acts import import_guests
from tournament.tickets.sheets import GuestRow

ROOMS: list[dict[str, Any]] = [
    {"label": "7", "room": "Library", "step_free": True},
    {"room": "Great Hall"},
]


@trial("add_walk_in", "remove_guest")
def walking_in(event: Event, rng: Random) -> Undo:
    (guest,), _companies = add_walk_in(event, f"Wally Walk-in {rng.randrange(99)}", "", sign())
    return lambda: remove_guest(event, guest, sign())


@trial("import_guests", "remove_guest")
def taking_a_list_in(event: Event, rng: Random) -> Undo | None:
    """One guest is new, and one, told by the badge, has another office."""
    known = event.guests.select_related("livery").order_by("badge")[rng.randrange(3)]
    new = f"Lena Listed {rng.randrange(99)}"
    if event.tickets.filter(name=new).exists():
        return None
    rows = [GuestRow(2, ("", new, "")), GuestRow(3, (str(known.badge), known.name, "Clerk"))]
    import_guests(event, rows, {0: "badge", 1: "name", 2: "office"}, sign())

    def undo() -> None:
        remove_guest(event, event.guests.get(name=new), sign())
        change_guest(event, known, {"office": known.office}, sign())

    return undo


@trial("turn_away", "wait_again")
def turning_away(event: Event, rng: Random) -> Undo:
    waiting = sign_in(event, {"name": f"Sally Sign-in {rng.randrange(99)}", "company": ""}, NOW)
    turn_away(event, waiting.pk, sign())
    return partial(wait_again, event, waiting.pk)


@trial("set_hall_plan", "set_hall_plan")
def calling_tables_otherwise(event: Event, rng: Random) -> Undo:
    before = event.hall_plan
    set_hall_plan(event, ROOMS[: rng.randrange(3)], sign(), reason=WHY)
    return lambda: set_hall_plan(event, before, sign(), reason=WHY)


@trial("open_extra_game", "drop_extra_game")
def playing_once_more(event: Event, rng: Random) -> Undo | None:
    level = next(
        (standing.undecided for standing in compute(event).playoff if standing.undecided), ()
    )
    if not level:
        return None
    found = open_extra_game(event, level, sign())
    return lambda: drop_extra_game(event, found.number, sign(), reason=WHY)


@trial("reveal_podium", "withdraw_podium")
def showing_the_podium(event: Event, rng: Random) -> Undo | None:
    """What was being read out is covered again with it, so only where nothing is."""
    if event.reading:
        return None
    reveal_podium(event, sign())
    return lambda: withdraw_podium(event, sign(), reason=WHY)


@trial("close_evening", "reopen_evening")
def ending_the_evening(event: Event, rng: Random) -> Undo:
    """What is still open is closed first, as the home asks for it."""
    still_open = list(
        Round.objects.filter(event=event, state=RoundState.PUBLISHED).order_by("number")
    )
    for held in still_open:
        close_round(event, held.number, sign())
    close_evening(event, sign())

    def undo() -> None:
        reopen_evening(event, sign(), reason=WHY)
        for held in still_open:
            reopen_round(event, held.number, sign(), reason=WHY)

    return undo


@trial("show_chances", "show_chances")
def showing_chances(event: Event, rng: Random) -> Undo:
    shown = event.chances_shown
    show_chances(event, sign(), visible=not shown)
    return lambda: show_chances(event, sign(), visible=shown)


@trial("set_second_keying", "set_second_keying")
def keying_twice(event: Event, rng: Random) -> Undo:
    wanted = event.second_keying
    set_second_keying(event, sign(), enabled=not wanted)
    return lambda: set_second_keying(event, sign(), enabled=wanted)


@trial("admit_phone", "revoke_phone")
def letting_a_phone_in(event: Event, rng: Random) -> Undo:
    new = {"mark": "7K", "state": PhoneState.WAITING, "first_at": NOW, "seen_at": NOW}
    held, _made = Phone.objects.get_or_create(event=event, digest="a phone", defaults=new)
    admit_phone(event, held.pk, "Olive Organiser")
    return lambda: revoke_phone(event, held.pk, "Olive Organiser")


@trial("allow_self_check_in", "allow_self_check_in")
def letting_guests_check_in(event: Event, rng: Random) -> Undo:
    tablet, guests = bool(event.tablet_secret), event.guests_check_in
    allow_self_check_in(event, tablet=tablet, guests=not guests)
    return lambda: allow_self_check_in(event, tablet=tablet, guests=guests)


@trial("set_picture", "set_picture")
def showing_the_arms(event: Event, rng: Random) -> Undo:
    before = Picture.objects.filter(digest=Event.objects.get(pk=event.pk).arms).first()
    set_picture(event, "arms", SHIELD.replace(b"#123", b"#%03d" % rng.randrange(999)), sign())
    return lambda: set_picture(event, "arms", bytes(before.content) if before else None, sign())


@trial("set_mail_server", "set_mail_server")
def keeping_a_mail_server(event: Event, rng: Random) -> Undo:
    names = ("host", "port", "security", "user", "sender", "sender_name")
    before = MailServer.objects.filter(event=event).values(*names).first()
    told = {"host": "post.test", "port": 587, "sender": f"o{rng.randrange(9)}@example.org"}
    set_mail_server(event, told, sign())
    return lambda: set_mail_server(event, before, sign())


@trial("note_returned", "note_arrived")
def noting_a_mail_that_came_back(event: Event, rng: Random) -> Undo:
    guest = rng.choice(list(event.guests.order_by("badge")))
    told: dict[str, Any] = {"state": MailState.SENT, "address": f"p{guest.badge}@example.org"}
    told |= {"event_id": event.pk, "digest": "", "at": NOW}
    before = SentMail.objects.filter(guest=guest, kind="seats").values(*told).first()
    sent, _made = SentMail.objects.update_or_create(guest=guest, kind="seats", defaults=told)
    note_returned(event, f"No mailbox: {sent.address}", sign())

    def undo() -> None:
        note_arrived(event, sent.pk, sign())
        # What the trial laid out goes with it: how mails fared is in the archive.
        own = SentMail.objects.filter(pk=sent.pk)
        _taken = own.update(**before) if before else own.delete()

    return undo


@trial("add_screen", "remove_screen")
def making_a_wall(event: Event, rng: Random) -> Undo:
    add_screen(event, "GH", "North wall", sign())
    return lambda: remove_screen(event, "GH")


@trial("steer", "steer")
def steering_a_wall(event: Event, rng: Random) -> Undo:
    add_screen(event, "GK", "", sign())
    steer(event, "GK", {"scene": "wait", "black": False}, sign())
    return lambda: steer(event, "", {"scene": "", "black": True}, sign())


@trial("tell", "tell")
def telling_the_walls(event: Event, rng: Random) -> Undo:
    tell(event, {"scene": "thanks", "given": "£100"}, sign())
    return lambda: tell(event, {"scene": "", "given": ""}, sign())


@trial("set_clock", "set_clock")
def starting_the_round(event: Event, rng: Random) -> Undo | None:
    if open_round(event) is None:
        return None
    for do in rng.sample(("start", "pause", "go_on", "last_game", "stop"), 3):
        set_clock(event, do, sign())
    return lambda: set_clock(event, "not_begun", sign())


@trial("give_time", "give_time")
def giving_a_table_time(event: Event, rng: Random) -> Undo | None:
    if open_round(event) is None:
        return None
    give_time(event, 1, 5, sign())
    return lambda: give_time(event, 1, 0, sign())
