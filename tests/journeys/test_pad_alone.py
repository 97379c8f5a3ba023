"""The phone without the laptop: on plain HTTP, closed, killed, read out to the desk; and two
versions of a game.
"""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserType, Page, expect

from scoring.counting.rescue import HEAD, decode, key_of
from tests.journeys.hall import (
    AT_REST,
    NAME,
    PHONE,
    Server,
    acts_of,
    entries,
    named,
    phone,
    saved,
    tables,
    tap,
    to_game,
    until,
)
from tests.tournament.evening import save, sign
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.models import Conflict, Event, Sheet
from tournament.site.codes import event_mark

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ["567", "out", "589X", "3457", "9"]
TAPPED_BEFORE = 10  # seconds
CACHED = (
    "caches.open('lastcard-pad').then((cache) => cache.keys()).then((keys) => keys.map((one) =>"
    " one.url))"
)


@pytest.fixture
def far(
    browser_type: BrowserType, browser_type_launch_args: dict[str, object]
) -> Iterator[Browser]:
    """A browser to which the hall's name is an address of its own: no secure context."""
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    given: list[str] = [*browser_type_launch_args["args"], rule]  # type: ignore[misc]
    browser = browser_type.launch(
        executable_path=str(browser_type_launch_args["executable_path"]), args=given
    )
    yield browser
    browser.close()


def test_on_plain_http_games_are_kept_shown_as_a_code_and_sent_once(
    far: Browser, server: Server, tmp_path: Path
) -> None:
    event, codes = tables(2, 3)
    url = f"http://{NAME}:{server.port}"
    context = phone(far, device_scale_factor=1.5)
    page = named(context, url, codes[0])
    assert page.evaluate(
        "[isSecureContext, 'serviceWorker' in navigator, typeof crypto.randomUUID]"
    ) == [
        False,
        False,
        "undefined",
    ]
    tap(page, acts_of(HANDS, ordered=False))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    until(page, AT_REST)
    context.set_offline(True)
    to_game(page, 2)
    tap(page, acts_of(HANDS))
    expect(page.get_by_role("heading", name="Game 2 is kept here")).to_be_focused()
    expect(page.locator(".line")).to_have_text("1 kept here")
    expect(page.locator(".box-kept")).to_contain_text("Keep this page open, to show the code.")
    to_game(page, 3)
    tap(page, acts_of(["A", "2", "out", "X", "8"]))
    expect(page.locator(".line")).to_have_text("2 kept here")
    assert sorted(saved(event)) == [(1, 1)]
    to_game(page, 2)
    page.get_by_role("button", name="Show as code").click()
    _desk_takes(event, _scanned(page, tmp_path), _read_out(page))
    page.get_by_role("button", name="The desk has it").click()
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"{url}/T/{codes[0]}")
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): HANDS, (1, 2): HANDS, (1, 3): ["A", "2", "out", "X", "8"]}
    assert (entries(event, "sheet"), Conflict.objects.count(), Sheet.objects.count()) == (3, 0, 3)
    context.close()


def _scanned(page: Page, folder: Path) -> str:
    """What a camera reads from the screen."""
    expect(page.locator(".qr path")).to_have_count(1)
    page.screenshot(path=folder / "code.png")
    with Image.open(folder / "code.png") as picture:
        (found,) = zxingcpp.read_barcodes(picture.convert("L"))
    return str(found.text)


def _read_out(page: Page) -> str:
    """What is dictated box by box."""
    return ".".join(page.locator(".boxes dd").all_text_contents())


def _desk_takes(event: Event, scanned: str, dictated: str) -> None:
    """The desk enters the game from the code, under the key that the phone would send it by."""
    assert scanned == HEAD + dictated
    kept = decode(scanned, event_mark(event))
    submission = Submission(
        Place(kept.round, kept.table, kept.game), kept.entries, blocked=kept.blocked
    )
    record_sheet(event, submission, sign(key_of(kept)), at_desk=True)


def test_the_page_itself_comes_up_without_the_laptop_where_the_origin_is_secure(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    tap(page, [("inOrder", ""), ("out", "A"), ("tap", "8"), ("tap", "4")])
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, f"{CACHED}.then((names) => names.length > 5)")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Guest 2", level=2)).to_be_visible()
    expect(page.locator(".hero")).to_have_text(["2", "34"])
    expect(page.locator(".card")).to_have_count(2)
    assert [one for one in page.evaluate(CACHED) if codes[0] in one or "/pad/state" in one] == []
    context.close()


def test_taps_older_than_ten_seconds_outlive_the_kill_of_the_browser(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, object],
    server: Server,
    tmp_path: Path,
) -> None:
    _event, codes = tables(1, 2)
    options = dict(browser_type_launch_args, user_data_dir=tmp_path / "phone", viewport=PHONE)
    context = browser_type.launch_persistent_context(**options)  # type: ignore[arg-type]
    page = named(context, server.url, codes[0])
    tap(page, [("inOrder", ""), ("out", "A"), *(("tap", key) for key in "84X")])
    time.sleep(TAPPED_BEFORE)
    for process in Path("/proc").glob("[0-9]*"):
        if str(tmp_path).encode() in _words(process):
            os.kill(int(process.name), signal.SIGKILL)
    with pytest.raises(Exception, match="closed"):
        page.reload()
    again = browser_type.launch_persistent_context(**options)  # type: ignore[arg-type]
    page = again.new_page()
    page.goto(f"{server.url}/T/{codes[0]}")
    expect(page.get_by_role("heading", name="Guest 2", level=2)).to_be_visible()
    expect(page.locator(".hero")).to_have_text(["3", "44"])
    again.close()


def _words(process: Path) -> bytes:
    """The command line of a process of ours; empty where it has ended."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


def test_two_versions_stand_side_by_side_and_what_was_typed_is_kept(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    save(event, ("5 6 7", "out", "5 9 X", "3 4 5 7", "9"))
    tap(page, acts_of(HANDS, ordered=False))
    expect(page.get_by_role("heading", name="Game 1: two versions")).to_be_focused()
    page.get_by_role("button", name="Look at both versions").click()
    expect(page.get_by_role("heading", name="Two versions of game 1")).to_be_focused()
    expect(page.locator(".version-sum")).to_have_text(["54", "24"])
    expect(page.locator(".why")).to_have_text("differs by an 8")
    expect(page.locator(".same .small")).to_have_count(4)
    page.get_by_role("button", name="Count Guest 3’s hand again").click()
    expect(page.locator(".hero")).to_have_text(["4", "54"])
    tap(page, [("undo", ""), ("tap", "9"), ("next", ""), ("save", "")])
    expect(page.get_by_role("heading", name="This one counts now")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): ["567", "out", "5899", "3457", "9"]}
    assert (Sheet.objects.count(), entries(event, "conflict")) == (2, 1)
    context.close()
