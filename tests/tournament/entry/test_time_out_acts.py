"""Time runs out: a round is closed with games that were not played, as declared, and played on
after all.
"""

import pytest

from tests.tournament.ending import fresh
from tests.tournament.evening import save, seated_event, sign
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.counting.consequences import effect_of_stopping, rehearse
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import (
    close_unplayed,
    declare_unplayed,
    resume_round,
    take_back_unplayed,
    timed_out,
)
from tournament.event.acts import change_event
from tournament.finals.acts import seal_cut
from tournament.models import Event, Game, LedgerEntry
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import close_round, games_missing
from tournament.seating.acts_seats import leave
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "2", "3", "4", "5"), ("9", "out", "9", "9", "9")


def half_played(policy: str = "void_everywhere") -> Event:
    """Two tables of two games; the second table has played one."""
    event = seated_event(
        10, qualifying_rounds=1, games_per_round=2, cut_size=2, unplayed_policy=policy
    )
    save(event, FIRST)
    save(event, SECOND, (1, 1, 2))
    save(event, FIRST, (1, 2, 1))
    return fresh(event)


def totals(event: Event) -> dict[str, int]:
    """Every total."""
    return {standing.player: standing.total for standing in compute(fresh(event)).standings}


@pytest.mark.parametrize(
    ("policy", "first", "last"), [("void_everywhere", 0, 5), ("mean_of_others", 9, 10)]
)
def test_the_games_become_not_played_and_count_as_declared_in_one_act(
    policy: str, first: int, last: int
) -> None:
    event = half_played(policy)
    closed = close_unplayed(event, 1, sign(), reason="Dinner is served")
    assert (closed.state, timed_out(event)) == (RoundState.CLOSED, frozenset({1}))
    assert (totals(event)["P001"], totals(event)["P010"]) == (first, last)
    entry = LedgerEntry.objects.get(event=event, kind="time_out")
    assert (entry.body["games"], entry.body["policy"], entry.reason) == (
        [[2, 2]],
        policy,
        "Dinner is served",
    )
    assert list(faults(fresh(event))) == []


def test_playing_on_leaves_every_output_as_it_was() -> None:
    event = half_played()
    before = compute(event).standings, archive(event)
    close_unplayed(event, 1, sign(), reason="Dinner is served")
    resume_round(event, 1, sign(), reason="There is time after all")
    assert (compute(fresh(event)).standings, archive(fresh(event))) == before
    save(event, SECOND, (1, 2, 2))
    close_round(event, 1, sign())
    assert list(faults(fresh(event))) == []


@pytest.mark.parametrize("policy", ["void_everywhere", "mean_of_others"])
@pytest.mark.parametrize("left", [False, True])
def test_what_stopping_does_is_foreseen_as_the_act_does_it(policy: str, left: bool) -> None:
    event = half_played(policy)
    if left:  # whoever has left before a missing game has none to miss
        leave(event, "P007", (1, 2), sign(), reason="The last train")
        event = fresh(event)
    found = effect_of_stopping(event, 1, games_missing(event.rounds.get()))
    acted = rehearse(event, lambda by: close_unplayed(event, 1, by, reason="Dinner"), sign().at)
    assert (found, found.coming, found.ahead) == (acted, acted.coming, acted.ahead)
    if policy == "void_everywhere" and not left:
        assert {move.name for move in found.moves.into} == {"Guest 1"}
        assert {move.name for move in found.moves.out} == {"Guest 2"}


def test_a_rehearsal_leaves_nothing() -> None:
    event = half_played()
    before = archive(event), event.ledger.count()
    rehearse(event, lambda by: close_unplayed(event, 1, by, reason="Dinner"), sign().at)
    assert (archive(fresh(event)), event.ledger.count()) == before


def test_a_game_declared_not_played_freezes_the_policies_and_taken_back_lets_them_go() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1)
    declare_unplayed(event, Place(1, 1, 1), sign(), reason="The table broke up")
    with pytest.raises(Refused, match="stay as declared"):
        change_event(event, {"unplayed_policy": "mean_of_others"})
    take_back_unplayed(event, Place(1, 1, 1), sign(), reason="They came back")
    assert (
        change_event(event, {"unplayed_policy": "mean_of_others"}).unplayed_policy
        == "mean_of_others"
    )
    close_unplayed(event, 1, sign(), reason="Dinner")
    assert fresh(event).frozen
    resume_round(event, 1, sign(), reason="After all")
    assert not fresh(event).frozen


def test_what_cannot_be_closed_or_played_on_is_refused_with_a_sentence() -> None:
    event = half_played()
    for reason, number, said in (("  ", 1, "Say why"), ("Dinner", 7, "no round 7")):
        with pytest.raises(Refused, match=said):
            close_unplayed(event, number, sign(), reason=reason)
    with pytest.raises(Refused, match="was not closed with"):
        resume_round(event, 1, sign(), reason="After all")
    save(event, SECOND, (1, 2, 2))
    with pytest.raises(Refused, match="No game of round 1 is missing"):
        close_unplayed(event, 1, sign(), reason="Dinner")
    close_round(event, 1, sign())
    with pytest.raises(Refused, match="is not open"):
        close_unplayed(event, 1, sign(), reason="Dinner")
    assert not Game.objects.filter(not_played=True).exists()


def test_under_a_seal_the_round_stays_as_it_was_closed() -> None:
    event = half_played()
    close_unplayed(event, 1, sign("the key"), reason="Dinner")
    close_unplayed(event, 1, sign("the key"), reason="Dinner")
    assert LedgerEntry.objects.filter(event=event, kind="time_out").count() == 1
    seal_cut(event, sign())
    with pytest.raises(Refused, match="break the seal first"):
        resume_round(event, 1, sign(), reason="After all")
