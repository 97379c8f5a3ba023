"""Mails are sent from the page through a mail server, each guest’s at most once whatever breaks
off; who was not reached is listed, and the password is kept nowhere.
"""

import json
import logging
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.archive.post_office import PASSWORD, Box, post_office
from tests.tournament.archive.test_closing_pack import over
from tests.tournament.ending import signed_in
from tests.tournament.evening import seated_event, sign
from tests.tournament.event.test_names import rows
from tests.tournament.hostile import NAMES
from tournament.archive import acts_mails
from tournament.archive.acts_mails import (
    note_arrived,
    note_returned,
    opened,
    send_mails,
    send_test,
    server_of,
    set_mail_server,
)
from tournament.archive.export import archive
from tournament.archive.mails import ON_THE_WAY, RESULTS, SEATS, mails
from tournament.event.acts_names import wipe_names
from tournament.models import Event, Guest, LedgerEntry, MailServer, MailState, SentMail
from tournament.refusal import Refused
from tournament.site.logs import JsonLines
from tournament.site.progress import PROGRESS

pytestmark = pytest.mark.django_db
SENDER = "olive@lastcard.example"


@pytest.fixture
def box(settings: Any) -> Iterator[Box]:
    with post_office() as office:
        settings.MAIL_PORTS = [office.port]
        yield office


@pytest.fixture
def event(box: Box) -> Event:
    """Four of five guests have an address, and the evening a mail server."""
    made = seated_event(5)
    addressed(made)
    set_mail_server(made, fields(box), sign())
    return made


def addressed(event: Event) -> None:
    for badge in range(1, 5):
        Guest.objects.filter(event=event, badge=badge).update(email=f"g{badge}@example.org")


def fields(box: Box, **other: object) -> dict[str, object]:
    told = {"host": "127.0.0.1", "port": box.port, "security": "none", "user": "olive"}
    return {**told, "sender": SENDER, "sender_name": "Olive Organiser", **other}


def sent(event: Event, kind: str = SEATS, **said: Any) -> list[str]:
    """Everybody who was named while the mails went."""
    going = send_mails(event, kind, mails(event, kind), PASSWORD, sign(), **said)
    return [name for _number, _of, name in going]


def states(event: Event) -> list[str]:
    return list(event.sent_mails.order_by("guest__badge").values_list("state", flat=True))


def told(client: Client, event: Event, **said: str) -> list[str]:
    """The lines that the page is told."""
    where = reverse("send_mails", args=[event.slug, SEATS])
    answer = client.post(where, said, headers={"Accept": PROGRESS})
    return b"".join(answer).decode().splitlines()


