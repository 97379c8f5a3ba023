"""What was decided beyond the sheets goes out with the archive and comes in again: cards, seal, how
far a round is.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from tests.tournament.ending import (
    LEVEL,
    closed_event,
    fresh,
    played_event,
    playoff_event,
    sealed_event,
)
from tests.tournament.evening import NOW, save, seated_event, sign
from tests.tournament.hall import drafted
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.board import compute
from tournament.counting.consequences import Change
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.event.acts import change_event
from tournament.finals.acts import break_seal, mark_printed, reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.models import AdjustmentKind, CutOfCards, Event, Seal
from tournament.refusal import Refused
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.seating.acts import close_round, reopen_round
from tournament.standings.public import released
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
STATES = ("number", "stage", "state", "movement")


def again(event: Event) -> tuple[dict[str, Any], Event]:
    """The archive of an event and the event made of it; the archive of that one is the same."""
    document = archive(fresh(event))
    made = fresh(import_evening(deepcopy(document), NOW))
    assert archive(made) == document
    assert list(faults(made)) == []
    return document, made


def rounds(event: Event) -> list[tuple[Any, ...]]:
    return list(event.rounds.order_by("number").values_list(*STATES))


def drawn(now: Board) -> Cut:
    assert isinstance(now.cut, Cut)
    return now.cut


def test_a_tie_settled_by_cards_stays_settled() -> None:
    event = closed_event(LEVEL, cut_size=2)
    assert (set(drawn(compute(event)).undecided), "cuts_of_cards" in archive(event)) == (
        {"P002", "P003"},
        False,
    )
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    document, made = again(event)
    assert [(row["stage"], row["cards"]) for row in document["cuts_of_cards"]] == [
        ("qualifying", {"P002": "7H", "P003": "2C"})
    ]
    assert drawn(compute(made)).qualifiers == ("P001", "P003")
    assert CutOfCards.objects.get(event=made, guest__ref="P003").entry.actor == "Ursula Umpire"


def test_a_second_edition_printed_and_revealed_comes_back_as_it_was() -> None:
    event = sealed_event()
    break_seal(event, sign(), reason="Misread")
    seal_cut(event, sign())
    mark_printed(event, sign())
    reveal_cut(event, sign())
    document, made = again(event)
    seal = Seal.objects.get(event=made, broken_at=None)
    assert (seal.edition, seal.sealed_at, seal.sealed_by) == (2, NOW, "Ursula Umpire")
    assert (seal.printed_at, seal.revealed_at, made.held) == (NOW, NOW, False)
    break_seal(made, sign(), reason="Once more")
    assert seal_cut(made, sign()).edition == 3
    assert sorted(document["seals"][0]) == [
        "content",
        "edition",
        "printed_at",
        "revealed_at",
        "sealed_at",
        "sealed_by",
    ]


def test_a_seal_that_was_not_revealed_still_hides_the_play_off() -> None:
    event = playoff_event(playoff_live=True)
    save(event, ("out", "5", "6"), (2, 1, 1))
    document, _ = again(event)
    document = deepcopy(document)
    del document["seals"][0]["revealed_at"]
    held = fresh(import_evening(document, NOW))
    assert (held.held, (held.released or {})["stage"]) == (True, "qualifying")
    assert released(held, compute(held))["stage"] == "playoff"


def test_an_adjustment_made_after_the_seal_comes_back_behind_it() -> None:
    event = sealed_event()
    mark_printed(event, sign())
    adjust(
        event,
        Change(AdjustmentKind.POINTS, "Late", guest="P003", points=40, witness="Wanda Warden"),
        sign(),
    )
    seal = Seal.objects.get(event=event)
    document, made = again(event)
    kept = Seal.objects.get(event=made)
    assert (kept.snapshot, kept.digest, kept.printed_at, made.held) == (
        seal.snapshot,
        seal.digest,
        NOW,
        True,
    )
    assert [standing.total for standing in compute(made).standings] == [
        standing.total for standing in compute(fresh(event)).standings
    ]
    with pytest.raises(Refused, match="results have changed since the sealing"):
        reveal_cut(made, sign())
    cancel_adjustment(made, 1, sign(), reason="Was in time", witness="Wanda Warden")
    reveal_cut(made, sign())
    assert "snapshot" not in again(made)[0]["seals"][0]
    for refs, words in (
        (["P005"], "this is not what the content"),
        (["P099"], "standings are rows"),
        (3, "a list"),
    ):
        wrong = deepcopy(document)
        wrong["seals"][0]["snapshot"]["qualifiers"] = refs
        with pytest.raises(ArchiveError, match=rf"^seals\[0\]\.snapshot.*{words}"):
            import_evening(wrong, NOW)


def test_results_that_are_not_those_sealed_are_refused_and_nothing_is_left() -> None:
    document = archive(sealed_event())
    import_evening(deepcopy(document), NOW)
    document["games"][0]["results"][4]["points"] += 1
    with pytest.raises(
        ArchiveError, match=r"^seals\[0\]: the results in the archive are not those sealed"
    ):
        import_evening(document, NOW)
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"cuts_of_cards": [{"cards": {"P002": "7H", "P099": "2C"}}]}, r"cuts_of_cards\[0\]"),
        (
            {"cuts_of_cards": [{"cards": {"P002": "7H", "P003": 2}}]},
            r"cuts_of_cards\[0\]\.cards\.P003",
        ),
        ({"cuts_of_cards": [{"stage": "final", "cards": {}}]}, r"cuts_of_cards\[0\]\.stage"),
        ({"cuts_of_cards": {}}, "cuts_of_cards"),
        ({"seals": [{}, {}]}, "seals"),
        ({"seals": [{"edition": 0}]}, r"seals\[0\]\.edition"),
        ({"seals": [{"edition": 1}]}, r"seals\[0\]: the results"),
        ({"rounds": [{"round": 9, "state": "closed"}]}, "rounds"),
        ({"rounds": [{"round": 1, "state": "shut"}]}, r"rounds\[0\]\.state"),
        ({"rounds": [{"round": 1, "movement": "on " * 200}]}, r"rounds\[0\]\.movement"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_with_its_place(
    wrong: dict[str, Any], place: str
) -> None:
    document = archive(closed_event()) | wrong
    with pytest.raises(ArchiveError, match=f"^{place}"):
        import_evening(document, NOW)
    assert Event.objects.count() == 1


def test_a_draft_comes_back_as_a_draft_with_its_movement() -> None:
    event = drafted()
    document, made = again(event)
    assert rounds(made) == rounds(event)
    assert [row["state"] for row in document["rounds"]] == ["draft", "draft"]
    assert (document["rounds"][1]["movement"] != "", made.games.count()) == (True, 0)


def close_last(event: Event) -> None:
    close_round(event, 1, sign())


def open_again(event: Event) -> None:
    close_round(event, 1, sign())
    seal_cut(event, sign())
    reopen_round(event, 1, sign(), reason="A sheet to look at")


def leave_open(event: Event) -> None:
    assert event.rounds.get().open


@pytest.mark.parametrize("act", [close_last, open_again, leave_open])
def test_a_round_is_as_open_as_it_was(act: Callable[[Event], None]) -> None:
    event = played_event()
    act(event)
    _, made = again(event)
    assert rounds(made) == rounds(event)


def test_a_closed_play_off_stays_closed() -> None:
    event = playoff_event()
    save(event, ("out", "5", "6"), (2, 1, 1))
    close_round(event, 2, sign())
    _, made = again(event)
    assert [state for _, _, state, _ in rounds(made)] == ["closed", "closed"]


def test_one_official_is_kept_and_left_out_where_there_are_two() -> None:
    document, made = again(seated_event(one_official=True))
    assert (document["event"]["one_official"], made.one_official) == (True, True)
    assert "one_official" not in archive(seated_event())["event"]


def test_a_round_of_other_games_than_declared_comes_back_with_them() -> None:
    event = seated_event(games_per_round=2)
    save(event, ("out", "2", "3", "4", "5"))
    change_event(fresh(event), {"games_of_round_2": 1}, sign(), reason="Dinner runs late")
    document, made = again(event)
    assert [row["games"] for row in document["rounds"]] == [1]
    assert made.games.filter(table__round__number=2).count() == 1
    declare_unplayed(made, Place(1, 1, 2), sign(), reason="Dinner")
    again(made)
