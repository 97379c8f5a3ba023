"""An umpire with a phone and no mouse: from what happened to the answer; rules without a line; a
game by arrow keys.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.journeys.keyboard import Keyboard
from tests.tournament.evening import official, save, seated_event
from tournament.models import Role, Ruling
from tournament.rulings.packed import replay_address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TRANSCRIPT = Path(__file__).parents[2] / "fixtures" / "transcripts" / "swedish-pursuit-faulty.txt"


def in_the_dark(phone: Page, no_barriers: NoBarriers) -> None:
    """The same page in both themes, and on the narrowest phone."""
    for scheme in ("dark", "light"):
        phone.emulate_media(color_scheme=scheme)
        no_barriers(phone)
    phone.set_viewport_size({"width": 320, "height": 700})
    no_barriers(phone)
    phone.set_viewport_size({"width": 390, "height": 844})


def test_an_umpire_rules_an_illegal_queen_by_keyboard_and_reads_it_aloud(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5)
    sign_in(phone, official(event, Role.UMPIRE))
    keys = Keyboard(phone, no_barriers)
    phone.goto(f"/e/{event.slug}/ask/?table=1")
    keys.arrived("What happened")
    keys.write("Say it in a word", "queen suit")
    expect(phone.locator(".situation:visible")).to_have_count(1)
    keys.reach(phone.locator(".situation:visible"))
    phone.keyboard.press("Enter")
    keys.arrived("A card was laid that may not fit")
    said = phone.get_by_role("status").nth(1)
    for question, suit in (
        ("Which card or cards were laid", "Spades"),
        ("Which card lay on top", "Hearts"),
    ):
        expect(phone.locator("#asked")).to_contain_text(question)
        keys.press("button", suit)
        keys.press("button", "Q")
    expect(said).to_contain_text("Somebody laid the Queen of spades on the Queen of hearts.")
    keys.reach(phone.locator("button", has_text="Who"))
    phone.keyboard.press("Enter")
    expect(phone.locator("#asked")).to_be_focused()
    keys.reach(phone.locator("button[value='set:seat=C']"))
    phone.keyboard.press("Enter")
    expect(said).to_contain_text("Seat C laid the Queen of spades on the Queen of hearts.")
    expect(phone.locator(".sketch")).to_contain_text("laid by C")
    in_the_dark(phone, no_barriers)
    phone.reload()
    expect(phone.locator(".sketch")).to_contain_text("laid by C")
    keys.press("button", "Show the verdict")
    keys.arrived("Not legal")
    expect(phone.locator("main")).to_contain_text("Any heart or any 8.")
    keys.press("button", "Read aloud")
    expect(phone.locator(".aloud p")).to_contain_text(
        "Guest 3 laid the Queen of spades on the Queen of hearts."
    )
    assert phone.locator(".aloud p").evaluate("it => getComputedStyle(it).fontSize") == "26px"
    phone.keyboard.press("Escape")
    keys.reach(phone.locator("summary", has_text="SP-19"))
    phone.keyboard.press("Enter")
    in_the_dark(phone, no_barriers)


def test_the_rules_are_searched_without_a_line_and_a_game_is_stepped_by_arrow_keys(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5)
    phone.goto(f"/e/{event.slug}/rules/")
    in_the_dark(phone, no_barriers)
    expect(phone.get_by_text("Kept on this device")).to_be_visible()
    phone.context.set_offline(True)
    phone.reload()
    phone.get_by_label("Search the rules").fill("SP-26")
    expect(phone.locator("#all li:visible")).to_have_count(1)
    phone.get_by_label("Search the rules").fill("zebra")
    expect(phone.get_by_text("Nothing in the rules matches that.")).to_be_visible()
    phone.get_by_label("Search the rules").fill("queen")
    assert phone.locator("#rules [data-words]:visible").count() > 3
    expect(phone.locator("#rules-none")).to_be_hidden()
    phone.context.set_offline(False)
    phone.goto(f"/e/{event.slug}/rules/games/")
    no_barriers(phone)

    sign_in(phone, official(event, Role.UMPIRE))
    save(event, ("out", "8 K", "3", "4", "absent"))
    phone.goto(f"/e/{event.slug}/standings/")
    phone.get_by_role("row", name="Guest 2").get_by_role("link").click()
    arrived(phone, "Why 40? Guest 2")
    in_the_dark(phone, no_barriers)
    phone.goto(f"/e/{event.slug}/replay/")
    no_barriers(phone)
    phone.get_by_label("Transcript").fill(TRANSCRIPT.read_text(encoding="utf-8"))
    phone.get_by_role("button", name="Replay it").click()
    expect(phone.locator("#move")).to_have_text("Before the first move")
    phone.wait_for_load_state("load")
    for key, heading in (
        ("ArrowRight", "Move 1 of 4"),
        ("ArrowRight", "Move 2 of 4"),
        ("ArrowLeft", "Move 1 of 4"),
    ):
        phone.keyboard.press(key)
        expect(phone.locator("#move")).to_have_text(heading)
    phone.keyboard.press("End")
    expect(phone.get_by_role("status").last).to_contain_text("The play is illegal.")
    assert phone.url.endswith(
        f"{replay_address(event.slug, TRANSCRIPT.read_text(encoding='utf-8'))}&step=4"
    )
    in_the_dark(phone, no_barriers)


def test_the_umpire_decides_in_a_sentence_and_a_key_and_the_button_says_the_ruling(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5)
    sign_in(phone, official(event, Role.UMPIRE))
    phone.goto(f"/e/{event.slug}/ask/?q=zebra&table=1")
    record = phone.locator(".decide-record")
    expect(record).to_have_text(re.compile(r"Record it\s*First say what happens now"))
    expect(record).to_have_css("border-top-style", "dashed")
    in_the_dark(phone, no_barriers)
    record.click(force=True)
    expect(phone.locator(".decide-acts input").first).to_be_focused()
    phone.get_by_label("What happened? One sentence").fill("")
    expect(record).to_contain_text("First say what happened")
    record.click(force=True)
    expect(phone.get_by_label("What happened? One sentence")).to_be_focused()
    phone.keyboard.type("D saw two of B’s cards.")
    letter, against = phone.get_by_text("D", exact=True), phone.locator(".against-name")
    for name in ("D, Guest 4", "None pressed: nobody", "D, Guest 4"):
        letter.click()
        expect(against).to_have_text(name)
    for name, takes in (("More", 1), ("More", 2), ("Less", 1)):
        phone.get_by_role("button", name=f"{name}: Takes").click()
        expect(phone.get_by_label("Takes, cards")).to_have_value(str(takes))
    expect(phone.locator("#decide-words")).to_contain_text("“saw”")
    expect(record).to_have_text(re.compile(r"Record it: D takes 1 card\s*ruling 1 of tonight"))
    expect(record).to_have_css("border-top-style", "solid")
    in_the_dark(phone, no_barriers)
    record.click()
    expect(phone.locator("main")).to_contain_text("Guest 4 takes one card.")
    (ruling,) = Ruling.objects.filter(event=event)
    assert ruling.claim["facts"] == {"sentence": "D saw two of B’s cards.", "drawn": 1}


def test_where_it_depends_the_card_of_an_answer_is_the_button(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5)
    sign_in(phone, official(event, Role.UMPIRE))
    told = "seat=C&players=5&before=B&card_before=QH&table=1"
    phone.goto(f"/e/{event.slug}/ask/wrong_direction/answer/?{told}")
    arrived(phone, "It depends")
    in_the_dark(phone, no_barriers)
    way = phone.locator(".way-out", has_text="Anticlockwise")
    expect(way).to_contain_text("C, B, A")
    way.click()
    arrived(phone, "Play went the right way")
