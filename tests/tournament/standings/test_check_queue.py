"""The entries of an event as the check queue is asked about them: what weighs, what was compared,
what it found.
"""

from statistics import fmean

import pytest

from scoring.foresight.mistakes import (
    LET_STAND,
    LOOKED_OVER,
    SHARES,
    TAPPED,
    Cell,
    Found,
    learned,
    odds,
)
from scoring.foresight.rate import Tried, exposure_of
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import official, save, seated_event, sheet, sign
from tournament.counting.figures import Entries, entered_totals, whereabouts
from tournament.counting.scores import rules
from tournament.entry.acts import record_sheet
from tournament.entry.acts_desk import record_card_totals
from tournament.models import Event, Role
from tournament.site.access import Actor
from tournament.standings.reading import CheckQueue, check_queue, drawn_by_lot, known_hands

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "8", "=3", "4 4", "5"), ("out", "=12", "=21", "2", "9")


@pytest.fixture
def event() -> Event:
    """Two tables, one game each, three of ten go through."""
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    save(made, FIRST)
    save(made, SECOND, (1, 2, 1))
    return fresh(made)


def _queue(event: Event) -> CheckQueue:
    told = check_queue(fresh(event))
    assert isinstance(told, CheckQueue)
    return told


def test_a_figure_has_its_neighbours_and_weighs_by_how_it_was_entered(event: Event) -> None:
    entries = Entries(event)
    typed = entries.cells("P003")[0].weight
    assert entries.cells("P003") == (Cell(3, (30, 8), (0, 5), typed),)
    assert entries.cells("P001") == (Cell(0, (30, 5), (3, 8), typed * TAPPED),)
    save(event, SECOND, (1, 2, 1), seen=1, reason="looked over", checked=True)
    entries = Entries(event)
    looked_over = LOOKED_OVER / entries.average
    assert entries.cells("P007") == (Cell(12, (0, 21), (2, 9), looked_over),)


def test_the_average_figure_weighs_one_however_the_evening_was_entered(event: Event) -> None:
    """What was tapped and looked over at every table makes no list surer before a card is compared:
    else "at most 5 in 100" was wrong in about 15.
    """

    def weights() -> list[float]:
        entries = Entries(event)
        return [cell.weight for ref in entries.of_player for cell in entries.cells(ref)]

    assert fmean(weights()) == pytest.approx(1)
    for table, row in ((1, FIRST), (2, SECOND)):
        save(event, row, (1, table, 1), seen=1, reason="looked over", checked=True)
    assert fmean(weights()) == pytest.approx(1)


def test_an_unlikely_hand_that_was_let_stand_weighs_more() -> None:
    made = seated_event(5, cut_size=2, games_per_round=1, qualifying_rounds=1)
    dear = " ".join(["X"] * 7)
    outcome = save(made, ("out", dear, "3", "4", "5"))
    assert outcome.flags
    made.flags.update(dismissed="counted again", dismissed_by="Umpire")
    entries = Entries(made)
    assert entries.average == TAPPED * LET_STAND
    assert entries.cells("P002")[0].weight == 1


def test_a_card_that_agrees_is_doubted_no_more_and_one_that_does_not_still_is(event: Event) -> None:
    before = _queue(event)
    record_card_totals(event, 1, {"P002": 30, "P003": 13}, sign())
    entries = Entries(event)
    assert (entries.cells("P002"), entries.compared, entries.differing) == (
        (),
        {("P002", 1)},
        ["P003"],
    )
    assert entries.cells("P003") == (Cell(3, (8,), (0, 5), 1 / entries.average),)
    after = _queue(event)
    assert "P002" not in {one.doubt.player for one in after.wanted}
    assert (after.compared, after.differing) == (1, ("P003",))
    assert (
        after.statement
        == "One card and the entries differ: find the wrong game first. Until then nothing can be"
        " said of this list."
    )
    assert (
        before.statement
        == "Nothing has been compared yet, so nobody can say how sure this list is."
    )


