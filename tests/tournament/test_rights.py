"""No chain of acts over several evenings lets anybody do more than before: what counts is whose
password they learn.

A plotter and whoever else's password they learn send every form of accounts, evenings and leagues
there is, in any order; everybody else just answers what they are asked, and even accepts it.
Afterwards the accounts that the plotter can log in to may do no more at the evenings of others, at
leagues and as administrators than they could before.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.messages import ERROR, WARNING, get_messages
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.second_rank import by_rank
from tests.tournament.evening import new_event, official, sign
from tests.tournament.phones.phones import OWN
from tournament.event import acts_officials
from tournament.event.acts import appoint
from tournament.leagues.acts import add_evening, create_league
from tournament.models import AccountOrigin, Event, League, LeagueOrganiser, Official, Role

pytestmark = pytest.mark.django_db
RANK = {
    str(Role.ANNOUNCER): 1,
    str(Role.UMPIRE): 1,
    str(Role.HEAD_UMPIRE): 2,
    str(Role.ORGANISER): 3,
}
PHRASE = re.compile(r"<dt>Name</dt><dd><b>([^<]+)</b>.*?<code>([a-z-]{20})</code>", re.DOTALL)
FEW, CHAINS, LENGTH = 2, 12, 30


@dataclass
class House:
    """Two evenings of others, a league, an administrator without an office; and what a plotter has
    learnt.
    """

    rng: Random
    clients: dict[str, Client] = field(default_factory=dict)
    learnt: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        spring, autumn = new_event(name="Spring"), new_event(name="Autumn")
        official(spring, Role.ORGANISER, "anna")
        ben = official(autumn, Role.ORGANISER, "ben")
        for event, role, name in (
            (spring, Role.UMPIRE, "uma"),
            (spring, Role.HEAD_UMPIRE, "hilda"),
            (autumn, Role.UMPIRE, "una"),
            (autumn, Role.ORGANISER, "olga"),
            (spring, Role.ORGANISER, "oscar"),
        ):
            AccountOrigin.objects.create(user=official(event, role, name), event=event)
        appoint(autumn, User.objects.get(username="oscar"), Role.UMPIRE)
        User.objects.create_superuser("root", password="a long pass phrase 7")
        User.objects.create_user("staff", password="a long pass phrase 7", is_staff=True)
        lea = User.objects.create_user("lea", password="a long pass phrase 7")
        winter = create_league("Winter", ben, sign())
        add_evening(winter, autumn, ben, sign())
        LeagueOrganiser.objects.create(league=winter, user=lea)
        AccountOrigin.objects.create(user=lea, event=spring)

    def client(self, name: str) -> Client:
        """The browser of an account."""
        if name not in self.clients:
            self.clients[name] = Client()
            self.clients[name].force_login(User.objects.get(username=name))
        return self.clients[name]

    def post(self, who: str, route: str, sent: Mapping[str, Any], **names: Any) -> None:
        """Send a form; a password that the answer shows is learnt, and with it the account. A route
        that took one is noted.
        """
        answer = self.client(who).post(reverse(route, kwargs=names), sent, headers={"origin": OWN})
        shown = unescape(answer.content.decode())
        levels = {message.level for message in get_messages(answer.wsgi_request)}
        if answer.status_code == 302 and not levels & {ERROR, WARNING}:
            self.taken.add(route)
        for name, phrase in PHRASE.findall(shown):
            self.taken.add(route)
            assert User.objects.get(username=name).check_password(phrase)
            self.learnt.add(name)
            self.clients.pop(name, None)

    def run(self, length: int) -> None:
        """So many acts: mostly of the plotter's accounts, now and then an
        answer of somebody else.
        """
        for _act in range(length):
            who = self.rng.choice(sorted(self.learnt))
            self.rng.choice(MOVES)(self, who)
            for asked in list(User.objects.filter(appointments__isnull=False).distinct()):
                if self.rng.random() < 0.3:
                    self.accept(asked.username)

    def accept(self, name: str) -> None:
        """Whoever is asked to serve accepts."""
        for appointment in User.objects.get(username=name).appointments.all():
            self.post(
                name, "answer_appointment", {"appointment": str(appointment.pk), "answer": "yes"}
            )

    def start(self, who: str) -> None:
        """An evening of one's own."""
        self.post(who, "new_event", {"name": f"Own {next(self.numbers)}", "date": "2027-05-01"})

    def appoint(self, who: str) -> None:
        """An office for anybody, known or new."""
        name = self.rng.choice(
            [*User.objects.values_list("username", flat=True), f"new {next(self.numbers)}"]
        )
        self.post(
            who,
            "officials",
            {"name": name, "role": self.rng.choice(sorted(RANK))},
            slug=self._event(who),
        )

    def renew(self, who: str) -> None:
        """A new password for any official of any evening."""
        for one in Official.objects.select_related("event"):
            self.post(who, "renew_password", {}, slug=one.event.slug, pk=one.pk)

    def remove(self, who: str) -> None:
        """An office taken from somebody."""
        one = self.rng.choice(list(Official.objects.select_related("event")))
        self.post(who, "remove_official", {}, slug=one.event.slug, pk=one.pk)

    def copy(self, who: str) -> None:
        """An evening started as the copy of any other, with all of its officials."""
        event = self.rng.choice(list(Event.objects.all()))
        serving = [str(pk) for pk in event.officials.values_list("pk", flat=True)]
        sent = {"name": f"Copy {next(self.numbers)}", "date": "2028-05-01", "officials": serving}
        self.post(who, "copy_event", sent, slug=event.slug)

    def league(self, who: str) -> None:
        """A league, an evening for it, and somebody to run it."""
        self.post(who, "leagues", {"name": f"League {next(self.numbers)}"})
        newest = {"event": str(Event.objects.latest("pk").pk)}
        for league in ("winter", str(League.objects.latest("pk").slug)):
            self.post(who, "league_organisers", {"name": who}, league=league)
            self.post(who, "league_evenings", newest, league=league)
            self.post(who, "league_organisers", {"name": "anna"}, league=league)

    def _event(self, who: str) -> str:
        mine = Event.objects.filter(officials__user__username=who, officials__role=Role.ORGANISER)
        return str(self.rng.choice(list(mine) or list(Event.objects.all())).slug)


