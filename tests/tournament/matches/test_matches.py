"""Pairing, results and wishes through their acts: what is asked, what is refused, what is told."""

from dataclasses import replace
from random import Random

import pytest

from scoring.pairing.values import PairingError
from tests.tournament.evening import new_event, sign
from tests.tournament.matches.matches import match_event, now, out, play_round, play_stage, save
from tournament.counting.matches import criteria, plan
from tournament.event.acts import change_event
from tournament.guests.acts import remove_guest
from tournament.matches.acts import (
    close_stage,
    pair_round,
    publish_pairs,
    reopen_stage,
    withdraw_pairs,
)
from tournament.matches.acts_results import (
    Outcome,
    effect_of,
    record_match,
    take_match_back,
)
from tournament.matches.acts_wishes import bind_pair, enter_late, request_bye
from tournament.models import Event, KeepApart
from tournament.refusal import Refused
from tournament.seating.acts_places import withdraw

pytestmark = pytest.mark.django_db
WHY = "Seen by the umpire"


def fresh(event: Event) -> Event:
    """The event as its row stands."""
    return Event.objects.get(pk=event.pk)


def test_the_same_request_twice_is_one_draft() -> None:
    event, by = match_event(), sign()
    assert pair_round(event, by, seed=1) is not None
    assert pair_round(event, by, seed=2) is None
    assert [held.number for held in now(event).rounds] == [1]


def test_a_draft_from_a_seed_is_the_same_again() -> None:
    one, other = (pair_round(match_event(name=name), sign(), seed=5) for name in ("One", "Other"))
    assert one == other


def test_seeds_follow_the_badges_where_they_are_asked_to() -> None:
    event = match_event(5, pairing="knock_out")
    found = pair_round(event, sign(), seed=1, seeded=True)
    assert found is not None
    assert [match.one for match in found.round.matches if match.other is None] == [
        "P001",
        "P002",
        "P003",
    ]


def test_what_decides_results_is_fixed_by_the_first_result_and_free_again_without_it() -> None:
    event = match_event()
    out(event)
    assert not fresh(event).frozen
    save(event, 1, 1, "1")
    assert fresh(event).frozen
    with pytest.raises(ValueError, match="declared"):
        change_event(fresh(event), {"tie_breaks": ["lot"]})


def test_a_guest_with_a_pairing_stays_on_the_list() -> None:
    event = match_event()
    out(event)
    with pytest.raises(
        Refused, match="is paired and stays on the list: mark them as gone home instead"
    ):
        remove_guest(event, event.guests.get(ref="P001"), sign())


def test_who_went_home_is_not_paired() -> None:
    event = match_event(7)
    withdraw(event, "P007", sign(), reason=WHY)
    assert "P007" not in {ref for match in out(event).rounds[0].matches for ref in match.players}


def test_a_couple_kept_apart_on_the_guest_list_does_not_meet() -> None:
    for seed in range(4):
        event = match_event(4, name=f"Evening {seed}")
        guests = {guest.ref: guest for guest in event.guests.all()}
        KeepApart.objects.create(event=event, one=guests["P001"], other=guests["P002"])
        match = out(event, seed).rounds[0].of("P001")
        assert match is not None
        assert "P002" not in match.players


def test_a_result_takes_the_games_and_a_correction_its_reason() -> None:
    event = match_event(best_of=3)
    out(event)
    save(event, 1, 1, "121")
    with pytest.raises(PairingError, match="A correction needs its reason"):
        save(event, 1, 1, "22")
    save(event, 1, 1, "22", reason=WHY)
    assert (now(event).match(1, 1).games, now(event).match(1, 1).version) == ("22", 2)


def test_a_result_on_a_stale_version_is_shown_to_a_person() -> None:
    event = match_event()
    out(event)
    save(event, 1, 1, "1")
    with pytest.raises(
        PairingError,
        match=r"Somebody else entered a result of this match meanwhile \(“1”\): look at it",
    ):
        record_match(event, Outcome(1, 1, "2"), sign())
    with pytest.raises(
        PairingError, match="Somebody else entered a result of this match meanwhile"
    ):
        take_match_back(event, Outcome(1, 1, reason=WHY), sign())
    assert now(event).match(1, 1).games == "1"


def test_a_match_that_was_not_played_names_who_wins_and_why() -> None:
    event = match_event()
    out(event)
    match = now(event).match(1, 1)
    walkover = Outcome(1, 1, result="walkover", reason=WHY)
    with pytest.raises(PairingError, match="Choose who of the two wins"):
        record_match(event, walkover, sign())
    with pytest.raises(PairingError, match="A match that was not played needs its reason"):
        record_match(event, replace(walkover, games="2", reason=""), sign())
    record_match(event, replace(walkover, games="2"), sign())
    assert (now(event).match(1, 1).winner, now(event).match(1, 1).met) == (match.other, False)


