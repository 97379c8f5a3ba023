"""The announcer has one page and one key: it says what comes next, and the walls show it then."""

import re

import pytest
from django.test import Client

from tests.tournament.ending import LEVEL, SMALL, closed_event, fresh, sealed_event
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tests.tournament.screens.test_screens import asked
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import reveal_podium
from tournament.finals.acts_replies import reply
from tournament.models import Event, Guest, Role, RoundClock
from tournament.paper.acts import play_without_paper
from tournament.screens.acts import add_screen, tell
from tournament.seating.acts import close_round, reopen_round
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db


class Announcer:
    """A log-in with the office, and its page."""

    def __init__(self, event: Event, role: Role = Role.ANNOUNCER) -> None:
        self.event, self.client = event, Client()
        self.client.force_login(official(event, role, f"{role} at the announcer's page"))
        self.where = f"/e/{event.slug}/announcer/"

    @property
    def page(self) -> str:
        """The page as it stands."""
        return self.client.get(self.where).content.decode()

    @property
    def says(self) -> str:
        """The sentence that is to be said now."""
        found = re.search(r'data-say="([^"]*)"', self.page)
        return found[1] if found else ""

    @property
    def paper(self) -> str:
        """The words of the script on paper, a step a line."""
        page = self.client.get(f"{self.where}paper/").content.decode()
        told = re.findall('<p class="mc-(?:said|waits)">(.*?)</p>', page)
        return "\n".join(" ".join(re.sub("<[^>]+>", "", one).split()) for one in told)

    def press(self, key: str = "next", times: int = 1) -> str:
        """Press a key of the page as it stands, so many times with one form; what the wall shows
        then.
        """
        page = self.page
        form = page[page.index(f'action="{key}/"') :]
        sent = dict(re.findall(r'name="(key|place)" value="([^"]*)"', form.split("</form>")[0]))
        for _ in range(times):
            self.client.post(f"{self.where}{key}/", sent)
        return str(asked("GH")["scene"])


def test_the_announcer_reads_an_evening_from_welcome_to_thanks_by_one_key() -> None:
    event = seated_event(5, **SMALL)
    Guest.objects.filter(ref="P002").update(
        spoken="TWO-oh", post_nominals="OBE", no_photographs=True
    )
    add_screen(event, "GH", "", sign())
    mc = Announcer(event)
    assert mc.says == "Good evening, and welcome to Test Evening."
    assert mc.paper.count("The names stand here once the results are in") == 2
    assert "Guest" not in mc.paper
    assert [mc.press(), mc.press()] == ["welcome", "welcome"]
    assert mc.says == ""
    save(event, ("out", "5", "=6", "=20", "=40"))
    assert mc.says.startswith("The round is over. Thank you.")
    assert mc.press() == "clock"
    close_round(event, 1, sign())
    assert mc.says.startswith("All games are in.")
    assert mc.press() == "wait"
    seal_cut(event, sign())
    assert mc.press() == "reading"
    assert mc.says == "In third place, with six points, of the Fishmongers: Guest 3."
    assert mc.says in mc.paper.splitlines()
    assert "Guest 3" not in asked("GH")["html"]
    mc.press(times=2)
    assert "Guest 3" in asked("GH")["html"]
    page = mc.page
    assert "TWO-oh" in page
    assert "OBE. Letters are not read aloud." in page
    assert "They asked not to be photographed." in page
    assert "<dt>Precedence</dt><dd>" in page
    assert "One point clear of third." in page
    whoever_is_absent_is_followed_by_the_next_who_comes(event, mc)
    mc.press("back")
    assert "Guest 3" not in asked("GH")["html"]
    for _ in range(3):
        mc.press()
    assert mc.says == (
        "These are your three. Please come to the front. Everybody else: thank you, and stay to"
        " watch."
    )
    ended(event, mc)


def whoever_is_absent_is_followed_by_the_next_who_comes(event: Event, mc: Announcer) -> None:
    """By what was answered: whoever declined moves up for nobody."""
    assert "Read on. Guest 4 moves up." in mc.page
    reply(event, ["P004"], sign(), declined=True)
    assert "Read on. Guest 5 moves up." in mc.page
    reply(event, ["P005"], sign(), declined=True)
    assert "Nobody is left to move up." in mc.page
    reply(event, ["P002"], sign(), declined=True)
    assert "They have declined already." in mc.page
    reply(event, ["P002", "P004", "P005"], sign(), declined=False)


