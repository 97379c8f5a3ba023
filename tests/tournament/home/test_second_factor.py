"""A second factor of one's own choice: set up, asked for from outside, lost, turned off."""

import io
import re
from base64 import b32decode
from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests.tournament.evening import new_event, official, sign
from tournament.event.acts_officials import add_official, renew_password
from tournament.models import Role
from tournament.site import second_factor

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase 7"
WHERE = "/account/second-factor/"


@pytest.fixture
def umpire() -> User:
    """Somebody who serves at an evening."""
    return official(new_event(), Role.UMPIRE, "Ursula")


def log_in(second: str | None = None, address: str = "10.0.0.7") -> tuple[Client, str]:
    """A browser after a try, and what it reads."""
    client = Client(REMOTE_ADDR=address)
    said = {"username": "Ursula", "password": PASSWORD}
    answer = client.post(
        "/login/", said if second is None else said | {"second": second}, follow=True
    )
    return client, unescape(answer.content.decode())


def inside(client: Client) -> bool:
    """Whether a page for accounts opens."""
    return client.get("/account/").status_code == 200


def figures(user: User, ago: int = 0) -> str:
    """What the phone shows, or showed some half minutes ago."""
    return shown_for(second_factor.typed_secret(TOTPDevice.objects.get(user=user)), ago)


def shown_for(secret: str, ago: int = 0) -> str:
    """What a phone shows that was told this secret."""
    key = b32decode(secret.replace(" ", ""))
    return f"{totp(key, drift=-ago):06d}"  # type: ignore[no-untyped-call]


def proposed(client: Client) -> dict[str, str]:
    """The secret that the page shows, and the seed that its form sends."""
    page = client.get(WHERE).content.decode()
    seed, secret = re.search(r'name="seed" value="(\w+)"', page), re.search(r"<code>(.*?)<", page)
    assert seed
    assert secret
    return {"seed": seed[1], "secret": secret[1]}


def turned_on(user: User) -> list[str]:
    """The recovery codes, after the owner set it up by the page."""
    client, _text = log_in()
    page = proposed(client)
    # Of the half minute before: the figures of this one are left for the log-in.
    sent = {"seed": page["seed"], "figures": shown_for(page["secret"], ago=1)}
    answer = client.post(WHERE, sent)
    codes = re.findall(r"<li><code>(\w+)</code>", answer.content.decode())
    assert (len(codes), len(set(codes))) == (10, 10)
    assert codes[0] not in client.get(WHERE).content.decode()
    return codes


def test_nobody_is_asked_for_what_nobody_set_up(umpire: User) -> None:
    assert 'name="second"' not in Client().get("/login/").content.decode()
    client, _page = log_in()
    client.get(WHERE)
    assert inside(log_in()[0]), "looking at the page turned nothing on"
    assert not TOTPDevice.objects.exists(), "and kept nothing"


@pytest.mark.promise("A log-in from outside takes the second factor where its owner set one up")
def test_who_set_it_up_comes_in_from_outside_with_the_figures_alone(umpire: User) -> None:
    turned_on(umpire)
    assert 'name="second"' in Client().get("/login/").content.decode()
    for second, words in ((None, second_factor.MISSING), ("000000", second_factor.WRONG)):
        client, page = log_in(second)
        assert (inside(client), words in page) == (False, True)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    shown = figures(umpire)
    assert inside(log_in(f" {shown[:3]} {shown[3:]}")[0])
    assert not inside(log_in(shown)[0]), "figures let nobody in twice"
    assert inside(log_in(address="127.0.0.1")[0]), "at the machine nobody is asked"


@pytest.mark.control(
    "test_who_set_it_up_comes_in_from_outside_with_the_figures_alone",
)
def test_a_log_in_that_asks_nobody_would_be_seen(
    umpire: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned_on(umpire)
    monkeypatch.setattr(second_factor, "has_one", lambda _user: False)
    assert inside(log_in()[0])


def test_each_recovery_code_lets_its_owner_in_once(umpire: User) -> None:
    code = turned_on(umpire)[3]
    client, _page = log_in(code.upper())
    assert inside(client)
    assert second_factor.recovery_codes_left(umpire) == 9
    assert not inside(log_in(code)[0])


def held() -> set[str]:
    """Every word of the rows of second factors."""
    return {
        str(value)
        for kind in (TOTPDevice, StaticToken)
        for row in kind.objects.values()
        for value in row.values()
    }


@pytest.mark.promise("What a copy of the database holds of a second factor lets nobody in")
def test_the_database_holds_neither_the_secret_nor_a_recovery_code(umpire: User) -> None:
    codes = turned_on(umpire)
    assert inside(log_in(figures(umpire))[0])
    secret = b32decode(second_factor.typed_secret(TOTPDevice.objects.get()).replace(" ", ""))
    assert not held() & {secret.hex(), *codes}
    for kept in sorted(held()):
        TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
        assert not inside(log_in(kept)[0])
    assert second_factor.recovery_codes_left(umpire) == 10


@pytest.mark.control("test_the_database_holds_neither_the_secret_nor_a_recovery_code")
def test_a_factor_of_earlier_days_holds_its_secret_and_still_lets_its_owner_in(
    umpire: User,
) -> None:
    earlier = TOTPDevice.objects.create(user=umpire, confirmed=True)
    spare = StaticDevice.objects.create(user=umpire)
    StaticToken.objects.create(device=spare, token="0123456789")
    assert earlier.key in held()
    assert inside(log_in(figures(umpire))[0])
    assert inside(log_in("0123456789")[0])


def test_other_figures_turn_nothing_on(umpire: User) -> None:
    client, _page = log_in()
    seed = proposed(client)["seed"]
    page = unescape(client.post(WHERE, {"figures": "x", "seed": seed}).content.decode())
    assert second_factor.WRONG_FIGURES in page
    assert f'value="{seed}"' in page, "the picture that was scanned is the same one"
    assert not TOTPDevice.objects.exists()
    assert not second_factor.has_one(umpire)


def off_by_owner(_user: User) -> None:
    """The owner turns it off."""
    log_in(address="127.0.0.1")[0].post(WHERE, {"off": "on"})


def off_by_command(_user: User) -> None:
    """Whoever keeps the server does."""
    said = io.StringIO()
    call_command("second_factor", "Ursula", "--off", stdout=said)
    assert said.getvalue() == "Ursula logs in with the password alone.\n"


@pytest.mark.parametrize("turn_off", [off_by_owner, off_by_command])
def test_it_is_turned_off(umpire: User, turn_off: Callable[[User], None]) -> None:
    turned_on(umpire)
    turn_off(umpire)
    assert inside(log_in()[0])
    assert second_factor.recovery_codes_left(umpire) == 0


def test_a_new_password_from_the_organiser_ends_it_since_the_phone_may_be_lost() -> None:
    event = new_event()
    olive = official(event, Role.ORGANISER, "Olive")
    added, _phrase = add_official(event, "Uma", Role.UMPIRE, sign())
    TOTPDevice.objects.create(user=added.user, confirmed=True)
    renew_password(event, added.pk, olive)
    assert not second_factor.has_one(added.user)


@pytest.mark.parametrize(("name", "words"), [("Nobody", "Nobody logs in as"), ("Ursula", "no sec")])
def test_the_command_says_whom_it_cannot_help(umpire: User, name: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("second_factor", name, "--off")
