"""What came between the cut and the hand-over goes out with the archive and comes in again."""

from typing import Any

import pytest

from tests.tournament.ending import playoff_event, sealed_event, seat_after_reading
from tests.tournament.evening import NOW, save, sign
from tests.tournament.management.test_own_decisions import again
from tournament.archive.acts import import_evening
from tournament.archive.shape import ArchiveError
from tournament.counting.board import board
from tournament.finals.acts import (
    break_seal,
    mark_printed,
    reveal_cut,
    seal_cut,
    withdraw_announcement,
)
from tournament.finals.acts_playoff import open_extra_game, reveal_podium, show_playoff
from tournament.finals.acts_replies import reply
from tournament.models import Guest, Reply, Round, Seal, Stage
from tournament.models.seating import RoundState
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db


def test_an_evening_with_all_of_it_comes_back_as_it_was() -> None:
    event = sealed_event(
        further_prizes=[{"name": "Cup"}],
        playoff_tie_breaks=["qualifying_total", "extra_game", "cut_of_cards"],
    )
    Guest.objects.filter(event=event, ref="P005").update(unnamed=True)
    reply(event, ["P001"], sign(), declined=True)
    reply(event, ["P003"], sign(), declined=False)
    seat_after_reading(event, sign())
    save(event, ("5", "5", "out"), (2, 1, 1))
    open_extra_game(event, ["P002", "P003"], sign())
    save(event, ("=7", "out"), (3, 1, 1))
    close_round(event, 3, sign())
    show_playoff(event, sign(), live=True)
    reveal_podium(event, sign())
    document, made = again(event)
    assert [row["player"] for row in document["replies"]] == ["P001", "P003"]
    assert [standing.player for standing in board(made).playoff] == ["P004", "P003", "P002"]
    assert (made.playoff_live, made.podium_revealed_at, made.further_prizes) == (
        True,
        NOW,
        [{"name": "Cup"}],
    )
    assert Reply.objects.filter(event=made, taken_back=None).count() == 2
    extra = Round.objects.get(event=made, stage=Stage.EXTRA)
    assert (extra.games, extra.state) == (1, RoundState.CLOSED)


def test_editions_that_were_given_up_come_back_with_their_reasons() -> None:
    event = sealed_event()
    mark_printed(event, sign())
    break_seal(event, sign(), reason="A sheet was misread")
    seal_cut(event, sign())
    reveal_cut(event, sign())
    withdraw_announcement(event, sign(), reason="Before dessert", witness="Walter Witness")
    document, made = again(event)
    told = [(row["edition"], row["reason"]) for row in document["broken_seals"]]
    assert told == [(1, "A sheet was misread"), (2, "Before dessert")]
    rows = Seal.objects.filter(event=made).order_by("edition")
    assert [(row.edition, row.broken_at is None, row.printed_at is None) for row in rows] == [
        (1, False, False),
        (2, False, True),
        (3, True, True),
    ]


def test_an_evening_without_any_of_it_says_nothing_of_it() -> None:
    document, _made = again(playoff_event())
    assert {"replies", "reserve_cards", "extra_games"} & set(document) == set()
    assert {"further_prizes", "playoff_live", "playoff_tie_break", "podium_revealed_at"} & set(
        document["event"]
    ) == set()


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"replies": [{"player": "P099", "declined": True}]}, "replies[0]"),
        ({"reserve_cards": [{"cards": {"P004": "7H"}}]}, "reserve_cards[0]"),
        ({"broken_seals": [{"edition": 0, "snapshot": {}}]}, "broken_seals[0].edition"),
        ({"broken_seals": [{"edition": 2, "snapshot": []}]}, "broken_seals[0].snapshot"),
        (
            {"broken_seals": [{"edition": 2, "snapshot": {"a": float("nan")}}]},
            "broken_seals[0].snapshot",
        ),
        ({"extra_games": [{"players": ["P001"]}]}, "extra_games[0]"),
        ({"extra_games": [{"players": ["P001", "P098"]}]}, "extra_games[0]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(wrong: dict[str, Any], place: str) -> None:
    document, _made = again(sealed_event())
    with pytest.raises(ArchiveError) as refused:
        import_evening(document | wrong, NOW)
    assert str(refused.value).startswith(place)
