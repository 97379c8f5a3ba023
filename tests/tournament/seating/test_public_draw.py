"""A draw in public, by its pages: the digest before the cards, and the file that repeats it."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from scoring.__main__ import main
from scoring.seating.public_draw import read
from tests.tournament.evening import add_guests, new_event, official, sign
from tournament.counting.seats import hall
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.seating.acts_draw import (
    draw_seating,
    drawn_in_public,
    publish_seating,
    secret_of,
    show_digest,
    standing,
    take_digest_down,
)
from tournament.seating.acts_seats import swap_guests
from tournament.seating.words import entries

pytestmark = pytest.mark.django_db
CARDS = "QS 10H 4C AD"


def club() -> tuple[Event, Client]:
    """Sixteen guests, and the organiser at a laptop."""
    event = new_event()
    add_guests(event, 16)
    client = Client()
    client.force_login(official(event))
    return event, client


def test_the_digest_comes_before_the_cards_and_any_laptop_repeats_the_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, client = club()

    def send(name: str, **said: str) -> str:
        key = f"{name} {len(entries(event))} {len(said)}"
        sent = client.post(reverse(name, args=[event.slug]), {"key": key, **said}, follow=True)
        return str(sent.content.decode())

    shown = send("show_digest")
    digest = re.search(r'class="digest">([0-9a-f]{64})<', shown)
    assert digest
    held = standing(entries(event))
    assert held
    assert secret_of(held.body["nonce"]) not in shown
    assert "Type the 4 different cards" in send("draw_seating", cards="QS QS")
    assert "take the digest down" in send("draw_seating", seed="7")
    assert not event.rounds.exists()
    drawn = send("draw_seating", cards=CARDS)
    assert (
        f'Cards QS TH 4C AD, secret <span class="digest">{secret_of(held.body["nonce"])}' in drawn
    )
    assert digest[1] in drawn
    assert standing(entries(event)) is None
    file = tmp_path / "draw.json"
    file.write_bytes(client.get(reverse("draw_file", args=[event.slug])).content)
    assert "Guest" not in file.read_text()
    assert read(file.read_text(), "")[0].digest == digest[1]
    assert main(["draw", str(file)]) == 0
    one, other = hall(event).seating.rounds[0][0][0], hall(event).seating.rounds[0][1][0]
    assert isinstance(one, int)
    assert isinstance(other, int)
    swap_guests(event, 1, (one, other), sign())
    file.write_bytes(client.get(reverse("draw_file", args=[event.slug])).content)
    assert main(["draw", str(file)]) == 1
    assert "2 guests sit elsewhere than drawn" in capsys.readouterr().out


def test_a_list_that_changed_after_the_digest_is_not_drawn_with_it() -> None:
    event, _client = club()
    show_digest(event, sign())
    Guest.objects.filter(badge=4).update(fixed_table=2)
    with pytest.raises(Refused, match="changed since the digest was shown"):
        drawn_in_public(hall(event), "QS TH 4C AD")


def test_a_digest_that_was_taken_down_draws_nothing_and_each_is_shown_once() -> None:
    event, client = club()
    by = sign()
    show_digest(event, by)
    show_digest(event, by)
    with pytest.raises(Refused, match="shown already"):
        show_digest(event, sign())
    draft = drawn_in_public(hall(event), "QS TH 4C AD")
    down = sign()
    take_digest_down(event, down)
    take_digest_down(event, down)
    with pytest.raises(Refused, match="No digest is shown"):
        take_digest_down(event, sign())
    with pytest.raises(Refused, match="No digest is shown"):
        drawn_in_public(hall(event), "QS TH 4C AD")
    with pytest.raises(Refused, match="not shown any more"):
        draw_seating(event, draft, sign())
    assert client.get(reverse("draw_file", args=[event.slug])).status_code == 302
    show_digest(event, sign())
    draw_seating(event, drawn_in_public(hall(event), "QS TH 4C AD"), sign())
    publish_seating(event, sign())
    with pytest.raises(Refused, match="published"):
        show_digest(event, sign())


def test_a_digest_that_another_server_showed_is_refused_without_blaming_the_list() -> None:
    event, _client = club()
    show_digest(event, sign())
    with (
        override_settings(SECRET_KEY="the key of another server" * 3),
        pytest.raises(Refused, match="shown by another server") as refused,
    ):
        drawn_in_public(hall(event), CARDS)
    assert "list" not in str(refused.value)
    assert drawn_in_public(hall(event), CARDS).rounds, "the control: here it is drawn with"
    Guest.objects.filter(event=event, badge=16).delete()
    with pytest.raises(Refused, match="The guest list or the hall changed"):
        drawn_in_public(hall(event), CARDS)
