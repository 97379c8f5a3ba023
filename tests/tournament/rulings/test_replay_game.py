"""Stepping through games that were written down: each play with its verdict, the first fault
marked.
"""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournament.evening import new_event, official
from tournament.models import Event, Role
from tournament.refusal import Refused
from tournament.rulings.packed import LONGEST_TEXT, packed, replay_address, unpacked

pytestmark = pytest.mark.django_db
TRANSCRIPTS = sorted((Path(__file__).parents[3] / "fixtures" / "transcripts").glob("*.txt"))
READABLE = [path for path in TRANSCRIPTS if path.stem != "unreadable"]


def held(name: str) -> str:
    return (TRANSCRIPTS[0].parent / f"{name}.txt").read_text(encoding="utf-8")


def umpire(game: str = "swedish_pursuit") -> tuple[Client, Event]:
    event, client = new_event(game=game), Client()
    client.force_login(official(event, Role.UMPIRE))
    return client, event


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_every_step_of_a_game_has_its_own_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    client, event = umpire(text.split('"')[1].replace("-", "_"))
    sent = client.post(f"/e/{event.slug}/replay/", {"text": text})
    assert sent.status_code == 302
    where = sent.headers["Location"]
    assert where == replay_address(event.slug, text)
    first = client.get(where)
    last = first.context["last"]
    numbers = [
        client.get(f"{where}&step={step}").context["now"].number
        for step in (0, 1, last, last + 50, "x")
    ]
    assert numbers == [0, 1, last, last, 0]
    assert (first.context["fault_at"] is not None) == ("faulty" in path.stem)


def test_the_first_fault_is_marked_said_and_drawn() -> None:
    client, event = umpire()
    page = client.get(f"{replay_address(event.slug, held('swedish-pursuit-faulty'))}&step=4")
    now = page.context["now"]
    assert (now.written, now.tone, page.context["fault_at"]) == ("5:6S", "wrong", 4)
    assert now.did == "Seat E lays 6♠."
    assert now.verdict.startswith("The play is illegal. 6♠ matches neither the rank of K♦")
    assert (now.top.words, now.tried.words) == ("K of diamonds", "6 of spades")
    words = page.content.decode()
    assert "The first fault is at move 4" in words
    assert words.count("replay-fault") == 1


def test_a_fragment_says_what_is_ruled_and_what_depends() -> None:
    client, event = umpire()
    where = replay_address(event.slug, held("fragment-ruled"))
    ruled, later = (client.get(f"{where}&step={step}").context["now"] for step in (1, 2))
    assert (ruled.verdict, ruled.top.words, ruled.tried.words) == (
        "Ruled illegal and taken back.",
        "K of hearts",
        "4 of diamonds",
    )
    assert (later.verdict, later.top.words) == ("In order, as far as is known.", "K of spades")
    open_at = client.get(
        replay_address(event.slug, '[Game "swedish-pursuit"] [Top "8H"] 3:4D') + "&step=1"
    )
    assert (open_at.context["now"].tone, open_at.context["now"].verdict) == (
        "open",
        "It depends on the suit in force.",
    )


def test_closing_tags_that_disagree_are_the_fault() -> None:
    client, event = umpire()
    text = held("swedish-pursuit").replace('[Result "3"]', '[Result "1"]')
    page = client.get(replay_address(event.slug, text))
    assert page.context["moves"][-1][0].verdict == "The tag Result says 1, but the game gives 3."


BAD = (
    ("", "Transcript: paste the text of a game, or choose its file."),
    (held("switch"), "This transcript is of “switch”, but this evening plays Swedish Pursuit"),
    (
        held("unreadable"),
        "The transcript cannot be read. line 2, column 1: The option “blocked” cannot be “never”.",
    ),
    ("hello", "The transcript cannot be read. line 1, column 1: "),
    ("1" * 20_001, "The transcript has 20,001 characters; a game has at most 20,000."),
    (
        '[Game "swedish-pursuit"] [Players "many"] 1:7H',
        "The deal of the transcript cannot be used.",
    ),
)


@pytest.mark.parametrize(("text", "words"), BAD)
def test_what_is_no_transcript_of_this_game_gets_a_sentence(text: str, words: str) -> None:
    client, event = umpire()
    page = client.post(f"/e/{event.slug}/replay/", {"text": text})
    assert page.status_code == 422
    assert page.context["fault"].startswith(words)


def test_a_file_is_read_and_one_that_is_no_text_or_too_large_is_not() -> None:
    client, event = umpire()
    where = f"/e/{event.slug}/replay/"

    def sent(content: bytes) -> str:
        answer = client.post(where, {"file": SimpleUploadedFile("game.txt", content)})
        return answer.headers["Location"] if answer.status_code == 302 else answer.context["fault"]

    text = held("swedish-pursuit")
    assert sent(b"\xef\xbb\xbf" + text.encode()) == replay_address(event.slug, text)
    assert (
        sent(b"\xff\xfe\x00binary")
        == "Transcript: the file is no text. Choose a .txt file of one game."
    )
    assert sent(b"7" * 10_000_000).startswith(
        "Transcript: what was sent is larger than any game can be (10 MB)."
    )
    pasted = client.post(where, {"text": "7" * 10_000_000})
    assert (pasted.status_code, pasted.context["fault"][:40]) == (
        422,
        "Transcript: what was sent is larger than",
    )


def test_an_address_that_is_not_whole_asks_for_the_transcript_again() -> None:
    client, event = umpire()
    whole = packed(held("swedish-pursuit"))
    for broken in (whole[:40], "????", "A" * 9_000, "€"):
        page = client.get(f"/e/{event.slug}/replay/", {"t": broken})
        assert (page.status_code, page.context["fault"]) == (
            422,
            "The address of this replay is not whole: paste the transcript again.",
        )
    assert unpacked(whole).splitlines() == held("swedish-pursuit").splitlines()
    noise = "".join(chr(33 + place * place % 7919 % 90) for place in range(LONGEST_TEXT))
    with pytest.raises(Refused, match="longer than any game"):
        packed(noise)