@pytest.mark.promise(
    "A result corrected after later pairings exist shows what is paired again and what stands, and"
    " asks"
)
def test_a_correction_after_later_pairings_asks_first() -> None:
    event = match_event()
    out(event)
    play_round(event)
    pair_round(event, sign(), seed=2)
    other = "2" if now(event).match(1, 1).games == "1" else "1"
    outcome = Outcome(1, 1, other, 1, WHY)
    found = effect_of(now(event), outcome)
    assert (found.dropped, found.offered, found.stands) == ((2,), (), ())
    with pytest.raises(
        PairingError,
        match="This changes later rounds: look at what is paired again and what stands",
    ):
        record_match(event, outcome, sign())
    record_match(event, replace(outcome, agreed=found.seen), sign())
    assert [held.number for held in now(event).rounds] == [1]


@pytest.mark.control("test_a_correction_after_later_pairings_asks_first")
def test_without_the_question_the_draft_would_go_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: an effect that never asks lets the correction through."""
    monkeypatch.setattr("scoring.pairing.changes.Effect.asks", False)
    event = match_event()
    out(event)
    play_round(event)
    pair_round(event, sign(), seed=2)
    save(event, 1, 1, "2" if now(event).match(1, 1).games == "1" else "1", reason=WHY)
    assert [held.number for held in now(event).rounds] == [1]


def test_a_published_round_without_results_is_paired_again_only_where_the_desk_wants_it() -> None:
    event = match_event()
    out(event)
    play_round(event)
    out(event, 2)
    other = "2" if now(event).match(1, 1).games == "1" else "1"
    outcome = Outcome(1, 1, other, 1, WHY)
    found = effect_of(now(event), outcome)
    assert found.offered == (2,)
    record_match(event, replace(outcome, agreed=found.seen), sign())
    assert [held.number for held in now(event).rounds] == [1, 2]
    back = Outcome(1, 1, "1" if other == "2" else "2", 2, WHY, again=(2,))
    record_match(event, replace(back, agreed=effect_of(now(event), back).seen), sign())
    assert [held.number for held in now(event).rounds] == [1]


def test_a_stage_is_not_closed_with_matches_open() -> None:
    event = match_event(qualifying_rounds=1)
    out(event)
    with pytest.raises(
        PairingError, match="Round 1: the matches at tables 1, 2, 3 and 4 have no result"
    ):
        close_stage(event, sign(), seed=1)


def test_the_lot_is_drawn_at_the_close_and_recorded() -> None:
    event = match_event(4, qualifying_rounds=1)
    play_stage(event, 1)
    said = event.ledger.get(kind="close_stage").body
    assert sorted(said["order"]) == sorted(said["lot"]) == ["P001", "P002", "P003", "P004"]
    assert list(now(event).orders[0]) == said["order"]
    with pytest.raises(PairingError, match="Opening a stage again needs its reason"):
        reopen_stage(event, 0, sign(), reason=" ")


def test_a_knock_out_is_closed_in_the_order_of_its_places() -> None:
    event = match_event(6, pairing="knock_out")
    play_stage(event, 3, Random(4))
    assert now(event).orders[0][0] == now(event).rounds[-1].matches[0].winner


def test_wishes_name_guests_that_are_there() -> None:
    event = match_event()
    with pytest.raises(
        PairingError, match="There is no such guest this evening: choose one from the list"
    ):
        request_bye(event, "P099", 1, sign())
    withdraw(event, "P008", sign(), reason=WHY)
    with pytest.raises(
        PairingError, match="Guest 8 went home: let them come back in on the guest list first"
    ):
        bind_pair(event, "P001", "P008", 1, sign(), forced=True)
    out(event)
    with pytest.raises(PairingError, match="A late entry needs its reason"):
        enter_late(event, "P001", 0, sign(), reason="")
    with pytest.raises(PairingError, match="Taking a published round back needs its reason"):
        withdraw_pairs(event, 1, sign(), reason="")


def test_an_evening_of_tables_is_not_paired() -> None:
    event = new_event()
    with pytest.raises(
        PairingError, match="This evening seats tables: only a format of two players is paired"
    ):
        pair_round(event, sign(), seed=1)


def test_ties_are_split_as_declared_or_as_the_format_has_it() -> None:
    assert criteria(match_event(tie_breaks=["games_won", "worst_game", "lot"])) == (
        "games_won",
        "lot",
    )
    usual = ("head_to_head", "buchholz", "sonneborn_berger", "lot")
    assert criteria(match_event(tie_breaks=["worst_game"])) == usual


def test_a_cut_that_is_no_power_of_two_has_no_bracket() -> None:
    with pytest.raises(
        PairingError, match="takes 2, 4, 8, 16 or more players, not 10: change the cut"
    ):
        plan(match_event(pairing="swiss_then_knock_out", cut_size=10))


def test_one_player_is_not_paired() -> None:
    event = match_event(1)
    with pytest.raises(PairingError, match="One player is there: a pairing needs two"):
        pair_round(event, sign(), seed=1)


def test_publishing_twice_is_refused_with_a_sentence() -> None:
    event = match_event()
    out(event)
    with pytest.raises(PairingError, match="Round 1 is published already"):
        publish_pairs(event, 1, sign())
