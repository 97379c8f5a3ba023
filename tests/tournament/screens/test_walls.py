"""A wall shows released values alone: whatever is held leaves no trace in any byte sent to it."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.ending import LEVEL, closed_event, fresh
from tests.tournament.evening import NOW, save, seated_event, sign
from tournament.finals.acts import hold_board, reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import hold_half_time, read_next, reveal_podium
from tournament.models import Event, Guest, Screen, Seal
from tournament.screens import finale, pictures, views_wall
from tournament.screens.acts import add_screen, tell
from tournament.screens.reading import Hall
from tournament.screens.scenes import SCENES
from tournament.seating.acts import close_round
from tournament.site.drawings import DrawnPages
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
SECRET = "0" * 32
LATER = NOW + timedelta(minutes=9)
FIRST = (("out", "=10", "=20", "=30", "=40"), ("=5", "=15", "=25", "=35", "out"))
# Guests 9, 5 and 4 go through, or 2, 3 and 8: nobody may tell which from a wall.
NINE = (("=90", "=80", "=70", "=20", "out"), ("=90", "=80", "=70", "out", "=60"))
TWO = (("=90", "out", "=5", "=70", "=80"), ("=90", "=80", "out", "=70", "=85"))
# Guests 1 and 10 are level on 25 for the third place: whoever was left with fewer cards has it.
ONE = (("X X 5", "out", "=80", "=70", "=85"), ("=90", "out", "=80", "=70", "3 4 5 6 7"))
TEN = (("3 4 5 6 7", "out", "=80", "=70", "=85"), ("=90", "out", "=80", "=70", "X X 5"))
Seen = dict[tuple[str, str], bytes]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two evenings are looked at at the same time."""

    class Stopped:
        localtime = staticmethod(timezone.localtime)

        def now(self) -> datetime:
            return LATER

    monkeypatch.setattr(views_wall, "timezone", Stopped())


def sent(event: Event, stage: str, scenes: Iterable[str] = SCENES) -> Seen:
    """Every byte a wall is sent now: following the evening, and with each scene called up."""
    client, found = Client(), {}
    # A process that drew much lately hands out what it has: here each state is drawn.
    pictures._pages, views_wall._boards = DrawnPages(), DrawnPages()
    for name in ("", *scenes):
        Screen.objects.filter(event=event).update(scene=name)
        answer = client.get("/screen/now", headers={"X-Wall": f"GH {SECRET}"})
        assert answer.status_code == 200
        found[stage, name] = answer.content
    # What a stream and every phone are sent leaks no more than a wall does.
    for where in ("board/overlay.json", "clock/now/"):
        found[stage, where] = client.get(f"/e/{event.slug}/{where}").content
    return found


def rounds(second: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, Event]]:
    """An evening up to the reading of its cut, with no name read yet."""
    event = seated_event(10, games_per_round=1, cut_size=3, playoff_tables=1, playoff_games=1)
    Guest.objects.filter(event=event, ref="P009").update(name="Nemo Hidden", unnamed=True)
    add_screen(event, "GH", "North", sign())
    yield "seated", event
    for table in (1, 2):
        save(event, FIRST[table - 1], (1, table, 1))
    yield "round 1 played", event
    close_round(event, 1, sign())
    hold_half_time(event, sign())
    yield "half-time", event
    save(event, second[0], (2, 1, 1))
    yield "round 2 begun", event
    save(event, second[1], (2, 2, 1))
    yield "round 2 played", event
    close_round(event, 2, sign())
    yield "rounds closed", event
    seal_cut(event, sign())
    yield "sealed", event
    read_next(event, sign(), stage="cut")
    yield "reading begun", event


def finals(said: tuple[str, ...]) -> Iterator[tuple[str, Event]]:
    """The same evening up to the reading of its podium, with no prize read yet."""
    *_before, (_stage, event) = rounds(NINE)
    for _name in range(3):
        read_next(event, sign(), stage="cut")
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    yield "play-off seated", event
    save(event, said, (3, 1, 1))
    yield "play-off played", event
    close_round(event, 3, sign())
    yield "play-off closed", event
    read_next(event, sign(), stage="podium")
    yield "podium begun", event


def cuts(second: str) -> Iterator[tuple[str, Event]]:
    """Two are level to the end and cut cards, of which the announcer has turned none, then one."""
    event = closed_event(LEVEL, cut_size=2)
    add_screen(event, "GH", "North", sign())
    hold_board(event, sign())
    yield "level", event
    record_cut_of_cards(event, {"P002": "7H", "P003": second}, sign())
    for spoken, state in enumerate(("recorded", "who has cut", "one turned")):
        tell(event, {"scene": "cards", "spoken": spoken, "scripted": True}, sign())
        yield state, event


def told_of(evening: Iterator[tuple[str, Event]], *states: str) -> Seen:
    """All that the walls of an evening were sent in every state of it, and each scene called up in
    these states of it or in every one.
    """
    found: Seen = {}
    for stage, event in evening:
        found |= sent(fresh(event), stage, SCENES if stage in states or not states else ())
    Screen.objects.all().delete()
    return found


