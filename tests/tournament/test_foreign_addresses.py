"""Where the site may lead, under which name it answers, in what frame, and what its cookies and
headers say.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import new_event, official
from tournament.models import Role

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "a long pass phrase 7"
ELSEWHERE = (
    "//evil.example",
    "///evil.example/",
    "https://evil.example/",
    "https:evil.example",
    "https:///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "data:text/html,x",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
)


@pytest.mark.promise("No address that was slipped in leads to another site", faults=(25,))
@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_log_in_or_a_ruling_never_leads_to_another_site(where: str) -> None:
    event = new_event()
    official(event, Role.ORGANISER, "organiser")
    client = Client()
    sent = {"username": "organiser", "password": PASSWORD, "next": where}
    for answer in (
        client.post(reverse("login"), sent),
        client.post(f"{reverse('make_ruling', args=[event.slug])}", {"page": where}),
        client.post(f"{reverse('logout')}?next={where}", {"next": where}),
    ):
        assert answer.status_code == 302
        assert re.match(r"/($|[^/\\\t])", answer.headers["Location"]), answer.headers["Location"]
        assert "evil" not in answer.headers["Location"]


@pytest.mark.control("test_a_log_in_or_a_ruling_never_leads_to_another_site")
def test_an_address_of_this_site_is_followed() -> None:
    event = new_event()
    official(event, Role.ORGANISER, "organiser")
    sent = {
        "username": "organiser",
        "password": PASSWORD,
        "next": reverse("cut", args=[event.slug]),
    }
    assert Client().post(reverse("login"), sent).headers["Location"] == reverse(
        "cut", args=[event.slug]
    )


@pytest.mark.promise("Under a name that is not its own the site answers nothing", faults=(25,))
def test_a_foreign_host_header_is_refused_everywhere() -> None:
    event = new_event()
    addresses = [
        reverse(name)
        for name in ("start", "login", "short_address", "hall", "pad_state", "admin:index")
    ]
    addresses += [reverse(name, args=[event.slug]) for name in ("board", "finder", "evening")]
    for host in (
        "evil.example",
        "testserver.evil.example",
        "testserver:80@evil.example",
        "evil.example:8000",
        "",
    ):
        met = {
            address: Client(SERVER_NAME="evil.example")
            .get(address, headers={"host": host})
            .status_code
            for address in addresses
        }
        assert set(met.values()) == {400}, (host, met)
    shown = Client().get(reverse("hall"), headers={"x-forwarded-host": "evil.example"})
    assert (shown.status_code, b"evil" in shown.content) == (200, False)


@pytest.mark.promise(
    "Every answer forbids frames and code that is not a file of this site", faults=(19, 25)
)
def test_every_answer_says_what_a_browser_may_do_with_it() -> None:
    event = new_event()
    for where in (
        "/",
        "/login/",
        "/no-such-page/",
        reverse("board", args=[event.slug]),
        "/pad/state",
        "/administration/",
    ):
        headers = Client().get(where).headers
        said = dict(
            part.strip().split(" ", 1)
            for part in headers["Content-Security-Policy"].split(";")
            if " " in part.strip()
        )
        assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == (
            "DENY",
            "nosniff",
        )
        assert (said["default-src"], said["frame-ancestors"], said["object-src"]) == (
            "'self'",
            "'none'",
            "'none'",
        )
        assert (said["base-uri"], said["form-action"]) == ("'none'", "'self'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert (headers["Referrer-Policy"], "Access-Control-Allow-Origin" in headers) == (
            "same-origin",
            False,
        )
    asset = Client().get("/static/tournament/parts/follow.js")
    asset.close()
    assert (asset.status_code, "Access-Control-Allow-Origin" in asset.headers) == (200, False)


def test_cookies_are_of_this_site_alone_and_behind_https_of_this_host() -> None:
    event = new_event()
    official(event, Role.ORGANISER, "organiser")
    client = Client()
    client.post(reverse("login"), {"username": "organiser", "password": PASSWORD})
    for name in ("sessionid", "known"):
        assert (client.cookies[name]["httponly"], client.cookies[name]["samesite"]) == (True, "Lax")
    said = settings_with(
        "HTTPS",
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
        "SEEN_COOKIE_NAME",
        "SESSION_COOKIE_SECURE",
    )
    assert said == "__Host-sessionid __Host-csrftoken __Host-seen True"


def settings_with(switch: str, *names: str) -> str:
    """What some settings are with a switch on, each in a server of its own."""
    asked = (
        "from tournament import settings as s; print(*(getattr(s, n) for n in " + repr(names) + "))"
    )
    return run({switch: "1"}, "-c", asked).stdout.strip()


def run(more: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Python with these words and a database of no evening."""
    variables = (
        os.environ
        | {"DATABASE_URL": "sqlite:////dev/null/none", "SECRET_KEY": os.urandom(40).hex()}
        | more
    )
    command = [sys.executable, *words]
    return subprocess.run(
        command, env=variables, cwd=ROOT, capture_output=True, text=True, check=True
    )


NEXT = "the next settings"
CHECKED = f"""
import json, os, sys
import django
from django.conf import settings
from django.core.management import call_command
from django.utils.functional import empty

os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
for number, switches in enumerate(json.loads(sys.argv[1])):
    for name in ("HTTPS", "DEBUG"):
        os.environ.pop(name, None)
    os.environ.update(switches)
    if number:
        print("{NEXT}", file=sys.stderr)
        del sys.modules["tournament.settings"]
        settings.__dict__.clear()
        settings._wrapped = empty
    else:
        django.setup()
    call_command("check", deploy=True)
"""
"""The check of `manage.py check --deploy` under one environment after another, whose settings are
read anew: to start a program for each took longer than all of them.
"""


@pytest.mark.promise(
    "Behind HTTPS Django finds nothing to warn of; on plain HTTP it is told what is lost",
    faults=(25,),
)
def test_the_deployment_check_is_clean_but_for_an_old_sqlite() -> None:
    switches: list[dict[str, str]] = [{"HTTPS": "1"}, {}, {"HTTPS": "1", "DEBUG": "1"}]
    said = run({}, "-c", CHECKED, json.dumps(switches)).stderr.split(NEXT)
    found = [set(re.findall(r"\(([a-z_]+\.[A-Z]\d+)\)", one)) for one in said]
    assert found == [set(), {"tournament.I001"}, {"security.W018"}]
