"""The end: flags asked about once, the evening closed and opened again, and phases that no wording
decides.
"""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.ending import (
    closed_event,
    fresh,
    played_event,
    playoff_event,
    sealed_event,
    signed_in,
)
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.management.test_own_decisions import again
from tests.tournament.matches.matches import match_event, play_stage
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import reveal_podium
from tournament.home.phase import evening
from tournament.models import Event, LedgerEntry, Role, Round
from tournament.refusal import Refused
from tournament.seating.acts import close_round, reopen_round
from tournament.steps import table
from tournament.steps.acts import close_evening, reopen_evening
from tournament.steps.table import Part
from tournament.steps.words import Names
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
HIGH = ("out", "=90", "5", "=20", "=40")
"""A sheet with points so high that they are flagged."""


def text(client: Client, where: str) -> str:
    """A page as HTML."""
    answer = client.get(where)
    assert answer.status_code == 200
    return answer.content.decode()


def handed_over(**fields: Any) -> Event:
    """An evening that has nothing left but its prizes: flagged and unchecked sheets stand in it."""
    event = (
        playoff_event(said=HIGH, **fields)
        if fields.get("has_playoff", True)
        else sealed_event(HIGH, **fields)
    )
    if event.has_playoff:
        save(event, ("=9", "out", "=2"), (2, 1, 1))
        close_round(event, 2, sign())
        reveal_podium(event, sign())
    else:
        reveal_cut(event, sign())
    return fresh(event)


def played_matches() -> Event:
    """A knock-out of four, played to its end."""
    event = match_event(4, pairing="knock_out")
    play_stage(event, 2)
    return fresh(event)


def steps(event: Event) -> list[tuple[str, str]]:
    """The line of phases."""
    return [(step.words, step.state) for step in evening(fresh(event)).parts]


def test_flags_open_at_the_close_of_a_round_are_asked_about_once() -> None:
    event = played_event(HIGH)
    client = signed_in(event)
    where = f"/e/{event.slug}/rounds/1/close/"
    asked = client.post(where, {"key": "one"}).content.decode()
    assert "1 sheet is flagged" in asked
    assert "Close it all the same" in asked
    assert Round.objects.get(event=event).open
    assert (
        "1 sheet is flagged" in client.post(where, {"key": "one", "flagged": "2"}).content.decode()
    )
    said = dict(re.findall(r'name="(key|flagged)" value="([^"]*)"', asked))
    for _ in range(2):
        assert "Round 1 is closed." in client.post(where, said, follow=True).content.decode()
    assert [entry.body for entry in LedgerEntry.objects.filter(kind="close")] == [
        {"round": 1, "flagged": 1}
    ]
    assert evening(fresh(event)).hindrances == ()
    seal_cut(event, sign())
    assert evening(fresh(event)).hindrances == ()


def test_a_round_without_a_flag_is_closed_by_one_press() -> None:
    event = played_event()
    signed_in(event).post(f"/e/{event.slug}/rounds/1/close/", {"key": "one"})
    assert [entry.body for entry in LedgerEntry.objects.filter(kind="close")] == [{"round": 1}]


def test_a_round_that_is_opened_again_shows_its_flags_again() -> None:
    event = closed_event(HIGH)
    reopen_round(event, 1, sign(), reason="A card was found")
    assert [hindrance.kind for hindrance in evening(fresh(event)).hindrances] == ["flagged"]


@pytest.mark.parametrize("has_playoff", [True, False])
def test_after_the_hand_over_the_evening_is_over_and_offers_its_files(has_playoff: bool) -> None:
    event = handed_over(has_playoff=has_playoff)
    client, home = signed_in(event), f"/e/{event.slug}/"
    now = evening(event)
    assert (now.next.part, now.next.key, now.hindrances) == (Part.PRIZES, "end", ())
    assert steps(event)[-1] == ("Prizes", "now")
    assert "Hand over the prizes" in text(client, home)

    client.post(f"{home}close/", {"key": "over"})
    html = text(client, home)
    assert "The evening is over" in html
    assert "Hand over the prizes" not in html
    assert "Still to do" not in html
    assert {state for _words, state in steps(event)} == {"done"}
    files = re.findall(
        r'(?:href|action)="([^"]*/(?:files|paper)/[^"]*\.(?:xlsx|csv|json|pdf))"', html
    )
    assert {file.split("/")[-1] for file in files} >= {
        "evening.json",
        "standings.xlsx",
        "standings.csv",
        "standings.pdf",
    }
    quick = [file for file in files if not file.endswith(".pdf")]
    assert {where: client.get(where).status_code for where in quick} == dict.fromkeys(quick, 200)
    assert re.findall(r'figure">(\d)</b><span class="lines-words"><b>([^<]*)<', html) == (
        [("1", "Guest 3"), ("2", "Guest 4"), ("3", "Guest 1")] if has_playoff else []
    )
    assert list(faults(fresh(event))) == []


