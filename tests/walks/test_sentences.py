"""Each sentence of the table of steps is among the claims that are counted again, and one that
stands where it is not so is seen.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from tests.tournament.ending import closed_event, fresh, sealed_event
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.steps.mouths import browser, heard
from tests.tournament.steps.obedient import begun, walked
from tests.walks import sentences_of_matches as matches
from tests.walks.book import Book
from tests.walks.sentences import CLAIM, false_in
from tournament.finals.acts import reveal_cut
from tournament.finals.acts_playoff import read_next
from tournament.models import Event
from tournament.steps import table
from tournament.steps.acts import close_evening


def sentences(*, of_matches: bool = False) -> Iterator[str]:
    """Each text of the table, those of an evening of matches or the others."""
    source = table.text()
    for row in source["match" if of_matches else "row"]:
        yield from (words for name in ("heading", "figures") for words in variants(row[name]))
    for part in ("talk", "board"):
        for name, lines in source[part].items():
            if name.startswith("m-") == of_matches:
                yield from (words for line in lines for words in variants(line["words"]))
    for name, texts in source["guests"].items():
        yield from texts.values() if name.startswith("m-") == of_matches else ()


def variants(words: str | list[dict[str, str]]) -> Iterator[str]:
    """A text, or the several of which the first that is true is taken."""
    found = [words] if isinstance(words, str) else [variant["words"] for variant in words]
    yield from (" ".join(text.replace(" / ", " ").split()) for text in found)


NAMES = {
    "round": "round 7",
    "Round": "Round 7",
    "Round_now": "Round 7",
    "missing": "7 sheets",
    "sheets": "7 sheets",
    "tables": "7 tables",
    "units": "games",
    "unit": "game",
    "seated": "7 guests",
    "seatless": "7 guests are",
    "cards": "7 score cards are",
    "unanswered": "7 finalists are",
    "go": "go",
    "small": "Table 7 has two guests.",
    "level_guests": "Two guests",
    "level_places": "one place",
    "are": "are",
    "listed": "Seven are",
    "target": "The target of 7 is reached at table 7.",
    "contested": "table 7, game 7, round 7",
    "rule": "A stays, B moves on one table.",
    "impossible": "7 guests have a result",
}
CLAIMS_NOTHING = """
Type them in or import a list. | Print all of them, and lay them out.
Look at the line, then seal it. | Please leave the signed sheets on your table.
Please leave the signed sheets on your table, and stay close. | 7 guests have a result
"""
"""What asks for something, and says nothing of how far the evening is; the last is the reason why
no line can be drawn, which has tests of its own.
"""


def bare(text: str) -> list[str]:
    """The sentences of a text of which nothing is counted again."""
    words = re.sub(r"\{(\w+)\}", lambda match: NAMES.get(match[1], "7"), text)
    counted = [match.span() for pattern in CLAIM for match in pattern.finditer(f">{words}<")]
    found = []
    for match in re.finditer(r"[^.!?]+[.!?]*", words):
        first, last = match.start() + 1, match.end() + 1
        if not any(begins < last and first < ends for begins, ends in counted):
            found.append(match[0].strip())
    return found


@pytest.mark.promise("Each sentence of the table of steps is counted again from the rows")
def test_every_sentence_of_the_table_is_counted_again() -> None:
    allowed = {words.strip() for words in re.split(r"[|\n]", CLAIMS_NOTHING) if words.strip()}
    left = {words for text in sentences() for words in bare(text)}
    assert left <= allowed
    assert allowed <= left


@pytest.mark.control("test_every_sentence_of_the_table_is_counted_again")
def test_a_sentence_that_nobody_counts_again_is_seen() -> None:
    assert bare("Round 7 is over. Nothing is decided. The soup is served.") == [
        "The soup is served."
    ]


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
    for sentence in sentences(of_matches=True):
        if sentence == "{m_impossible}":  # the reason why no plan can be
            continue
        words = sentence.format_map(OF_MATCHES | {"name": "X", "charity": "X"})
        known = any(pattern.search(words) for pattern in matches.CLAIM)
        assert known or words == "Correct the settings", words


@pytest.mark.django_db
@pytest.mark.promise("Nothing that a page says of the evening is false by its rows")
def test_what_is_true_at_one_step_is_seen_to_be_false_at_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every claim that a page made in the walk, held to the rows of its end and of an evening that
    is not begun.
    """
    claimed: dict[tuple[str, str], re.Match[str]] = {}

    def listening(words: str, event: Event) -> list[str]:
        for pattern in CLAIM:
            claimed.update(
                {(pattern.pattern, match[0]): match for match in pattern.finditer(words)}
            )
        return false_in(words, event)

    monkeypatch.setattr("tests.tournament.steps.obedient.false_in", listening)
    evening = begun(qualifying_rounds=2)
    walked(evening)
    books = [Book(event) for event in (evening.fresh, begun().fresh)]
    truths = {pattern.pattern: truth for pattern, truth in CLAIM.items()}
    never = [
        said
        for (pattern, said), match in claimed.items()
        if all(truths[pattern](book, match) for book in books)
    ]
    assert len(claimed) > 60
    assert never == []


GAME = ("out", "2", "3", "4", "5")
FALSE: dict[str, tuple[str, str, str, str]] = {
    "a round that goes on is over": ("half way", "talk", "play", "The round is over. Thank you."),
    "more sheets than are to come": ("half way", "heading", "play", "{Round}: 7 sheets to come"),
    "a podium before the play-off": (
        "half way",
        "guests",
        "playing",
        "The podium is read out soon.",
    ),
    "a list that is read is not": ("read", "heading", "read", "Read the names out"),
    "more finalists than were asked": (
        "announced",
        "figures",
        "ask",
        "9 finalists are not asked yet",
    ),
    "names before a seal": ("closed", "talk", "wait", "We come to those who go through."),
    "a seal that is not there": (
        "half way",
        "board",
        "open",
        "Sealed: the names are read out soon",
    ),
    "a closing by nobody": ("over", "figures", "over", "Closed at {closed_at} by Nemo."),
}


def _half_way() -> Event:
    event = seated_event(10, games_per_round=3)
    save(event, GAME, (1, 1, 1))
    return event


def _read() -> Event:
    event = sealed_event()
    for _name in range(2):
        read_next(event, sign())
    return event


def _announced() -> Event:
    event = sealed_event()
    reveal_cut(event, sign())
    return event


def _over() -> Event:
    event = sealed_event(has_playoff=False)
    reveal_cut(event, sign())
    close_evening(fresh(event), sign())
    return event


STATES: Mapping[str, Callable[[], Event]] = {
    "half way": _half_way,
    "closed": lambda: closed_event(GAME),
    "read": _read,
    "announced": _announced,
    "over": _over,
}


@pytest.mark.django_db
@pytest.mark.control("test_what_is_true_at_one_step_is_seen_to_be_false_at_another")
@pytest.mark.parametrize("fault", FALSE)
def test_a_false_sentence_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, part, key, words = FALSE[fault]
    event = STATES[state]()
    source: dict[str, Any] = deepcopy(dict(table.text()))
    if part in ("heading", "figures"):
        next(row for row in source["row"] if row["key"] == key)[part] = words
    elif part == "guests":
        source[part][key]["everybody"] = words
    else:
        source[part][key][0]["words"] = words
    monkeypatch.setattr(table, "text", lambda: source)
    mouths = heard(fresh(event), browser(event))
    assert false_in(" | ".join(mouths.values()), fresh(event))
