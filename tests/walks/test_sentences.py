"""Whatever the table of steps says is among the claims that are counted again, and a sentence that
stands where it is not so is seen.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.tournament.steps.obedient import AstrayError, begun, walked
from tests.walks import sentences_of_matches as matches
from tests.walks.sentences import CLAIM
from tournament.steps import table


def sentences() -> Iterator[str]:
    """Each sentence of the table, sevens for its figures."""
    source = table.text()
    for row in source["row"]:
        for name in ("heading", "figures"):
            variants = row[name] if isinstance(row[name], list) else [{"words": row[name]}]
            yield from (variant["words"] for variant in variants)
    talks = (lines for name, lines in source["talk"].items() if not name.startswith("m-"))
    boards = (lines for name, lines in source["board"].items() if not name.startswith("m-"))
    for lines in (*talks, *boards):
        yield from (line["words"].replace(" / ", " ") for line in lines)
    for name, texts in source["guests"].items():
        yield from () if name.startswith("m-") else texts.values()


def of_matches() -> Iterator[str]:
    """The same of an evening of matches."""
    source = table.text()
    for row in source["match"]:
        for name in ("heading", "figures"):
            variants = row[name] if isinstance(row[name], list) else [{"words": row[name]}]
            yield from (variant["words"] for variant in variants)
    for part in ("talk", "board"):
        for name, lines in source[part].items():
            if name.startswith("m-"):
                yield from (line["words"].replace(" / ", " ") for line in lines)
    for name, texts in source["guests"].items():
        yield from texts.values() if name.startswith("m-") else ()


def filled(sentence: str) -> str:
    """A sentence with words in its braces."""
    rounds = " ".join(sentence.split()).replace("{round}", "round 7")
    rounds = re.sub(r"\{Round(?:_now)?\}", "Round 7", rounds)
    names = {"missing": "7 sheets", "sheets": "7 sheets", "tables": "7 tables", "number": "7"}
    names |= {"units": "games", "unit": "game", "seated": "7 guests", "seatless": "7 guests are"}
    names |= {"cards": "7 score cards are", "unanswered": "7 finalists are", "go": "go"}
    names |= {
        "small": "Table 7 has two guests.",
        "level_places": "one place",
        "are": "are",
        "listed": "Seven are",
    }
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], "7"), rounds)


def test_every_sentence_of_the_table_is_counted_again() -> None:
    for sentence in sentences():
        words = filled(sentence)
        if words in ("7", "7 Your card says where."):  # the reason of the line, the movement
            continue
        assert any(pattern.search(f">{words}<") for pattern in CLAIM), words


OF_MATCHES = {
    "m_next": "round 7",
    "m_players": "7 players",
    "m_plan": "7 rounds of Swiss",
    "m_before": "7 of 7 rounds are played.",
    "m_round": "round 7",
    "m_Round": "Round 7",
    "m_Round_begin": "Round 7",
    "m_begin": "begins",
    "m_go": "goes",
    "m_matches": "7 matches",
    "m_are": "are",
    "m_to_come": "7 results",
    "m_open_tables": "table seven",
    "m_stage": "Swiss",
    "m_stage_is": "is",
    "m_winner": "Ann Oak",
    "m_listed": "Nobody is",
}


def test_every_sentence_of_matches_is_counted_again() -> None:
    for sentence in of_matches():
        if sentence == "{m_impossible}":  # the reason why no plan can be
            continue
        words = " ".join(sentence.split()).format_map(OF_MATCHES | {"name": "X", "charity": "X"})
        known = any(pattern.search(words) for pattern in matches.CLAIM)
        assert known or words == "Correct the settings", words


FALSE: dict[str, tuple[str, str, str]] = {
    "a round that goes on is over": ("talk", "play", "The round is over. Thank you."),
    "a list that is read is not": ("row", "show", "Read the names out"),
    "more sheets than are to come": ("row", "play", "{Round}: 7 sheets to come"),
    "names before a seal": ("talk", "wait", "We come to those who go through."),
    "a seal that is not there": ("board", "open", "Sealed: the names are read out soon"),
}


@pytest.mark.django_db
@pytest.mark.control("test_the_filled_buttons_alone_lead_from_an_empty_list_to_the_end")
@pytest.mark.parametrize("fault", FALSE)
def test_a_false_sentence_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    part, key, words = FALSE[fault]
    source: dict[str, Any] = deepcopy(dict(table.text()))
    if part == "row":
        next(row for row in source["row"] if row["key"] == key)["heading"] = words
    else:
        source[part][key][0]["words"] = words
    monkeypatch.setattr(table, "text", lambda: source)
    with pytest.raises((AstrayError, KeyError), match="false: "):
        walked(begun(qualifying_rounds=2 if part == "board" else 1))