MOVES: tuple[Callable[[House, str], None], ...] = (
    House.start,
    House.appoint,
    House.appoint,
    House.renew,
    House.renew,
    House.remove,
    House.copy,
    House.league,
)


def rights(names: set[str], evenings: set[str]) -> dict[str, int]:
    """The most that these accounts together may do at each of these evenings, at leagues, and as
    administrators.
    """
    found = {f"evening {slug}": 0 for slug in evenings} | {"leagues": 0, "administration": 0}
    for office in Official.objects.filter(
        user__username__in=names, event__slug__in=evenings
    ).select_related("event"):
        found[f"evening {office.event.slug}"] = max(
            found[f"evening {office.event.slug}"], RANK[office.role]
        )
    others = LeagueOrganiser.objects.filter(user__username__in=names, league__slug="winter")
    accounts = User.objects.filter(username__in=names)
    found["leagues"] = others.count()
    found["administration"] = (
        accounts.filter(is_superuser=True).count() + accounts.filter(is_staff=True).count()
    )
    return found


def risen(plotter: str, seed: int) -> set[str]:
    """Where a chain of acts let the plotter do more than before; afterwards all is as if it had not
    been.
    """
    before = transaction.savepoint()
    try:
        return _risen(plotter, seed)
    finally:
        transaction.savepoint_rollback(before)


def _risen(plotter: str, seed: int) -> set[str]:
    house = House(Random(seed))
    house.learnt.add(plotter)
    evenings = set(Event.objects.values_list("slug", flat=True))
    if RANK[str(Role.ORGANISER)] in rights({plotter}, evenings).values():
        # Whom an organiser may give a new password to, they may act for: that is no rise.
        made = {"anna": {"uma", "hilda"}, "olga": {"una"}}[plotter]
        before = rights({plotter, *made}, evenings)
    else:
        before = rights({plotter}, evenings)
    house.run(LENGTH)
    after = rights(house.learnt, evenings)
    return {what for what in after if after[what] > before[what]}


