"""A file of an evening in which places were changed or removed is taken in with all that it says,
or gets a sentence that names the place. Nothing else comes of it, by page or command.
"""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from tests.tournament.archive.test_archive_guests import mailed, ticketed
from tests.tournament.ending import fresh, played_event, sealed_event, seat_after_reading
from tests.tournament.evening import NOW, entry, official, save, seated_event, sign
from tests.tournament.management import test_own_desk as desk
from tests.tournament.management.test_own_matches import eventful
from tests.tournament.rulings.rulings import LAST_CARD, QUEEN
from tournament.archive import acts
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.schema import read_document
from tournament.archive.shape import ArchiveError
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.entry.acts_cards import Said, record_answer
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.acts_desk import record_card_totals
from tournament.entry.wrong_place import SheetMove
from tournament.finals.acts import break_seal, mark_printed, seal_cut
from tournament.finals.acts_playoff import open_extra_game, reveal_podium
from tournament.finals.acts_replies import reply
from tournament.models import AdjustmentKind, Event, Role
from tournament.rulings.acts import accept, explain, make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment

pytestmark = pytest.mark.django_db
Route = tuple[str | int, ...]
PLAYED = ("out", "5", "=5", "=20", "=40")
GONE = object()
VALUES: tuple[Any, ...] = (
    *(GONE, None, True, -1, 7, 10**9, 1.5, "", "x", "=1+1", "<script>", [], {}, [[]], ["x"]),
    *("x" * 100_000, "\ud800", "\x00", "0001-01-01T00:00:00", "9999-12-31T23:59:59+14:00"),
)


def ruled() -> Event:
    event = played_event(games_per_round=5)
    for game in (2, 3, 4, 5):
        save(event, PLAYED, (1, 1, game))
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1, NOW))
    make_ruling(event, sign(), claim=LAST_CARD)
    overrule(event, 1, sign(), reason="All had agreed", own={"act": "stands"})
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 2), refers_to=1)
    accept(event, 2, sign())
    explain(event, 3, sign(), reason="Here nobody had agreed")
    kinds, corrected = AdjustmentKind, entry("B", "8")
    adjust(event, Change(kinds.POINTS, "Repeated", 1, "P003", -5), sign())
    adjust(event, Change(kinds.VOID, "Mixed packs", 1, place=Place(1, 1, 2)), sign())
    adjust(event, Change(kinds.REPLAY, "Six cards dealt", 2, place=Place(1, 1, 3)), sign())
    place = Place(1, 1, 5)
    adjust(event, Change(kinds.TALLY, "An 8", 2, "P002", place=place, entry=corrected), sign())
    cancel_adjustment(event, 4, sign(), reason="Misread")
    return event


def ended() -> Event:
    event = sealed_event(further_prizes=[{"name": "Cup"}], table_par="4: 15.7, 5: 16.4")
    mark_printed(event, sign())
    break_seal(event, sign(), reason="A sheet was misread")
    seal_cut(event, sign())
    reply(event, ["P001"], sign(), declined=True)
    seat_after_reading(event, sign())
    save(event, ("5", "5", "out"), (2, 1, 1))
    open_extra_game(event, ["P002", "P003"], sign())
    save(event, ("=7", "out"), (3, 1, 1))
    reveal_podium(event, sign())
    return event


def typed() -> Event:
    event = desk.evening()
    record_card_totals(event, 1, {"P002": 4, "P003": 3}, sign())
    record_answer(event, Said(Place(1, 2, 1), "P006", eights=1), sign())
    name_dealer(event, Place(1, 2, 2), "C", sign())
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="Wrong game")
    return event


EVENINGS = {one.__name__: one for one in (ruled, ended, typed, eventful, ticketed, mailed)}


