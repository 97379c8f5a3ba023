"""Coming in by a code: the weight of the first page, two tables on one phone, a phone that waits, a
card replaced.
"""

import gzip

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.journeys.hall import AT_REST, Server, acts_on, named, phone, saved, tables, tap, until
from tests.tournament.evening import NOW, official
from tests.tournament.phones.phones import table_code
from tournament.models import Call, Code, Event, Official, Phone, PhoneState, Role
from tournament.paper.acts import reissue_code
from tournament.phones.acts_admission import replace_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEAVIEST = 53_000
HANDS = ["567", "out", "589X", "3457", "9"]


def test_the_first_page_weighs_little(browser: Browser, server: Server) -> None:
    _event, codes = tables(1, 5)
    context = phone(browser)
    page = context.new_page()
    weights: dict[str, int] = {}
    page.on("response", lambda answer: weights.update(_weighed(answer)))
    page.goto(f"{server.url}/T/{codes[0]}")
    expect(page.get_by_role("heading", name="Who is scoring?")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    first = {name: weight for name, weight in weights.items() if "lean-qr" not in name}
    assert sorted(
        name.split("?")[0].split("/")[-1]
        for name in first
        if "/static/" in name and "svg" not in name
    ) == [
        "last-card-serif-600-pad.woff2",
        "pad-hand.css",
        "pad.css",
        "tokens.css",
    ]
    assert 30_000 < sum(first.values()) < HEAVIEST
    until(page, AT_REST)
    page.wait_for_timeout(500)
    assert [
        name.split("/")[-1] for name in weights if name not in first and "/static/" in name
    ] == ["lean-qr.js"]
    context.close()


def _weighed(answer: Response) -> dict[str, int]:
    """Bytes on the line: as sent where it is packed, else as the production
    server packs it ahead.
    """
    body = answer.body()
    plain = (
        answer.url.endswith((".css", ".js", ".svg"))
        or "/pad/script/" in answer.url
        or "/T/" in answer.url
    )
    return {answer.url: len(gzip.compress(body, 9)) if plain else len(body)}


def test_the_table_is_asked_for_while_the_pads_own_script_is_on_its_way_and_shown_by_that_answer(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    page = context.new_page()
    scripts: list[Route] = []
    calls: list[Route] = []

    def the_first_alone(route: Route) -> None:
        calls.append(route)
        if len(calls) == 1:
            route.continue_()

    page.route("**/pad/script/page.js*", lambda route: scripts.append(route))
    page.route("**/pad/state", the_first_alone)
    with page.expect_response("**/pad/state"):
        page.goto(f"{server.url}/T/{codes[0]}", wait_until="commit")
    for route in scripts:
        route.continue_()
    expect(page.get_by_role("heading", name="Who is scoring?")).to_be_visible()
    assert len(scripts) == 1
    context.close()


def test_one_phone_covers_two_tables_and_keeps_their_games_apart(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(2, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    tap(page, acts_on(page, HANDS)[:-3])
    page.goto(f"{server.url}/T/{codes[1]}")
    expect(page.get_by_role("heading", name="Table 2", level=1)).to_be_visible()
    tap(page, acts_on(page, HANDS))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name="My tables")).to_be_focused()
    page.get_by_role("button", name="Table 1").click()
    expect(page.get_by_role("heading", name="Guest 5", level=2)).to_be_visible()
    tap(page, [("tap", "9"), ("next", ""), ("save", "")])
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): HANDS, (2, 1): HANDS}
    context.close()


def test_a_phone_that_waits_shows_its_mark_and_goes_on_when_it_is_let_in(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 2)
    Event.objects.update(phones_wait=True)
    context = phone(browser)
    page = context.new_page()
    page.goto(f"{server.url}/T/{codes[0]}")
    expect(
        page.get_by_role("heading", name="Ask an official to let in the phone that shows")
    ).to_be_visible()
    expect(page.locator(".mark-large")).to_have_text(Phone.objects.get().mark)
    Phone.objects.update(state=PhoneState.ADMITTED)
    expect(page.get_by_role("heading", name="Who is scoring?")).to_be_focused()
    assert saved(event) == {}
    context.close()


