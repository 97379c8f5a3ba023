"""The pages of a league: who may, what they show, and that every button does what it says."""

import io
from datetime import date
from html import unescape

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tournament.ending import following
from tests.tournament.evening import NOW, new_event, official, sign
from tests.tournament.leagues.leagues import evening, fresh, guest, league_of, lines
from tournament.leagues.acts import change_league, link_guests
from tournament.leagues.reading import league_board
from tournament.leagues.views_paper import printed_league
from tournament.models import Guest, League, PersonLink, Role, ToldApart
from tournament.paper.page import html, pdf

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert('Ann')</script>"


@pytest.fixture
def league() -> League:
    spring = evening(date(2027, 3, 1), {"Ann Thimble": 0, "Ben Bodkin": 20, "Cat Bobbin": 30})
    summer = evening(date(2027, 6, 1), {"Ann Thimble": 31, "Ben Bodkin": 0, HOSTILE: 5})
    return league_of(spring, summer)[0]


@pytest.fixture
def client(league: League) -> Client:
    made = Client()
    made.force_login(league.organisers.get().user)
    return made


def said(answer: object) -> str:
    return unescape(answer.content.decode())  # type: ignore[attr-defined]


def pair(league: League, name: str) -> str:
    spring, summer = (evening.event for evening in league.evenings.all())
    return f"{guest(spring, name)}-{guest(summer, name)}"


def test_ticked_pairs_are_linked_and_the_standing_page_paper_and_workbook_say_the_same(
    league: League, client: Client
) -> None:
    page = said(client.get(f"/league/{league.slug}/people/"))
    assert "<b>Likely</b>: " in page
    assert "the same name, the same livery, the same badge number" in page
    waits = "Nobody has a place yet."
    assert waits in said(client.get(f"/league/{league.slug}/"))
    pairs = {"pair": [pair(league, "Ann Thimble"), pair(league, "Ben Bodkin")]}
    client.post(f"/league/{league.slug}/people/link/", pairs)
    assert waits not in said(client.get(f"/league/{league.slug}/"))
    now = league_board(fresh(league))
    assert lines(league)[:2] == [("1", "Ben Bodkin", "20"), ("2", "Ann Thimble", "31")]
    for shown in (said(client.get(f"/league/{league.slug}/")), html(printed_league(now, NOW))):
        assert shown.index("Ben Bodkin") < shown.index("Ann Thimble")
        assert shown.index("Ann Thimble") < shown.rindex("Cat Bobbin")
    assert pdf(printed_league(now, NOW)).startswith(b"%PDF")
    book = load_workbook(io.BytesIO(client.get(f"/league/{league.slug}/workbook.xlsx").content))
    assert book.sheetnames == ["League", "Counted", "Evenings"]
    first = next(book["League"].iter_rows(min_row=2, values_only=True))
    assert first[:3] == (1, 1, "Ben Bodkin")
    assert first[4:8] == (2, 20, 0, "=SUM(Counted!F2:G2)")


def test_a_name_is_text_on_every_page(league: League, client: Client) -> None:
    for where in ("", "people/", "paper/"):
        assert HOSTILE.encode() not in client.get(f"/league/{league.slug}/{where}").content
    change_league(league, {"public": True}, sign())
    assert HOSTILE.encode() not in Client().get(f"/league/{league.slug}/standing/").content


def test_the_public_page_is_there_by_its_switch_alone(league: League, client: Client) -> None:
    where = f"/league/{league.slug}/standing/"
    assert Client().get(where).status_code == 404
    client.post(
        f"/league/{league.slug}/settings/",
        {
            "name": "Winter League",
            "count_by": "points",
            "missed": "nothing",
            "place_points": "3; 2",
            "public": "on",
        },
    )
    assert fresh(league).place_points == [3, 2]
    page = said(Client().get(where))
    assert "The first places bring 3, 2 points" in page
    assert "People" not in page


def test_two_persons_a_split_and_propose_again(league: League, client: Client) -> None:
    client.post(
        f"/league/{league.slug}/people/link/", {"apart": pair(league, "Ann Thimble"), "pair": "1-2"}
    )
    (apart,) = ToldApart.objects.all()
    assert PersonLink.objects.count() == 0
    client.post(f"/league/{league.slug}/people/again/", {"apart": apart.pk})
    assert ToldApart.objects.count() == 0
    client.post(f"/league/{league.slug}/people/link/", {"pair": pair(league, "Ann Thimble")})
    one = PersonLink.objects.first()
    assert one is not None
    client.post(f"/league/{league.slug}/people/split/", {"guest": one.guest_id})
    assert PersonLink.objects.exclude(split_at=None).get().guest_id == one.guest_id
    assert "split P001 of" in said(client.get(f"/league/{league.slug}/people/"))


