"""The page that can be read aloud: it holds at the table, says each thing once, and never a clause
and its opposite.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from scoring.games.registry import ENGINES, leaflet
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.games.shedding.law import SHAPES
from scoring.law.leaflet import Leaflet, Note, by_frequency, small_print
from scoring.law.rulebook import Rulebook, Rules
from scoring.law.rules_text import text_of
from scoring.law.verdict import Verdict

BOOKS = list(RULEBOOKS.values())


def words(page: Leaflet) -> str:
    """Everything that is read aloud."""
    notes = " ".join(f"{note.heading} {note.text}".strip() for note in page.notes)
    return " ".join((*page.aim, notes, *(f"{card}: {does}" for card, does in page.starts)))


def tables(book: Rulebook) -> list[Rules]:
    """The usual options, and each other value of each option by itself; Pursuit also in a race."""
    usual = [book.rules(), *([book.rules("racing=yes")] if book.name == "pursuit" else [])]
    return [
        *usual,
        *(
            rules.but(o.name, value)
            for rules in usual
            for o in book.options
            for value in o.values[1:]
        ),
    ]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_note_rests_on_clauses_and_questions_that_there_are(book: Rulebook) -> None:
    known = {clause.id for clause in book.clauses} | {question.id for question in book.questions}
    for rules in tables(book):
        page = leaflet(rules)
        cited = {*page.starts_points, *(point for note in page.notes for point in note.points)}
        assert cited - known == set()
        assert [note.heading for note in page.notes if not note.points] == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_option_that_bears_on_play_changes_what_is_read(book: Rulebook) -> None:
    """So nothing can be said of a table at which it does not hold: what an option decides is
    written by its value.
    """
    under = {"pursuit": "racing", "switch": "suit_runs"}.get(book.name)
    bases = [book.rules(), *([book.rules(f"{under}=yes")] if under else [])]
    for option in book.options:
        read = {
            words(leaflet(base.but(option.name, value)))
            for base in bases
            for value in option.values
        }
        assert len(read) >= len(option.values) + (len(bases) > 1 and option.name != under), (
            option.name
        )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_note_that_cites_the_question_of_an_option_reads_otherwise_under_its_other_values(
    book: Rulebook,
) -> None:
    for option in book.options:
        for base in (
            book.rules(),
            book.rules("racing=yes") if book.name == "pursuit" else book.rules(),
        ):
            others = [
                {(n.heading, n.text) for n in leaflet(base.but(option.name, v)).notes}
                for v in option.values[1:]
            ]
            asked = [note for note in leaflet(base).asked if note.points[0] in option.questions[:1]]
            assert [
                n.heading for n in asked if all((n.heading, n.text) in other for other in others)
            ] == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_page_can_be_read_aloud(book: Rulebook) -> None:
    for rules in tables(book):
        page = leaflet(rules)
        said = words(page)
        assert not re.search(r"_|=|\b[A-Z]{2}-A?\d|  |\.\.|[,;]\.|None|\{|\}", said), said
        assert [
            note.text
            for note in page.notes
            if note.text[-1] not in ".?" or not note.text[0].isalnum()
        ] == []
        assert 7 <= len(page.asked) <= 10
        headings = [note.heading for note in page.notes if note.heading]
        assert len(set(headings)) == len(headings)


def test_who_starts_start_cards_the_last_2_the_empty_stock_and_a_blocked_game_are_on_the_page() -> (
    None
):
    page = leaflet(RULEBOOKS["swedish_pursuit"].rules())
    said = words(page)
    assert dict(page.starts)["Queen"] == "the player on the dealer's right starts, anticlockwise"
    assert [card for card, _ in page.starts] == ["8", "Ace", "Queen", "2"]
    for sentence in (
        "The player on the dealer's left plays first.",
        "After a final 2 nobody picks up: the game is over.",
        "If you cannot lay, you miss your turn.",
        "The stock is gone, and everybody in a row has missed: the game ends. All count, and nobody"
        " scores 0.",
    ):
        assert sentence in said


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("", "No. Only another 2 does."),
        ("eight_on_two=passes", "An 8 does."),
        ("deflect_two=queen", "A Queen of its suit does."),
        ("eight_on_two=cancels deflect_two=ace", "An 8 and an Ace of its suit do."),
    ],
)
def test_what_stops_an_open_2_is_what_the_options_say(options: str, answer: str) -> None:
    page = leaflet(RULEBOOKS["swedish_pursuit"].rules(options))
    assert next(note.text for note in page.asked if note.heading.endswith("stop a 2?")) == answer


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("", "Only with a 7: others of its suit."),
        (
            "same_suit_or_rank=yes",
            "Yes: all of one suit, or all of one rank. The first must match the pile.",
        ),
        (
            "suit_runs=yes row_fit=every",
            "A run of one suit, or with a 7. All must match the pile.",
        ),
        (
            "same_suit_or_rank=yes suit_runs=yes",
            "Yes: one suit, one rank or a run of a suit. The first must match the pile.",
        ),
    ],
)
def test_what_may_be_laid_together_is_what_the_alternatives_say(options: str, answer: str) -> None:
    page = leaflet(RULEBOOKS["switch"].rules(options))
    assert (
        next(note.text for note in page.asked if note.heading.startswith("May I lay several"))
        == answer
    )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_how_to_play_fits_one_screen_of_a_phone(book: Rulebook) -> None:
    """Counted in letters: what a screen of 390 by 664 holds at this size, as looked at."""
    for rules in tables(book):
        page = leaflet(rules)
        assert sum(len(note.heading) + len(note.text) for note in page.short) <= 900
        assert {effect.text for effect in page.effects} <= {note.text for note in page.short}
        calls = [note for note in page.short if note.heading in ("“Last card!”", "“Mau!”")]
        assert calls == ([] if page.call is None else [page.call])
        assert [effect.small for effect in page.effects if not effect.small] == []
        assert page.starts_small


def test_questions_come_in_the_order_of_how_often_they_come_up() -> None:
    book = RULEBOOKS["swedish_pursuit"]
    first, second = book.most_asked[:2]
    notes = [Note("a", "", ("SP-36",)), Note("b", "", (second,)), Note("c", "", ("SP-36", first))]
    assert [note.heading for note in by_frequency(book, notes)] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (("SP-1", "SP-2", "SP-3", "SP-5", "SP-A1"), "1 to 3, 5, A1"),
        (("SP-A3", "SP-A7"), "A3, A7"),
        (("SP-11", "SP-12", "SP-30"), "11, 12, 30"),
        ((), ""),
    ],
)
def test_small_print_draws_neighbours_together(points: tuple[str, ...], text: str) -> None:
    assert small_print(points) == text
    assert Note("", "", points).small == text


def answer_of(rules: Rules, question: str) -> str:
    """What a page answers to a question of its list, or says under a heading."""
    page = leaflet(rules)
    notes = (*page.asked, *page.play, *page.ends, *([page.call] if page.call else []))
    return next(note.text for note in notes if note.heading == question)


def legal(rules: Rules, play: dict[str, Any], position: dict[str, Any]) -> Verdict:
    engine = ENGINES[rules.rulebook.name]
    read = engine.read_position(position, play["kind"])
    return engine.check(read, engine.read_question(play, position), rules)


@pytest.mark.parametrize("option", ["same_suit_or_rank=yes", "suit_runs=yes", "seven_place=any"])
def test_the_suit_that_follows_several_cards_is_told_as_the_engine_has_it(option: str) -> None:
    rules = rulebook("switch").rules(option)
    assert answer_of(rules, "Which suit follows several cards?") == (
        "That of the card on top; an Ace names it."
    )
    rows = {"same_suit_or_rank=yes": "6H 6S", "suit_runs=yes": "6H 7H", "seven_place=any": "7H 6H"}
    row = rows[option].split()
    position = {"players": 4, "turn": 1, "top": "KH", "suit_in_force": "H", "pending": 0}
    hand = {"hand": [*row, "3C", "4C"], "stock": 20}
    verdict = legal(rules, {"kind": "discard", "cards": row}, position | hand)
    assert (verdict.answer, verdict.then["suit_in_force"]) == ("legal", row[-1][-1])


@pytest.mark.parametrize(
    ("options", "seat", "down", "up"),
    [
        ("racing=yes", 2, False, True),
        ("racing=yes opposite_directions=yes", 2, True, False),
        ("racing=yes opposite_directions=yes", 1, False, True),
        ("racing=yes direction=both", 2, False, True),
        ("direction=both", 2, True, True),
        ("", 2, False, True),
    ],
)
def test_the_way_that_sequences_run_is_told_as_the_engine_has_it(
    options: str, seat: int, down: bool, up: bool
) -> None:
    rules = rulebook("pursuit").rules(options)
    position = {"up_to": "5C", "opponent_up_to": "10H", "turn": seat}
    for cards, is_legal in (("5D 4D", down), ("5D 6D", up)):
        play = {"kind": "put_down", "sequences": [cards.split()]}
        hand = {"hand": [*cards.split(), "2H"]}
        assert (legal(rules, play, position | hand).answer == "legal") is is_legal
    told = answer_of(rules, "May a sequence run downwards?")
    opposite = "opposite" in options
    plain = "Yes, each up or down." if down else "No, upwards only."
    assert told == ("At seats B, D and so on, and only so." if opposite else plain)
    assert ("at seats B, D and so on downwards" in answer_of(rules, "Putting down")) is opposite
    assert "All the rest goes on the discards." in answer_of(rules, "Putting down")
    assert ("two packs" in answer_of(rules, "To begin")) is ("racing" in options)


@pytest.mark.parametrize("for_two", [True, False])
def test_the_sheet_of_switch_speaks_of_six_players_only_where_six_can_sit(*, for_two: bool) -> None:
    begin = leaflet(rulebook("switch").rules(), for_two=for_two).play[0].text
    assert begin.startswith("One pack of 52 cards. Seven cards each. " if for_two else "One pack")
    assert ("six players" in begin) is not for_two


def test_the_sheet_of_mau_mau_says_its_word_its_pack_and_its_choices() -> None:
    rules = rulebook("mau_mau").rules("missed_call=two dealt=six packs=two jack_value=twenty")
    assert answer_of(rules, "“Mau!”").endswith("you draw two cards.")
    begin = answer_of(rules, "To begin")
    assert begin.startswith(
        "One pack of 32 cards, seven to Ace; two packs from six players on. Six"
    )
    assert "A Jack left in hand counts 20." in answer_of(rules, "The end of a game")
    assert rules.scoring.value_of("J")[0] == 20
    assert (rules.deal.dealt(4), rules.deal.packs(7)) == (6, 2)


def test_the_sheets_of_prsi_and_pesten_say_what_can_be_answered_and_what_is_no_last_card() -> None:
    prsi, pesten = (leaflet(rulebook(name).rules()) for name in ("prsi", "pesten"))
    effects = {effect.rank: effect.text for effect in (*prsi.effects, *pesten.effects)}
    assert effects["K"] == "You play another card, or draw."
    ace = next(effect.text for effect in prsi.effects if effect.rank == "A")
    assert ace == (
        "The next player misses a turn, or answers with an Ace: then the one after misses it."
    )
    assert pesten.aim[1] == "That wins the game."
    finish = {note.heading: note.text for note in pesten.ends}
    assert finish["Winning on a 2, 7, 8, Jack, King or Ace"].startswith("Not allowed")


SETTINGS = {
    "scorer": ("winner", "losers", "places"),
    "finish": ("power", "wild"),
    "pack": ("whole", "short"),
    **dict.fromkeys(("hands", "packs"), ("one", "two")),
    **dict.fromkeys(("calls", "brings", "jack", "last_penalty", "answerable"), ("yes", "no")),
}
"""What the page of the laying games asks beside options."""


def values_of(name: str) -> dict[str, tuple[str, ...]]:
    if name == "shedding":
        return {**SHAPES, **SETTINGS}
    options = {option.name: option.values for option in rulebook(name).options}
    return options | {"table": ("two", "more")}


def slips(values: Mapping[str, tuple[str, ...]], lines: Iterable[str]) -> list[str]:
    """Conditions of the lines that name no option of the game, or no value of it."""
    conditions = [line[1:].partition("]")[0] for line in lines if line[0] == "["]
    words = [word.partition("=") for condition in conditions for word in condition.split()]
    return [
        f"{name}={value}"
        for name, _, value in words
        if value not in values.get(name.rstrip("!"), ())
    ]


def lines_of(text: Any) -> Iterator[str]:
    """Every line of a page's file; the `when` of a note in the form of a condition."""
    for name, part in text.items() if isinstance(text, dict) else enumerate(text):
        if isinstance(part, str):
            yield f"[{part}]" if name == "when" else part
        else:
            yield from lines_of(part)


@pytest.mark.parametrize("name", ["swedish_pursuit", "switch", "ottawa", "pursuit", "shedding"])
def test_every_condition_of_a_page_names_an_option_and_a_value_of_it(name: str) -> None:
    assert slips(values_of(name), lines_of(text_of(f"games/{name}/leaflet"))) == []


@pytest.mark.control
def test_a_condition_that_names_no_option_or_no_value_is_found() -> None:
    text = {"asked": [{"when": "racing=perhaps", "says": ["[raced!=no] Yes.", "No."]}]}
    assert slips(values_of("pursuit"), lines_of(text)) == ["racing=perhaps", "raced!=no"]
