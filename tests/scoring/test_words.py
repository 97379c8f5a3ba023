"""Numbers in words."""

from scoring.words import capital, first_few, in_turn, listed, nth, number_word, only_some


def test_numbers_up_to_twelve_are_words() -> None:
    numbers = (0, 1, 12, 13, -1)
    assert [number_word(number) for number in numbers] == ["no", "one", "twelve", "13", "-1"]


def test_places_in_a_row_up_to_the_twelfth_are_words() -> None:
    assert list(map(nth, (1, 3, 4, 5, 9, 12, 13, 20))) == [
        "first", "third", "fourth", "fifth", "ninth", "twelfth", "13th", "20th",
    ]  # fmt: skip


def test_how_few_have_done_something_is_said_of_nobody_too() -> None:
    said = [only_some(number, 5, "missed") for number in (0, 1, 2)]
    assert said == [
        "Nobody has missed",
        "Only one of five players has missed",
        "Only two of five players have missed",
    ]


def test_names_stand_in_a_row_as_one_says_them() -> None:
    rows: list[list[str]] = [[], ["A"], ["A", "B"], ["A", "B", "C"]]
    assert [listed(row) for row in rows] == ["", "A", "A and B", "A, B and C"]
    assert listed(["a 2", "an 8", "a Jack"], "or") == "a 2, an 8 or a Jack"
    assert in_turn(["A", "B", "C"]) == "A, then B, then C"


def test_names_beyond_the_first_few_are_only_counted() -> None:
    said = [first_few("ABCDE"[:number], 3) for number in (1, 3, 4, 5)]
    assert said == ["A", "A, B and C", "A, B, C and 1 more", "A, B, C and 2 more"]


def test_a_capital_changes_no_other_letter() -> None:
    assert [capital("an Ace"), capital("Ann"), capital("")] == ["An Ace", "Ann", ""]