@pytest.mark.parametrize("wrong", ["", "x", "1", "1-", "-1--2", "9" * 40 + "-1", "١-٢", "\x00-1"])
def test_a_strange_pair_links_nobody(wrong: str, league: League, client: Client) -> None:
    for where, name in (
        ("link", "pair"),
        ("link", "apart"),
        ("split", "guest"),
        ("again", "apart"),
    ):
        answer = client.post(f"/league/{league.slug}/people/{where}/", {name: wrong}, follow=True)
        assert "message-fault" in said(answer)
    assert (PersonLink.objects.count(), ToldApart.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"best": "0"}, "Give a whole number from 1 to 60."),
        ({"place_points": "ten"}, "“ten” is no whole number from 0 to 10000."),
        ({"place_points": "1," * 41}, "At most 40 places bring points; these are 41."),
        ({"missed": "nothing"}, "would reward staying away"),
        ({"count_by": "points", "place_points": "1, 2"}, "that never rise"),
        ({"name": ""}, "Give the league a name"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_sentence(
    wrong: dict[str, str], sentence: str, league: League, client: Client
) -> None:
    usual = {
        "name": "W",
        "count_by": "total",
        "missed": "unranked",
        "place_points": "5, 3",
        "best": "",
    }
    assert sentence in said(client.post(f"/league/{league.slug}/settings/", usual | wrong))
    assert fresh(league).name == "Winter League"


def test_evenings_come_in_and_go_and_only_ones_own_are_offered(
    league: League, client: Client
) -> None:
    user = league.organisers.get().user
    mine, foreign = new_event(name="Mine"), new_event(name="Foreign")
    official(foreign, Role.ORGANISER, "somebody else")
    mine.officials.create(user=user, role=Role.ORGANISER)
    page = said(client.get(f"/league/{league.slug}/evenings/"))
    assert "Mine" in page
    assert "Foreign" not in page
    refused = client.post(f"/league/{league.slug}/evenings/", {"event": foreign.pk})
    assert "Choose one of the evenings you organise" in said(refused)
    client.post(f"/league/{league.slug}/evenings/", {"event": mine.pk})
    assert league.evenings.count() == 3
    client.post(f"/league/{league.slug}/evenings/{mine.slug}/remove/")
    assert client.post(f"/league/{league.slug}/evenings/{mine.slug}/remove/").status_code == 404
    assert league.evenings.count() == 2


def test_an_organiser_sets_a_league_up_hands_it_on_and_removes_it(
    client: Client, league: League
) -> None:
    client.post("/leagues/", {"name": "Summer", "key": "one"})
    client.post("/leagues/", {"name": "Summer", "key": "one"})
    made = League.objects.get(name="Summer")
    assert "Summer" in said(client.get("/leagues/"))
    second = official(league.evenings.all()[0].event, Role.ORGANISER, "second")
    client.post(f"/league/{league.slug}/organisers/", {"name": "second"})
    own = league.organisers.exclude(user=second).get()
    client.post(f"/league/{league.slug}/organisers/{own.pk}/remove/")
    assert client.get(f"/league/{league.slug}/").status_code == 404
    client.post(f"/league/{made.slug}/remove/")
    assert list(League.objects.all()) == [league]


def test_who_organises_nothing_sets_no_league_up_and_sees_none(league: League) -> None:
    event = league.evenings.all()[0].event
    umpire = Client()
    umpire.force_login(official(event, Role.HEAD_UMPIRE))
    assert "organises an evening" in said(umpire.post("/leagues/", {"name": "Mine"}))
    assert umpire.get(f"/league/{league.slug}/").status_code == 404
    assert Client().get(f"/league/{league.slug}/").status_code == 302
    assert League.objects.count() == 1


def test_a_guest_who_chose_not_to_be_named_is_not_named_on_the_public_page(league: League) -> None:
    change_league(league, {"public": True}, sign())
    for one in league.evenings.all():
        following(one.event)
    Guest.objects.filter(name="Cat Bobbin").update(unnamed=True)
    page = said(Client().get(f"/league/{league.slug}/standing/"))
    assert "Cat Bobbin" not in page
    assert "Badge 3" in page


def test_the_page_asks_few_queries_however_many_people(
    league: League, client: Client, django_assert_max_num_queries: object
) -> None:
    spring, summer = (evening.event for evening in league.evenings.all())
    link_guests(league, [(guest(spring, "Ann Thimble"), guest(summer, "Ann Thimble"))], sign())
    league_board(fresh(league))
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        league_board(fresh(league))
