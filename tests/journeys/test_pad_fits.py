"""The pad on the windows of real phones: every screen of a game is seen whole, and no game needs a
swipe.
"""

from collections.abc import Iterator, Sequence

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.journeys.hall import Server, acts_of, named, tap, to_game
from tests.journeys.sizes import (
    EVERY_QUESTION,
    SAFARI,
    SIDE,
    SIZES,
    SMALL,
    Size,
    held_as,
    outside,
    outside_at,
    places,
    small_phone,
)
from tests.journeys.test_pad_looks import HANDS as PLAYED
from tests.journeys.test_pad_looks import SCREENS, SIDEWAYS
from tests.second_rank import by_rank
from tests.tournament.evening import official, save, seated_event, sign
from tests.tournament.matches.matches import match_event, out
from tests.tournament.matches.matches import save as save_match
from tests.tournament.phones.phones import codes_issued, guest_code, table_code
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.rulings import Where
from tournament.models import Code, Event, Flag, Guest, Role
from tournament.rulings.acts import make_ruling

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PEOPLE = (
    "Euphemia Mossgarth",
    "Alderman Horatio Yarrowsmith",
    "Alderman Isolde Pattenham",
    "Alderman Nathaniel Cloverstitch",
    "Dame Beatrix Dunnetwhistle",
    "Clementine Sparrowbeck",
)
HANDS = {
    4: ["5678", "out", "X9", "345"],
    5: ["567", "out", "589X", "345", "A9"],
    6: ["567", "out", "589X", "345", "A9", "2"],
}
"""Nine, twelve and thirteen cards: as many as games leave on average."""
TAPS = {4: 14, 5: 18, 6: 22}
"""A game may take so many taps; its first one more, for the order of the seats."""
MANY = ["X" * 11 + "8", "out", "5" * 4, "7", "9", "2"]
ONE_LINE = """() => [...document.querySelectorAll(".totals > *")].filter((row) => {
  const boxes = [...row.children].map((one) => one.getBoundingClientRect());
  const line = parseFloat(getComputedStyle(row.firstChild).lineHeight);
  return boxes[0].height > 1.5 * line || boxes.some((box) => box.top > boxes[0].bottom || box.bottom < boxes[0].top);
}).map((row) => row.textContent)"""
"""The rows of totals that do not stand on one line."""
SMALL_TARGETS = """() => [...document.querySelectorAll("main :is(a, button, summary, input), footer :is(a, button), .guest-foot :is(a, button), .bar a")]
  .filter((one) => one.checkVisibility() && !one.closest("p:not(:has(.button)) > a") && one.type !== "hidden")
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.height > 1 && (box.height < 44 || box.width < 44)).map(([one, box]) => [one.textContent.trim(), box.width, box.height])"""
"""What is tapped and is smaller than a thumb; a link within a sentence is none."""
BROKEN_WORDS = """(keys) => keys.filter((key) => key.querySelector("span").getClientRects().length !== 1
  || key.querySelector("span").getBoundingClientRect().height > 30).map((key) => key.textContent)"""
"""The keys of one word that is cut into two."""
COVERED = """(names) => names.filter((name) => { const box = document.querySelector(name).getBoundingClientRect();
  return box.bottom > document.querySelector(".guest-foot").getBoundingClientRect().top; })"""
"""What lies under the foot of a guest's card."""
SHEET_OUTSIDE = """() => [...document.querySelectorAll("#help-sheet :is(button, h2, p)")].filter((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top < 0 || bottom > innerHeight || !one.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
}).map((one) => one.textContent)"""
"""What of the sheet ends outside the window or lies under something else."""
SCROLLS = ".taps { display: block !important; } .taps > form { display: grid !important; } .taps .taps-foot { position: static !important; }"
"""One question as it was: all of it one below the other."""
IN_FLOW = """#pad { display: block; height: auto; } .step, .step.hand { display: flex; overflow: visible; }
  .key { min-height: 120px; } .held { min-height: 104px; }"""
"""The foot behind what goes before it, and keys of one height: as it was before."""


