"""Evenings that earlier programs wrote as files come in with every total as it was said then.

Each file of fixtures/archives is the demo of a commit, as that commit exported it; beside it stands
what the same commit said of the standings.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tournament.archive.acts import import_evening
from tournament.counting.board import compute
from tournament.standings.files import standings_document
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parents[3] / "fixtures" / "archives"
EARLIER = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def written(name: str) -> dict[str, Any]:
    """A document of the folder."""
    document: dict[str, Any] = json.loads(gzip.decompress((FOLDER / name).read_bytes()))
    return document


def totals(document: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Who stands where with which total."""
    return [(row["player"], row["place"], row["total"]) for row in document["standings"]]


@pytest.mark.promise(
    "An evening that an earlier program wrote comes in, chain whole, totals equal", faults=(29,)
)
@pytest.mark.parametrize("commit", EARLIER)
def test_an_archive_of_an_earlier_commit_comes_in_with_every_total_as_it_was(commit: str) -> None:
    event = import_evening(written(f"{commit}.json.gz"), timezone.now())
    found = standings_document(compute(event), event)
    assert totals(found) == totals(written(f"{commit}.standings.gz"))
    assert list(faults(event)) == []


@pytest.mark.control("test_an_archive_of_an_earlier_commit_comes_in_with_every_total_as_it_was")
def test_a_point_that_was_changed_on_the_way_would_be_found() -> None:
    document = written(f"{EARLIER[0]}.standings.gz")
    document["standings"][0]["total"] += 1
    event = import_evening(written(f"{EARLIER[0]}.json.gz"), timezone.now())
    assert totals(standings_document(compute(event), event)) != totals(document)