def test_an_umpire_sees_that_it_is_over_and_no_file() -> None:
    event = handed_over()
    close_evening(event, sign())
    html = text(signed_in(event, Role.UMPIRE), f"/e/{event.slug}/")
    assert "The evening is over" in html
    assert ("/files/" in html, "open-again" in html, ".pdf" in html) == (False, False, False)


def test_the_evening_is_opened_again_with_a_reason() -> None:
    event = handed_over()
    client, home = signed_in(event), f"/e/{event.slug}/"
    client.post(f"{home}close/", {"key": "over"})
    assert (
        "Say why" in client.post(f"{home}open-again/", {"key": "a"}, follow=True).content.decode()
    )
    client.post(f"{home}open-again/", {"key": "b", "reason": "One prize is left"})
    assert evening(fresh(event)).next.part == Part.PRIZES
    with pytest.raises(Refused, match="not closed"):
        reopen_evening(event, sign(), reason="Again")
    close_evening(event, sign())
    with pytest.raises(Refused, match="already closed"):
        close_evening(event, sign())


def test_a_round_opened_again_after_the_end_is_to_be_closed_again() -> None:
    event = handed_over()
    close_evening(event, sign())
    reopen_round(event, 2, sign(), reason="A card was found")
    assert evening(fresh(event)).next.heading == "Close the play-off"
    document, made = again(event)
    assert "closed_at" in document["event"]
    close_round(made, 2, sign())
    assert evening(fresh(made)).next.part == Part.OVER


def test_an_evening_that_is_not_over_is_not_closed() -> None:
    event = played_event()
    waits = []
    for step in (
        lambda: close_round(event, 1, sign()),
        lambda: seal_cut(event, sign()),
        lambda: reveal_cut(event, sign()),
    ):
        waits.append(refused(event))
        step()
    assert [*waits, refused(event), refused(match_event(4))] == [
        "The evening is not over. “Close round 1” comes first. Its sheet is in.",
        "The evening is not over. “Seal the cut” comes first. All rounds are closed; three go"
        " through. Look at the line, then seal it.",
        "The evening is not over. “Read them out” comes first. The list is sealed; nobody in the"
        " hall knows it.",
        "The evening is not over. “Ask them” comes first. 3 finalists are not asked yet whether"
        " they play on.",
        "The evening is not over. “Pair round 1” comes first. 4 players: 3 rounds of Swiss. It"
        " begins with whoever is there now.",
    ]


def refused(event: Event) -> str:
    """Why the evening cannot be closed yet."""
    with pytest.raises(Refused) as sentence:
        close_evening(event, sign())
    return str(sentence.value)


def test_an_evening_of_matches_ends_likewise() -> None:
    event = played_matches()
    client, home = signed_in(event), f"/e/{event.slug}/"
    assert evening(event).next.part == Part.PRIZES
    client.post(f"{home}close/", {"key": "over"})
    assert "The evening is over" in text(client, home)
    assert {state for _words, state in steps(event)} == {"done"}
    assert "closed_at" in again(event)[0]["event"]


def test_an_archive_tells_that_the_evening_is_over() -> None:
    event = handed_over()
    close_evening(event, sign())
    document, made = again(event)
    assert document["event"]["closed_by"] == "Ursula Umpire"
    assert evening(made).next.part == Part.OVER


def whole_evenings() -> list[Event]:
    """An evening at each of its phases, with and without a play-off, and one of matches."""
    by_phase = [
        seated_event(5, slug="draft", name="Draft"),
        played_event(slug="played"),
        closed_event(slug="closed"),
    ]
    by_phase += [sealed_event(slug="sealed"), playoff_event(slug="final"), handed_over(slug="over")]
    return [
        *by_phase,
        handed_over(slug="short", has_playoff=False),
        match_event(4, slug="match"),
        played_matches(),
    ]


def test_no_wording_decides_where_an_evening_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    events = whole_evenings()
    before = [(steps(event), evening(event).next) for event in events]
    assert len({now.part for _steps, now in before}) == 5
    plain = Names

    class Reworded(plain):  # type: ignore[misc, valid-type]
        def __missing__(self, name: str) -> object:
            found = super().__missing__(name)
            return f"{found}!" if isinstance(found, str) else found

    monkeypatch.setattr(table, "Names", Reworded)
    after = [(steps(event), evening(event).next) for event in events]
    assert [found for found, _next in after] == [found for found, _next in before]
    assert [(now.key, now.number) for _steps, now in after] == [
        (now.key, now.number) for _steps, now in before
    ]
    assert (
        sum(new.figures != old.figures for (_, new), (_, old) in zip(after, before, strict=True))
        >= 2
    )
