"""The rule sheet holds every clause, choice and value, and says what was changed."""

from dataclasses import replace

import pytest

from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulebook import Rulebook
from scoring.law.rulesheet import Value, rule_sheet, sheet_text

BOOK = rulebook("swedish-pursuit")


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.name)
def test_every_clause_option_and_reading_is_on_the_sheet(book: Rulebook) -> None:
    sheet = rule_sheet(book.rules())
    assert [rule.id for chapter in sheet.chapters for rule in chapter.rules] == [
        clause.id for clause in book.clauses
    ]
    assert [choice.option for choice in sheet.choices] == [option.name for option in book.options]
    assert [rule.id for rule in sheet.readings] == [
        silence.id for silence in book.silences if not silence.setting
    ]
    assert all(choice.default for choice in sheet.choices)


def test_chapters_follow_the_game() -> None:
    headings = [chapter.heading for chapter in rule_sheet(BOOK.rules()).chapters]
    assert headings == [
        "Before play",
        "Object",
        "Play",
        "Trick cards",
        "Last card",
        "Scoring",
        "The evening",
    ]


@pytest.mark.parametrize(("game", "headings"), [
    ("switch", ["Before play", "Play", "Power Cards", "Last card", "The pile runs out", "Winning", "Alternatives"]),
    ("ottawa", ["Before play", "Object", "Laying off", "The turn", "What fits the pile", "The stock runs out",
                "Going out and scoring"]),
    ("pursuit", ["Before play", "The turn", "Putting down", "Winning", "Optional rules", "Racing"]),
])  # fmt: skip
def test_the_other_games_have_their_own_chapters(game: str, headings: list[str]) -> None:
    assert [chapter.heading for chapter in rule_sheet(rulebook(game).rules()).chapters] == headings


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.name)
def test_the_printed_text_fits_the_page_and_loses_no_word(book: Rulebook) -> None:
    sheet = rule_sheet(book.rules())
    text = sheet_text(sheet)
    assert max(map(len, text.splitlines())) <= 88
    words = [
        word
        for chapter in sheet.chapters
        for rule in chapter.rules
        for word in (rule.id, *rule.text.split())
    ]
    printed = iter(text.split())
    assert [word for word in words if word not in printed] == []


def test_card_values_are_printed_with_their_clause() -> None:
    assert rule_sheet(BOOK.rules()).values == (
        Value("8", "30", "SP-30"), Value("A", "1", "SP-31"),
        Value("2 3 4 5 6 7 9", "face value", "SP-32"), Value("10 J Q K", "10", "SP-33"),
    )  # fmt: skip
    assert rule_sheet(rulebook("switch").rules()).values == ()


def test_a_changed_option_is_marked() -> None:
    text = sheet_text(rule_sheet(BOOK.rules("trick_match=rank_or_suit")))
    lines = [line.strip() for line in text.splitlines()]
    changed = [place for place, line in enumerate(lines) if "(changed from the default)" in line]
    assert [lines[place - 1 : place + 1] for place in changed] == [
        [
            "trick_match=rank_or_suit: An Ace, Queen or 2 may also be laid on its own rank.",
            "(changed from the default)",
        ]
    ]


@pytest.mark.parametrize(("game", "facts"), [
    ("swedish-pursuit", ("Two to ten players.", "Five cards to each.", "One pack of 52 cards.",
                         "Everyone else counts the cards still in hand. Lowest total wins.")),
    ("switch", ("Two to 14 players.", "Seven cards to each.", "One pack of 52 cards with 2 to 5 players.",
                "Two packs of 52 cards with 6 to 14 players.", "No points are printed: places count.")),
    ("ottawa", ("Two to six players.", "Seven cards to each with 2 to 4 players.",
                "Six cards to each with 5 to 6 players.", "One pack of 52 cards.",
                "Whoever goes out scores the cards of all others. Highest total wins.")),
    ("pursuit", ("Two players.", "Seven cards to each.", "One pack of 42 cards.",
                 "No points are printed: places count.")),
])  # fmt: skip
def test_the_facts_of_the_table_are_in_words(game: str, facts: tuple[str, ...]) -> None:
    assert rule_sheet(rulebook(game).rules()).facts == facts


def test_steps_for_one_number_of_players_name_it() -> None:
    assert (
        "One pack of 42 cards with 2 players."
        in rule_sheet(rulebook("pursuit").rules("racing=yes")).facts
    )


def test_a_sheet_without_values_or_readings_has_no_such_heading() -> None:
    sheet = replace(rule_sheet(rulebook("switch").rules()), readings=())
    lines = sheet_text(sheet).splitlines()
    assert [heading in lines for heading in ("Card values", "Where the text is silent", "As played here")] == [
        False, False, True,
    ]  # fmt: skip


CHANGES = [
    (book, option.name, value)
    for book in RULEBOOKS.values()
    for option in book.options
    for value in option.values[1:]
]


@pytest.mark.parametrize(
    ("book", "option", "value"), CHANGES, ids=lambda told: getattr(told, "name", told)
)
def test_a_choice_stands_beside_every_clause_that_it_bears_on(
    book: Rulebook, option: str, value: str
) -> None:
    sheet = rule_sheet(book.rules({option: value}))
    said = {rule.id: rule.text for chapter in sheet.chapters for rule in chapter.rules}
    chosen = book.option(option)
    bears = {*chosen.clauses, *chosen.beside}
    for clause in book.clauses:
        here = f" Here: {chosen.meaning(value)}." if clause.id in bears else ""
        assert said[clause.id] == f"{clause.gist}{here}"
    assert chosen.clauses


def test_a_race_contradicts_no_sentence_of_its_sheet() -> None:
    race = rule_sheet(rulebook("pursuit").rules("racing=yes opposite_directions=yes"))
    said = {rule.id: rule.text for chapter in race.chapters for rule in chapter.rules}
    for clause in ("PU-1", "PU-3", "PU-21"):
        assert said[clause].endswith("Here: the first player to finish five laps wins.")
    three = sheet_text(rule_sheet(rulebook("pursuit").rules("racing=yes race_laps=3")))
    assert ("three laps wins" in three, "five laps" in three) == (True, False)
    assert not {"direction", "win", "joker_wins", "no_early_wins"} & {
        choice.option for choice in race.choices
    }
    assert "win" in {c.option for c in rule_sheet(rulebook("pursuit").rules()).choices}