def places(value: Any, path: Route = ()) -> Iterator[Route]:
    """Every place of a document; of a list its first row and its last."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    if isinstance(value, list):
        for index in sorted({0, len(value) - 1}) if value else ():
            yield from places(value[index], (*path, index))


def changed(document: dict[str, Any], path: Route, value: Any) -> None:
    """The place holds this now, or is gone; a place that an earlier change took away stays away."""
    row: Any = document
    for key in path[:-1]:
        try:
            row = row[key]
        except (LookupError, TypeError):
            return
    try:
        if value is GONE:
            del row[path[-1]]
        else:
            row[path[-1]] = deepcopy(value)
    except (LookupError, TypeError):
        return


def lost(sent: Any, kept: Any) -> bool:
    """Whether something that was sent is not kept; what is empty may be left out."""
    if isinstance(sent, dict) and isinstance(kept, dict):
        return any(lost(sent[key], kept.get(key)) for key in sent)
    if isinstance(sent, list) and isinstance(kept, list):
        return len(sent) != len(kept) or any(
            all(lost(row, other) for other in kept) for row in sent
        )
    return (sent or None) != (kept or None) or type(sent or None) is not type(kept or None)


def fault_of(document: dict[str, Any], changes: Sequence[tuple[Route, Any]]) -> str:
    """What is wrong with how a file with these changes was answered, or nothing."""
    damaged = deepcopy(document)
    for path, value in changes:
        changed(damaged, path, value)
    told = [(path, "gone" if value is GONE else str(value)[:20]) for path, value in changes]
    try:
        made = import_evening(read_document(json.dumps(damaged).encode()), timezone.now())
    except ArchiveError as sentence:
        said = str(sentence)
        good = ": " in said and said.endswith((".", "?")) and len(said) < 600
        return "" if good and "Error" not in said else f"{told}: {said[:200]}"
    except Exception as fault:
        return f"{told}: {type(fault).__name__} {str(fault)[:200]}"
    return f"{told}: lost without a word" if lost(damaged, archive(fresh(made))) else ""


def trials(name: str) -> Iterator[tuple[dict[str, Any], list[tuple[Route, Any]]]]:
    document = json.loads(json.dumps(archive(fresh(EVENINGS[name]()))))
    for path in places(document):
        for value in VALUES:
            yield document, [(path, value)]


def sampled(name: str, number: int) -> list[tuple[dict[str, Any], list[tuple[Route, Any]]]]:
    return Random(name).sample(list(trials(name)), number)


def reader_breaks(*_args: Any, **_named: Any) -> None:
    """A fault of the reader itself, in place of an act that seats the guests."""
    raise KeyError("a place that nothing has")


@pytest.mark.parametrize("name", EVENINGS)
def test_a_place_changed_or_removed_is_taken_in_or_gets_a_sentence(name: str) -> None:
    """A seeded handful of them; all of them in the long run."""
    wrong = list(filter(None, (fault_of(*one) for one in sampled(name, 10))))
    assert wrong == []


@pytest.mark.parametrize("name", EVENINGS)
def test_two_places_changed_or_removed_are_taken_in_or_get_a_sentence(name: str) -> None:
    drawn = sampled(name, 10)
    pairs = [
        (one[0], one[1] + other[1]) for one, other in zip(drawn[::2], drawn[1::2], strict=True)
    ]
    assert list(filter(None, (fault_of(*pair) for pair in pairs))) == []


def test_a_game_that_is_there_twice_with_other_hands_gets_a_sentence() -> None:
    document = json.loads(json.dumps(archive(fresh(ruled()))))
    document["games"][3]["went_out"] = None
    with pytest.raises(ArchiveError, match=r"^games\[3\]: This game was saved before"):
        import_evening(document, timezone.now())


@pytest.mark.torture
@pytest.mark.parametrize("name", EVENINGS)
def test_every_place_changed_or_removed_is_taken_in_or_gets_a_sentence(name: str) -> None:
    assert list(filter(None, (fault_of(*trial) for trial in trials(name)))) == []


def test_a_file_whose_reader_breaks_is_refused_in_a_sentence_by_command_and_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event = seated_event(qualifying_rounds=1, games_per_round=1)
    (tmp_path / "evening.json").write_text(json.dumps(archive(fresh(event))))
    Event.objects.filter(pk=event.pk).update(date="2020-01-01")
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    monkeypatch.setattr(acts, "seat_event", reader_breaks)
    with pytest.raises(CommandError, match=r"^Nothing was taken in: the file: two places in it"):
        call_command("import_evening", str(tmp_path), stderr=StringIO())
    sent = {"evening": SimpleUploadedFile("e.json", (tmp_path / "evening.json").read_bytes())}
    answer = client.post("/take-in/", sent)
    assert (answer.status_code, "Nothing was taken in: the file" in answer.content.decode()) == (
        200,
        True,
    )
    assert Event.objects.count() == 1


def test_what_the_acts_would_drop_is_seen_where_the_file_is_not_compared_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: without the comparison a company of another name goes without a word."""
    document = json.loads(json.dumps(archive(seated_event())))
    monkeypatch.setattr(acts, "refuse_what_is_lost", lambda *_documents: None)
    assert "lost" in fault_of(document, [(("players", 0, "livery_name"), "Of Elsewhere")])
