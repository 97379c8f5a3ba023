"""Mails are drafts for the organiser’s own mail program: one for each guest with an address, to
that guest alone, and no name or address makes a heading of its own.
"""

import email
import io
import zipfile
from email.message import EmailMessage
from email.policy import default

import pytest
from django.urls import reverse

from tests.tournament.archive.test_closing_pack import over
from tests.tournament.ending import signed_in
from tests.tournament.evening import seated_event, sign
from tests.tournament.formats import race_read_out
from tests.tournament.hostile import NAMES
from tournament.archive.mails import SEATS, drafted, mails
from tournament.models import Event, Guest
from tournament.steps.acts import close_evening

pytestmark = pytest.mark.django_db
HEADINGS = {"X-Unsent", "To", "Subject", "MIME-Version"}
HEADINGS |= {"Content-Type", "Content-Transfer-Encoding"}


def files(event: Event, kind: str) -> dict[str, bytes]:
    """The files of the mails of a kind, without their folder."""
    answer = signed_in(event).get(reverse("mails", args=[event.slug, kind]))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as pack:
        return {name.partition("/")[2]: pack.read(name) for name in pack.namelist()}


def opened(content: bytes) -> EmailMessage:
    """A mail as a mail program reads it."""
    made = email.message_from_bytes(content, policy=default)
    assert isinstance(made, EmailMessage)
    assert made.defects == []
    return made


def addressed(event: Event, badge: int, address: str, **fields: object) -> None:
    Guest.objects.filter(event=event, badge=badge).update(email=address, **fields)


def test_each_guest_with_an_address_has_a_mail_with_their_own_seats() -> None:
    event = seated_event(5, charity="the City Appeal")
    addressed(event, 2, "ann@example.org", name="Siân Carver", sort_name="Carver, Siân")
    addressed(event, 3, "no address")
    found = files(event, "seats")
    assert set(found) == {"002.eml", "merge.csv"}
    one = opened(found["002.eml"])
    assert (one["To"], one["From"], one["X-Unsent"]) == ("Siân Carver <ann@example.org>", None, "1")
    assert one["Subject"] == "Your seat: Test Evening"
    text = one.get_content()
    assert "Good evening, Siân," in text
    assert "Round 1: table 1, seat B." in text
    assert found["merge.csv"].decode("utf-8-sig").startswith("Badge,Name,E-mail,Subject,Text")


def test_a_mail_with_results_tells_the_round_won_and_no_play_off_where_there_is_none() -> None:
    event = race_read_out()
    close_evening(event, sign())
    for badge in (1, 2):
        addressed(event, badge, f"g{badge}@example.org")
    found = files(event, "results")
    texts = (opened(found[name]).get_content() for name in ("001.eml", "002.eml"))
    second, first = (text.splitlines()[4:] for text in texts)
    won = ["Your place: 1st of 5.", "At your table: won round 1."]
    assert first[-3:] == ["Your total: 1 point in 1 race.", *won]
    assert second[-2:] == ["Your total: 2 points in 1 race.", "Your place: 2nd of 5."]


def test_without_an_address_or_before_the_end_a_sentence_says_why_there_is_no_mail() -> None:
    event = seated_event(5)
    client = signed_in(event)
    for kind, words in (
        ("seats", "has an e-mail address"),
        ("results", "once the evening is over"),
    ):
        page = client.get(reverse("mails", args=[event.slug, kind]), follow=True).content.decode()
        assert words in page
    assert client.get(reverse("mails", args=[event.slug, "other"])).status_code == 404


def test_results_and_thanks_go_out_once_the_evening_is_over() -> None:
    event = over(charity="the City Appeal")
    addressed(event, 1, "one@example.org")
    text = opened(files(event, "results")["001.eml"]).get_content()
    assert "Thank you for playing." in text
    assert "of 5." in text
    assert "in aid of the City Appeal" in text


def test_no_name_makes_a_heading_or_another_receiver() -> None:
    event = seated_event(5)
    for name in (*NAMES, "Ann\r\nBcc: all@example.org", "Ann <x@evil.example>,"):
        addressed(event, 1, "ann@example.org", name=name, sort_name=name)
        event.name = name
        (made,) = mails(event, SEATS)
        one = opened(drafted(made))
        assert [address.addr_spec for address in one["To"].addresses] == ["ann@example.org"]
        assert set(one.keys()) == HEADINGS
