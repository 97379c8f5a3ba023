"""Disputes from the call to the printed report: an illegal Queen, LAST CARD not said, a count that
moves the cut.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import SAID, NoBarriers, SignIn, arrived
from tests.journeys.keyboard import Keyboard
from tests.tournament.evening import official, save, seated_event, sign
from tournament.counting.board import compute
from tournament.models import Adjustment, Call, Event, Role, Ruling
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUEEN = "card_did_not_match/answer/?cards=QS&top=QH&hand=3C+9D&seat=C&players=5&stock=20"
CALL = "last_card_not_said/answer/?said=no&seat=B&offender_hand_count=1&stock=12&players=5&noticed=after_next_play"
COUNT = "tally_miscounted/answer/?claimed=5&hand=8H+3C&seat=B&noticed=after_round"
FIRST, OTHER = ("out", "=5", "=8", "=20", "=40"), ("out", "=10", "=12", "=21", "=41")


@pytest.fixture
def event(db: None) -> Event:
    """Two tables of five, a round of two games of which the first is in; three go through."""
    made = seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=3)
    save(made, FIRST, (1, 1, 1), checked=True)
    save(made, OTHER, (1, 2, 1), checked=True)
    return made


@pytest.fixture
def both(event: Event, page: Page, phone: Page, sign_in: SignIn) -> tuple[Page, Page]:
    """The head umpire at the desk, and an umpire with a phone at the tables."""
    sign_in(page, official(event, Role.HEAD_UMPIRE, "Hilda Head"))
    sign_in(phone, official(event, Role.UMPIRE, "Ursula Umpire"))
    return page, phone


def looked_at(phone: Page, no_barriers: NoBarriers) -> None:
    """No barrier in the dark, nor on the narrowest phone."""
    phone.emulate_media(color_scheme="dark")
    no_barriers(phone)
    phone.emulate_media(color_scheme="light")
    phone.set_viewport_size({"width": 320, "height": 700})
    no_barriers(phone)
    phone.set_viewport_size({"width": 390, "height": 844})


def asked(phone: Page, event: Event, what: str, table: int = 1) -> None:
    """The answer to a question at a table, as the taps of the phone lead to it."""
    phone.goto(f"/e/{event.slug}/ask/{what}&table={table}&round=1")


def report_of(page: Page, event: Event, number: int) -> str:
    """The printed report: its PDF comes, and what stands on its page is read."""
    pdf = page.request.get(f"/e/{event.slug}/rulings/{number}/report.pdf")
    assert (pdf.status, pdf.headers["content-type"], pdf.body()[:5]) == (
        200,
        "application/pdf",
        b"%PDF-",
    )
    page.goto(f"/e/{event.slug}/rulings/{number}/report/")
    return page.locator("main").inner_text()


def through(event: Event) -> list[str]:
    """The names of those who go through."""
    drawn = compute(Event.objects.get(pk=event.pk))
    return [drawn.players[ref].name for ref in getattr(drawn.cut, "qualifiers", ())]


def test_an_illegal_queen_from_the_call_to_the_report_and_the_same_answer_at_the_other_table(
    event: Event, both: tuple[Page, Page], no_barriers: NoBarriers
) -> None:
    desk, phone = both
    called(event, desk, phone)
    no_barriers(desk)
    looked_at(phone, no_barriers)

    asked(phone, event, QUEEN)
    arrived(phone, "Not legal")
    assert Ruling.objects.count() == 0
    keys = Keyboard(phone, no_barriers)
    keys.press("button", "Make it a ruling")
    keys.arrived("Ruling 1, not signed")
    keys.press("button", "Accept and sign")
    keys.arrived("Ruling 1$")
    keys.said("Ruling 1 is accepted.")
    looked_at(phone, no_barriers)
    made = Ruling.objects.get()
    assert (made.guest and made.guest.name, made.called_at) == (
        "Guest 3",
        Call.objects.get().called_at,
    )
    told = report_of(phone, event, 1)
    assert "Aces, Queens and 2s must follow suit" in told
    assert "Accepted" in told

    desk.goto(f"/e/{event.slug}/calls/")
    desk.locator("#calls").get_by_role("button", name="Settled").click()
    expect(desk.locator("#calls")).to_contain_text("No table calls.")
    asked(phone, event, QUEEN, table=2)
    expect(phone.locator("main")).to_contain_text("Ruling 1")
    phone.get_by_role("button", name="Make it a ruling").click()
    expect(phone.locator(".alike")).to_contain_text("Decided alike")
    expect(phone.locator(".alike")).to_contain_text("table 1, round 1")
    assert list(faults(event)) == []


def called(event: Event, desk: Page, phone: Page) -> None:
    """A table calls once somebody is on duty; it is seen at the desk, and read at the table that
    somebody comes.
    """
    phone.goto(f"/e/{event.slug}/sheets/1/1/2/")
    expect(phone.get_by_text("Call the umpire")).to_have_count(0)
    desk.goto(f"/e/{event.slug}/calls/")
    desk.get_by_role("button", name="Go on duty").click()
    phone.reload()
    phone.get_by_text("Call the umpire", exact=True).click()
    expect(phone.get_by_text("Raise a hand too")).to_be_visible()
    phone.get_by_label("What is it about?").fill("A Queen on a Queen")
    phone.get_by_role("button", name="Call the umpire to this table").click()
    expect(phone.get_by_text("The umpire is called.")).to_be_visible()
    expect(desk.locator("#calls")).to_contain_text("A Queen on a Queen")
    desk.get_by_role("button", name="I go to table 1").click()
    phone.reload()
    expect(phone.get_by_text("The umpire is coming.")).to_be_visible()


def test_last_card_not_said_is_overruled_and_the_report_shows_both(
    event: Event, both: tuple[Page, Page], no_barriers: NoBarriers
) -> None:
    desk, phone = both
    asked(phone, event, CALL, table=2)
    expect(phone.locator("main")).to_contain_text("two cards")
    phone.get_by_role("button", name="Make it a ruling").click()
    arrived(phone, "Ruling 1, not signed")
    phone.get_by_role("button", name="Accept and sign").click()
    phone.locator(SAID).get_by_text("Ruling 1 is accepted.").wait_for()
    expect(phone.get_by_text("Overrule", exact=True)).to_have_count(0)

    desk.goto(f"/e/{event.slug}/rulings/1/")
    desk.get_by_text("Overrule", exact=True).click()
    desk.locator("#id_sanction").select_option("none")
    desk.get_by_label("In words: what it costs").fill("No cards: the hall was too loud to hear it.")
    desk.get_by_label("Reason, for the record").fill("Three at the table had heard it")
    no_barriers(desk)
    desk.get_by_role("button", name="Overrule the ruling").click()
    expect(desk.get_by_role("heading", name="Overruled: Play goes on")).to_be_visible()
    expect(desk.locator(".ruling-parts")).to_contain_text("Guest 7 takes two cards.")
    told = report_of(desk, event, 1)
    assert "Guest 7 takes two cards." in told
    assert "No cards: the hall was too loud to hear it." in told
    assert "Hilda Head: Three at the table had heard it" in told

    asked(phone, event, CALL, table=1)
    phone.get_by_role("button", name="Make it a ruling").click()
    expect(phone.locator(".alike")).to_contain_text("Decided differently")
    phone.get_by_label("Reason, for the record").first.fill("Here nobody had heard anything")
    phone.get_by_role("button", name="Save the reason").click()
    expect(phone.locator("main")).to_contain_text(
        "It departs from ruling 1: Here nobody had heard anything"
    )
    assert list(faults(event)) == []


def miscounted(event: Event, phone: Page) -> None:
    """The round is over, and a ruling says that a count of it was wrong."""
    for table, said in ((1, FIRST), (2, OTHER)):
        save(event, said, (1, table, 2), checked=True)
    close_round(event, 1, sign())
    assert through(event) == ["Guest 1", "Guest 6", "Guest 2"]
    asked(phone, event, COUNT)
    expect(phone.locator("main")).to_contain_text("33")
    expect(phone.get_by_role("button", name="Make it a ruling")).to_have_count(0)
    phone.locator(".way-out", has_text="The count is wrong").click()
    arrived(phone, "The count is wrong")
    expect(phone.locator("main")).to_contain_text("33")
    phone.get_by_role("radio", name="1", exact=True).check()
    phone.get_by_role("button", name="Make it a ruling").click()
    expect(phone.get_by_text("Head umpire and organiser adjust scores.")).to_be_visible()


def test_a_count_put_right_after_the_round_moves_the_cut_and_is_taken_back(
    event: Event, both: tuple[Page, Page], no_barriers: NoBarriers
) -> None:
    desk, phone = both
    miscounted(event, phone)

    desk.goto(f"/e/{event.slug}/rulings/1/")
    desk.get_by_role("link", name="Correct a tally").click()
    no_barriers(desk)
    desk.get_by_label("The hand as it should be").fill("8 3")
    desk.get_by_label("Reason, for the record").fill("An 8 was counted as 2")
    desk.get_by_role("button", name="See what it changes").click()
    expect(desk.locator(".crossing-out")).to_contain_text("Guest 2")
    expect(desk.locator(".crossing-in")).to_contain_text("Guest 3")
    no_barriers(desk)
    assert not Adjustment.objects.exists()
    desk.get_by_role("button", name="Make the adjustment").click()
    desk.locator(".line").get_by_text("the tally of Guest 2 is corrected").wait_for()
    assert through(event) == ["Guest 1", "Guest 6", "Guest 3"]
    assert "the tally of Guest 2 is corrected" in report_of(desk, event, 1)

    desk.goto(f"/e/{event.slug}/rulings/1/")
    desk.get_by_role("link", name="Cancel adjustment 1").click()
    desk.get_by_label("Reason, for the record").fill("The cards were those of another hand")
    no_barriers(desk)
    desk.get_by_role("button", name="Cancel the adjustment").click()
    expect(desk.locator("main s")).to_have_count(1)
    assert through(event) == ["Guest 1", "Guest 6", "Guest 2"]
    desk.goto(f"/e/{event.slug}/rulings/")
    no_barriers(desk)
    desk.goto(f"/e/{event.slug}/paper/rulings/")
    expect(desk.locator("main")).to_contain_text("The cards were those of another hand")
    assert list(faults(event)) == []
