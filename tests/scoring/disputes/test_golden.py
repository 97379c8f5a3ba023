"""Every irregularity at every time of noticing: its golden words, its five parts, its clauses and
statuses.
"""

import json
import re

import pytest

from scoring.disputes.adjudication import printed, situations, told
from scoring.games.rulebooks import rulebook
from scoring.law.ruling import MOST_WORDS, NOTICED, Noticed, Ruling, spoken
from tests.scoring.disputes import golden, table_of_rulings
from tests.scoring.disputes.claims import CLAIMS, KINDS, rule

GOLDEN: dict[str, str] = json.loads(golden.FILE.read_text(encoding="utf-8"))
OF_THE_PROGRAM = re.compile(r"\b[a-z]+_[a-z_]+|\b\w+=\w")
"""A name that only the program uses: of an option, a kind, a fact."""
EVERY: list[tuple[str, str, Noticed]] = [
    (game, kind, noticed) for game, kind in KINDS for noticed in NOTICED
]


def test_the_golden_rulings_cover_every_kind_of_every_game_at_every_time() -> None:
    assert list(GOLDEN) == [" ".join(each) for each in EVERY]
    for game, claims in CLAIMS.items():
        assert list(claims) == list(situations(rulebook(game).rules()))


@pytest.mark.parametrize(("game", "kind", "noticed"), EVERY)
def test_a_ruling_is_read_aloud_in_its_golden_words(game: str, kind: str, noticed: Noticed) -> None:
    ruling = rule(game, kind, noticed=noticed)
    assert str(ruling) == spoken(ruling) == GOLDEN[f"{game} {kind} {noticed}"]
    assert len(spoken(ruling).split()) <= MOST_WORDS


@pytest.mark.parametrize(("game", "kind", "noticed"), EVERY)
def test_a_ruling_has_five_parts_in_order_and_cites_its_own_game(
    game: str, kind: str, noticed: Noticed
) -> None:
    ruling = rule(game, kind, noticed=noticed)
    assert [part.heading for part in ruling.parts] == [
        "Finding",
        "Law",
        "Rectification",
        "Penalty",
        "Finality",
    ]
    whole(ruling)


def whole(ruling: Ruling) -> None:
    """Check what holds of every ruling: no empty part, existing clauses, authority for every
    status.
    """
    book = ruling.rules.rulebook
    questions = {question.id for question in book.questions}
    for part in ruling.parts:
        assert part.statements
        for statement in part.statements:
            assert statement.words.endswith(".")
            assert not OF_THE_PROGRAM.search(statement.words)
            assert [book.clause(clause).id for clause in statement.clauses] == list(
                statement.clauses
            )
            assert bool(statement.question) >= (statement.status == "default")
            assert statement.question in questions | {""}
            assert not statement.option or statement.option in ruling.rules.full.split()
    headings = [line for line in printed(ruling).splitlines() if not line.startswith("  ")]
    assert [line[:1] for line in headings] == list("12345")
    assert set(told(ruling)["clauses"]) == set(ruling.clauses)
    assert ruling.rectification.act != "look" or ruling.law.needs


def test_the_printed_table_of_rulings_is_current() -> None:
    assert table_of_rulings.FILE.read_text(encoding="utf-8") == table_of_rulings.text()