def differing(one: Seen, other: Seen) -> list[tuple[str, str]]:
    """Where a second evening shows anything else than the first in the same state."""
    assert other.keys() <= one.keys()
    return [where for where in other if one[where] != other[where]]


PLAYED = ["welcome", "clock", "half_time", "clock", "clock", "wait", "wait", "reading"]
THE_END = ["reading", "clock", "wait", "podium"]


def followed(evening: Seen) -> list[str]:
    """The scenes of a wall that follows the evening, state by state."""
    return [json.loads(body)["scene"] for (_state, name), body in evening.items() if not name]


def third() -> str:
    """Who has the last place of the newest evening."""
    seal = Seal.objects.order_by("-pk")[0]
    return str(seal.snapshot["qualifiers"][2])


@pytest.mark.promise("A wall is sent released values only")
def test_two_evenings_that_differ_in_held_results_alone_send_their_walls_the_same_bytes() -> None:
    cut = told_of(rounds(NINE))
    # Until the second round begins nothing is held: both evenings are the same, each scene too.
    two = told_of(rounds(TWO), "round 2 begun", "round 2 played", "sealed", "reading begun")
    assert differing(cut, two) == []
    assert len(cut) == 8 * (len(SCENES) + 3)
    assert followed(cut) == PLAYED
    podium = told_of(finals(("out", "=10", "=20")))
    other = told_of(finals(("=20", "=10", "out")), "play-off played", "podium begun")
    assert differing(podium, other) == []
    assert not [where for where, body in (cut | podium | two | other).items() if b"Nemo" in body]
    assert followed(podium) == THE_END
    tied = ("round 2 played", "reading begun")
    level, won = told_of(rounds(ONE), *tied), third()
    assert differing(level, told_of(rounds(TEN), *tied)) == []
    assert (won, third()) == ("P001", "P010"), "the tie is decided both ways"
    drawn = told_of(cuts("2C"))
    assert differing(drawn, told_of(cuts("QS"), "recorded", "who has cut", "one turned")) == []
    assert b"the seven of hearts" in drawn["one turned", ""]
    assert b"Badge 9" in podium["play-off seated", ""]


@pytest.mark.control(
    "test_two_evenings_that_differ_in_held_results_alone_send_their_walls_the_same_bytes"
)
def test_a_planted_leak_is_seen_in_what_the_walls_are_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A covered bar that is as long as the name behind it: only its length would tell."""
    kept = finale._list

    def leaking(hall: Hall, called: list[finale.Values], count: int) -> finale.Values:
        covered = sum(row[2] for row in hall.seal.snapshot["standings"][:3]) if hall.seal else 0
        return kept(hall, called, count) | {"title": "The list".ljust(covered)}

    monkeypatch.setattr(finale, "_list", leaking)
    states = ("round 2 played", "reading begun")
    one, other = told_of(rounds(NINE), *states), told_of(rounds(TWO), *states)
    assert {stage for stage, _scene in differing(one, other)} == {"reading begun"}
    monkeypatch.setattr(finale, "_turned", lambda hall: 9)
    states = ("level", "one turned")
    turned = differing(told_of(cuts("2C"), *states), told_of(cuts("QS"), *states))
    assert {stage for stage, _scene in turned} == {"recorded", "who has cut", "one turned"}


def test_names_appear_one_by_one_and_to_the_end_nobody_is_named_who_chose_not_to_be() -> None:
    *_before, (_stage, event) = rounds(NINE)
    names = ["Badge 9", "Guest 5", "Guest 4"]
    for read in range(4):
        body = sent(fresh(event), "")["", ""].decode()
        assert [name for name in names if name in body] == names[3 - read :]
        if read < 3:
            read_next(event, sign(), stage="cut")
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    save(event, ("out", "=10", "=20"), (3, 1, 1))
    close_round(event, 3, sign())
    for number in range(4):
        read_next(event, sign(), stage="podium")
        body = sent(fresh(event), "")["", ""].decode()
        assert body.count("plate-heading") == number
    reveal_podium(event, sign())
    tell(event, {"prizes_read": 9, "given": "£3,460", "spoon_named": True}, sign(at=NOW))
    ended = sent(fresh(event), "")
    assert b"3,460" in ended["", "thanks"]
    assert b"Wooden spoon" in ended["", "prizes"]
    assert not [name for (_, name), body in ended.items() if b"Nemo" in body]
    assert not [name for (_, name), body in ended.items() if b"scene-rehearsal" in body]
    Event.objects.filter(pk=event.pk).update(is_rehearsal=True)
    marked = sent(fresh(event), "")
    unmarked = [name for (_, name), body in marked.items() if b"scene-rehearsal" not in body]
    assert unmarked == ["board/overlay.json", "clock/now/"]
    assert json.loads(marked["", "board/overlay.json"])["rehearsal"]
