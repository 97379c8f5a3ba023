"""The sentence of the movement is true of the seats as they are."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.seating.movement import STAYS
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, add_guests, new_event, save, sign
from tournament.home.phase import evening
from tournament.models import Event, Seat
from tournament.screens.reading import Hall, show_of
from tournament.screens.scenes import move
from tournament.seating.acts import close_round, lay_round, publish_round
from tournament.seating.movement import Movement, movement, of_places
from tournament.steps.table import lines_of

LETTERS = "ABCDE"
RULE = "A stays, B moves on one table, C two, D three, E four"
OTHERWISE = "Whoever was given another seat follows the card"
Places = dict[int, tuple[int, str]]


def hall(tables: int = 7) -> tuple[Places, Places]:
    """Everybody by number in round 1 and, by the rule, in round 2."""
    before = {
        table * 5 + at: (table + 1, letter)
        for table in range(tables)
        for at, letter in enumerate(LETTERS)
    }
    after = {
        guest: ((table - 1 + LETTERS.index(letter)) % tables + 1, letter)
        for guest, (table, letter) in before.items()
    }
    return before, after


def test_where_everybody_follows_the_rule_it_is_said_alone() -> None:
    way = of_places(*hall())
    assert (way.sentence, way.otherwise) == (RULE, 0)
    before, _after = hall()
    assert of_places(before, before).sentence == STAYS


def test_who_was_given_another_seat_follows_the_card_and_the_sentence_says_so() -> None:
    before, after = hall()
    after[1], after[7] = after[7], after[1]
    way = of_places(before, after)
    assert (way.sentence, way.otherwise) == (f"{RULE}. {OTHERWISE}", 2)


def test_no_letter_is_named_that_sits_nowhere_and_none_that_sits_is_left_out() -> None:
    before, after = hall()
    after = {guest: place for guest, place in after.items() if place[1] != "E"}
    assert of_places(before, after).sentence == RULE.removesuffix(", E four")
    before, after = hall()
    after[99] = (3, "F")
    way = of_places(before, after)
    assert way.sentence == f"{RULE}, F follows the card"
    assert list(way.steps) == [*LETTERS, "F"]


def test_without_a_rule_nothing_is_said() -> None:
    before, after = hall()
    for guest in range(0, 35, 2):
        after[guest] = (after[guest][0] % 7 + 1, after[guest][1])
    assert of_places(before, after) == Movement({})
    assert of_places({}, after).sentence == ""


@pytest.mark.django_db
def test_home_wall_and_announcer_say_the_same_movement() -> None:
    event = new_event(qualifying_rounds=2, games_per_round=1, cut_size=2)
    refs = [guest.ref for guest in add_guests(event, 35)]
    event.guests.update(arrived_at=NOW)
    before, after = hall()
    for number, places in ((1, before), (2, after)):
        tables: list[list[str]] = [[""] * 5 for _table in range(7)]
        for guest, (table, letter) in places.items():
            tables[table - 1][LETTERS.index(letter)] = refs[guest]
        lay_round(event, number, [*tables], movement=RULE if number > 1 else "")
        publish_round(event, number, sign())
    for table in range(1, 8):
        save(event, ("out", "=1", "=2", "=3", "=4"), (1, table, 1))
    close_round(event, 1, sign())
    desk = signed_in(event)
    assert said(fresh(event), desk) == (f"{RULE}.", "", True, True)
    seats = Seat.objects.filter(event=event, round__number=2)
    one, other = seats.get(table__number=1, letter="B"), seats.get(table__number=2, letter="B")
    first, second = one.guest, other.guest
    seats.filter(pk=one.pk).delete()
    seats.filter(pk=other.pk).update(guest=first)
    Seat.objects.create(event=event, round=one.round, table=one.table, letter="B", guest=second)
    Event.objects.filter(pk=event.pk).update(version=fresh(event).version + 1)
    assert movement(event, one.round).otherwise == 2
    assert said(fresh(event), desk) == (f"{RULE}.", OTHERWISE, True, True)


def said(event: Event, desk: Client) -> tuple[str, str, bool, bool]:
    """Rule and what stands beside it on the wall; whether home and announcer say both."""
    values = move(Hall(event, show_of(event), timezone.now()))
    assert values is not None
    sentence = movement(event, event.rounds.get(number=2)).sentence
    script = desk.get(f"/e/{event.slug}/announcer/").content.decode()
    standing = evening(event)
    home = f"{sentence}." in [line.breaths[0] for line in lines_of(standing.next, standing.facts)]
    return values["sentence"], values["beside"], home, sentence in script
