"""A format by its name and choices, and every refusal as a sentence."""

from dataclasses import replace
from itertools import product
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import pytest

from scoring.counting.tie_breaks import CRITERIA, TIE_BREAK
from scoring.formats import FORMATS, Format, FormatError, asked, format_of, read_line, rules_of
from scoring.games.rulebooks import rulebook


def test_every_format_plays_by_a_rulebook_and_breaks_ties_only_as_allowed() -> None:
    for form in FORMATS.values():
        assert rulebook(form.game).name == form.game
        assert set(form.tie_breaks) <= set(form.allowed)
        for choice in form.choices:
            for value in choice.values:
                made = format_of(form.slug, {choice.name: value.value})
                assert set(made.tie_breaks) <= set(made.allowed)
                assert made.paired or set(made.allowed) <= set(CRITERIA)


def unread_words(form: Format) -> list[str]:
    """What a format says where nobody would know the word."""
    hints = get_type_hints(Format)
    words = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}
    return [name for name, known in words.items() if getattr(form, name) not in known]


def test_every_word_of_the_file_is_one_that_the_formats_know() -> None:
    for name, form in FORMATS.items():
        values = [
            [(choice.name, value.value) for value in choice.values] for choice in form.choices
        ]
        assert [unread_words(format_of(name, dict(chosen))) for chosen in product(*values)] == [
            [] for _ in product(*values)
        ]
    misspelt = replace(FORMATS["switch"], scorer=cast(Any, "place"))
    assert unread_words(misspelt) == ["scorer"]


def test_the_livery_evening_has_the_tie_breaks_it_always_had() -> None:
    assert format_of("swedish-pursuit").tie_breaks == TIE_BREAK


def test_choices_set_the_fields_of_the_format_and_the_options_of_its_rules() -> None:
    wins = format_of("switch", {"counting": "wins"})
    assert (wins.scorer, wins.direction, wins.compare, wins.line) == (
        "win",
        "highest",
        "wins",
        "counting=wins table=usual",
    )
    hand = rules_of(format_of("switch", {"counting": "hand"}), "ace_ban=literal")
    assert str(hand) == "ace_ban=literal scoring=hand_points"
    assert rules_of(format_of("pursuit-racing"))["racing"] == "yes"


def test_numbers_are_asked_for_where_their_choice_is_made() -> None:
    assert format_of("ottawa").target == 0
    target = format_of("ottawa", {"ending": "target", "target": "300"})
    assert (target.target, target.line) == (300, "ending=target blocked=difference target=300")
    assert format_of("ottawa", read_line(target.line)) == target
    assert format_of("pursuit racing", {"laps": ""}).laps == 5
    for number in (number for form in FORMATS.values() for number in form.numbers if number.figure):
        figure = rulebook("pursuit").option(number.figure)
        assert (figure.default, len(figure.values)) == (str(number.default), number.most)
    three = rules_of(format_of("pursuit racing", {"laps": 3}), "laps=pass race_laps=4")
    assert str(three) == "racing=yes laps=pass race_laps=3"
    assert [number.name for number in asked(FORMATS["ottawa"], {"ending": "target"})] == ["target"]
    assert (target.units, format_of("pursuit").units) == ("deals", "matches")
    assert [target.counted(number) for number in (1, 3)] == ["1 deal", "3 deals"]
    assert [form.tapped for form in FORMATS.values()] == [
        True,
        False,
        False,
        True,
        False,
        False,
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("name", "choices", "sentence"),
    [
        (
            "whist",
            {},
            (
                "There is no format “whist”. The formats are: swedish-pursuit, switch,"
                " switch-for-two, ottawa,"
                " pursuit, pursuit-racing, crazy-eights,"
                " mau-mau, prsi, pesten."
            ),
        ),
        ("swedish_pursuit", {"target": 5}, "Swedish Pursuit has no choice “target”. It has none."),
        (
            "ottawa",
            {"laps": 5},
            "Ottawa has no choice “laps”. Its choices are: ending, blocked, target.",
        ),
        (
            "switch",
            {"counting": "luck"},
            "Switch: “counting” cannot be “luck”. Choose from places, spread, wins, hand.",
        ),
        (
            "ottawa",
            {"ending": "target", "target": 0},
            "Target score: 0 is not from 1 to 2000; change it.",
        ),
        (
            "ottawa",
            {"ending": "target", "target": "lots"},
            "Target score: give a whole number from 1 to 2000.",
        ),
        (
            "pursuit-racing",
            {"laps": "²"},
            "Laps that win a race: give a whole number from 1 to 20.",
        ),
        (
            "pursuit-racing",
            {"laps": "-1"},
            "Laps that win a race: -1 is not from 1 to 20; change it.",
        ),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(
    name: str, choices: dict[str, str], sentence: str
) -> None:
    with pytest.raises(FormatError) as refused:
        format_of(name, choices)
    assert str(refused.value) == sentence


def test_a_line_of_choices_is_names_and_values() -> None:
    assert read_line("counting=spread laps=3") == {"counting": "spread", "laps": "3"}
    with pytest.raises(FormatError) as refused:
        read_line("counting")
    assert (
        str(refused.value)
        == "“counting” is not a choice: write name=value, such as counting=places."
    )