def test_after_every_card_nothing_is_in_doubt(event: Event) -> None:
    totals = {player: sum(Entries(event).by_game(player)) for player in Entries(event).of_player}
    record_card_totals(event, 1, totals, sign())
    found = _queue(event)
    assert (found.statement, found.wanted, found.by_lot) == ("Every card was compared.", (), ())
    where = f"/e/{event.slug}/cut/check-queue/"
    desk_page = signed_in(event)
    page, walk = (desk_page.get(where + query).content.decode() for query in ("", "?list"))
    assert "This holds whatever" not in page
    assert "?list" not in page
    assert "The first 0" not in walk


def test_what_was_compared_and_found_stands_in_the_statement(event: Event) -> None:
    save(event, ("out", "=12", "=24", "2", "9"), (1, 2, 1), seen=1, reason="counted again")
    record_card_totals(event, 1, {"P008": 24, "P007": 12}, sign())
    assert _queue(event).statement.startswith("2 cards compared")
    assert "1 mistake found. Mistakes may still matter: go on." in _queue(event).statement


def test_five_cards_are_drawn_by_lot_with_the_number_of_the_draw(event: Event) -> None:
    players = [f"P{number:03}" for number in range(1, 11)]
    before = drawn_by_lot(event, players)
    assert len(set(before)) == 5
    assert drawn_by_lot(event, players[::-1]) == before
    event.ledger.filter(kind="draw").delete()
    assert set(_queue(event).by_lot) <= set(players)


def test_a_card_compared_counts_again_once_the_entry_is_another(event: Event) -> None:
    record_card_totals(event, 1, {"P007": 12}, sign())
    save(event, ("out", "=21", "=12", "2", "9"), (1, 2, 1), seen=1, reason="rows exchanged")
    assert Entries(event).differing == ["P007"]


def test_what_was_corrected_teaches_how_mistakes_are_made_this_evening(event: Event) -> None:
    known = known_hands(rules(event))
    save(event, ("out", "=12", "=24", "2", "9"), (1, 2, 1), seen=1, reason="counted again")
    assert Entries(event).habits(known, ()).shares == learned(
        [Found(21, 24, (12, 2), (0, 9))], known
    )


def test_only_wrong_figures_of_compared_cards_are_counted_and_what_they_were_at_first(
    event: Event,
) -> None:
    known = known_hands(rules(event))
    save(event, ("out", "=21", "=12", "2", "9"), (1, 2, 1), seen=1, reason="rows exchanged")
    found = learned([Found(12, 21, (0, 21), (2, 9)), Found(21, 12, (12, 2), (0, 9))], known)
    assert Entries(event).habits(known, ()).shares == found
    assert Entries(event).habits(known, ()).wrong == 0
    record_card_totals(event, 1, {"P007": 21, "P003": 3}, sign())
    entries = Entries(event)
    habits = entries.habits(known, ["P007", "P001"])
    cells = Cell(12, (0, 21), (2, 9)), Cell(3, (30, 8), (0, 5))
    exposure = sum(exposure_of([sum(odds(cell, known, SHARES).values())]) for cell in cells)
    assert (habits.compared, habits.wrong) == (2, 1)
    assert habits.exposure == pytest.approx(exposure / entries.average)
    assert (habits.by_lot, habits.by_lot_wrong, habits.by_lot_figures) == (1, 1, 1)


def test_one_row_corrected_casts_doubt_on_the_row_that_bears_its_figure(event: Event) -> None:
    save(event, ("out", "=21", "=21", "2", "9"), (1, 2, 1), seen=1, reason="the card says so")
    (cell,) = Entries(event).cells("P008")
    assert cell.swapped_with == 12
    assert Entries(event).cells("P007")[0].swapped_with is None


