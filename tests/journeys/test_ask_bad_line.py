"""The rules asked from a table, and a guest's own page, over a bad line: a bad answer is a sentence
and a way to try again, and never takes the place of what was known.
"""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.journeys.hall import Server, acts_of, named, phone, saved, tables, tap
from tests.journeys.proxy import bad_line
from tests.journeys.test_pad_line import HURRY
from tests.tournament.evening import official, save
from tests.tournament.formats import evening_of
from tests.tournament.phones.phones import codes_issued, guest_code, table_code
from tournament.models import Event, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NO_LINE = "No connection to the laptop: tap again."
GATEWAY = {"status": 502, "content_type": "text/html", "body": "<h1>502 Bad Gateway</h1>"}
PORTAL = {
    "status": 200,
    "content_type": "text/html",
    "body": "<main><h1>Free Wi-Fi: log in</h1></main>",
}
BENEATH = "Which two cards lay on the pile, the top one last?"
SITUATION = "A card was laid that may not fit"
HAND = ["567", "out", "589X", "3457", "9"]


def _asked_at(browser: Browser, url: str, *, hurried: bool = False) -> Page:
    """The rules as the phone of a table asks them; hurried, it tries again sooner."""
    _event, codes = tables(1, 2)
    context = phone(browser)
    if hurried:
        context.add_init_script(f"({HURRY})()")
    page = named(context, url, codes[0])
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    page.goto(f"{url}/A/{codes[0]}")
    return page


def _told(page: Page) -> None:
    """The Queen of spades laid on the Queen of hearts."""
    for suit in ("Spades", "Hearts"):
        page.get_by_role("button", name=suit).click()
        page.get_by_role("button", name="Q", exact=True).click()
        expect(page.locator(".sketch-sentence")).to_contain_text(f"the Queen of {suit.lower()}")


def _calls(page: Page) -> list[str]:
    """The requests for pages of asking, as they are made."""
    calls: list[str] = []

    def heard(asked: Request) -> None:
        found = re.search(r"/pad/ask/[^?]*", asked.url)
        if found:
            calls.append(found[0])

    page.on("request", heard)
    return calls


def test_a_situation_is_one_request_and_a_verdict_one(browser: Browser, server: Server) -> None:
    page = _asked_at(browser, server.url)
    calls = _calls(page)
    page.get_by_role("link", name=SITUATION).click()
    _told(page)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
    assert calls == ["/pad/ask/card_did_not_match/", "/pad/ask/card_did_not_match/answer/"]
    page.context.close()


def test_taps_need_no_line_and_a_reload_keeps_them(browser: Browser, server: Server) -> None:
    page = _asked_at(browser, server.url)
    page.get_by_role("link", name=SITUATION).click()
    expect(page.get_by_role("button", name="Spades")).to_be_visible()
    page.context.set_offline(True)
    _told(page)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_LINE)
    expect(page.locator(".sketch-sentence")).to_contain_text(
        "Somebody laid the Queen of spades on the Queen of hearts."
    )
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".sketch-sentence")).to_contain_text(
        "Somebody laid the Queen of spades on the Queen of hearts."
    )
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
    page.context.close()


def test_what_lay_beneath_is_asked_in_turn_and_that_no_suit_was_named_is_an_answer(
    browser: Browser, server: Server
) -> None:
    page = _asked_at(browser, server.url)
    page.get_by_role("link", name="An 8 was laid: which suit now?").click()
    page.get_by_role("button", name="None was named").click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("No suit was named")
    ottawa = evening_of("ottawa")
    codes_issued(ottawa)
    page.goto(f"{server.url}/A/{table_code(ottawa)}")
    page.get_by_role("link", name="Cards were laid off that may not fit").click()
    for rank, suit in (("4", "Hearts"), ("3", "Spades")):
        page.get_by_role("button", name=suit).click()
        page.get_by_role("button", name=rank, exact=True).click()
        if suit == "Hearts":
            page.get_by_role("button", name="That is all: 4 of hearts").click()
            expect(page.locator("#asked")).to_have_text(BENEATH)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("It depends")
    page.get_by_role("link", name="Change what was said").click()
    page.get_by_role("button", name="It was the first card").click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
    page.context.close()


@pytest.mark.promise(
    "An answer that is not ours never takes the place of a page of the rules, and the next tap is"
    " heard"
)
def test_a_bad_answer_is_a_sentence_and_a_way_to_try_again(
    browser: Browser, server: Server
) -> None:
    page = _asked_at(browser, server.url, hurried=True)
    page.get_by_role("link", name=SITUATION).click()
    _told(page)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    for wrong in (GATEWAY, PORTAL, None):
        _answered_wrongly(page, wrong)
        page.get_by_role("link", name="Change what was said").click()
    assert faults == []
    page.context.close()


