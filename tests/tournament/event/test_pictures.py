"""Arms and sponsor: a picture is made harmless or refused in a sentence, stands on papers, walls
and the board, goes out with the evening and into the next one.
"""

import io
import json
from base64 import b64encode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.tournament.archive.test_closing_pack import dead_links
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, official, seated_event, sign
from tests.tournament.paper.reading import pictures_on
from tests.tournament.phones.phones import codes_issued, guest_code
from tests.tournament.pictures import SHIELD, png, svg
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.archive.website import website
from tournament.event.acts_next import copy_event
from tournament.event.acts_pictures import set_picture
from tournament.event.pictures import harmless
from tournament.models import Event
from tournament.paper.guest_cards import badges, place_cards
from tournament.paper.page import html, pdf
from tournament.paper.seating import seating_by_name
from tournament.refusal import Refused

HARM = ("script", "onload", "javascript", "foreignObject", "http://evil", "@import", "secret")
MEANT_ILL = {
    "a script": svg("<script>alert(1)</script><rect width='1' height='1'/>"),
    "a handler": svg("<rect width='1' height='1' onload='alert(1)'/>", "onload='alert(1)'"),
    "a page": svg("<foreignObject><p>secret</p></foreignObject><g/>"),
    "a link": svg("<a href='javascript:alert(1)'><rect/></a><rect fill='url(http://evil/x)'/>"),
    "a style": svg("<rect style='fill:url(http://evil/x);stroke:red;behaviour:secret'/>"),
    "words in a PNG, and a script behind it": png(),  # every `png` has them
}
REFUSED = {
    # a part of the sentence that it is refused with
    "choose": b"",  # no file
    "more than 200 KB": b"x" * 300_000,
    "neither PNG nor SVG": b"GIF89a",
    "by 3 dots": png(100_000, dots=b""),  # too wide
    "interlacing": png(interlaced=1),
    "damaged": png(dots=b"\0" * 2_000_000),  # more dots than its head says
    "cannot be read": b"<!DOCTYPE x [<!ENTITY a 'b'>]>" + svg("&a;"),
    "“text”": svg("<text>Arms</text>"),
    "“image”": svg("<image href='file:///etc/passwd'/>"),
    "“use”": svg("<g id='a'/><use href='#a'/>"),
    "too many shapes": svg("<g>" * 30 + "</g>" * 30),
    "no size": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "no SVG": b"<html><svg/></html>",
}


@pytest.mark.promise(
    "A picture that is sent can do nothing: what is kept of it is plain shapes or dots"
)
@pytest.mark.parametrize("name", MEANT_ILL)
def test_nothing_that_could_act_is_kept(name: str) -> None:
    kept = harmless(MEANT_ILL[name]).content.decode("latin-1")
    assert [word for word in HARM if word in kept] == []


@pytest.mark.control("test_nothing_that_could_act_is_kept")
def test_what_was_sent_holds_the_harm() -> None:
    for name, sent in MEANT_ILL.items():
        assert any(word in sent.decode("latin-1") for word in HARM), name


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_taken_is_refused_with_what_to_do(words: str) -> None:
    with pytest.raises(Refused, match="Picture: ") as refused:
        harmless(REFUSED[words])
    assert words in str(refused.value)


def test_the_dots_and_the_shapes_are_kept() -> None:
    with Image.open(io.BytesIO(harmless(png()).content)) as opened:
        assert (opened.size, opened.getpixel((3, 2))) == ((4, 3), 128)
    kept = harmless(SHIELD).content
    assert b'd="M2 2h16v9a8 8 0 0 1-16 0z"' in kept
    assert harmless(kept).content == kept


def shown() -> Event:
    """An evening with both pictures."""
    event = seated_event(5)
    set_picture(event, "arms", SHIELD, sign())
    set_picture(event, "sponsor", png(), sign())
    return fresh(event)


@pytest.mark.django_db
def test_arms_and_sponsor_are_chosen_on_their_page_and_seen_where_it_says() -> None:
    event = seated_event(5)
    client, where = signed_in(event), reverse("pictures", args=[event.slug])
    sent = {"use": "arms", "picture": SimpleUploadedFile("arms.svg", SHIELD)}
    assert "is shown from now on" in client.post(where, sent, follow=True).content.decode()
    bad = {"use": "sponsor", "picture": SimpleUploadedFile("x.png", b"GIF89a")}
    assert "neither PNG nor SVG" in client.post(where, bad, follow=True).content.decode()
    event = fresh(event)
    assert (bool(event.arms), event.sponsor) == (True, "")
    # The picture itself, which may run nothing.
    address = reverse("picture", args=[event.arms])
    answer = Client().get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    # The board, and papers: five badges with two pictures each.
    assert address in Client().get(reverse("board", args=[event.slug])).content.decode()
    cards = place_cards(event, NOW)
    assert pictures_on(cards)[0].startswith("data:image/svg+xml;base64,")
    assert pdf(cards).startswith(b"%PDF")
    assert len(pictures_on(badges(event, NOW, "badges"))) == 10
    assert '<p class="arms"><img' in html(seating_by_name(event, NOW))
    # The page of a guest.
    codes_issued(event)
    own = Client().get(f"/G/{guest_code(event.guests.get(badge=1))}").content.decode()
    assert address in own
    # Taken away again.
    client.post(where, {"use": "arms", "away": "1"})
    assert fresh(event).arms == ""
    assert Client().get(reverse("picture", args=["nothing"])).status_code == 404


@pytest.mark.django_db
def test_the_site_of_the_closing_pack_has_both_as_files_of_its_own() -> None:
    event = shown()
    site = website(event, [], NOW)
    assert {name for name in site if name.startswith("look/")} == {
        "look/pack.css",
        "look/arms.svg",
        "look/sponsor.png",
    }
    page = site["index.html"].decode()
    assert ('src="look/arms.svg"' in page, 'src="look/sponsor.png"' in page) == (True, True)
    assert dead_links(site) == []


@pytest.mark.django_db
def test_pictures_go_out_with_the_evening_come_in_checked_and_into_the_next_one() -> None:
    event = shown()
    said = json.loads(json.dumps(archive(event)))
    made = import_evening(said, timezone.now())
    assert (made.arms, made.sponsor) == (event.arms, event.sponsor)
    said["event"]["arms_picture"] = b64encode(b"<script>").decode()
    with pytest.raises(ArchiveError, match=r"event\.arms"):
        import_evening(said, timezone.now())
    copy = copy_event(event, ("Next", NOW.date()), official(event), sign())
    assert copy.arms == event.arms