@pytest.fixture(autouse=True)
def _whoever_likes_starts_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The widest setting there is."""
    monkeypatch.setattr(settings, "NEW_EVENINGS", "accounts")


@pytest.mark.promise(
    "No chain of acts over several evenings lets an account do more than it could", faults=(16,)
)
@pytest.mark.parametrize(
    "plotter", by_rank(("uma", "hilda", "anna", "olga", "staff"), ("hilda", "olga"))
)
def test_no_chain_of_acts_over_several_evenings_raises_anybodys_rights(plotter: str) -> None:
    assert {seed: found for seed in range(FEW) if (found := risen(plotter, seed))} == {}


@pytest.mark.torture
@pytest.mark.parametrize("plotter", ["uma", "hilda", "anna", "olga", "staff"])
def test_no_chain_of_many_raises_anybodys_rights(plotter: str) -> None:
    assert {seed: found for seed in range(CHAINS) if (found := risen(plotter, seed))} == {}


@pytest.mark.control("test_no_chain_of_acts_over_several_evenings_raises_anybodys_rights")
def test_passwords_renewed_for_whoever_serves_nowhere_else_would_make_an_umpire_administrator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def only_offices(user: User, runs: Collection[int]) -> bool:
        return not user.offices.exclude(event__in=runs).exists()

    monkeypatch.setattr(acts_officials, "may_renew", only_offices)
    monkeypatch.setattr(
        acts_officials, "ask_to_serve", lambda event, user, role, _by: appoint(event, user, role)
    )
    met: set[str] = set()
    for seed in range(CHAINS):
        met |= risen("uma", seed)
        if "administration" in met:
            break
    assert "administration" in met


ROUTES = {
    *("new_event", "officials", "renew_password", "remove_official", "copy_event"),
    *("leagues", "league_organisers", "league_evenings", "answer_appointment"),
}
"""Every route that the moves of a chain send something to."""


def test_every_kind_of_act_of_a_chain_is_taken_at_least_once() -> None:
    """A move that no page ever takes would prove nothing of it."""
    taken: set[str] = set()
    for seed in range(CHAINS):
        before = transaction.savepoint()
        house = House(Random(seed))
        house.learnt.add("anna")
        house.run(LENGTH)
        transaction.savepoint_rollback(before)
        taken |= house.taken
        if taken >= ROUTES:
            break
    assert ROUTES - taken == set()


def test_the_chain_that_once_made_an_umpire_administrator_ends_at_its_third_step() -> None:
    house = House(Random(0))
    house.learnt.add("uma")
    house.start("uma")
    own = Event.objects.latest("pk")
    house.post("uma", "officials", {"name": "root", "role": "umpire"}, slug=own.slug)
    assert (own.officials.count(), own.appointments.get().user.username) == (1, "root")
    house.accept("root")
    root = own.officials.get(user__username="root")
    house.post("uma", "renew_password", {}, slug=own.slug, pk=root.pk)
    assert house.learnt == {"uma"}
    assert User.objects.get(username="root").check_password("a long pass phrase 7")


@pytest.mark.parametrize(
    ("name", "renewed"),
    [("hilda", True), ("oscar", False), ("lea", False), ("root", False), ("ben", False)],
)
def test_an_organiser_renews_passwords_of_accounts_made_at_their_own_evenings_alone(
    name: str, renewed: bool
) -> None:
    house = House(Random(0))
    spring = Event.objects.get(name="Spring")
    user = User.objects.get(username=name)
    office = spring.officials.filter(user=user).first() or appoint(spring, user, Role.UMPIRE)
    house.post("anna", "renew_password", {}, slug=spring.slug, pk=office.pk)
    assert ((name in house.learnt), User.objects.get(username=name).password != user.password) == (
        renewed,
        renewed,
    )
    page = unescape(house.client("anna").get(f"/e/{spring.slug}/officials/").content.decode())
    assert (f"officials/{office.pk}/password/" in page) is renewed


def test_a_new_password_takes_back_what_other_evenings_ask_of_the_account() -> None:
    house = House(Random(0))
    spring, autumn = Event.objects.get(name="Spring"), Event.objects.get(name="Autumn")
    house.post("ben", "officials", {"name": "uma", "role": "organiser"}, slug=autumn.slug)
    assert User.objects.get(username="uma").appointments.count() == 1
    uma = spring.officials.get(user__username="uma")
    house.post("anna", "renew_password", {}, slug=spring.slug, pk=uma.pk)
    assert ("uma" in house.learnt, User.objects.get(username="uma").appointments.count()) == (
        True,
        0,
    )