def test_two_tied_on_the_line_are_asked_for_with_their_reason_and_every_game() -> None:
    made = seated_event(10, cut_size=5, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=7", "4 4", "5"))
    save(made, ("9", "9", "=3", "out", "9"), (1, 1, 2))
    save(made, ("out", "=12", "=6", "9", "9"), (1, 2, 1))
    save(made, ("9", "8", "=4", "out", "9"), (1, 2, 2))
    first, second = _queue(made).wanted[:2]
    assert {first.doubt.tied, second.doubt.tied} == {True}
    assert {first.doubt.player, second.doubt.player} == {"P003", "P008"}
    assert all(
        one.why.startswith("tied on the line, ") and "compare every game" in one.why
        for one in (first, second)
    )
    assert {first.games, second.games} == {(7, 3), (6, 4)}


def test_the_queue_says_why_each_card_is_asked_for(event: Event) -> None:
    said = {one.doubt.player: one.why for one in _queue(event).wanted}
    assert (
        said["P003"]
        == "one point behind the line, one hand of points only, one sheet nobody checked"
    )
    assert said["P005"] == "three points behind the line, one sheet nobody checked"


def test_where_nothing_can_be_said_a_sentence_says_why() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    assert check_queue(empty) == "No sheet is in yet: there is nothing to compare."
    alone = seated_event(5, cut_size=5, games_per_round=1)
    save(alone, FIRST)
    assert isinstance(check_queue(fresh(alone)), str)


def test_a_card_compared_before_the_last_game_of_its_round_neither_agrees_nor_differs() -> None:
    """And no list is to be read out while games are to come in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, FIRST)
    save(made, SECOND, (1, 2, 1))
    record_card_totals(made, 1, {f"P{number:03}": 0 for number in (1, 6)}, sign())
    assert Entries(made).compared == {("P001", 1), ("P006", 1)}
    save(made, ("7", "out", "8", "2", "9"), (1, 1, 2))
    entries = Entries(made)
    assert (entries.compared, entries.differing) == ({("P006", 1)}, [])


def test_where_to_find_a_guest_and_what_is_entered_for_them(event: Event) -> None:
    assert whereabouts(event)["P007"] == (7, ["Table 2, seat B"])
    assert entered_totals(event, "P007") == {1: 12}
    event.qualifying_rounds = 2
    assert whereabouts(event)["P007"].seats == ["Round 1: Table 2, seat B"]


def test_the_queue_is_kept_for_a_version_and_made_anew_for_the_next(event: Event) -> None:
    assert _queue(event) is _queue(event)
    kept = _queue(event)
    record_card_totals(event, 1, {"P002": 30}, sign())
    assert _queue(event) is not kept


def test_mistakes_are_counted_by_way_desk_and_hour_and_weigh_in_the_queue() -> None:
    """The desk wrote one of its figures wrong, the pad none of those compared."""
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    desk = Actor("Una Wherry", official(made, Role.UMPIRE, "una").pk)
    pad = Actor("Table 2, phone K7", account="phone K7")
    record_sheet(made, sheet(FIRST), sign("a form-1", actor=desk))
    record_sheet(made, sheet(SECOND, (1, 2, 1)), sign(actor=pad))
    save(made, ("out", "8", "=13", "4 4", "5"), seen=1, reason="misread")
    record_card_totals(made, 1, {"P003": 13, "P007": 12}, sign())
    entries = Entries(made)
    wrong, right = Tried(5, 1, 1), Tried(5, 1, 0)
    assert entries.tried["way"] == {"grid": wrong, "pad": right}
    assert entries.tried["desk"] == {"desk 1": wrong, "no desk": right}
    assert list(entries.tried["hour"].values()) == [Tried(10, 2, 1)]
    tapped = TAPPED / entries.average
    assert entries.cells("P001")[0].weight > tapped > entries.cells("P006")[0].weight
    told = _queue(made)
    assert [side for side, _ways in told.origins] == ["Way of entry", "Desk", "Hour"]
    desk_page, where = signed_in(made), f"/e/{made.slug}/cut/check-queue/"
    page = desk_page.get(where).content.decode()
    assert "Where mistakes come from" in page
    assert "Una Wherry" not in page
    assert "phone K7" not in page
    holds = "This holds whatever kind of slip"
    assert holds in page
    record_card_totals(made, 1, {"P004": 99}, sign())
    page = desk_page.get(where).content.decode()
    assert "nothing can be said of this list" in page
    assert holds not in page
