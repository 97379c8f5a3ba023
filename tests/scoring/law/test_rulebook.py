"""Rulebooks, options and rules: complete against the collected law, round trips, clear errors."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulebook import Deal, Rulebook, RulesError

RULEBOOK = Path(__file__).parents[3] / "fixtures" / "rulebook"
CLAUSES = json.loads((RULEBOOK / "clauses.json").read_text())
QUESTIONS = json.loads((RULEBOOK / "questions.json").read_text())
SETTINGS = {"cut_tie", "playoff_carry", "absent_score", "correction_minutes"}
BOOK = rulebook("swedish-pursuit")
BOOKS = list(RULEBOOKS.values())
COLLECTED = [book for book in BOOKS if any(clause["game"] == book.name for clause in CLAUSES)]
"""The games of the source texts; the others are told by their printed rules alone."""
OWN_OPTIONS = {
    "swedish_pursuit": {
        "trick_follow": ("named", "shown"),
        "packs": ("one", "two"),
        "call_two": ("until_play", "at_once"),
    },
    "switch": {
        "seven_place": ("first", "any"),
        "ace_in_run": ("low", "either"),
        "power_finish": ("yes", "no"),
        "final_penalty": ("at_once", "pick_up"),
        "row_fit": ("first", "every"),
        "row_answer": ("every", "first"),
        "call_two": ("at_once", "until_play"),
        "ace_covered": ("yes", "no"),
        "unnamed": ("own", "before"),
        "nominate_until": ("next_play", "card"),
        "short_stock": ("reshuffle", "lapse"),
        "blocked": ("no_winner", "redeal"),
    },
    "ottawa": {
        "within": ("pile", "row"),
        "alternating": ("free", "once"),
        "set_on_run": ("free", "suit"),
    },
    "pursuit": {
        "laps": ("land", "pass"),
        "race_starts": ("turns", "fives"),
        "must_put_down": ("no", "yes"),
        "kept_jokers": ("natural", "two"),
    },
}
"""Options beyond the collected ones: readings of ours that were once taken for the text itself."""


def option_of(question: dict[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    """The name and values of the option a question asks for."""
    name, _, values = question["option"].partition("=")
    return (name, tuple(values.split("|"))) if values and name not in SETTINGS else None


@pytest.mark.parametrize("book", COLLECTED, ids=lambda book: book.name)
def test_every_clause_is_there_with_its_source(book: Rulebook) -> None:
    wanted = [
        (clause["id"], tuple(clause["source"])) for clause in CLAUSES if clause["game"] == book.name
    ]
    assert [(clause.id, clause.source) for clause in book.clauses] == wanted
    assert all(clause.gist.endswith((".", "!", "?")) for clause in book.clauses)


@pytest.mark.parametrize("book", COLLECTED, ids=lambda book: book.name)
def test_every_option_has_the_values_asked_for_the_default_first(book: Rulebook) -> None:
    wanted = dict(filter(None, (option_of(q) for q in QUESTIONS if q["game"] == book.name)))
    assert {option.name: option.values for option in book.options} == wanted | OWN_OPTIONS[
        book.name
    ]
    assert all(option.default == option.values[0] for option in book.options)
    assert all(option.question and option.argument for option in book.options)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_question_is_answered_and_cites_the_same_clauses(book: Rulebook) -> None:
    wanted = {q["id"]: tuple(q["clauses"]) for q in QUESTIONS if q["game"] == book.name}
    asked = {question.id: question.clauses for question in book.questions}
    assert {name: asked[name] for name in wanted} == wanted
    assert list(asked) == [f"{name.split('A')[0]}A{at}" for at, name in enumerate(asked, start=1)]
    for question in book.questions:
        assert all(book.clause(clause) for clause in question.clauses)
        assert question.question.endswith("?")
        assert question.reading
        assert question.argument


def test_the_settings_of_the_event_are_no_options() -> None:
    assert {silence.setting for book in BOOKS for silence in book.silences} - {""} == SETTINGS
    assert not SETTINGS & {option.name for book in BOOKS for option in book.options}


def test_every_question_without_an_option_says_why_it_has_none() -> None:
    silences = [silence for book in BOOKS for silence in book.silences]
    open_to_both = [one for one in silences if one.alternative and not one.setting]
    assert [one.id for one in open_to_both if not one.no_option.endswith(".")] == []
    needless = [one.id for one in silences if one.no_option and one not in open_to_both]
    assert needless == []
    asked = [question for book in BOOKS for option in book.options for question in option.asked]
    assert [question.id for question in asked if question.no_option] == []


def test_option_questions_and_clauses_come_together() -> None:
    option = BOOK.option("challenge_until")
    assert option.questions == ("SP-A23", "SP-A24")
    assert option.clauses == ("SP-27", "SP-28", "SP-8")
    assert option.alternative.startswith("Until")


CHOICES = st.sampled_from(BOOKS).flatmap(
    lambda book: st.tuples(
        st.just(book),
        st.fixed_dictionaries(
            {}, optional={o.name: st.sampled_from(o.values) for o in book.options}
        ),
    )
)


@given(CHOICES)
def test_rules_go_to_a_string_and_back(choice: tuple[Rulebook, dict[str, str]]) -> None:
    book, chosen = choice
    rules = book.rules(chosen)
    assert book.rules(str(rules)) == rules
    assert book.rules(rules.full) == rules
    assert hash(book.rules(str(rules))) == hash(rules)
    assert all(rules[name] == value for name, value in chosen.items())


def test_default_options_equal_no_options() -> None:
    assert BOOK.rules("trick_match=suit blocked=tally") == BOOK.rules()
    assert str(BOOK.rules("trick_match=suit")) == ""
    assert BOOK.rules("trick_match=rank_or_suit") != BOOK.rules()
    assert str(BOOK.rules().but("blocked", "redeal")) == "blocked=redeal"


@pytest.mark.parametrize(("text", "message"), [
    ("trick_mach=suit", "has no option “trick_mach”. Its options are: first_player, trick_match"),
    ("trick_match=rank", "The option “trick_match” cannot be “rank”. Allowed values: suit, rank_or_suit."),
    ("blocked", "“blocked” is not an option: write name=value"),
    ("blocked=tally blocked=redeal", "“blocked” is chosen twice"),
])  # fmt: skip
def test_a_wrong_option_is_named_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        BOOK.rules(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["swedish-pursuit", "swedish_pursuit", " Swedish Pursuit "])
def test_a_rulebook_is_found_with_hyphen_or_underscore(name: str) -> None:
    assert rulebook(name) is BOOK
    assert BOOK.slug == "swedish-pursuit"


def test_an_unknown_game_is_answered_with_the_games_there_are() -> None:
    with pytest.raises(RulesError, match="swedish-pursuit, switch, ottawa, pursuit"):
        rulebook("whist")


def test_rulebooks_are_equal_by_name() -> None:
    assert rulebook("switch") != BOOK
    assert BOOK != "swedish_pursuit"
    assert {BOOK: 1}[rulebook("swedish_pursuit")] == 1


def test_deals_packs_and_values_follow_players_and_options() -> None:
    switch, pursuit = rulebook("switch"), rulebook("pursuit")
    assert [switch.deal.packs(players) for players in (2, 5, 6, 10)] == [1, 1, 2, 2]
    assert [Deal(2, 9, ((3, 7), (5, 6))).dealt(players) for players in (3, 4, 9)] == [7, 6, 6]
    assert [rulebook("ottawa").deal.dealt(players) for players in (2, 4, 5, 6, 7)] == [
        7,
        7,
        6,
        6,
        6,
    ]
    assert switch.card_values is None
    assert switch.rules("scoring=hand_points").scoring.card_values == BOOK.card_values
    assert pursuit.rules().deal.seats_max == 2
    assert pursuit.rules("racing=yes").deal.seats_max > 2
    assert isinstance(pursuit.rules("racing=yes").deal, Deal)
    assert BOOK.rules().scoring.direction == "lowest"
