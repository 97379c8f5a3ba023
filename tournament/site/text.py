"""Fields for printed words: tidied, with hidden and direction-changing characters refused; and for
the day.
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.models.guest import fault_in_name, fault_in_words, tidy

EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)


def seen_text(text: str) -> None:
    """Refuse control and direction-changing characters: no record may keep them."""
    if any(unicodedata.category(character).startswith("C") for character in text):
        raise ValidationError("Take out the characters that cannot be seen.")


def whole_number(text: str, figures: int) -> int | None:
    """A number that was typed or sent, in at most so many figures; None for anything else."""
    written = text.isascii() and text.isdigit() and len(text) <= figures
    return int(text) if written else None


class WordsField(forms.CharField):
    """Free words on one line, such as a venue: hidden and direction-changing characters are
    refused.
    """

    def __init__(self, *, limit: int = 80, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.limit = limit
        self.widget.attrs.setdefault("maxlength", str(limit))

    def to_python(self, value: Any) -> str:
        """The text with single spaces and composed accents."""
        return tidy(super().to_python(value) or "")

    def validate(self, value: Any) -> None:
        """Long enough, short enough, printable."""
        super().validate(value)
        if len(value) > self.limit:
            raise ValidationError(
                f"At most {self.limit} characters, please; these are {len(value)}."
            )
        fault = self.fault(value)
        if fault:
            raise ValidationError(fault)

    def fault(self, value: str) -> str:
        """What is wrong with the words."""
        return fault_in_words(value)


class SeveralField(WordsField):
    """A few words each for several things, with commas between; the usual ones where none is
    given.
    """

    most, longest = 8, 40

    def __init__(self, usual: Callable[[], list[str]], **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.usual = usual

    def clean(self, value: Any) -> list[str]:
        """Each of them once, in their order."""
        words = [" ".join(name.split()) for name in str(super().clean(value)).split(",")]
        unique = list(dict.fromkeys(word for word in words if word))
        if len(unique) > self.most or any(len(name) > self.longest for name in unique):
            raise ValidationError(
                f"Name {self.most} at most, each in {self.longest} letters or fewer."
            )
        return unique or self.usual()


class NameField(WordsField):
    """A name or office as it is printed: letters, accents and the punctuation of names."""

    def fault(self, value: str) -> str:
        """What is wrong with the name."""
        return fault_in_name(value, longest=self.limit)


class WholeField(forms.IntegerField):
    """A whole number between two bounds, refused with a sentence that names them."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        words = f"Give a whole number from {least} to {most}."
        by_name = {"invalid": words, "required": words, "min_value": words, "max_value": words}
        super().__init__(min_value=least, max_value=most, error_messages=by_name, **kwargs)


class DayField(forms.DateField):
    """A day of an evening, within sensible years."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **kwargs: Any) -> None:
        words = "Give the day as year, month and day, such as 2027-02-11."
        super().__init__(
            error_messages={"invalid": words, "required": "Give the day of the evening."}, **kwargs
        )

    def clean(self, value: Any) -> Any:
        """A day between 2000 and 2199."""
        day = super().clean(value)
        if day is not None and not EARLIEST <= day <= LATEST:
            raise ValidationError(
                f"The year {day.year} cannot be right: give one from 2000 to 2199."
            )
        return day


FORMULA_STARTS = tuple("=+-@＝＋－＠\N{MINUS SIGN}")
CONTROLS = ("\t", "\r", "\n")
"""Before a sign of a formula some spreadsheets pass over blanks, and some read full-width signs."""


def plain_cell(text: str) -> str:
    """A cell that a spreadsheet shows as text: what would start a formula gets an apostrophe before
    it.
    """
    number = text.lstrip("-").isdecimal()
    seen = "".join(letter for letter in text if not unseen(letter))
    formula = text.startswith(CONTROLS) or seen.startswith(FORMULA_STARTS)
    return f"'{text}" if formula and not number else text


def csv_text(rows: Iterable[Iterable[str]], separator: str) -> str:
    """Rows of cells as the text of a CSV file, no cell of which is taken for a formula. Written as
    `utf-8-sig`, its mark in front tells a spreadsheet which letters these are.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def unseen(letter: str) -> bool:
    """Whether a letter is blank or not seen at all, of whatever width."""
    return letter.isspace() or unicodedata.category(letter) in ("Cf", "Cc", "Zs", "Zl", "Zp")
