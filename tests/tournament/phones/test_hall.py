"""Whether phones reach the laptop: what it shows, and what a phone sees that has come through."""

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from tournament.models import CountKind, DayCount

pytestmark = pytest.mark.django_db
HALL = "http://192.168.8.20:8000"


def counted() -> int:
    """How many times a phone came today."""
    return sum(DayCount.objects.filter(kind=CountKind.REACHED).values_list("count", flat=True))


@override_settings(BASE_URL=HALL, ALLOWED_HOSTS=["192.168.8.20"])
def test_the_laptop_says_when_a_phone_has_come() -> None:
    caches["limits"].clear()
    laptop, phone = Client(REMOTE_ADDR="127.0.0.1"), Client(REMOTE_ADDR="192.168.8.31")
    before = laptop.get("/hall/", headers={"host": "192.168.8.20:8000"}).content.decode()
    assert HALL in before
    assert "No phone has reached it yet today" in before
    laptop.get("/hall/reached/", headers={"host": "127.0.0.1:8000"})
    assert counted() == 0
    seen = phone.get("/hall/reached/", headers={"host": "192.168.8.20:8000"})
    assert not seen.cookies
    assert "192.168.8.20:8000" in seen.content.decode()
    after = laptop.get("/hall/", headers={"host": "192.168.8.20:8000"}).content.decode()
    assert "No phone has reached it yet today" not in after
    assert "keeps phones apart" in after


@override_settings(BASE_URL="http://127.0.0.1:8000")
def test_a_server_that_only_this_machine_reaches_says_so() -> None:
    assert "Only this computer can open it" in Client().get("/hall/").content.decode()


@override_settings(BASE_URL=HALL)
def test_whoever_calls_again_and_again_writes_no_more_than_a_few_times() -> None:
    caches["limits"].clear()
    phone = Client(REMOTE_ADDR="192.168.8.31")
    for _ in range(40):
        assert phone.get("/hall/reached/").status_code == 200
    assert counted() == 30
