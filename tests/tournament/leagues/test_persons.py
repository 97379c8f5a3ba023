"""One person over several evenings: proposed with reasons, confirmed by an official, split again,
forgotten.
"""

import re
from datetime import date

import pytest

from tests.tournament.ending import signed_in
from tests.tournament.evening import NOW, sign
from tests.tournament.leagues.leagues import evening, fresh, guest, league_of, lines, serve
from tournament.event.acts_names import WIPED_TOO, wipe_names
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.leagues.acts import (
    add_evening,
    change_league,
    link_guests,
    split_guest,
    take_telling_apart_back,
    tell_apart,
    unlink_event,
)
from tournament.leagues.people import history, known_persons, likenesses, told_apart
from tournament.models import Event, Guest, Invited, League, LeagueEntry, PersonLink, ToldApart
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.steps.acts import close_evening
from tournament.steps.offers import step_now

pytestmark = pytest.mark.django_db
LAST = {"Ann Thimble": 0, "Ben Bodkin": 20, "Cat Bobbin": 30}
THIS = {"Ann Thimble": 12, "Benn Bodkin": 0, "Dan Needle": 30}
NEXT = {"Anne Thimble": 0, "Ben Bodkin": 8, "Zoe Zed": 9}


@pytest.fixture
def league() -> League:
    events = [
        evening(date(year, 2, 1), totals)
        for year, totals in ((2025, LAST), (2026, THIS), (2027, NEXT))
    ]
    return league_of(*events)[0]


def at(league: League, number: int) -> Event:
    return league.evenings.get(number=number).event


def pair(league: League, one: tuple[int, str], other: tuple[int, str]) -> tuple[int, int]:
    return guest(at(league, one[0]), one[1]), guest(at(league, other[0]), other[1])


def proposed(league: League) -> list[tuple[str, str]]:
    return [(likeness.one.name, likeness.other.name) for likeness in likenesses(league)]


def test_the_likely_ones_stand_side_by_side_with_reasons_and_nothing_is_decided(
    league: League,
) -> None:
    found = likenesses(league)
    assert (found[0].one.name, found[0].other.name, found[0].score) == (
        "Ann Thimble",
        "Ann Thimble",
        65,
    )
    assert found[0].reasons == ("the same name", "the same livery", "the same badge number")
    assert ("Ben Bodkin", "Benn Bodkin") in proposed(league)
    assert not any("Zoe Zed" in names or "Cat Bobbin" in names for names in proposed(league))
    assert PersonLink.objects.count() == 0


def test_a_confirmed_link_joins_the_evenings_and_a_split_parts_them_again(league: League) -> None:
    before = lines(league)
    link_guests(league, [pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))], sign())
    link_guests(league, [pair(league, (3, "Anne Thimble"), (2, "Ann Thimble"))], sign())
    assert lines(league)[0] == ("1", "Anne Thimble", "12")
    assert [len(person.links) for person in known_persons(league)] == [3]
    for number, name in ((3, "Anne Thimble"), (2, "Ann Thimble")):
        split_guest(league, guest(at(league, number), name), sign())
    assert lines(league) == before
    assert known_persons(league) == []
    assert [
        (link.confirmed_by, link.split_by, link.split_at)
        for link in PersonLink.objects.exclude(split_at=None)
    ] == [("Ursula Umpire", "Ursula Umpire", NOW)] * 2


def test_a_split_is_not_proposed_again_until_that_is_taken_back(league: League) -> None:
    pairs = [pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))]
    link_guests(league, pairs, sign())
    split_guest(league, pairs[0][1], sign())
    assert ("Ann Thimble", "Ann Thimble") not in proposed(league)
    (apart,) = told_apart(league)
    take_telling_apart_back(league, apart.pk, sign())
    assert ("Ann Thimble", "Ann Thimble") in proposed(league)
    link_guests(league, pairs, sign())
    assert [len(person.links) for person in known_persons(league)] == [2]


def test_two_told_apart_are_not_proposed_and_linking_them_after_all_ends_that(
    league: League,
) -> None:
    one, other = pair(league, (1, "Ben Bodkin"), (2, "Benn Bodkin"))
    tell_apart(league, other, one, sign())
    tell_apart(league, one, other, sign())
    assert ("Ben Bodkin", "Benn Bodkin") not in proposed(league)
    assert ToldApart.objects.count() == 1
    link_guests(league, [(one, other)], sign())
    assert ToldApart.objects.count() == 0
    with pytest.raises(Refused, match="split them instead"):
        tell_apart(league, one, other, sign())
    with pytest.raises(Refused, match="nothing to take back"):
        take_telling_apart_back(league, 0, sign())


def test_nobody_is_at_one_evening_twice(league: League) -> None:
    ann, ben = pair(league, (1, "Ann Thimble"), (1, "Ben Bodkin"))
    with pytest.raises(Refused, match="were at the same evening"):
        link_guests(league, [(ann, ben)], sign())
    link_guests(league, [pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))], sign())
    with pytest.raises(Refused, match="were both at Cards 01 February 2026"):
        link_guests(
            league,
            [
                pair(league, (1, "Ann Thimble"), (3, "Zoe Zed")),
                pair(league, (2, "Dan Needle"), (3, "Zoe Zed")),
            ],
            sign(),
        )
    assert PersonLink.objects.count() == 2


def test_two_persons_become_one_unless_both_were_at_one_evening(league: League) -> None:
    first = pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))
    link_guests(league, [first, pair(league, (1, "Ben Bodkin"), (3, "Ben Bodkin"))], sign())
    with pytest.raises(Refused, match="were both at Cards 01 February 2025"):
        link_guests(league, [pair(league, (2, "Ann Thimble"), (3, "Ben Bodkin"))], sign())
    assert [len(person.links) for person in known_persons(league)] == [2, 2]
    assert link_guests(league, [first], sign()) == 0
    split_guest(league, first[0], sign())
    link_guests(league, [pair(league, (1, "Ben Bodkin"), (2, "Ann Thimble"))], sign())
    assert [len(person.links) for person in known_persons(league)] == [3]


