"""Where no rule is the umpire decides in a sentence; the next who asks finds it, without names."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scoring.disputes.claims import ClaimError
from tests.tournament.evening import official, seated_event
from tournament.counting.rulings import OWN_WORD
from tournament.ledger.signing import new_key
from tournament.models import Event, Guest, Role, Ruling
from tournament.rulings.discretion import decided_tonight, five_parts

pytestmark = pytest.mark.django_db
SAID = "A card fell, and D saw two of Godfrey Dunnet's cards while picking it up"


@pytest.fixture
def event() -> Event:
    """Two tables of five; at the first one a guest with a name of their own."""
    event = seated_event(10)
    Guest.objects.filter(event=event, name="Guest 2").update(name="Godfrey Dunnet")
    return event


def umpire_of(event: Event) -> Client:
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    return client


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def recorded(client: Client, event: Event, **fields: Any) -> Ruling:
    sent = {"key": new_key(), "sentence": SAID, "round": 1, "table": 1, **fields}
    answer = client.post(f"/e/{event.slug}/rulings/make/", sent)
    assert answer.status_code == 302
    return Ruling.objects.filter(event=event).latest("number")


def test_a_question_no_rule_covers_opens_the_form_and_is_recorded_as_a_ruling(
    event: Event,
) -> None:
    client = umpire_of(event)
    page = client.get(f"/e/{event.slug}/ask/?q=zebra&table=1&round=1")
    html = page.content.decode()
    assert "“zebra” Ask the rules No rule and no ruling tonight covers this." in words_of(html)
    assert page.context["filled"] == {"sentence": "Zebra"}
    assert "Record it ruling 1 of tonight" in words_of(html)
    ruling = recorded(client, event, against="D", drawn=1, warning="on")
    assert (ruling.kind, ruling.seat, ruling.departs) == (OWN_WORD, "D", False)
    assert ruling.answer["rectification"]["act"] == "play_on"
    assert (ruling.answer["penalty"]["sanction"], ruling.answer["penalty"]["cards"]) == ("cards", 1)
    shown = client.get(f"/e/{event.slug}/rulings/{ruling.number}/")
    assert shown.status_code == 200
    assert SAID in words_of(shown.content.decode())


def test_what_nobody_pressed_is_not_in_the_ruling_that_the_page_sends(event: Event) -> None:
    client = umpire_of(event)
    html = client.get(f"/e/{event.slug}/ask/?q=zebra&table=1&round=1").content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    kept = {name: unescape(text) for name, text in hidden.items()}
    refused = client.post(f"/e/{event.slug}/rulings/make/", {**kept, "sentence": SAID})
    assert refused.headers["Location"] == kept["page"]
    assert not Ruling.objects.filter(event=event).exists()
    ruling = recorded(client, event, **kept, warning="on")
    assert ruling.claim["facts"] == {"sentence": SAID, "warning": True}


def test_the_play_that_depends_goes_along_to_the_umpire_who_decides(event: Event) -> None:
    client = umpire_of(event)
    told = "seat=C&players=5&before=B&card_before=QH&table=1&round=1"
    html = client.get(f"/e/{event.slug}/ask/wrong_direction/answer/?{told}").content.decode()
    unsure, decide = re.findall(
        r'<a class="button" href="([^"]*)">(?:Nobody is sure|The umpire decides)</a>', html
    )
    answer = client.get(unescape(unsure))
    assert (answer.context["found"].headline, answer.context["ways_out"]) == (
        "Play went the right way",
        [],
    )
    page = client.get(f"/e/{event.slug}/ask/{unescape(decide).partition('/ask/')[2]}")
    assert page.context["filled"] == {
        "sentence": "It is about Guest 3. Players: 5. Played just before: Dunnet."
        " Card laid before: Queen of hearts."
    }
    assert "No rule and no ruling" not in page.content.decode()


def test_the_next_who_asks_finds_it_without_names_and_may_do_the_same(event: Event) -> None:
    client = umpire_of(event)
    ruling = recorded(client, event, against="D", drawn=1)
    page = client.get(f"/e/{event.slug}/ask/?q=saw+her+cards+fell&table=2")
    (found,) = page.context["decided"]
    assert found.happened == (
        "A card fell, and a player saw two of a player's cards while picking it up"
    )
    assert found.ruled == "The player takes one card."
    text = words_of(page.content.decode())
    assert "Decided tonight" in text
    assert not re.search("godfrey|dunnet", text, re.IGNORECASE)
    again = client.get(f"/e/{event.slug}/ask/?decide=1&same={ruling.number}&table=2")
    assert again.context["filled"] == {"sentence": found.happened, "drawn": 1}
    assert f'name="refers_to" value="{ruling.number}"' in again.content.decode()
    other = recorded(client, event, refers_to=ruling.number, drawn=2, table=2)
    assert other.refers_to == ruling
    assert other.precedent is None


def test_the_last_three_rulings_of_the_evening_stand_on_the_page(event: Event) -> None:
    client = umpire_of(event)
    for drawn in (1, 2, 3, 4):
        recorded(client, event, drawn=drawn)
    numbers = [ruling.number for ruling in client.get(f"/e/{event.slug}/ask/").context["tonight"]]
    assert numbers == [4, 3, 2]
    client.post(
        f"/e/{event.slug}/rulings/4/overrule/",
        {
            "key": new_key(),
            "act": "stands",
            "rectification": "It stays so for Dunnet",
            "reason": "x",
        },
    )
    last = decided_tonight(event)[0]
    assert (last.ruled, last.own) == ("It stays so for a player", {})
    assert last.signed == "Overruled: this is what stands."


def test_a_ruling_by_a_rule_is_told_by_its_situation(event: Event) -> None:
    client = umpire_of(event)
    claim = '{"kind": "card_did_not_match", "facts": {"cards": ["QS"], "top": "QH"}}'
    client.post(f"/e/{event.slug}/rulings/make/", {"key": new_key(), "claim": claim})
    (told,) = decided_tonight(event)
    assert (told.happened, told.ruled) == (
        "A card was laid that may not fit",
        "The cards go back.",
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"sentence": " "}, "What happened: say it in one sentence."),
        ({"drawn": ""}, "What happens now: choose one at least."),
        ({"sentence": "x" * 141}, "At most 140 characters"),
        ({"drawn": 53}, "Give a whole number from 0 to 52."),
        ({"against": "Z"}, "Against whom: choose a seat of the table."),
    ],
)
def test_what_cannot_be_recorded_is_a_sentence(
    fields: dict[str, Any], words: str, event: Event
) -> None:
    client = umpire_of(event)
    sent = {"key": new_key(), "sentence": SAID, "drawn": 1, **fields}
    page = client.post(f"/e/{event.slug}/rulings/make/", sent, follow=True)
    assert words in words_of(page.content.decode())
    assert not Ruling.objects.filter(event=event).exists()


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({}, "What happened: say it"),
        ({"facts": {"sentence": 3}}, "What happened: say it"),
        ({"facts": {"sentence": "x" * 141}}, "at most 140"),
        ({"facts": {"sentence": "a\u202eb", "back": True}}, "What happened: "),
        ({"seat": "B", "facts": {"sentence": "x", "back": True}}, "Against whom"),
        ({"facts": {"sentence": "x", "drawn": "many"}}, "Cards: a whole number"),
        ({"facts": {"sentence": "x", "charged": 501}}, "Points: a whole number"),
        ({"facts": {"sentence": "x"}}, "choose one at least"),
    ],
)
def test_a_claim_that_was_not_made_by_the_form_is_looked_at_all_the_same(
    claim: dict[str, Any], words: str
) -> None:
    with pytest.raises(ClaimError, match=words):
        five_parts(claim)


def test_each_key_says_what_is_done_and_what_it_costs() -> None:
    facts = {"sentence": "So it was!", "redeal": True, "warning": True, "charged": 5}
    parts = five_parts({"seat": 4, "facts": facts})
    assert parts["finding"]["statements"][0]["words"] == "So it was!"
    assert (parts["rectification"]["act"], parts["penalty"]["sanction"]) == ("redeal", "warning")
    assert parts["spoken"] == (
        "So it was! The cards are dealt again. Seat 4 is charged five points; the desk enters"
        " them. A warning to seat 4."
    )
