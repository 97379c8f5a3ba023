"""Settings, rules and officials: good defaults, sentences for what cannot be, and what is held."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tournament.event.acts import change_event, change_frozen, create_event
from tournament.event.acts_officials import accept_appointment
from tournament.event.pages_change import AT_ONCE
from tournament.event.reading import last_change
from tournament.ledger.chain import append
from tournament.models import Event, Role
from tournament.models.event import DEFAULT_TIE_BREAKS
from tournament.refusal import Refused

pytestmark = pytest.mark.django_db


def visitor(event: Event, role: Role = Role.ORGANISER, name: str = "") -> Client:
    """A browser of an official."""
    client = Client()
    client.force_login(official(event, role, name))
    return client


def text(answer: Any) -> str:
    """What a page says."""
    return unescape(answer.content.decode())


def sent(page: str) -> dict[str, str]:
    """What the page would send back unchanged."""
    form = page[page.index('<form class="stack settings"') :]
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = attributes.get("type", "text")
        if kind in ("radio", "checkbox") and " checked" not in tag:
            continue
        fields[attributes.get("name", "")] = attributes.get(
            "value", "on" if kind == "checkbox" else ""
        )
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen.group(1) if chosen else ""
    return {
        name: value for name, value in fields.items() if name not in ("", "csrfmiddlewaretoken")
    }


def declared(event: Event) -> dict[str, Any]:
    """Every declared column of an event as it is stored."""
    kept = Event.objects.filter(pk=event.pk).values().get()
    return {name: value for name, value in kept.items() if name != "version"}


def change(event: Event, page: str = "settings/", **fields: str) -> HttpResponse:
    """Send the page back with some fields changed, as the organiser."""
    client = visitor(event)
    address = f"/e/{event.slug}/{page}"
    answer: HttpResponse = client.post(address, sent(text(client.get(address))) | fields)  # type: ignore[assignment]
    return answer


@pytest.mark.parametrize("named", ["qualifying_rounds", "games_per_round"])
@pytest.mark.parametrize("number", [0, -1])
def test_an_event_of_no_round_or_of_no_game_is_refused_before_it_is_saved(
    named: str, number: int
) -> None:
    constraints = ("event_has_a_round", "event_round_has_a_game")
    assert tuple(constraint.name for constraint in Event._meta.constraints) == constraints
    with pytest.raises(ValidationError):
        new_event(**{named: number})
    assert Event.objects.count() == 0


def test_an_event_has_all_of_many_companies_in_their_order() -> None:
    rows = [{"name": f"Company {number}", "precedence": number} for number in range(400)]
    event = create_event({"name": "Many", "date": NOW.date()}, companies=rows)
    named = event.liveries.order_by("pk").values_list("name", flat=True)
    assert list(named) == [row["name"] for row in rows]


@pytest.mark.parametrize("page", ["settings/", "settings/rules/"])
def test_saving_the_page_as_it_stands_changes_nothing(page: str) -> None:
    event = new_event()
    before = declared(event)
    assert change(event, page).status_code == 302
    assert declared(event) == before


def test_the_livery_evening_is_the_default() -> None:
    event = new_event()
    assert (
        event.qualifying_rounds,
        event.games_per_round,
        event.cut_size,
        event.playoff_tables,
    ) == (2, 5, 10, 2)
    assert event.tie_breaks == list(DEFAULT_TIE_BREAKS)


def test_settings_are_stored() -> None:
    event = new_event()
    more = {
        "prize-3-name": "fourth",
        "prize-3-skips_host": "on",
        "absent_policy": "unranked",
        "one_official": "on",
    }
    change(
        event,
        venue="Cutlers’ Hall",
        qualifying_rounds="3",
        cut_size="12",
        playoff="one",
        playoff_start="carried",
        **more,
    )
    event.refresh_from_db()
    assert (event.venue, event.qualifying_rounds, event.cut_size) == ("Cutlers’ Hall", 3, 12)
    assert (event.has_playoff, event.playoff_tables, event.playoff_carries) == (True, 1, True)
    assert (event.absent_policy, event.one_official) == ("unranked", True)
    assert event.prizes[-1] == {"name": "fourth", "skips_host": True}


@pytest.mark.parametrize(
    ("size", "tables"), [(5, 1), (10, 2), (12, 2), (13, 3), (16, 3), (2, 1), (3, 1)]
)
def test_a_play_off_by_snake_has_tables_of_about_five(size: int, tables: int) -> None:
    event = new_event()
    change(event, cut_size=str(size), playoff="tables")
    event.refresh_from_db()
    assert event.playoff_tables == tables


def test_tie_breaks_are_ordered_by_their_numbers() -> None:
    event = new_event()
    numbers = {f"tie-{name}": "" for name in DEFAULT_TIE_BREAKS}
    change(
        event, **numbers | {"tie-worst_game": "1", "tie-head_to_head": "2", "tie-cut_of_cards": "7"}
    )
    event.refresh_from_db()
    assert event.tie_breaks == ["worst_game", "head_to_head", "cut_of_cards"]


def test_buttons_move_tie_breaks_and_fill_in_usual_prizes_before_anything_is_saved() -> None:
    event = new_event()
    client, address = visitor(event), f"/e/{event.slug}/settings/"
    usual = sent(text(client.get(address)))
    before, (first, second, *_rest) = declared(event), event.tie_breaks

    def pressed(**button: str) -> dict[str, str]:
        answer = client.post(address, usual | button)
        assert (answer.status_code, "Not saved yet" in text(answer)) == (200, True)
        return sent(text(answer))

    down = pressed(move=f"down:{first}")
    assert (down[f"tie-{second}"], down[f"tie-{first}"]) == ("1", "2")
    unused = next(name for name, value in usual.items() if name.startswith("tie-") and not value)
    used = pressed(move=f"use:{unused[4:]}")
    assert int(used[unused]) == int(used["tie-cut_of_cards"]) - 1
    assert pressed(move=f"drop:{first}")[f"tie-{first}"] == ""
    winner = pressed(preset="winner")
    assert (winner["prize-0-name"], winner["prize-1-name"]) == ("winner", "")
    for nonsense in ({"move": "sideways:\x00"}, {"move": "up"}, {"preset": "<b>"}):
        assert pressed(**nonsense)["tie-" + first] == "1"
    assert declared(event) == before
    client.post(address, down)
    event.refresh_from_db()
    assert event.tie_breaks[:2] == [second, first]


@pytest.mark.parametrize(
    ("emptied", "words"),
    [
        (
            [f"tie-{name}" for name in DEFAULT_TIE_BREAKS],
            "No tie-break is used: use at least one.",
        ),
        (
            [f"prize-{place}-name" for place in range(3)],
            "No prize has a name: name at least the first.",
        ),
    ],
)
def test_all_tie_breaks_or_all_prizes_emptied_get_a_sentence(
    emptied: list[str], words: str
) -> None:
    event = new_event()
    before = declared(event)
    answer = change(event, **dict.fromkeys(emptied, ""))
    assert (answer.status_code, words in text(answer)) == (200, True)
    assert declared(event) == before
    with pytest.raises(Refused, match="“Ties are split by”: This field cannot be blank"):
        change_event(event, {"tie_breaks": []}, sign())


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Give the evening a name."),
        (
            "name",
            "Spring\u202e",
            "This cannot hold a hidden character (right-to-left override): please take it out.",
        ),
        ("venue", "x" * 121, "At most 120 characters, please; these are 121."),
        ("date", "2027-13-01", "Give the day as year, month and day, such as 2027-02-11."),
        ("qualifying_rounds", "0", "Give a whole number from 1 to 9."),
        ("qualifying_rounds", "10", "Give a whole number from 1 to 9."),
        ("games_per_round", "21", "Give a whole number from 1 to 20."),
        ("games_per_round", "many", "Give a whole number from 1 to 20."),
        ("cut_size", "-3", "Give a whole number from 1 to 500."),
        ("cut_size", "9" * 400, "Give a whole number from 1 to 500."),
        (
            "cut_size",
            "1",
            "One guest cannot play a play-off: let two or more through, or choose none.",
        ),
        ("tie-games_won", "2", "Two tie-breaks have the number 2: give each its own."),
        ("tie-cut_of_cards", "1", "Two tie-breaks have the number 1: give each its own."),
        ("tie-head_to_head", "9", "The Umpire's cut of cards settles every tie, so it comes last."),
        (
            "prize-1-name",
            "Winner",
            "Two prizes are called “winner”: rename one of them.",
        ),
        (
            "absent_policy",
            "guess",
            "Select a valid choice. guess is not one of the available choices.",
        ),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_changes_nothing(
    field: str, value: str, words: str
) -> None:
    event = new_event()
    before = declared(event)
    answer = change(event, **{field: value})
    assert answer.status_code == 200
    assert words in text(answer)
    assert declared(event) == before


def test_options_are_stored_as_departures_from_the_usual() -> None:
    event = new_event()
    change(event, "settings/rules/", option_trick_match="rank_or_suit", option_blocked="tally")
    event.refresh_from_db()
    assert event.rules == "trick_match=rank_or_suit"


def test_an_unknown_value_of_an_option_is_refused() -> None:
    event = new_event()
    answer = change(event, "settings/rules/", option_trick_match="colour")
    assert "Choose one of these." in text(answer)
    event.refresh_from_db()
    assert event.rules == ""


@pytest.mark.parametrize("game", ["whist", "switch"])
def test_a_game_that_cannot_be_scored_here_is_refused(game: str) -> None:
    event = new_event()
    change(event, "settings/rules/", game=game)
    event.refresh_from_db()
    assert event.game == "swedish_pursuit"


def test_what_is_frozen_is_shown_with_its_reason_and_stays() -> None:
    event = seated_event(5)
    save(event, ["out", "8", "A K", "7", "3"])
    client = visitor(event)
    before = declared(event)
    shown = text(client.get(f"/e/{event.slug}/settings/"))
    assert "Sheets were accepted under these rules, so they stay as declared." in shown
    forced = sent(shown) | {
        "games_per_round": "7",
        "tie-games_won": "",
        "absent_policy": "unranked",
        "cut_tie": "admit_all",
    }
    assert client.post(f"/e/{event.slug}/settings/", forced).status_code == 302
    client.post(
        f"/e/{event.slug}/settings/rules/",
        {"game": "swedish_pursuit", "option_trick_match": "rank_or_suit"},
    )
    assert declared(event) == before
    more = {"venue": "Another hall", "step": "save", "reason": "The pipes burst"}
    client.post(f"/e/{event.slug}/settings/", forced | more)
    assert declared(event) == before | {"venue": "Another hall"}


def test_a_change_is_saved_as_it_is_made_while_no_place_moves_and_taken_back_by_one_press() -> None:
    event = seated_event(5)
    assert change(event, cut_size="3").status_code == 302
    entry = event.ledger.get(kind="settings")
    # Three need one table of the play-off alone.
    was, will = {"cut_size": 10, "playoff_tables": 2}, {"cut_size": 3, "playoff_tables": 1}
    assert (entry.body, entry.reason) == ({"before": was, "after": will}, AT_ONCE)
    visitor(event, name="Another Organiser").post(
        f"/e/{event.slug}/settings/", {"undo": entry.number, "key": "back"}
    )
    assert (fresh(event).cut_size, fresh(event).playoff_tables) == (10, 2)


def _empty() -> Event:
    return new_event()


def _with_guests() -> Event:
    event = new_event()
    add_guests(event, 9)
    return event


def _walked_in() -> Event:
    event = _with_guests()
    append(event, "check_in", {"badge": 1}, sign())
    return event


def _seated() -> Event:
    return seated_event(9)


def _first_sheet() -> Event:
    event = seated_event(5)
    save(event, ("out", "2", "3", "4", "5"))
    return event


@pytest.mark.parametrize("state", [_empty, _with_guests, _walked_in, _seated, _first_sheet])
def test_a_cut_of_four_is_kept_in_every_state_or_shown_before_it_is(
    state: Callable[[], Event],
) -> None:
    event = state()
    answer = change(event, cut_size="4")
    if answer.status_code != 302:
        assert "would change" in text(answer)
        client = visitor(event, name="Another Organiser")
        again = sent(text(client.get(f"/e/{event.slug}/settings/"))) | {"cut_size": "4"}
        client.post(f"/e/{event.slug}/settings/", again | {"step": "save", "reason": "Agreed"})
    assert fresh(event).cut_size == 4


def test_a_cut_larger_than_the_field_is_said_before_the_seating_and_fits_by_one_press() -> None:
    event = _with_guests()
    client = visitor(event)
    page = text(client.get(f"/e/{event.slug}/seating/"))
    assert "The cut of ten is larger than 9 guests." in page
    assert '<button class="button" name="fit" value="4">Cut of 4</button>' in page
    assert "Cut of 4" not in text(visitor(event, Role.HEAD_UMPIRE).get(f"/e/{event.slug}/seating/"))
    press = {"fit": "4", "from": "seating", "key": "fits"}
    client.post(f"/e/{event.slug}/settings/", press | {"fit": "5"})
    assert fresh(event).cut_size == 10
    answer = client.post(f"/e/{event.slug}/settings/", press | {"key": "again"}, follow=True)
    assert "is larger than" not in text(answer)
    assert (fresh(event).cut_size, fresh(event).playoff_tables) == (4, 1)


def test_the_last_change_of_an_evening_with_a_record_is_undone_by_one_press_while_it_stands() -> (
    None
):
    event, last = seated_event(5), {}
    client = visitor(event)
    address = f"/e/{event.slug}/settings/"
    assert 'name="undo"' not in text(client.get(address))
    for venue in ("The Old Hall", "The New Hall"):
        change_event(event, {"venue": venue}, sign(), reason="Moved")
        last[venue] = str(event.ledger.latest("number").number)
    page = text(client.get(address))
    assert "changed from The Old Hall to The New Hall" in page
    assert f'name="undo" value="{last["The New Hall"]}"' in page
    client.post(address, {"undo": last["The Old Hall"], "key": "late"})
    assert fresh(event).venue == "The New Hall"
    for _press in range(2):
        client.post(address, {"undo": last["The New Hall"], "key": "once"})
    assert fresh(event).venue == "The Old Hall"
    assert event.ledger.filter(kind="settings").count() == 3


def test_what_is_held_by_now_or_took_two_officials_is_not_undone_by_one_press() -> None:
    event = seated_event(5)
    change_event(event, {"absent_policy": "unranked"}, sign(), reason="By agreement")
    assert last_change(fresh(event)) is not None
    save(event, ("out", "2", "3", "4", "5"))
    assert last_change(fresh(event)) is None
    change_frozen(
        event, {"absent_policy": "table_worst"}, sign(), reason="A slip", witness="Walter"
    )
    assert last_change(fresh(event)) is None


@pytest.mark.parametrize("page", ["settings/", "settings/rules/"])
def test_a_head_umpire_sees_the_settings_and_changes_nothing(page: str) -> None:
    event = new_event()
    client = visitor(event, Role.HEAD_UMPIRE)
    assert client.get(f"/e/{event.slug}/{page}").status_code == 200
    before = declared(event)
    client.post(
        f"/e/{event.slug}/{page}",
        {"name": "Mine", "date": "2027-01-01", "option_trick_match": "rank_or_suit"},
    )
    assert declared(event) == before


def test_an_official_gets_a_password_that_is_shown_once_and_works() -> None:
    event = new_event()
    client = visitor(event, name="Head Organiser")
    answer = client.post(f"/e/{event.slug}/officials/", {"name": "Umberto Pire", "role": "umpire"})
    phrase = re.search(r"<code>([a-z-]{20})</code>", text(answer))
    assert phrase
    assert answer.headers["Cache-Control"] == "no-store"
    assert phrase[1] not in text(client.get(f"/e/{event.slug}/officials/"))
    other = Client()
    other.post("/login/", {"username": "Umberto Pire", "password": phrase[1]})
    assert int(other.session["_auth_user_id"]) == User.objects.get(username="Umberto Pire").pk
    again = client.post(f"/e/{event.slug}/officials/", {"name": "umberto pire", "role": "umpire"})
    assert "Umberto Pire is already an official of this evening." in text(again)


def test_a_removed_official_is_shut_out_at_once() -> None:
    event = new_event()
    umpire = visitor(event, Role.HEAD_UMPIRE, "Ursula")
    client = visitor(event)
    assert umpire.get(f"/e/{event.slug}/guests/").status_code == 200
    pk = event.officials.get(user__username="Ursula").pk
    client.post(f"/e/{event.slug}/officials/{pk}/remove/")
    assert umpire.get(f"/e/{event.slug}/guests/").status_code == 404


def test_the_last_organiser_stays() -> None:
    event = new_event()
    client = visitor(event)
    answer = client.post(
        f"/e/{event.slug}/officials/{event.officials.get().pk}/remove/", follow=True
    )
    assert "An evening keeps at least one organiser: add another one first." in text(answer)
    assert event.officials.count() == 1


def test_a_new_password_is_given_only_where_one_runs_all_evenings_of_the_person() -> None:
    event, elsewhere = new_event(), new_event()
    client = visitor(event, name="Head Organiser")
    client.post(f"/e/{event.slug}/officials/", {"name": "Umberto Pire", "role": "umpire"})
    umberto = event.officials.get(user__username="Umberto Pire")
    answer = client.post(f"/e/{event.slug}/officials/{umberto.pk}/password/")
    assert re.search(r"<code>[a-z-]{20}</code>", text(answer))
    other = visitor(elsewhere, name="Other Organiser")
    other.post(f"/e/{elsewhere.slug}/officials/", {"name": "Umberto Pire", "role": "umpire"})
    accept_appointment(elsewhere.appointments.get())
    held = User.objects.get(username="Umberto Pire").password
    client.post(f"/e/{event.slug}/officials/{umberto.pk}/password/")
    assert User.objects.get(username="Umberto Pire").password == held


def test_an_official_of_another_evening_is_not_touched() -> None:
    event, elsewhere = new_event(), new_event()
    official(elsewhere, Role.UMPIRE, "Ursula")
    pk = elsewhere.officials.get().pk
    client = visitor(event)
    for act in ("remove", "password"):
        client.post(f"/e/{event.slug}/officials/{pk}/{act}/")
    assert elsewhere.officials.count() == 1
    assert User.objects.get(username="Ursula").check_password("a long pass phrase 7")


@pytest.mark.parametrize("role", [Role.UMPIRE, Role.HEAD_UMPIRE])
def test_only_the_organiser_keeps_the_officials(role: Role) -> None:
    event = new_event()
    assert visitor(event, role).get(f"/e/{event.slug}/officials/").status_code == 404


def test_a_cut_larger_than_the_field_is_hinted_at_beside_its_field() -> None:
    event = seated_event(10)
    client = visitor(event)
    assert "larger than the field" not in text(client.get(f"/e/{event.slug}/settings/"))
    Event.objects.filter(pk=event.pk).update(cut_size=11)
    shown = text(client.get(f"/e/{event.slug}/settings/"))
    assert shown.count("larger than the field: 11 go through and 10 guests are there.") == 1


def test_an_evening_nothing_was_entered_for_is_removed_from_its_settings_once_that_is_sure() -> (
    None
):
    event = new_event()
    add_guests(event, 3)
    organiser = visitor(event)
    settings, gone = (
        reverse(name, args=[event.slug]) for name in ("event_settings", "remove_event")
    )
    assert "Remove this evening" in organiser.get(settings).content.decode()
    assert "Tick that you are sure" in organiser.post(gone, follow=True).content.decode()
    assert Event.objects.filter(pk=event.pk).exists()
    assert "Test Evening is removed." in unescape(
        organiser.post(gone, {"sure": "on"}, follow=True).content.decode()
    )
    assert not Event.objects.filter(pk=event.pk).exists()


def test_an_evening_with_an_entry_offers_no_removal_and_stays() -> None:
    event = seated_event()
    organiser = visitor(event)
    settings, gone = (
        reverse(name, args=[event.slug]) for name in ("event_settings", "remove_event")
    )
    assert "Remove this evening" not in organiser.get(settings).content.decode()
    said = organiser.post(gone, {"sure": "on"}, follow=True).content.decode()
    assert "Something has been entered for this evening, so it cannot be removed." in said
    assert Event.objects.filter(pk=event.pk).exists()


def test_the_courses_of_the_dinner_are_named_in_the_settings() -> None:
    event = new_event()
    client, where = visitor(event), f"/e/{event.slug}/settings/"
    as_it_is = sent(text(client.get(where)))
    usual = ["Starter", "Main course", "Pudding"]
    for said, courses in (("Soup,  Fish,Soup, Cheese,", ["Soup", "Fish", "Cheese"]), ("", usual)):
        assert client.post(where, as_it_is | {"courses": said}).status_code == 302
        assert fresh(event).courses == courses
    for said, words in (
        (", ".join("abcdefghi"), "Name 8 at most"),
        ("Soup\u202e", "hidden character"),
    ):
        assert words in text(client.post(where, as_it_is | {"courses": said}))
    assert fresh(event).courses == usual