def _answered_wrongly(page: Page, wrong: dict[str, object] | None) -> None:
    """Three times something else answers, or nothing; the fourth answer is the laptop's."""
    times = 0

    def answered(route: Route) -> None:
        nonlocal times
        times += 1
        if times > 3:
            route.continue_()
        elif wrong is None:
            route.abort()
        else:
            route.fulfill(**wrong)  # type: ignore[arg-type]

    page.route("**/pad/ask/**", answered)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_LINE)
    expect(page.locator(".sketch-sentence")).to_contain_text("the Queen of spades")
    page.get_by_role("button", name="Tap again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
    assert times == 4
    page.unroute_all()


@pytest.mark.control("test_a_bad_answer_is_a_sentence_and_a_way_to_try_again")
def test_a_log_in_page_that_bore_our_mark_would_be_taken_for_a_page(
    browser: Browser, server: Server
) -> None:
    page = _asked_at(browser, server.url)
    page.get_by_role("link", name=SITUATION).click()
    _told(page)
    ours = {"X-Last-Card": "page", "Content-Type": "text/html"}
    page.route(
        "**/pad/ask/**",
        lambda route: route.fulfill(status=200, headers=ours, body=str(PORTAL["body"])),
    )
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Free Wi-Fi: log in")
    page.context.close()


def test_ten_questions_are_answered_over_the_bad_line(browser: Browser, server: Server) -> None:
    with bad_line(server.port, seed=16) as proxy:
        proxy.bad = False
        page = _asked_at(browser, proxy.url, hurried=True)
        proxy.bad, proxy.faulty = True, b"GET /pad/ask/"
        for _question in range(5):
            page.get_by_role("link", name=SITUATION).click()
            expect(page.get_by_role("button", name="Spades")).to_be_visible()
            _told(page)
            page.get_by_role("button", name="Show the answer").click()
            expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
            page.get_by_role("link", name="Ask something else").click()
            expect(page.get_by_role("link", name=SITUATION)).to_be_visible()
        assert proxy.befell.total() - proxy.befell["pass"] - proxy.befell["slow"] > 0
        page.context.close()


def _looked_anew(page: Page, times: int) -> None:
    """The page asks now, and not only when its few seconds are over."""
    for _look in range(times):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(250)


def test_a_guests_page_follows_over_the_bad_line_and_never_goes_blank(
    browser: Browser, server: Server
) -> None:
    event, _codes = tables(1, 3)
    with bad_line(server.port, seed=16) as proxy:
        proxy.bad = False
        page = phone(browser).new_page()
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(f"{proxy.url}/G/{guest_code(event.guests.get(badge=2))}")
        proxy.bad, proxy.faulty = True, b"GET /"
        for game, total in ((1, 9), (2, 18), (3, 27)):
            save(event, ("out", "9", "3", "4", "5"), (1, 1, game))
            _looked_anew(page, 5)
            expect(page.locator(".guest-sum")).to_have_text(str(total))
            expect(page.locator("h1")).to_have_text("Guest 2")
        assert proxy.befell.total() - proxy.befell["pass"] - proxy.befell["slow"] > 0
        assert faults == []
        page.context.close()


@pytest.mark.parametrize("wrong", [GATEWAY, PORTAL], ids=["gateway", "log-in page"])
def test_a_guests_page_takes_nothing_that_is_not_ours_and_says_that_there_is_no_line(
    browser: Browser, server: Server, wrong: dict[str, object]
) -> None:
    event, _codes = tables(1, 3)
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 1))
    page = phone(browser).new_page()
    page.goto(f"{server.url}/G/{guest_code(event.guests.get(badge=2))}")
    page.route("**/*now*", lambda route: route.fulfill(**wrong))
    page.route("**/clock/now/", lambda route: route.fulfill(**wrong))
    _looked_anew(page, 3)
    expect(page.locator("#guest-line")).to_contain_text("No connection to the laptop.")
    expect(page.locator(".guest-sum")).to_have_text("9")
    page.unroute_all()
    _looked_anew(page, 2)
    expect(page.locator("#guest-line")).to_be_hidden()
    page.context.close()


def test_a_page_that_cannot_be_drawn_is_not_taken_for_a_line_that_is_gone(
    browser: Browser, server: Server
) -> None:
    page = _asked_at(browser, server.url)
    page.route(
        "**/pad/ask/**", lambda route: route.fulfill(headers={"X-Last-Card": "page"}, body="<p>")
    )
    page.get_by_role("link", name=SITUATION).click()
    expect(page.get_by_role("alert")).to_contain_text("The laptop stumbled: call the umpire.")
    page.context.close()


def test_a_laptop_that_stumbles_says_so_and_is_not_taken_for_a_line_that_is_gone(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, code)
    tap(page, acts_of(HAND, ordered=False)[:-1])
    Event.objects.filter(pk=event.pk).update(game="no such game")
    page.get_by_role("button", name="Save game 1").click()
    expect(page.locator(".receipt")).to_have_text("The laptop stumbled: call the umpire.")
    page.goto(f"{server.url}/A/{code}")
    expect(page.get_by_role("alert")).to_contain_text("The laptop stumbled: call the umpire.")
    home = Client()
    home.force_login(official(event, Role.ORGANISER))
    Event.objects.filter(pk=event.pk).update(game=event.game)
    shown = home.get(f"/e/{event.slug}/").content.decode()
    assert "The laptop stumbled" in shown
    page.goto(f"{server.url}/T/{code}")
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): HAND}
    context.close()