def test_reserves_that_nothing_separates_are_said_to_cut_cards_for_the_place() -> None:
    event = seated_event(10, **SMALL | {"cut_size": 2})
    for table in (1, 2):
        save(event, ("out", "5", "8", "=20", "=40"), (1, table, 1))
    close_round(event, 1, sign())
    seal_cut(event, sign())
    add_screen(event, "GH", "", sign())
    mc = Announcer(event)
    mc.press()
    assert "Guest 2 and Guest 7 are level for the place: they cut cards for it." in mc.page


def ended(event: Event, mc: Announcer) -> None:
    mc.press()
    desk = Announcer(event, Role.HEAD_UMPIRE)
    assert ("The organiser does this on the home" in mc.page, fresh(event).held) == (True, True)
    assert "All 5 places, on phones; the walls stay as they are" in desk.page
    desk.press()
    assert not fresh(event).held
    assert mc.says == "Would those who were read please come to the front."
    seat_playoff(event, sign())
    assert mc.says == "These play on. Please go to the tables of the play-off."
    save(event, ("out", "=10", "=20"), (2, 1, 1))
    close_round(event, 2, sign())
    assert mc.press() == "podium"
    assert mc.says.startswith("Third, with twenty points")
    for _ in range(3):
        mc.press()
    assert asked("GH")["html"].index("Guest 2") < asked("GH")["html"].index("The winner")
    assert mc.says == "Ladies and gentlemen, your winner. Thank you all."
    desk.press()
    assert fresh(event).podium_revealed_at is not None
    tell(fresh(event), {"given": "£100"}, sign())
    assert "Best" in mc.says
    assert mc.press() == "prizes"
    on_paper = mc.paper.splitlines()
    for _ in range(9):
        assert not mc.says or mc.says in on_paper
        mc.press()
    assert "Please take your seats. The play-off begins now." in on_paper
    assert [line for line in on_paper if line.startswith("Third, with twenty points")]
    assert asked("GH")["scene"] == "thanks"
    assert "£100" in asked("GH")["html"]
    assert "with applause" not in asked("GH")["html"]


def test_the_announcer_opens_no_other_page_and_others_do_not_read_for_them() -> None:
    event = seated_event(5, **SMALL)
    mc = Announcer(event)
    for place in ("", "screens/", "standings/", "cut/", "guests/", "desk/", "door/", "settings/"):
        assert mc.client.get(f"/e/{event.slug}/{place}").status_code == 404
    assert mc.where in mc.client.get("/").content.decode()
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "umpire"))
    assert [umpire.get(f"{mc.where}{of}").status_code for of in ("", "paper/")] == [404, 404]


def turned() -> list[str]:
    """The cards that the wall shows."""
    return re.findall("Cut the ([a-zA-Z]+ of [a-z]+)", str(asked("GH")["html"]))


def test_the_cards_of_the_cut_are_open_on_an_evening_whose_script_nobody_uses() -> None:
    event = closed_event(LEVEL, cut_size=2)
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    add_screen(event, "GH", "", sign())
    assert asked("GH")["scene"] == "cards"
    assert turned() == ["seven of hearts", "two of clubs"]


def test_the_cards_of_the_cut_are_turned_one_by_one_and_none_is_sent_before_its_turn() -> None:
    event = closed_event(LEVEL, cut_size=2)
    add_screen(event, "GH", "", sign())
    mc = Announcer(event)
    assert mc.says.startswith("Two guests are level on 5 points. For one place they cut cards")
    assert mc.press() == "cards"
    assert mc.says == ""
    record_cut_of_cards(event, {"P002": "7H", "P003": "7C"}, sign())
    for _said in ("nothing", "who has cut"):
        assert turned() == []
        assert not [told for told in ("hearts", "clubs") if f"face-{told}" in asked("GH")["html"]]
        mc.press()
    assert (turned(), mc.says) == (["seven of hearts"], "Guest 3 cut the seven of clubs.")
    mc.press()
    assert turned() == ["seven of hearts", "seven of clubs"]
    mc.press("back")
    assert turned() == ["seven of hearts"]
    mc.press("back")
    mc.press("back")
    assert (turned(), mc.says) == (
        [],
        "Two guests, level on 5 points, have cut cards for one place.",
    )
    for _step in range(3):
        mc.press()
    assert len(turned()) == 2
    a_second_cut_is_covered_again(event, mc)


def a_second_cut_is_covered_again(event: Event, mc: Announcer) -> None:
    """Seven and seven: they cut again, and both cards lie face down until they are turned."""
    record_cut_of_cards(event, {"P002": "QD", "P003": "2S"}, sign())
    assert (asked("GH")["scene"], turned()) == ("cards", [])
    assert mc.says.endswith("have cut cards for one place.")
    mc.press()
    mc.press()
    assert turned() == ["Queen of diamonds"]
    mc.press()
    seal_cut(event, sign())
    assert turned() == ["Queen of diamonds", "two of spades"]
    assert mc.says.startswith("We come to those who go through,")
    assert mc.press() == "reading"