def _table_of(players: int, games: int = 5) -> tuple[Event, str]:
    refs = [f"P{badge:03}" for badge in range(1, players + 1)]
    event = seated_event(players, tables=[refs], games_per_round=games, qualifying_rounds=1)
    for badge, name in enumerate(PEOPLE[:players], 1):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    codes_issued(event)
    return event, table_code(event)


def _each_screen(
    page: Page, acts: list[tuple[str, str]], sizes: Sequence[Size]
) -> dict[str, list[tuple[Size, list[str]]]]:
    """What lies outside the window on each screen that the acts lead through."""
    found = {}
    for act in acts:
        tap(page, [act])
        found[f"{page.locator('h2').inner_text()} after {act}"] = outside_at(page, sizes)
    return {screen: words for screen, words in found.items() if words}


@pytest.mark.promise("No game on a phone needs a swipe, down to 360 by 640 and on its side")
@pytest.mark.parametrize(
    ("sizes", "face", "players"),
    [
        (SIZES, "roboto", 5),
        pytest.param(SIZES, "inter", 5, marks=pytest.mark.nightly),
        pytest.param((SAFARI,), "inter", 6, marks=pytest.mark.nightly),
        pytest.param((SMALL,), "roboto", 6, marks=pytest.mark.nightly),
        pytest.param((SIDE,), "inter", 4, marks=pytest.mark.nightly),
    ],
)
def test_a_whole_game_is_seen_without_a_swipe(
    browser: Browser, server: Server, sizes: Sequence[Size], face: str, players: int
) -> None:
    _event, code = _table_of(players)
    context = small_phone(browser, sizes[0], face)
    page = context.new_page()
    page.goto(f"{server.url}/T/{code}")
    page.get_by_label("Your name").fill("Dr Vane")
    assert outside_at(page, sizes) == []
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    assert outside_at(page, sizes) == []
    acts = acts_of(HANDS[players], ordered=False)
    assert len(acts) <= TAPS[players] + 1
    assert _each_screen(page, acts, sizes) == {}
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert outside_at(page, sizes) == []
    context.close()


def test_what_a_game_seldom_comes_to_is_seen_without_a_swipe(
    browser: Browser, server: Server
) -> None:
    context = small_phone(browser, SAFARI, "inter")
    page = context.new_page()
    found = {}
    for heading, played in (SCREENS | {"Umpire and rules": f"{PLAYED},help"}).items():
        page.goto(f"{server.url}/pad/training/?play={played}")
        expect(page.get_by_role("heading", name=heading, level=2)).to_be_focused()
        found[heading] = outside_at(page)
    assert {heading: words for heading, words in found.items() if words} == {}
    context.close()