def test_an_organiser_sets_the_server_up_tests_it_and_sends_to_everybody_once(
    box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    event = seated_event(5, charity="the City Appeal")
    addressed(event)
    client, where = signed_in(event), reverse("mailing", args=[event.slug, SEATS])
    assert "Say first which mail server" in client.get(where).content.decode()
    client.post(where, fields(box))
    assert "To Guest 2, g2@example.org" in client.get(f"{where}?badge=2").content.decode()
    assert told(client, event, password=PASSWORD, test="1") == [
        f"done A test mail went to {SENDER}: look at it there."
    ]
    assert box.addresses == [SENDER]
    assert told(client, event, password=PASSWORD, send="1") == [
        *[f"{number}/4 Guest {number}" for number in range(1, 5)],
        "done 4 guests have the mail.",
    ]
    assert told(client, event, password=PASSWORD, send="1") == [
        "refused There is no mail to send: every guest with an address has theirs."
    ]
    assert box.addresses[1:] == [f"g{badge}@example.org" for badge in range(1, 5)]
    one = message_from_bytes(box.mails[1][1], policy=default)
    (meant, *_others) = mails(event, SEATS)
    assert (one["From"], one["To"]) == (f"Olive Organiser <{SENDER}>", "g1@example.org")
    assert (one["Subject"], one.get_content().replace("\r\n", "\n")) == (meant.subject, meant.text)
    assert box.passwords == [PASSWORD] * 2
    entry = LedgerEntry.objects.get(event=event, kind="send_mails")
    assert entry.body == {"mails": "seats", "guests": ["P001", "P002", "P003", "P004"]}
    lines = [JsonLines().format(record) for record in caplog.records]
    kept = json.dumps(archive(event)) + "".join(value for _table, value in rows()) + "".join(lines)
    assert [word for word in (PASSWORD, "olive") if word in kept] == ["olive"]


def test_a_broken_connection_leaves_no_guest_with_two_mails_and_none_forgotten(
    event: Event, box: Box
) -> None:
    box.breaks_after = 2
    with pytest.raises(Refused, match=r"2 mails done, then .* connection"):
        sent(event)
    assert states(event) == [MailState.SENT, MailState.SENT, MailState.GOING]
    box.breaks_after = 10
    assert sent(event) == ["Guest 4"]
    page = signed_in(event).get(reverse("mailing", args=[event.slug, SEATS])).content.decode()
    assert "interrupted" in page
    assert "who may have it already: 1" in page
    assert box.addresses == [f"g{badge}@example.org" for badge in (1, 2, 3, 4)]
    assert sent(event, again=["broken"]) == ["Guest 3"]
    assert set(states(event)) == {MailState.SENT}


def test_a_stop_in_the_middle_of_a_mail_is_not_taken_for_a_mail_that_never_went(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_said: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(acts_mails, "_noted", killed)
        with pytest.raises(KeyboardInterrupt):
            sent(event)
    assert states(event) == [MailState.GOING]
    assert sent(event) == ["Guest 2", "Guest 3", "Guest 4"]
    with pytest.raises(Refused, match="no mail to send"):
        sent(event, again=["broken"])
    SentMail.objects.update(at=timezone.now() - 2 * ON_THE_WAY)
    assert sent(event, again=["broken"]) == ["Guest 1"]


def both_at_once(event: Event) -> None:
    """Two officials press at the same time: each mail is told to both before either sends it."""
    found = mails(event, SEATS)
    one, other = (send_mails(event, SEATS, found, PASSWORD, sign()) for _ in range(2))
    for _pair in zip(one, other, strict=True):
        pass


@pytest.mark.promise("No guest gets the same mail twice, whoever presses and whatever breaks off")
def test_two_who_send_at_once_send_each_mail_once(event: Event, box: Box) -> None:
    both_at_once(event)
    assert sorted(box.addresses) == [f"g{badge}@example.org" for badge in range(1, 5)]


@pytest.mark.control("test_two_who_send_at_once_send_each_mail_once")
def test_without_the_row_before_the_mail_each_would_go_twice(
    event: Event, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts_mails, "_claimed", lambda *_said: True)
    both_at_once(event)
    assert len(box.addresses) == 8


def test_who_is_refused_is_listed_and_waits_for_another_address(event: Event, box: Box) -> None:
    box.answers = {"g1@": "550 5.1.1 no such mailbox", "g2@": "450 4.2.1 full, try later"}
    sent(event)
    refused, later, *_sent = event.sent_mails.order_by("guest__badge")
    assert (refused.state, refused.said) == (MailState.REFUSED, "550 5.1.1 no such mailbox")
    assert later.state == MailState.LATER
    page = signed_in(event).get(reverse("mailing", args=[event.slug, SEATS])).content.decode()
    assert "g1@example.org: refused. 550 5.1.1 no such mailbox" in page
    box.answers = {}
    assert sent(event) == ["Guest 2"]
    Guest.objects.filter(event=event, badge=1).update(email="new@example.org")
    assert sent(event) == ["Guest 1"]
    assert box.addresses[-1] == "new@example.org"


@pytest.mark.parametrize(
    ("answer", "words", "left"),
    [
        ("421 too many, come again", "0 mails done", [MailState.LATER]),
        ("550 log in first", "0 mails done", [MailState.REFUSED] * 4),
    ],
)
def test_a_server_that_takes_nothing_is_not_asked_for_everybody(
    event: Event,
    box: Box,
    answer: str,
    words: str,
    left: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acts_mails, "REFUSALS", 4)
    Guest.objects.filter(event=event, badge=5).update(email="g5@example.org")
    box.answers = {"@": answer}
    with pytest.raises(Refused, match=words):
        sent(event)
    assert states(event) == left


def test_a_mail_that_says_something_new_goes_again_only_where_that_is_wished(
    event: Event, box: Box
) -> None:
    sent(event)
    Guest.objects.filter(event=event, badge=1).update(name="Ann Carver", sort_name="Carver, Ann")
    with pytest.raises(Refused, match="no mail to send"):
        sent(event)
    assert sent(event, again=["changed"]) == ["Ann Carver"]
    ids = [message_from_bytes(mail)["Message-ID"] for _to, mail in box.mails]
    assert len(set(ids)) == 5


def test_mails_that_came_back_are_found_in_what_is_pasted(event: Event) -> None:
    sent(event)
    pasted = f"Undelivered to <G2@example.org>; nobody@example.org. Reply to {SENDER}."
    assert note_returned(event, pasted, sign()) == 1
    back = event.sent_mails.get(state=MailState.RETURNED)
    assert back.guest.badge == 2
    client, where = signed_in(event), reverse("mail_returned", args=[event.slug, SEATS])
    client.post(where, {"arrived": str(back.pk)})
    assert set(states(event)) == {MailState.SENT}
    with pytest.raises(Refused, match="not noted"):
        note_arrived(event, back.pk, sign())
    answer = client.post(where, {"pasted": "nothing in it"}, follow=True)
    assert "No mail was sent to an address in it" in answer.content.decode()


def test_what_cannot_be_reached_or_entered_is_said_in_a_sentence(event: Event, box: Box) -> None:
    wrong: tuple[tuple[dict[str, object], str, str], ...] = (
        ({}, "not it", "does not take this user name and password"),
        ({}, "", "type the mail password of olive"),
        ({}, "pässword", "plain letters alone"),
        ({"security": "starttls"}, PASSWORD, "does not offer this encryption"),
        ({"security": "tls"}, PASSWORD, "could not be reached safely"),
        ({"port": 1}, PASSWORD, "does not answer as a mail server"),
        ({"host": "nowhere.invalid"}, PASSWORD, "does not answer as a mail server"),
    )
    for other, password, words in wrong:
        set_mail_server(event, fields(box, **other), sign())
        with pytest.raises(Refused, match=words):
            opened(server_of(event), password)
    set_mail_server(event, fields(box), sign())
    box.answers = {SENDER: "550 not here"}
    with pytest.raises(Refused, match=r"did not take the test mail\. 550 not here"):
        send_test(event, mails(event, SEATS)[0], PASSWORD)
    set_mail_server(event, None, sign())
    with pytest.raises(Refused, match="Say first which mail server"):
        sent(event)
    assert (box.mails, event.sent_mails.count()) == ([], 0)
    assert not LedgerEntry.objects.filter(event=event, kind="send_mails").exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"host": "https://smtp.example.org"}, "Give the name alone"),
        ({"host": ""}, "Give the name of the mail server"),
        ({"port": "22"}, "Select a valid choice"),
        ({"sender": "no address"}, "Enter a valid email address"),
        ({"sender": "olive@exämple.org"}, "plain letters, without accents"),
        ({"user": "a\u202eb"}, "cannot be seen"),
    ],
)
def test_a_mail_server_that_cannot_be_is_refused_field_by_field(
    box: Box, wrong: dict[str, object], words: str
) -> None:
    event = seated_event(5)
    where = reverse("mailing", args=[event.slug, SEATS])
    answer = signed_in(event).post(where, fields(box, **wrong))
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert not MailServer.objects.exists()