def test_what_stands_under_say_now_is_to_be_said_and_no_key_rests_without_saying_who_acts() -> None:
    event = seated_event(5, **SMALL)
    add_screen(event, "GH", "", sign())
    mc = Announcer(event)
    acts = (
        lambda: save(event, ("out", "5", "=6", "=20", "=40")),
        lambda: close_round(event, 1, sign()),
        lambda: seal_cut(event, sign()),
        lambda: reveal_cut(event, sign()),
        lambda: seat_playoff(event, sign()),
        lambda: save(event, ("out", "=10", "=20"), (2, 1, 1)),
        lambda: close_round(event, 2, sign()),
        lambda: reveal_podium(event, sign()),
    )
    waited = []
    for act in (None, *acts):
        if act:
            act()
        for _key in range(12):
            page = mc.page
            assert ("Say now" in page) == ("<blockquote" in page)
            assert "organiser" not in mc.says
            if "Nothing to say just now" in page:
                waited += re.findall('<p class="mc-waits">(.*?)</p>', page)
                break
            mc.press()
    assert len(waited) >= 5
    assert all(" on the home" in words or "last word" in words for words in waited)


@pytest.mark.promise("The home and the announcer say the same to the hall")
def test_the_key_that_says_a_round_begins_starts_it_and_the_home_says_what_the_announcer_says() -> (
    None
):
    event = seated_event(5, **SMALL | {"qualifying_rounds": 2})
    event.guests.update(arrived_at=NOW)
    play_without_paper(event, sign())
    add_screen(event, "GH", "", sign())
    mc, desk = Announcer(event), Announcer(event, Role.ORGANISER)

    def both() -> str:
        """What either says, which is the same."""
        home = desk.client.get(f"/e/{event.slug}/").content.decode()
        told = re.findall(r'class="read-aloud">“([^”]*)”', home)
        assert told == ([mc.says] if mc.says else [])
        return mc.says

    assert both() == "Please take your seats. Round 1 begins now."
    mc.press()
    assert RoundClock.objects.get(round__number=1).started_at is not None
    save(event, ("out", "5", "=6", "=20", "=40"))
    assert both().startswith("The round is over. Thank you.")
    close_round(event, 1, sign())
    said = []
    while not RoundClock.objects.filter(round__number=2).exists():
        said.append(both())
        mc.press()
    assert said == [
        "Round 1 is over. Nothing is decided.",
        "Everybody keeps their seat. Your card says where.",
        "Please take your seats. Round 2 begins now.",
    ]
    save(event, ("out", "5", "=6", "=20", "=40"), (2, 1, 1))
    close_round(event, 2, sign())
    assert both().startswith("All games are in.")
    seal_cut(event, sign())
    assert both().startswith("We come to those who go through,")


@pytest.mark.control(
    "test_the_key_that_says_a_round_begins_starts_it_and_the_home_says_what_the_announcer_says"
)
def test_a_home_with_words_of_its_own_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.home.now.to_be_said", lambda _hall: "Please be quiet.")
    event = seated_event(5, **SMALL)
    desk, mc = Announcer(event, Role.ORGANISER), Announcer(event)
    home = desk.client.get(f"/e/{event.slug}/").content.decode()
    assert re.findall(r'class="read-aloud">“([^”]*)”', home) != [mc.says]


@pytest.mark.promise("While a result is looked at again no name is read")
def test_a_round_opened_again_while_names_are_read_stops_the_reading_in_one_sentence() -> None:
    event = sealed_event()
    add_screen(event, "GH", "", sign())
    mc = Announcer(event)
    for _line in range(3):
        mc.press()
    assert asked("GH")["scene"] == "reading"
    reopen_round(fresh(event), 1, sign(), reason="A card was found")
    assert mc.says == "One moment, please. A result is being looked at again."
    assert asked("GH")["scene"] == "wait"
    close_round(fresh(event), 1, sign())
    assert mc.says.startswith("In first place")
    assert asked("GH")["scene"] == "reading"


@pytest.mark.control(
    "test_a_round_opened_again_while_names_are_read_stops_the_reading_in_one_sentence"
)
def test_were_the_reading_not_interrupted_names_would_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournament.steps.facts._list_read", lambda _event: "")
    event = sealed_event()
    mc = Announcer(event)
    add_screen(event, "GH", "", sign())
    for _line in range(3):
        mc.press()
    reopen_round(fresh(event), 1, sign(), reason="A card was found")
    assert mc.says.startswith("In first place")
