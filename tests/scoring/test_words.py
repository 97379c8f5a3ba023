"""Numbers in words."""

from scoring.words import number_word


def test_numbers_up_to_twelve_are_words() -> None:
    numbers = (0, 1, 12, 13, -1)
    assert [number_word(number) for number in numbers] == ["no", "one", "twelve", "13", "-1"]
