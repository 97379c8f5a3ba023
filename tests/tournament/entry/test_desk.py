"""The desk without its script: grids, single cards, second keyings, totals of cards, and what is
put right.
"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.evening import official, save, seated_event, sign
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange
from tournament.models import (
    CardTotal,
    Conflict,
    Event,
    Flag,
    Press,
    Role,
    RoundTotal,
    SecondKeying,
    Sheet,
    Tally,
    TypedHand,
)
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
ONE, TWO = ("O", "8 K", "A", "=23", "2 3 4"), ("5", "O", "6", "7", "9 9")
MIXED = ("O", "X 8", "A", "=23", "4 2 3")
"""The first once more, as another person may type it."""


def evening(**more: Any) -> Event:
    return seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2, **more)


def desk(event: Event, role: Role = Role.HEAD_UMPIRE, name: str = "") -> Client:
    client = Client()
    client.force_login(official(event, role, name))
    return client


def at(event: Event, name: str, *args: int) -> str:
    return reverse(name, args=[event.slug, *args])


def sent(
    *columns: tuple[str, ...], cards: dict[str, str] | None = None, seen: int = 0, **more: Any
) -> dict[str, Any]:
    hands = {
        f"hand_{game}_{seat}": text
        for game, said in enumerate(columns, start=1)
        for seat, text in zip("ABCDE", said, strict=False)
    }
    versions = {f"seen_{game}": seen for game in range(1, len(columns) + 1)}
    return {
        "key": f"{columns}{cards}{more}"[:60],
        **hands,
        **versions,
        **{f"card_{a}": b for a, b in (cards or {}).items()},
        **more,
    }


def points(event: Event, table: int = 1) -> dict[int, list[int | None]]:
    rows = Tally.objects.filter(
        event=event, sheet__accepted=True, sheet__game__table__number=table
    ).order_by("seat")
    found: dict[int, list[int | None]] = {}
    for game, scored in rows.values_list("sheet__game__number", "points"):
        found.setdefault(game, []).append(scored)
    return found


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_every_whole_column_is_saved_as_its_sheet_and_the_next_table_comes_up() -> None:
    event = evening()
    client = desk(event)
    answer = client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO), follow=True)
    assert points(event) == {1: [0, 40, 1, 23, 9], 2: [5, 0, 6, 7, 18]}
    assert answer.redirect_chain[-1][0] == at(event, "desk_table", 1, 2)
    assert "table 1, games 1, 2. Receipts 2, 3." in words(answer)
    last = client.post(at(event, "desk_table", 1, 2), sent(TWO, TWO), follow=True)
    assert "Every game of round 1 is in." in words(last)
    assert "8 K" not in words(client.get(at(event, "desk_table", 1, 2)))
    assert list(faults(event)) == []


def test_the_same_form_sent_twice_saves_once() -> None:
    event = evening()
    client = desk(event)
    for _ in range(2):
        client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    assert (Sheet.objects.count(), Conflict.objects.count()) == (2, 0)


def test_a_fault_in_one_column_keeps_what_was_typed_and_lets_the_others_in() -> None:
    event = evening()
    client = desk(event)
    answer = client.post(at(event, "desk_table", 1, 1), sent(("O", "O", "3", "1", "2"), TWO))
    assert answer.status_code == 422
    assert points(event) == {2: [5, 0, 6, 7, 18]}
    said = words(answer)
    assert "table 1, game 2. Receipt 2." in said
    assert all(f'name="hand_1_{seat}"' in said for seat in "ABCDE")
    assert 'value="1"' in said
    assert TypedHand.objects.count() == 5
    again = client.get(at(event, "desk_table", 1, 1)).content.decode()
    assert again.count('value="O"') == 2
    client.post(at(event, "desk_table", 1, 1), sent(ONE))
    assert (sorted(points(event)), TypedHand.objects.count()) == ([1, 2], 0)


def test_a_half_typed_column_is_kept_and_nothing_of_it_counts() -> None:
    event = evening()
    client = desk(event)
    answer = client.post(at(event, "desk_table", 1, 1), sent(("O", "8 K", "", "", "")), follow=True)
    assert "Table 1, game 1: seats C, D and E are missing. What you typed is kept." in words(answer)
    assert (points(event), TypedHand.objects.count()) == ({}, 2)
    assert 'value="8 K"' in client.get(at(event, "desk_table", 1, 1)).content.decode()
    client.post(at(event, "desk_table", 1, 1), sent(("O", "", "", "", "")))
    assert [hand.text for hand in TypedHand.objects.all()] == ["O"]


def test_a_page_from_before_a_change_of_seats_puts_no_hand_to_somebody_else() -> None:
    event = evening()
    client = desk(event)
    people = {f"who_1_{seat}": f"P00{number}" for number, seat in enumerate("ABCDE", start=1)}
    assert (
        f'href="{at(event, "desk")}" aria-current="page"'
        in client.get(at(event, "desk")).content.decode()
    )
    assert (
        'name="who_1_B" value="P002"' in client.get(at(event, "desk_table", 1, 1)).content.decode()
    )
    reseat(event, SeatChange(1, 2, 7), sign(), reason="They sat the other way round")
    answer = client.post(at(event, "desk_table", 1, 1), sent(ONE) | people)
    assert (answer.status_code, "Somebody else sits at seat B now" in words(answer)) == (422, True)
    assert points(event) == {}
    assert TypedHand.objects.get(guest__ref="P002").text == "8 K"


def test_a_sheet_that_came_first_makes_a_conflict_and_both_are_kept() -> None:
    event = evening()
    client = desk(event)
    save(event, ("2", "out", "3", "4", "5"))
    answer = client.post(at(event, "desk_table", 1, 1), sent(ONE))
    assert answer.status_code == 422
    assert at(event, "conflict", 1, 1, 1) in answer.content.decode()
    assert Conflict.objects.count() == 1


def test_a_difference_of_22_is_named_and_the_game_opens() -> None:
    event = evening()
    client = desk(event)
    cards = {"A": "5", "B": "18", "C": "7", "D": "30", "E": "27"}
    looked = client.post(at(event, "desk_look", 1, 1), sent(ONE, TWO, cards=cards)).json()["told"]
    assert [(one["seat"], one["card"], one["sum"], one["game"]) for one in looked] == [
        ("B", 18, 40, 1)
    ]
    assert "8 was counted as 8 instead of 30" in looked[0]["words"]
    assert Sheet.objects.count() == 0
    answer = client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO, cards=cards), follow=True)
    assert answer.redirect_chain[-1][0] == at(event, "desk_table", 1, 1)
    said = words(answer)
    assert "Guest 2: the card says 18, the games make 40." in said
    assert f"{at(event, 'correction', 1, 1, 1)}?seat=B" in said
    assert CardTotal.objects.count() == 5


@pytest.mark.parametrize("text", ["x", "-3", "4.5", "99999", "٣"])
def test_a_card_that_says_no_number_is_a_sentence(text: str) -> None:
    event = evening()
    answer = desk(event).post(at(event, "desk_table", 1, 1), sent(ONE, cards={"A": text}))
    assert answer.status_code == 422
    assert "Seat A: what the card says is a whole number, such as 61." in words(answer)
    assert (points(event)[1], CardTotal.objects.count()) == ([0, 40, 1, 23, 9], 0)


def test_cards_found_by_badge_make_up_the_columns_of_their_table() -> None:
    event = evening()
    client = desk(event)
    found = client.get(at(event, "desk"), {"round": 1, "badge": 2})
    assert found.headers["Location"] == at(event, "desk_card", 1, 2)
    for badge, (first, second) in enumerate(zip(ONE, TWO, strict=True), start=1):
        seat = "ABCDE"[badge - 1]
        assert points(event) == {}
        form = {"key": f"card{badge}", f"hand_1_{seat}": first, f"hand_2_{seat}": second}
        answer = client.post(at(event, "desk_card", 1, badge), form, follow=True)
    assert points(event) == {1: [0, 40, 1, 23, 9], 2: [5, 0, 6, 7, 18]}
    assert "table 1, games 1, 2. Receipts 2, 3." in words(answer)
    assert TypedHand.objects.count() == 0
    assert 'name="hand_1_A"' not in client.get(at(event, "desk_table", 1, 1)).content.decode()
    faulty = client.post(at(event, "desk_card", 1, 6), {"key": "f", "hand_1_A": "1"})
    assert (faulty.status_code, 'value="1"' in faulty.content.decode()) == (422, True)
    assert client.get(at(event, "desk_card", 1, 99)).status_code == 404


def test_a_second_keying_does_not_see_the_first_and_equal_is_checked() -> None:
    event = evening()
    first, second = desk(event), desk(event, Role.ORGANISER, "second")
    first.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    blind = second.get(at(event, "desk_again", 1, 1)).content.decode()
    assert (blind.count('name="hand_'), "8 K" in blind, ">40<" in blind) == (10, False, False)
    own = first.post(at(event, "desk_again", 1, 1), sent(ONE, seen=1))
    assert "You typed game 1 yourself" in words(own)
    slip = ("O", "3 K", "A", "=23", "2 3 4")
    answer = second.post(at(event, "desk_again", 1, 1), sent(slip, TWO, seen=1))
    said = words(answer)
    assert (answer.status_code, "<td>8 K</td><td><b>3 K</b></td>" in said) == (422, True)
    assert list(Sheet.objects.order_by("game__number").values_list("checked", flat=True)) == [
        False,
        True,
    ]
    assert (
        Sheet.objects.get(checked=True).checker == f"head_umpire-{event.pk} and second, typed twice"
    )
    assert list(SecondKeying.objects.values_list("agrees", flat=True)) == [False, True]
    third = second.post(
        at(event, "desk_again", 1, 1), sent(MIXED, seen=1, more="again"), follow=True
    )
    assert "game 1: typed twice, and both agree" in words(third)
    assert list(faults(event)) == []
    SecondKeying.objects.filter(agrees=False).update(agrees=True)
    assert len(list(faults(event))) == 1


def test_the_second_keying_is_declared_and_taken_back() -> None:
    event = evening()
    client = desk(event)
    for wanted, said in (("on", "Two people type every card"), ("", "One person types each")):
        answer = client.post(
            at(event, "second_keying"), {"key": f"k{wanted}", "wanted": wanted}, follow=True
        )
        assert said in words(answer)
    assert event.ledger.filter(kind="second_keying").count() == 2


def test_only_the_totals_of_the_cards_equal_is_verified() -> None:
    event = evening()
    save(event, ("out", "8 K", "A", "=23", "2 3 4"))
    save(event, ("5", "out", "6", "7", "9 9"), (1, 1, 2))
    umpire = desk(event, Role.UMPIRE)
    answer = umpire.post(
        at(event, "desk_totals", 1, 1), sent(cards={"A": "5", "B": "40"}), follow=True
    )
    assert "agrees with the games. Verified." in words(answer)
    assert words(umpire.get(at(event, "desk_totals", 1, 1))).count("verified</span>") == 2
    wrong = umpire.post(at(event, "desk_totals", 1, 1), sent(cards={"C": "1"}), follow=True)
    assert f"{at(event, 'correction', 1, 1, 2)}?seat=C" in words(wrong)


def test_a_card_of_a_total_alone_is_let_count_and_taken_back_with_its_hands() -> None:
    event = evening()
    client = desk(event)
    form = {"key": "t", "points": "45", "reason": "Only a sum", "table": "1"}
    assert "the card says 45" in words(
        client.post(at(event, "round_total", 1, 2), form, follow=True)
    )
    refused = client.post(
        at(event, "round_total", 1, 3), form | {"key": "u", "points": "x"}, follow=True
    )
    assert "Type the total on the card as a whole number" in words(refused)
    mine = form | {"key": "u", "points": "x", "badge": "3"}
    stands = words(client.post(at(event, "round_total", 1, 3), mine))
    assert ('name="points" value="x"' in stands, 'value="Only a sum"' in stands) == (True, True)
    grid = client.get(at(event, "desk_table", 1, 1)).content.decode()
    assert ("hand_1_B" in grid, "only a total" in grid) == (False, True)
    four = {
        "key": "g",
        "seen_1": "0",
        "hand_1_A": "O",
        "hand_1_C": "A",
        "hand_1_D": "4",
        "hand_1_E": "5",
    }
    client.post(at(event, "desk_table", 1, 1), four)
    assert points(event) == {1: [0, 1, 4, 5]}
    assert "?" in words(client.get(at(event, "standings")))
    back = {"key": "b", "reason": "The back of the card", "table": "1"}
    assert "was saved without Guest 2" in words(
        client.post(at(event, "take_back_total", 1, 2), back, follow=True)
    )
    mine = back | {"key": "d", "badge": "2", "hand_1_B": "7 ?"}
    unread = client.post(at(event, "take_back_total", 1, 2), mine)
    assert (unread.status_code, 'name="hand_1_B" value="7 ?"' in words(unread)) == (422, True)
    client.post(at(event, "take_back_total", 1, 2), back | {"key": "c", "hand_1_B": "7 7"})
    assert points(event) == {1: [0, 14, 1, 4, 5]}
    assert RoundTotal.objects.get().taken_back_by is not None
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("name", "most"), [("desk", 14), ("desk_table", 16), ("desk_totals", 16), ("desk_again", 16)]
)
def test_the_pages_cost_the_same_at_30_and_110_guests(name: str, most: int) -> None:
    costs = []
    for guests in (30, 110):
        event = seated_event(guests)
        client = desk(event)
        save(event, ("out", "8", "A", "=23", "2"))
        with CaptureQueriesContext(connection) as queries:
            assert (
                client.get(at(event, name, *(() if name == "desk" else (1, 1)))).status_code == 200
            )
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert costs[0] <= most


def test_names_and_texts_are_shown_as_they_are_and_run_nothing() -> None:
    event = evening()
    event.guests.filter(badge=1).update(name="<script>alert(1)</script>")
    client = desk(event)
    client.post(
        at(event, "desk_table", 1, 1),
        sent(("<script>alert(2)</script>", "2", "3", "4", "5"), cards={"A": "9"}),
    )
    for name in ("desk_table", "desk_totals"):
        assert "<script>alert" not in client.get(at(event, name, 1, 1)).content.decode()


def test_where_paper_is_keyed_twice_the_home_says_what_is_keyed_once() -> None:
    event = evening()
    save(event, ("out", "8 K", "A", "=23", "2 3 4"))
    client = desk(event)
    home = at(event, "evening")
    assert "typed only once" not in words(client.get(home))
    client.post(at(event, "second_keying"), {"key": "on", "wanted": "on"})
    assert "1 sheet typed only once" in words(client.get(home))
    client.post(at(event, "desk_again", 1, 1), sent(ONE, seen=1))
    assert "typed only once" not in words(client.get(home))


def test_the_umpires_signed_sheet_checks_all_games_by_one_press_and_takes_it_back() -> None:
    event = evening()
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    page = words(client.get(at(event, "desk_table", 1, 1)))
    assert "The umpire’s sheet is signed: both checked" in page
    assert 'name="seen_2" value="1"' in words(client.get(at(event, "desk")))
    form = {"key": "signed", "seen_1": "1", "seen_2": "1"}
    answer = client.post(at(event, "desk_signed", 1, 1), form | {"list": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"{at(event, 'desk')}?round=1#signed"
    checked = Sheet.objects.order_by("game__number").values_list("checked", "checker")
    assert list(checked) == [(True, "the umpire's signed sheet")] * 2
    client.post(at(event, "desk_signed", 1, 1), form)
    assert event.ledger.filter(kind="check").count() == 2
    back = client.post(
        at(event, "desk_signed", 1, 1), form | {"key": "back", "take_back": "on"}, follow=True
    )
    assert "is not signed after all" in words(back)
    assert list(checked.all()) == [(False, "")] * 2
    assert list(faults(event)) == []


def test_a_sheet_that_changed_meanwhile_is_not_checked_by_a_signed_sheet_seen_before() -> None:
    event = evening()
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    save(event, ("out", "2", "3", "4", "5"), seen=1, reason="Misread")
    answer = client.post(
        at(event, "desk_signed", 1, 1), {"key": "s", "seen_1": "1", "seen_2": "1"}, follow=True
    )
    assert "changed since" in words(answer)
    assert Sheet.objects.filter(checked=True).count() == 0


def test_what_is_typed_with_the_signed_sheet_ticked_is_checked_and_so_is_what_was_in() -> None:
    event = evening()
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), sent(ONE))
    client.post(
        at(event, "desk_table", 1, 1),
        {
            "key": "t",
            "signed": "on",
            **{f"hand_2_{s}": t for s, t in zip("ABCDE", TWO, strict=True)},
        },
    )
    assert (
        list(Sheet.objects.values_list("checked", "checker"))
        == [(True, "the umpire's signed sheet")] * 2
    )
    assert list(faults(event)) == []


def test_a_flag_dismissed_and_a_check_ticked_by_a_slip_are_taken_back_where_they_are_shown() -> (
    None
):
    event = evening()
    client = desk(event, Role.UMPIRE)
    save(event, ("out", "8", "2", "3", "4"))
    flag = Flag.objects.get()
    page = at(event, "sheet", 1, 1, 1)
    dismissed = {"key": "d", "flag": flag.pk, "reason": "Counted again"}
    client.post(at(event, "dismiss", 1, 1, 1), dismissed)
    assert "Flag it again" in words(client.get(at(event, "sheet", 1, 1, 1)))
    client.post(at(event, "dismiss", 1, 1, 1), {"key": "e", "flag": flag.pk, "again": "on"})
    assert Flag.objects.get().dismissed == ""
    assert "Not checked after all" in words(
        client.post(at(event, "check", 1, 1, 1), {"key": "c", "seen": "1"}, follow=True)
    )
    client.post(at(event, "check", 1, 1, 1), {"key": "u", "seen": "1", "take_back": "on"})
    assert not Sheet.objects.get().checked
    assert "Not checked after all" not in words(client.get(page))
    kinds = list(event.ledger.order_by("number").values_list("kind", flat=True))[-4:]
    assert kinds == ["dismiss", "raise_again", "check", "uncheck"]
    assert list(faults(event)) == []


def test_the_last_save_is_taken_back_by_one_press_and_what_was_typed_stands_in_its_boxes() -> None:
    event = evening()
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    here = at(event, "desk_table", 1, 2)
    assert '<form id="line-back"' in words(client.get(here))
    undo = {"key": "u", "press": str(Press.objects.latest("pk").pk), "back": here}
    answer = client.post(at(event, "take_back_press"), undo, follow=True)
    assert answer.redirect_chain[-1][0] == at(event, "desk_table", 1, 1)
    said = words(answer)
    assert "Taken back: Table 1, two games." in said
    assert (points(event), 'value="8 K"' in said, 'value="=23"' in said) == ({}, True, True)
    stale = client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    assert "taken away from here: ask the desk, or load the page again" in words(stale)
    again = client.post(at(event, "take_back_press"), undo | {"key": "v"}, follow=True)
    assert "took this back at" in words(again)
    client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO) | {"key": "afresh"})
    assert sorted(points(event)) == [1, 2]
    assert list(faults(event)) == []