def test_results_wait_for_the_end_and_a_rehearsal_sends_nothing(event: Event, box: Box) -> None:
    with pytest.raises(Refused, match="once the evening is over"):
        list(send_mails(event, RESULTS, mails(event, SEATS), PASSWORD, sign()))
    where = reverse("send_mails", args=[event.slug, RESULTS])
    page = signed_in(event).post(where, {"send": "1"}, follow=True).content.decode()
    assert "once the evening is over" in page
    event.is_rehearsal = True
    with pytest.raises(Refused, match="rehearsal"):
        sent(event)
    done = over(name="Done")
    addressed(done)
    set_mail_server(done, fields(box), sign())
    assert len(sent(done, RESULTS)) == 4
    done.refresh_from_db()
    wipe_names(done, sign(at=timezone.now().replace(year=2030)), text=done.name)
    assert (done.sent_mails.count(), MailServer.objects.filter(event=done).count()) == (0, 0)


def test_no_name_makes_a_heading_or_another_receiver_of_a_mail_that_is_sent(
    event: Event, box: Box
) -> None:
    hostile = (*NAMES, "Ann\r\nBcc: all@example.org")
    for number, name in enumerate(hostile):
        Guest.objects.filter(event=event, badge=1).update(name=name, sort_name=name)
        event.name = name
        found = [one for one in mails(event, SEATS) if one.badge == 1]
        MailServer.objects.filter(event=event).update(sender_name=name[:80])
        list(send_mails(event, SEATS, found, PASSWORD, sign(), again=["changed"]))
        to, mail = box.mails[-1]
        one = message_from_bytes(mail, policy=default)
        assert (to, one["To"], one["Bcc"]) == ("g1@example.org", "g1@example.org", None), number
        assert [address.addr_spec for address in one["From"].addresses] == [SENDER]
