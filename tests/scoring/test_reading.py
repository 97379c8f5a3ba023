"""JSON is read strictly: numbers that are none are refused with a sentence, wherever they stand."""

import json

import pytest

from scoring.command import CommandError
from scoring.json_text import read_json, strictly

NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", '[1, {"points": NaN}]')


@pytest.mark.promise("NaN and infinities are refused wherever JSON is read", faults=(24,))
@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is no number of points or places"):
        strictly(text)
    with pytest.raises(CommandError, match=r"a file: .* is no number of points or places"):
        read_json(text, "a file")


@pytest.mark.control("test_what_is_no_number_is_refused_with_a_sentence")
@pytest.mark.parametrize("text", NO_NUMBERS)
def test_python_alone_would_take_them(text: str) -> None:
    assert json.loads(text) is not None


def test_numbers_that_are_some_are_read_as_they_stand() -> None:
    assert strictly('[1, -2, 0.5, 1e3, "NaN"]') == [1, -2, 0.5, 1000.0, "NaN"]
    assert strictly(b"23") == 23


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "a file: "),
    ],
)
def test_what_is_no_json_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        read_json(text, "a file")
