"""The settlements of the text files: each cites what its games have, knows every name it uses, and
has a headline for every act.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scoring import rule
from scoring.disputes.claims import case_of, situations
from scoring.disputes.headlines import HEADLINES
from scoring.disputes.settlements import _ON_THE_VERDICT, TEXTS, WIN, _names
from scoring.games.registry import conduct
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.facts import FACTS
from scoring.law.ruling import Claim

Text = Mapping[str, Any]
SORTS = {"text", "practice", "law", "verdict", "play", "count", "uncounted", "discretion"}


def settlements(game: str) -> Iterator[tuple[str, Text]]:
    """Every kind that is settled by a text in this game, with the text."""
    for kind in situations(RULEBOOKS[game].rules()):
        text = conduct(game).settles.get(kind) or TEXTS.get(kind)
        if text:
            yield kind, text


def strings(part: Any) -> Iterator[str]:
    """Every string of a part of a text file."""
    if isinstance(part, str):
        yield part
    else:
        for piece in part.values() if isinstance(part, Mapping) else part:
            yield from strings(piece)


def strange_names(game: str, text: Text) -> set[str]:
    """Names in words and conditions that stand for nothing."""
    case = case_of(Claim("card_exposed", "at_once"), RULEBOOKS[game].rules())
    known = {*FACTS, *_names(case), *_ON_THE_VERDICT, *text.get("words", {}), "verdict"}
    known |= {option.name for book in RULEBOOKS.values() for option in book.options}
    conditions = [condition for condition, *_ in text["rows"]]
    every = " ".join((*strings(text), *(f"[{condition}]" for condition in conditions)))
    lists = re.findall(r"\[([^\[\]]*)\]", every)
    used = {word.split("=")[0].rstrip("!") for part in lists for word in part.split()}
    used |= set(re.findall(r"\{(\w+)\}", every))
    # What an effect is called is known only in a game that has such a card.
    effects = ("wild", "Wild", "bringing", "Bringing")
    return {name for name in used - known if not name.startswith(("then_", *effects))}


def strange_citations(game: str, text: Text) -> set[str]:
    """Clauses and questions cited that the game does not have."""
    book = RULEBOOKS[game]
    known = {clause.id for clause in book.clauses} | {question.id for question in book.questions}
    cited = set(re.findall(r"\b[A-Z]{2}-A?\d+\b", " ".join(strings(text))))
    return cited - known


def acts_without_a_headline(kind: str, text: Text) -> set[str]:
    """Acts for which there is no headline; a win shares its rows with a card that did not match."""
    lines = {*HEADLINES[kind]} | {*(HEADLINES["card_did_not_match"] if kind == WIN else ())}
    return {act for _, act, *_ in text["rows"]} - lines - {"open", "look"}


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_settlement_knows_its_names_and_cites_what_its_game_has(game: str) -> None:
    for kind, text in settlements(game):
        assert (kind, strange_names(game, text)) == (kind, set())
        assert (kind, strange_citations(game, text)) == (kind, set())
        assert (kind, acts_without_a_headline(kind, text)) == (kind, set())


@pytest.mark.control
def test_a_strange_name_clause_or_act_is_found() -> None:
    text = {"found": "{whoever} laid", "law": [["text SP-99", "[odd=yes] So."]], "rows": []}
    assert strange_names("swedish_pursuit", text) == {"whoever", "odd"}
    assert strange_citations("swedish_pursuit", text) == {"SP-99"}
    assert acts_without_a_headline("out_of_turn", {"rows": [["", "redeal", "So."]]}) == {"redeal"}


def test_a_race_is_no_win_and_no_refusal_while_nobody_tells_how_far_they_ran() -> None:
    """The put-down alone tells nothing of the laps behind it."""
    facts = {"sequences": [["5H", "6H", "7H"]], "up_to": "5H", "opponent_up_to": "TC"}
    claim = {"kind": WIN, "noticed": "at_once", "seat": 1, "facts": facts}
    acts = [rule("pursuit", claim, options).rectification.act for options in ("", "racing=yes")]
    assert acts == ["play_on", "look"]