def test_pairs_ticked_in_any_order_make_one_person_of_all(league: League) -> None:
    user = league.organisers.get().user
    more = evening(date(2028, 2, 1), {"Ann Thimble": 0, "Fay Tallow": 3, "Gus Pewter": 4})
    serve(more, user)
    add_evening(league, more, user, sign())
    anns = [(1, "Ann Thimble"), (2, "Ann Thimble"), (3, "Anne Thimble"), (4, "Ann Thimble")]
    pairs = [
        pair(league, anns[one], anns[other]) for one, other in ((0, 1), (2, 3), (1, 2), (0, 3))
    ]
    assert link_guests(league, pairs, sign()) == 3
    assert [len(person.links) for person in known_persons(league)] == [4]


def test_what_follows_from_what_is_shown_is_not_shown_too(league: League) -> None:
    anns = [names for names in proposed(league) if "Thimble" in names[0]]
    assert sorted(anns) == [("Ann Thimble", "Ann Thimble"), ("Ann Thimble", "Anne Thimble")]


def test_the_same_request_twice_is_one_act_and_an_empty_one_is_refused(league: League) -> None:
    by = sign("pressed-twice")
    pairs = [
        pair(league, (1, "Ann Thimble"), (2, "Ann Thimble")),
        pair(league, (1, "Ben Bodkin"), (2, "Benn Bodkin")),
    ]
    assert [link_guests(league, pairs, by), link_guests(league, pairs, by)] == [2, 0]
    assert LeagueEntry.objects.filter(kind="linked").count() == 2
    with pytest.raises(Refused, match="Nobody is ticked"):
        link_guests(league, [], sign())
    with pytest.raises(Refused, match="nothing to split"):
        split_guest(league, pair(league, (3, "Zoe Zed"), (3, "Zoe Zed"))[0], sign())


def test_guests_of_other_evenings_are_nobody_here(league: League) -> None:
    elsewhere = evening(date(2024, 1, 1), {"Ann Thimble": 0, "Ben Bodkin": 3, "Cat Bobbin": 4})
    one, other = guest(elsewhere, "Ann Thimble"), guest(at(league, 1), "Ann Thimble")
    with pytest.raises(Refused, match="at no evening of this league"):
        link_guests(league, [(one, other)], sign())
    with pytest.raises(Refused, match="at no evening of this league"):
        tell_apart(league, one, other, sign())


def test_whoever_s_name_is_wiped_is_nobody_elsewhere_any_more(league: League) -> None:
    event = at(league, 1)
    link_guests(league, [pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))], sign())
    change_league(league, {"best": 2}, sign())
    assert ("1", "Ann Thimble", "12") in lines(league)
    wipe_names(event, sign(), text=event.name)
    told = lines(league)
    assert [
        name for _place, name, figure in told if figure == "0" and name.startswith("Guest")
    ] == ["Guest 1"]
    assert [(place, name) for place, name, figure in told if figure == "12"] == [
        ("–", "Ann Thimble")
    ]
    assert PersonLink.objects.filter(guest__event=event).count() == 0


def test_wiping_an_evening_unlinks_its_guests_everywhere_and_the_log_still_names_nobody(
    league: League,
) -> None:
    event = at(league, 2)
    other, _user = league_of(event, at(league, 3), name="Other")
    link_guests(league, [pair(league, (1, "Ann Thimble"), (2, "Ann Thimble"))], sign())
    link_guests(other, [(guest(event, "Benn Bodkin"), guest(at(league, 3), "Ben Bodkin"))], sign())
    tell_apart(league, *pair(league, (2, "Dan Needle"), (3, "Zoe Zed")), sign())
    Invited.objects.create(event=event, name="Ann Thimble")
    assert unlink_event(event, sign()) == 2
    rows = PersonLink.objects.filter(guest__event=event)
    assert (rows.count(), ToldApart.objects.count(), Invited.objects.count()) == (0, 0, 0)
    assert (known_persons(league), known_persons(other)) == ([], [])
    told = " ".join(words for _entry, words in history(fresh(league)))
    assert not any(name.split()[0] in told for name in (*LAST, *THIS))
    assert unlink_event(event, sign()) == 0
    assert Guest.objects.filter(event=event).count() == 3


def test_leagues_add_what_is_wiped_with_the_names_of_an_evening() -> None:
    assert [unlink_event] == WIPED_TOO


def test_once_an_evening_is_closed_its_home_asks_who_is_who_in_the_league(league: League) -> None:
    event = at(league, 2)
    close_round(event, 1, sign())
    seal_cut(event, sign())
    reveal_cut(event, sign())
    assert step_now(at(league, 2)).key == "end"
    close_evening(event, sign())
    coming = step_now(at(league, 2))
    assert (coming.heading, coming.figures) == (
        "Say who is who in the league",
        "Two guests look like somebody of another evening, and nobody has said yet.",
    )
    client = signed_in(event)
    page = client.get(f"/e/{event.slug}/").content.decode()
    assert re.findall(r'button-main" href="([^"]+)">([^<]+)<', page) == [
        ("/leagues/", "Look at them")
    ]
    while pairs := [likeness.guests for likeness in likenesses(league)]:
        for one, other in pairs:
            tell_apart(league, one.pk, other.pk, sign())
    assert step_now(at(league, 2)).key == "over"
    page = client.get(f"/e/{event.slug}/").content.decode()
    assert "Say who is who" not in page
    assert "The evening is over" in page
