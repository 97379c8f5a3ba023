"""The reference evenings through the real commands: what comes out equals what was computed
independently.
"""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import TestCase

from scoring.counting.cut import Cut
from tournament.counting.board import compute
from tournament.models import Conflict, Event, LedgerEntry, Sheet
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
REFERENCE = Path("fixtures/reference")
EVENINGS = ("A_clean", "B1_tie_games_won", "C_incidents")
KEYS = ("standings", "cut", "playoff_standings", "prizes")


def said(*words: str) -> str:
    """Run a command and give what it wrote to its standard output."""
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def expected(evening: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((REFERENCE / evening / "expected.json").read_text())
    return read


def exported(slug: str, tmp_path: Path, *more: str) -> Any:
    path = tmp_path / "standings.json"
    said("export_standings", slug, "--format", "json", "--output", str(path), *more)
    return json.loads(path.read_text())


@pytest.mark.parametrize(
    "evening", [pytest.param(EVENINGS[0], marks=pytest.mark.torture), *EVENINGS[1:]]
)
def test_an_evening_comes_out_as_it_went_in_with_the_results_of_the_reference(
    evening: str, tmp_path: Path
) -> None:
    slug = said("import_evening", str(REFERENCE / evening))
    wanted = expected(evening)
    assert exported(slug, tmp_path) == {key: wanted[key] for key in KEYS}

    said("export_standings", slug, "--format", "csv", "--output", str(tmp_path / "standings.csv"))
    assert (tmp_path / "standings.csv").read_bytes() == (
        REFERENCE / evening / "standings.csv"
    ).read_bytes()

    said("export_evening", slug, "--output", str(tmp_path / "evening.json"))
    assert json.loads((tmp_path / "evening.json").read_text()) == archived(evening)
    assert list(faults(Event.objects.get(slug=slug))) == []


def archived(evening: str, games: int | None = None) -> dict[str, Any]:
    """The archive of an evening, or its beginning where a test needs no more."""
    document: dict[str, Any] = json.loads((REFERENCE / evening / "evening.json").read_text())
    return document | {"games": document["games"][:games]}


def test_unknown_keys_come_out_as_they_went_in(tmp_path: Path) -> None:
    document = archived("A_clean", games=10)
    document["event"]["sponsor"] = {"name": "=A1", "since": [1628, None]}
    document["players"][3]["dietary"] = "no fish"
    document["games"][7]["remark"] = "candle fell over"
    (tmp_path / "evening.json").write_text(json.dumps(document))
    said(
        "export_evening",
        said("import_evening", str(tmp_path)),
        "--output",
        str(tmp_path / "out.json"),
    )
    assert json.loads((tmp_path / "out.json").read_text()) == document


def test_a_second_import_makes_a_second_event(tmp_path: Path) -> None:
    (tmp_path / "evening.json").write_text(json.dumps(archived("A_clean", games=0)))
    first, second = (said("import_evening", str(tmp_path / "evening.json")) for _ in range(2))
    assert first != second
    assert Event.objects.count() == 2


class Replayed(TestCase):
    """Evening C replayed from its log, once for all that is asked of it."""

    event: Event

    @classmethod
    def setUpTestData(cls) -> None:
        cls.event = Event.objects.get(slug=said("replay_log", str(REFERENCE / "C_incidents")))

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def test_a_replayed_log_ends_in_the_reference(self) -> None:
        wanted = expected("C_incidents")
        assert exported(self.event.slug, self.folder) == {key: wanted[key] for key in KEYS}

    def test_a_replayed_log_knows_what_was_sent_again_contested_and_corrected(self) -> None:
        kinds = LedgerEntry.objects.filter(event=self.event).values_list("kind", flat=True)
        counts = {
            kind: list(kinds).count(kind)
            for kind in ("sheet", "conflict", "correct", "resolve", "attendance")
        }
        assert counts == {"sheet": 230, "conflict": 1, "correct": 1, "resolve": 1, "attendance": 2}
        assert Conflict.objects.get(event=self.event).resolved_by is not None

    def test_the_correction_of_evening_c_moves_the_line_as_it_should(self) -> None:
        corrected = LedgerEntry.objects.get(event=self.event, kind="correct")
        cuts = [
            compute(self.event, until=number).cut
            for number in (corrected.number - 1, corrected.number)
        ]
        wanted = expected("C_incidents")
        for drawn, key in zip(cuts, ("cut_before_correction", "cut_after_correction"), strict=True):
            assert isinstance(drawn, Cut)
            assert (list(drawn.qualifiers), drawn.cut_score) == (
                wanted[key]["qualifiers"],
                wanted[key]["cut_score"],
            )

    def test_absent_games_count_by_the_policy_asked_for(self) -> None:
        for policy in ("table_worst", "table_mean_up", "unranked"):
            wanted = expected("C_incidents")["by_policy"][policy]
            got = exported(self.event.slug, self.folder, "--absent-policy", policy)
            late = next(
                row
                for row in got["standings"]
                if row["player_id"] == wanted["late_player"]["player_id"]
            )
            assert got["cut"] == wanted["cut"]
            assert {key: late[key] for key in wanted["late_player"]} == wanted["late_player"]

    def test_a_replayed_evening_with_its_history_comes_out_as_it_went_in(self) -> None:
        one, two = self.folder / "one.json", self.folder / "two.json"
        said("export_evening", self.event.slug, "--output", str(one))
        said("export_evening", said("import_evening", str(one)), "--output", str(two))
        out = json.loads(one.read_text())
        assert out == json.loads(two.read_text())
        assert [row["version"] for row in out["sheet_history"]] == [1, 2, 1, 2]

    def test_a_replayed_evening_verifies(self) -> None:
        assert list(faults(self.event)) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d["games"][0]["results"][1].update(hand=["ZZ"]), "games[0].results[1].hand"),
        (
            lambda d: d["games"][5]["results"][0].update(points=-4, hand=None),
            "games[5].results[0].points",
        ),
        (lambda d: d["players"][2].update(badge=1), "badge 1 is there more than once"),
        (lambda d: d["players"][2].update(name="Bobby\u202eTables"), "name"),
        (lambda d: d["players"][2].update(livery=999), "players[2].livery"),
        (lambda d: d["event"].update(date="next week"), "event.date"),
        (lambda d: d["event"].update(game="whist"), "whist"),
        (lambda d: d["event"].update(options="trick_match=maybe"), "trick_match"),
        (lambda d: d["seating"]["1"][0].append("P999"), "P999"),
        (lambda d: d.pop("players"), "players"),
        (lambda d: d["games"][0]["results"].pop(), "games[0]"),
    ],
)
def test_what_is_wrong_with_an_archive_is_named_and_nothing_is_taken_in(
    change: Callable[[Any], Any], fault: str, tmp_path: Path
) -> None:
    document = archived("A_clean", games=10)
    change(document)
    (tmp_path / "evening.json").write_text(json.dumps(document))
    with pytest.raises(CommandError) as refused:
        call_command("import_evening", str(tmp_path), stderr=StringIO())
    assert fault in str(refused.value)
    assert (Event.objects.count(), Sheet.objects.count()) == (0, 0)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"event": NaN}', "null", "\x00"])
def test_a_file_that_is_no_archive_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "evening.json").write_text(text)
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import_evening", str(tmp_path), stderr=StringIO())


def test_a_workbook_needs_a_file_and_an_unknown_event_is_named() -> None:
    with pytest.raises(CommandError, match="no event"):
        call_command("export_standings", "nowhere", "--format", "json")
    with pytest.raises(CommandError, match="no event"):
        call_command("verify", "nowhere")