@pytest.mark.parametrize(("face", "sizes"), [("inter", (SAFARI, SMALL)), ("roboto", (SMALL, SIDE))])
def test_five_games_and_their_total_stand_on_one_line(
    browser: Browser, server: Server, face: str, sizes: Sequence[Size]
) -> None:
    _event, code = _table_of(5)
    context = small_phone(browser, sizes[0], face)
    page = named(context, server.url, code)
    tap(page, acts_of(MANY[:5], ordered=False))
    for game in range(2, 6):
        to_game(page, game)
        tap(page, acts_of(MANY[:5]))
    expect(page.get_by_role("heading", name="Game 5 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    expect(page.locator(".totals .total").nth(1)).to_have_text("700", use_inner_text=True)
    for size in sizes:
        held_as(page, size)
        assert (size, page.evaluate(ONE_LINE), outside(page)) == (size, [], [])
    context.close()


def test_twelve_cards_in_one_hand_leave_the_keys_where_they_are(
    browser: Browser, server: Server
) -> None:
    _event, code = _table_of(5)
    context = small_phone(browser, SAFARI, "inter")
    page = named(context, server.url, code)
    tap(page, [("inOrder", ""), ("out", "B")])
    stand = []
    for card in MANY[0]:
        stand.append(places(page, ".keys [data-to='8']", SIZES[1:]))
        tap(page, [("tap", card)])
        assert outside_at(page, SIZES[1:]) == []
    assert stand == stand[:1] * len(MANY[0])
    expect(page.locator("#live")).to_have_text("12 cards, 140 points")
    context.close()


@pytest.mark.control("test_a_whole_game_is_seen_without_a_swipe")
def test_a_foot_behind_what_goes_before_it_would_be_seen(browser: Browser, server: Server) -> None:
    _event, code = _table_of(5)
    context = small_phone(browser, SAFARI, "roboto")
    page = named(context, server.url, code)
    tap(page, [("inOrder", ""), ("out", "B"), ("tap", "5")])
    assert outside(page) == []
    page.add_style_tag(content=IN_FLOW)
    assert "a swipe" in outside(page)
    context.close()


def test_doubts_are_said_by_name_in_the_row_before_the_save(
    browser: Browser, server: Server
) -> None:
    event, code = _table_of(5)
    context = small_phone(browser, SAFARI, "inter")
    page = named(context, server.url, code)
    hands = ["567", "888XX96", "59X", "out", "4"]
    tap(page, acts_of(hands, ordered=False)[:-1])
    tap(page, [("go", "E"), ("say", "points"), ("tap", "8"), ("next", "")])
    expect(page.locator(".doubt-words")).to_have_text(
        [
            "Yarrowsmith: 125 points, more than a hand usually holds. Count again?",
            "Dunnetwhistle: 8 points: was it an 8 (30)?",
        ],
        use_inner_text=True,
    )
    assert outside_at(page) == []
    expect(page.get_by_role("button", name="Count again first Yarrowsmith")).to_be_visible()
    page.get_by_role("button", name="Save all the same").click()
    expect(page.locator(".line")).to_have_text("All sent")
    expect(page.locator(".flag")).to_contain_text("Yarrowsmith")
    assert [flag.kind for flag in Flag.objects.filter(event=event).order_by("pk")] == [
        "high_points",
        "bare_eight",
    ]
    context.close()


def test_the_question_mark_leads_to_umpire_and_rules_and_back_to_the_very_tap(
    browser: Browser, server: Server
) -> None:
    _event, code = _table_of(5)
    context = small_phone(browser, SAFARI, "roboto")
    page = named(context, server.url, code)
    mark = page.get_by_role("button", name="Umpire and rules")
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    stands = places(page, ".button-help")
    tap(page, [("inOrder", ""), ("out", "B"), ("tap", "5"), ("next", ""), ("tap", "9")])
    mark.click()
    expect(page.get_by_role("button", name="Call the umpire")).to_be_visible()
    asked = page.locator(".people .name").all_inner_texts()
    assert outside_at(page) == []
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", name="Alderman Isolde Pattenham")).to_be_visible()
    mark.click()
    page.get_by_role("button", name="A card was laid that may not fit").click()
    expect(page.get_by_role("button", name="Spades")).to_be_visible()
    assert places(page, ".button-help") == stands
    page.get_by_role("button", name="Spades").click()
    mark.click()
    sheet = page.get_by_role("dialog", name="Umpire and rules")
    expect(sheet.locator(".people .name")).to_have_text(asked, use_inner_text=True)
    sheet.get_by_role("button", name="Call the umpire").click()
    expect(sheet.get_by_role("status")).to_contain_text("No umpire is on duty")
    for size in SIZES:
        held_as(page, size)
        assert (size, page.evaluate(SHEET_OUTSIDE)) == (size, [])
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    expect(page.get_by_text("Spades: now tap the rank")).to_be_visible()
    mark.click()
    sheet.get_by_role("button", name="What happened?").click()
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    for place, name in enumerate(asked[:3]):
        expect(page.locator(".situation b").nth(place)).to_have_text(name, use_inner_text=True)
    page.get_by_role("link", name="Back to the pad").click()
    expect(page.get_by_role("heading", name="Alderman Isolde Pattenham")).to_be_visible()
    expect(page.locator(".hero")).to_have_text(["1", "9"], use_inner_text=True)
    context.close()


@pytest.mark.promise("No question of a situation needs a swipe, down to 360 by 640 and on its side")
@pytest.mark.parametrize("step", by_rank((3, 1), (3,)))
def test_every_question_of_every_situation_is_seen_whole(
    browser: Browser, server: Server, step: int
) -> None:
    page = _asked_at(browser, server.url)
    situations = page.locator(".situation b").all_inner_texts()
    assert len(situations) == 26
    found = {}
    for situation in situations[::step]:
        page.get_by_role("link", name=situation).click()
        expect(page.get_by_role("heading", name=situation, level=1)).to_be_visible()
        for size in SIZES[1:]:
            held_as(page, size)
            found[situation, size] = page.evaluate(EVERY_QUESTION)
        page.get_by_role("link", name="All situations").click()
        expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    assert {where: words for where, words in found.items() if words} == {}
    page.get_by_role("link", name=situations[0]).click()
    expect(page.get_by_role("button", name="Spades")).to_be_visible()
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SIDEWAYS) <= 0
    page.context.close()


@pytest.mark.control("test_every_question_of_every_situation_is_seen_whole")
def test_keys_below_what_was_told_would_be_seen_on_a_phone_on_its_side(
    browser: Browser, server: Server
) -> None:
    page = _asked_at(browser, server.url, SIDE)
    page.get_by_role("link", name="A card was laid that may not fit").click()
    expect(page.get_by_role("button", name="Spades")).to_be_visible()
    assert page.evaluate(EVERY_QUESTION) == []
    page.add_style_tag(content=SCROLLS)
    assert ["cards", "Show the answer"] in page.evaluate(EVERY_QUESTION)
    page.context.close()


def _asked_at(browser: Browser, url: str, size: tuple[int, int] = SMALL) -> Page:
    """The situations as the phone of a table of five lists them."""
    _event, code = _table_of(5)
    page = named(small_phone(browser, size, "inter"), url, code)
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    page.get_by_role("button", name="Umpire and rules").click()
    page.get_by_role("button", name="What happened?").click()
    expect(page.get_by_role("heading", name="What happened?", level=1)).to_be_visible()
    return page


def test_a_match_several_differing_hands_and_a_phone_not_let_in_are_seen_without_a_swipe(
    browser: Browser, server: Server
) -> None:
    context = small_phone(browser, SAFARI, "inter")
    for looked in (_a_match, _a_long_match, _hands_that_differ, _not_let_in):
        found = [seen for seen in looked(context, server.url) if seen[1]]
        assert found == [], looked.__name__
    context.close()


Seen = Iterator[tuple[str, list[tuple[Size, list[str]]]]]


def _seen(page: Page, heading: str) -> tuple[str, list[tuple[Size, list[str]]]]:
    """What of the screen with this heading needs a swipe, lies over something or is cut."""
    expect(page.get_by_role("heading", name=heading, level=2)).to_be_visible()
    return heading, outside_at(page)


def _longest(route: Route) -> None:
    """The laptop's word, with a match of nine games: no format has one as long yet."""
    answer = route.fetch()
    told = answer.json()
    told["match"]["best_of"] = 9
    route.fulfill(response=answer, json=told)


def _a_long_match(context: BrowserContext, url: str) -> Seen:
    """Nine games told one by one, and all of them read out before they count."""
    event = match_event(2, pairing="knock_out", best_of=5)
    out(event)
    for badge, name in enumerate(PEOPLE[1:3], 1):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    codes_issued(event)
    page = context.new_page()
    page.route("**/pad/state", _longest)
    page.goto(f"{url}/T/{table_code(event)}")
    yield _seen(page, "Who won each game?")
    for game, won in enumerate("121212121", 1):
        either = page.get_by_role("group", name=f"Game {game}").get_by_role("button")
        either.nth(int(won) - 1).click()
        yield _seen(page, "Who won each game?")
    page.locator("[data-act=matchCheck]").click()
    yield _seen(page, "Look, then save")
    page.close()


def _a_match(context: BrowserContext, url: str) -> Seen:
    """A match of five games, told at its table and told otherwise by the desk meanwhile."""
    event = match_event(3, pairing="knock_out", best_of=5)
    out(event)
    for badge, name in enumerate(PEOPLE[:3], 1):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    codes_issued(event)
    page = named(context, url, table_code(event))
    yield _seen(page, "Who won each game?")
    for game, won in enumerate("12121", 1):
        either = page.get_by_role("group", name=f"Game {game}").get_by_role("button")
        yield _seen(page, "Who won each game?")
        either.nth(int(won) - 1).click()
    yield _seen(page, "Who won each game?")
    assert page.locator(".match-game .button-foot").evaluate_all(BROKEN_WORDS) == []
    page.locator("[data-act=matchCheck]").click()
    yield _seen(page, "Look, then save")
    save_match(event, 1, 1, "222")
    page.locator("[data-act=matchSave]").click()
    yield _seen(page, "Two versions of the match")
    page.close()


def _hands_that_differ(context: BrowserContext, url: str) -> Seen:
    """Every hand but one was counted otherwise on the other phone."""
    event, code = _table_of(5)
    page = context.new_page()  # its umpire is named already
    page.goto(f"{url}/T/{code}")
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    save(event, ("5 6", "out", "5 9 X", "3 4", "A"), (1, 1, 1))
    tap(page, acts_of(HANDS[5], ordered=False))
    page.get_by_role("button", name="Look at both versions").click()
    yield _seen(page, "Two versions of game 1")
    expect(page.locator(".beside .version-sum")).to_have_count(8)
    page.close()


def _not_let_in(context: BrowserContext, url: str) -> Seen:
    """The code of the card was closed while the phone had it."""
    event, code = _table_of(5)
    Code.objects.filter(event=event).update(revoked_at=timezone.now())
    page = context.new_page()
    page.goto(f"{url}/T/{code}")
    yield _seen(page, "Not let in")
    page.close()


def _targets_at(page: Page, sizes: Sequence[Size] = SIZES) -> None:
    """At each size whatever is tapped is as large as a thumb."""
    for size in sizes:
        held_as(page, size)
        assert (size, page.evaluate(SMALL_TARGETS)) == (size, [])


def test_the_pages_around_the_pad_show_what_is_needed_and_their_targets_are_for_thumbs(
    browser: Browser, server: Server
) -> None:
    event, code = _table_of(5)
    save(event, ("5 6", "out", "5 9 X", "3 4", "A"), (1, 1, 1))
    context = small_phone(browser, SAFARI, "inter")
    page = context.new_page()
    page.goto(f"{server.url}/G/{guest_code(event.guests.get(badge=2))}")
    _targets_at(page)
    _logged_in(context, server.url, official(event, Role.UMPIRE))
    page.goto(f"{server.url}/e/{event.slug}/guests/2/card/")
    _targets_at(page)
    for size in SIZES:
        held_as(page, size)
        assert page.evaluate(COVERED, [".guest-seat", ".guest-standing"]) == []
    upright = SIZES[:2]
    page.goto(f"{server.url}/e/{event.slug}/rules/quiz/")
    for size in upright:
        held_as(page, size)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.goto(f"{server.url}/e/{event.slug}/ask/?table=1")
    _targets_at(page, upright)
    page.goto(f"{server.url}/T/{code}")
    page.get_by_label("Your name").fill("Dr Vane")
    page.get_by_role("button", name="Go on").click()
    page.goto(f"{server.url}/A/{code}")
    eighth, foot = page.locator(".situation").nth(7), page.locator(".ask-foot")
    for size in upright:
        held_as(page, size)
        expect(eighth).to_be_in_viewport(ratio=1)
        assert _bottom(eighth) <= foot.bounding_box()["y"]  # type: ignore[index]
    context.close()


def test_the_rules_and_a_ruling_move_sideways_nowhere_with_text_of_twice_the_size(
    browser: Browser, server: Server
) -> None:
    event, _code = _table_of(5)
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    context = small_phone(browser, SMALL, "roboto")
    _logged_in(context, server.url, official(event, Role.UMPIRE))
    page = context.new_page()
    decides = "ask/?q=zebra&table=1"
    depends = "ask/wrong_direction/answer/?seat=C&players=5&before=B&card_before=QH&table=1"
    for path in ("rules/", "rulings/1/", "ask/", "rules/quiz/", decides, depends):
        page.goto(f"{server.url}/e/{event.slug}/{path}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(SIDEWAYS) <= 0, path
    context.close()


def _bottom(one: Locator) -> float:
    """Where something ends."""
    box = one.bounding_box()
    assert box
    return box["y"] + box["height"]


def _logged_in(context: BrowserContext, url: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}]
    )
