"""`manage.py demo`: what it takes, what it prints, and that it goes on from where it stands."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tournament.archive.demo import STAGES
from tournament.archive.demo_games import UMPIRE
from tournament.home.now import card
from tournament.home.phase import evening
from tournament.ledger.barriers import hindrances
from tournament.ledger.chain import Signature
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Event, Press, Sheet
from tournament.screens.reading import Hall, show_of
from tournament.screens.scenes import scene
from tournament.screens.script import script
from tournament.standings.pace import pace_of_minute
from tournament.steps.offers import step_now
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def built(*words: str) -> Event:
    """The event of a call, by the slug it prints."""
    out = StringIO()
    call_command("demo", *words, stdout=out, stderr=StringIO())
    return Event.objects.get(slug=out.getvalue().strip())


@pytest.mark.parametrize("guests", [4, 9, 23])
def test_a_field_of_any_size_plays_to_the_end(guests: int) -> None:
    event = built("--guests", str(guests), "--until", "end")
    seats = event.seats.filter(round__number=event.playoff_round).count()
    assert (event.guests.count(), seats) == (guests, event.cut_size)


def test_at_the_end_the_list_was_printed_before_the_revealing_and_every_round_is_closed() -> None:
    for _ in range(2):
        event = built("--guests", "8", "--until", "end")
        acts = list(
            event.ledger.filter(kind__in=("seal", "print_cut", "reveal")).values_list(
                "kind", flat=True
            )
        )
        assert acts == ["seal", "print_cut", "reveal"]
        assert list(event.rounds.values_list("state", flat=True)) == ["closed"] * 3


def test_called_again_it_goes_on_and_a_third_call_changes_nothing() -> None:
    counts = []
    for until in ("r1g1", "r1g2", "r1g2"):
        event = built("--guests", "8", "--until", until)
        counts.append((event.ledger.count(), Sheet.objects.count()))
    assert [sheets for _, sheets in counts] == [2, 4, 4]
    assert counts[1] == counts[2]


def test_at_first_sight_door_clock_wall_and_announcer_say_the_same() -> None:
    event = built("--guests", "8")
    assert not event.guests.filter(arrived_at=None).exists()
    moment = timezone.now()
    stands, pace = evening(event), pace_of_minute(event, moment)
    shown = card(event, stands, pace, moment)
    assert stands.next.heading == "Round 2: 2 sheets to come"
    assert (stands.parts[2].words, stands.parts[2].state) == ("Door", "done")
    started = event.clocks.get(round__number=2).started_at
    assert started is not None
    assert shown.clock is not None
    assert shown.clock.began == timezone.localtime(started).strftime("%H:%M")
    assert shown.clock.window is not None
    hall = Hall(event, show_of(event), moment)
    wall = scene(hall, "clock")
    assert wall[0] == "clock"
    assert wall[1]["last"]["window"] == shown.clock.ends == (pace and pace.ends) != ""
    last = event.ledger.filter(kind="sheet").latest("number")
    assert timedelta(0) < moment - last.at < timedelta(minutes=6)
    said = script(hall)
    assert said.title == "Round 2"
    assert said.now is not None
    assert said.now.words == "the last game"
    assert shown.say == said.now.said


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_of_the_demo_leads_to_its_step_and_its_words_are_told(stage: str) -> None:
    told = StringIO()
    words = ("--guests", "8", "--until", stage)
    call_command("demo", *words, stdout=StringIO(), stderr=told)
    coming = step_now(Event.objects.get(slug="demo-8"))
    assert coming.key == STAGES[stage]
    assert f"{coming.heading}. {coming.figures}" in told.getvalue().splitlines()


@pytest.mark.parametrize("game", ["swedish-pursuit", "swedish_pursuit"])
def test_a_game_is_named_with_hyphen_or_underscore(game: str) -> None:
    assert built("--game", game, "--guests", "4", "--until", "guests").game == "swedish_pursuit"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--guests", "7"), "7 guests cannot sit at tables of 4 to 6"),
        (("--until", "r3g1"), "“r3g1” is no point of the evening"),
        (("--game", "whist"), "invalid choice: 'whist'"),
        (("--guests", "2001"), "a demo has at most 2000 guests"),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_makes_no_event(
    words: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError) as refused:
        built(*words)
    assert (said in str(refused.value), Event.objects.count()) == (True, 0)


def test_every_sheet_of_the_demo_is_taken_back_as_one_of_an_official_is() -> None:
    event = built("--guests", "10", "--until", "r1g1")
    presses = Press.objects.filter(entries__event=event, entries__kind="sheet").order_by("-pk")
    assert presses.count() == event.sheets.count() > 0
    for press in presses:
        assert hindrances(event, [press])[press.pk] == []
        with pressing(Press(key=f"back {press.pk}", at=timezone.now())):
            take_back(event, press, Signature(UMPIRE, timezone.now(), f"back {press.pk}"))
    assert not event.sheets.filter(accepted=True).exists()
    assert list(faults(event)) == []
