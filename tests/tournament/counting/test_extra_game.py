"""An extra game between finalists who are level splits their tie and adds to no total."""

import json
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.tournament.ending import fresh, playoff_event
from tests.tournament.evening import save, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import board
from tournament.finals.acts_playoff import drop_extra_game, open_extra_game
from tournament.models import Event, Round, Stage
from tournament.refusal import Refused
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
# All three finish on 5 with one card each in the play-off's only game, two of them with nothing to
# tell them apart.
TIE = ("out", "5", "5")


def tied(said: tuple[str, ...] = TIE) -> Event:
    event = playoff_event()
    save(event, said, (2, 1, 1))
    return fresh(event)


def order(event: Event) -> list[tuple[str, int, int | None]]:
    return [
        (standing.player, standing.total, standing.order)
        for standing in board(fresh(event)).playoff
    ]


def test_the_extra_game_decides_and_counts_in_no_total() -> None:
    event = tied()
    level = board(event).playoff[1].undecided
    found = open_extra_game(event, level, sign())
    assert (found.number, found.games, str(found)) == (3, 1, "Extra game")
    save(event, ("8H", "out"), (3, 1, 1))
    assert order(event) == [("P001", 0, 1), (level[1], 5, 2), (level[0], 5, 3)]
    decided = board(fresh(event)).playoff[1].decided_by[0]
    assert decided.by == "the extra game (0 to 30)"
    assert list(faults(event)) == []


def test_a_corrected_sheet_of_it_goes_out_and_comes_in_with_its_earlier_version() -> None:
    event = tied()
    open_extra_game(event, board(event).playoff[1].undecided, sign())
    save(event, ("8H", "out"), (3, 1, 1))
    save(event, ("out", "=4"), (3, 1, 1), seen=1, reason="The seats were mixed up")
    sent = json.loads(json.dumps(archive(fresh(event))))
    assert [row["version"] for row in sent["sheet_history"]] == [1, 2]
    Event.objects.filter(pk=event.pk).update(uid=uuid4(), date="2020-01-01")
    made = import_evening(sent, timezone.now())
    assert (json.loads(json.dumps(archive(fresh(made)))), list(faults(made))) == (sent, [])


def test_an_extra_game_without_a_winner_is_followed_by_another() -> None:
    event = tied()
    level = board(event).playoff[1].undecided
    open_extra_game(event, level, sign())
    with pytest.raises(Refused, match="is already open"):
        open_extra_game(event, level, sign())
    save(event, ("=4", "=4"), (3, 1, 1), blocked=True)
    open_extra_game(event, level, sign())
    save(event, ("out", "=4"), (4, 1, 1))
    assert [ref for ref, _total, _order in order(event)] == ["P001", *level]


def test_who_is_not_level_plays_no_extra_game() -> None:
    event = tied()
    for refs in (["P001", "P002"], ["P002"], ["P002", "P003", "P001"], []):
        with pytest.raises(Refused, match="Everyone who is level plays"):
            open_extra_game(event, refs, sign())


def test_games_of_the_play_off_come_first() -> None:
    event = playoff_event()
    with pytest.raises(Refused, match="enter all its games first"):
        open_extra_game(event, ["P002", "P003"], sign())


def test_an_extra_game_is_taken_back_while_it_has_no_sheet() -> None:
    event = tied()
    level, before = board(event).playoff[1].undecided, order(event)
    number = open_extra_game(event, level, sign()).number
    with pytest.raises(Refused, match="Say why"):
        drop_extra_game(event, number, sign(), reason=" ")
    drop_extra_game(event, number, sign(), reason="They cut cards instead")
    assert order(event) == before
    assert not Round.objects.filter(event=event, stage=Stage.EXTRA).exists()
    with pytest.raises(Refused, match="no such extra game"):
        drop_extra_game(event, number, sign(), reason="Once more")
    open_extra_game(event, level, sign())
    save(event, ("out", "=4"), (3, 1, 1))
    with pytest.raises(Refused, match="has sheets already"):
        drop_extra_game(event, number, sign(), reason="Too late")


def test_the_play_off_may_have_an_order_of_tie_breaks_of_its_own() -> None:
    event = tied(("5", "5", "out"))
    assert [standing.undecided for standing in board(event).playoff[1:]] == [
        ("P001", "P002"),
        ("P001", "P002"),
    ]
    Event.objects.filter(pk=event.pk).update(
        playoff_tie_breaks=["qualifying_total"], version=event.version + 1
    )
    assert order(event) == [("P003", 0, 1), ("P001", 5, 2), ("P002", 5, 3)]
    (step,) = board(fresh(event)).playoff[1].decided_by
    assert (step.ahead, step.by) == (True, "better qualifying total (0 to 5)")
