"""One sheet typed twice is told while it is typed, and answered by one key."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.evening import official, save, seated_event
from tournament.entry import twin
from tournament.models import Event, Flag, Role, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ("O", "8 K", "A", "4 6", "2 3 4")
SAME = "The same five hands as game 1. One sheet typed twice?"


@pytest.fixture
def table(page: Page, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> tuple[Page, Event]:
    """Two games of a table are typed alike."""
    monkeypatch.setattr(twin, "AT_THE_TABLE", 4)
    event = seated_event(10, games_per_round=3, qualifying_rounds=1)
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    arrived(page, "Table 1")
    for game in (1, 2):
        for seat, text in zip("ABCDE", HANDS, strict=True):
            page.locator(f"[name=hand_{game}_{seat}]").fill(text)
    expect(page.locator(".twin")).to_contain_text(SAME)
    return page, event


def test_the_second_is_cleared_by_one_key_at_the_save(
    table: tuple[Page, Event], no_barriers: NoBarriers
) -> None:
    page, _event = table
    no_barriers(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Clear game 2")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("[name=hand_2_A]")).to_be_focused()
    expect(page.locator(".twin")).to_have_count(0)
    expect(page.locator("[name=hand_1_B]")).to_have_value("8 K")
    expect(page.locator("[name=hand_2_B]")).to_have_value("")
    page.keyboard.press("Control+Enter")
    arrived(page, "Table 2")
    assert list(Sheet.objects.values_list("game__number", flat=True)) == [1]


def test_where_both_are_right_they_are_saved_and_nothing_is_left_to_look_at(
    table: tuple[Page, Event],
) -> None:
    page, event = table
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Clear game 2")).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("Control+Enter")
    arrived(page, "Table 2")
    flags = Flag.objects.filter(event=event, kind=twin.KIND)
    assert list(flags.values_list("dismissed", flat=True)) == ["Right as it is"]


def test_the_names_of_the_other_table_stand_there_as_soon_as_its_number_does(
    table: tuple[Page, Event],
) -> None:
    page, _event = table
    page.locator("[name=belongs]").fill("2")
    expect(page.locator("#belongs-names")).to_contain_text("Guest 6, Guest 7")


def test_a_flag_is_put_right_in_its_place_by_keys(page: Page, sign_in: SignIn) -> None:
    event = seated_event(10, games_per_round=3, qualifying_rounds=1)
    for place in ((1, 1, 1), (1, 1, 2)):
        save(event, ("out", "8", "A", "2", "3"), place)
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    page.goto(f"/e/{event.slug}/sheets/1/1/1/")
    arrived(page, "Flag 1 of 2")
    page.keyboard.press("ArrowRight")
    arrived(page, "Flag 2 of 2")
    page.keyboard.press("ArrowLeft")
    arrived(page, "Flag 1 of 2")
    Flag.objects.filter(event=event).update(kind=twin.KIND, seat="")
    page.reload()
    arrived(page, "Flag 1 of 2")
    page.get_by_label("It belongs to table").fill("2")
    expect(page.locator("#belongs-names")).to_contain_text("Guest 6, Guest 7")
    page.get_by_label("game", exact=True).fill("3")
    page.keyboard.press("Enter")
    arrived(page, "Flag 1 of 2")
    expect(page.get_by_text("The sheet of round 1, table 1, game 1 is now that of")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/e/{event.slug}/")
    sheets = Sheet.objects.filter(event=event, accepted=True)
    places = sheets.values_list("game__table__number", "game__number")
    assert set(places) == {(1, 2), (2, 3)}