def test_a_new_phone_carries_on_for_a_lost_one_calls_an_umpire_and_records_a_ruling(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(2, 2)
    lost = named(phone(browser), server.url, codes[0])
    lost.goto(f"{server.url}/T/{codes[1]}")
    expect(lost.get_by_role("heading", name="Table 2", level=1)).to_be_visible()
    _phone, code = replace_phone(event, Phone.objects.get().pk, "Olive Organiser", NOW)
    official(event, Role.UMPIRE)
    Official.objects.filter(event=event).update(on_duty=True)
    page = phone(browser).new_page()
    page.goto(f"{server.url}/P/{code}")
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_focused()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Table 1")).to_be_visible()
    expect(page.get_by_role("button", name="Table 2")).to_be_visible()
    expect(page.get_by_text("Dr Vane")).to_be_visible()
    page.get_by_role("button", name="Call the umpire").click()
    expect(page.get_by_text("Raise a hand too")).to_be_visible()
    assert list(Call.objects.filter(event=event).values_list("table__number", "done_at")) == [
        (1, None)
    ]
    page.get_by_role("button", name="Ask the rules").click()
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    page.get_by_role("button", name="All 26").click()
    expect(page.get_by_role("heading", name="Rare")).to_be_focused()
    page.get_by_role("button", name="Call the umpire").click()
    expect(page.locator(".message-done")).to_contain_text("Raise a hand too")
    assert Call.objects.filter(event=event).count() == 1
    page.get_by_role("link", name="A card was laid that may not fit").click()
    for suit in ("Spades", "Hearts"):
        page.get_by_role("button", name=suit).click()
        page.get_by_role("button", name="Q", exact=True).click()
        expect(page.locator(".sketch-sentence")).to_contain_text(f"the Queen of {suit.lower()}")
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="Make it a ruling").click()
    expect(page.locator(".message-done")).to_have_text(
        "Ruling 1 is recorded: the head umpire signs it."
    )
    page.get_by_role("link", name="Back to the pad").click()
    expect(page.get_by_role("heading", name="Table 1", level=1)).to_be_visible()
    again = phone(browser).new_page()
    again.goto(f"{server.url}/P/{code}")
    expect(again.get_by_role("heading", level=2)).to_have_text("Not let in")
    for one in (lost, page, again):
        one.context.close()


def test_what_waited_under_a_card_that_was_replaced_goes_out_under_the_new_one(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    context.set_offline(True)
    tap(page, acts_on(page, HANDS))
    expect(page.locator(".line")).to_have_text("1 kept here")
    reissue_code(event, Code.objects.get(event=event, table=1).pk, "Olive Organiser", NOW)
    context.set_offline(False)
    with page.expect_response("**/pad/sheet"):
        page.get_by_role("button", name="Try now").click()
    expect(page.locator(".line")).to_have_text("1 kept here")
    assert saved(event) == {}
    page.goto(f"{server.url}/T/{table_code(event)}")
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): HANDS}
    context.close()


def test_a_code_that_opens_nothing_says_so_and_nothing_more(
    browser: Browser, server: Server
) -> None:
    tables(1, 2)
    context = phone(browser)
    page: Page = context.new_page()
    page.goto(f"{server.url}/T/{'A' * 26}")
    expect(page.get_by_role("heading", name="Not let in")).to_be_visible()
    expect(page.locator("main")).to_contain_text(
        "Scan the code on the table card again, or ask an official."
    )
    page.goto(f"{server.url}/T/{'B' * 26}#ask=K7")
    expect(
        page.get_by_role("heading", name="Ask an official to let in the phone that shows K7")
    ).to_be_visible()
    context.close()
