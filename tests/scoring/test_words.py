"""Numbers in words."""

from scoring.words import number_word, only_some


def test_numbers_up_to_twelve_are_words() -> None:
    numbers = (0, 1, 12, 13, -1)
    assert [number_word(number) for number in numbers] == ["no", "one", "twelve", "13", "-1"]


def test_how_few_have_done_something_is_said_of_nobody_too() -> None:
    said = [only_some(number, 5, "missed") for number in (0, 1, 2)]
    assert said == [
        "Nobody has missed",
        "Only one of five players has missed",
        "Only two of five players have missed",
    ]
