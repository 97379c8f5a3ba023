"""Ten disputes as a phone at the table tells them, answered by the names of those who sit there."""

import re
from html import unescape

import pytest

from tests.tournament.formats import evening_of
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.models import Event, Guest

pytestmark = pytest.mark.django_db
PEOPLE = (
    "Euphemia Mossgarth",
    "Horatio Yarrowsmith",
    "Isolde Pattenham",
    "Nathaniel Cloverstitch",
)
LAID = "card_did_not_match/answer/?cards="
CALL = "last_card_not_said/answer/?said=no&seat=B"
NAMED = "suit_named/answer/?nominate=none&seat=D"
LATE = "&noticed=after_next_play"
Script = tuple[tuple[str, str, str], ...]
SCRIPTS: dict[str, Script] = {
    "swedish_pursuit": (
        (f"{LAID}8H&top=5C&nominate=S&seat=B", "Legal", "Pattenham plays: any spade or any 8."),
        (f"{LAID}QH&top=9H&seat=B", "Legal", "Mossgarth plays: any heart or any 8."),
        (f"{LAID}2H&top=9H&seat=B", "Legal", "Pattenham lays another 2, or takes two cards."),
        (f"{LAID}QS&top=QH&seat=C", "Not legal", "goes back."),
        (f"{CALL}{LATE}", "Not said in time", "Yarrowsmith takes two cards."),
        (CALL, "Still in time", "They say it now"),
        (NAMED, "No suit was named", "The suit of the 8 itself is to be followed."),
    ),
    "switch": ((f"{CALL}{LATE}", "Not said in time", "Yarrowsmith takes one card."),),
    "ottawa": (
        (f"{LAID}4H&pile_top_last=3S", "It depends", "Which two cards lay on the pile"),
        (f"{LAID}4H&pile_top_last=3S&below=first", "Not legal", "goes back."),
    ),
}


def phone_at(game: str) -> PhoneHeld:
    """A table of four in this game, and the phone at it."""
    event: Event = evening_of(game)
    for badge, name in enumerate(PEOPLE, 1):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    codes_issued(event)
    return PhoneHeld(table_code(event))


def words_of(phone: PhoneHeld, address: str) -> str:
    """The page as it is read."""
    page = phone.get(f"ask/{address}")
    assert page.status_code == 200, page.content
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.content.decode())).split())


@pytest.mark.parametrize(("game", "script"), SCRIPTS.items())
def test_a_dispute_is_answered_by_name_with_who_plays_next_and_what_they_may_lay(
    game: str, script: Script
) -> None:
    phone = phone_at(game)
    for address, headline, act in script:
        words = words_of(phone, address)
        assert headline in words, address
        assert act in words, (address, words)
        assert not re.search(r"[Ss]eat [A-D]\b", words.partition("At the table now")[2]), words


def test_what_each_act_rests_on_stands_beside_it_and_no_option_is_named_as_in_the_program() -> None:
    phone = phone_at("swedish_pursuit")
    words = words_of(phone, NAMED)
    assert "is to be followed. Chosen for this evening" in words
    assert "None was named" in words_of(phone, "suit_named/")
    assert not re.search(
        r"\b[a-z]+_[a-z]+=", " ".join(words_of(phone, one[0]) for one in SCRIPTS["swedish_pursuit"])
    )
