"""The formats: every game as a tournament, each found by its name and with the choices of an
organiser applied.

They stand in `formats.toml` and are read, mended and translated without Python. A row has the
fields of a `Format` by their names, its `choices` and their `values` (the default first) as tables
under theirs; what a value `sets` are such fields again. `like` names the format whose fields a row
takes over where it says nothing else, and the tie-breaks called "usual" are those of the livery
evening.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scoring.counting.tie_breaks import TIE_BREAK
from scoring.formats.format import Choice, Format, FormatError, Number, Seats, Side, Value
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules
from scoring.law.rules_text import text_of

Row = Mapping[str, Any]


def _fields(row: Row) -> dict[str, Any]:
    """What a row of the file says, as the fields of a format, a choice or a value."""
    return {name: _READERS.get(name, _as_it_is)(value) for name, value in row.items()}


def _as_it_is(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "choices": lambda rows: tuple(Choice(name, **_fields(row)) for name, row in rows.items()),
    "figures": frozenset,
    "numbers": lambda rows: tuple(Number(name, **_fields(row)) for name, row in rows.items()),
    "seats": lambda row: Seats(*row),
    "sets": _fields,
    "sides": lambda rows: tuple(Side(*row) for row in rows),
    "tie_breaks": lambda names: TIE_BREAK if names == "usual" else tuple(names),
    "values": lambda rows: tuple(Value(name, **_fields(row)) for name, row in rows.items()),
    "when": lambda row: (row[0], tuple(row[1])),
}
"""How the fields that are no plain words, numbers or lists of words are read."""


_TEXT = text_of("formats/formats")


def _format(name: str, row: Row) -> Format:
    fields = {"game": name} | _TEXT.get(row.get("like", ""), {}) | row
    return Format(name, **_fields({key: fields[key] for key in fields if key != "like"}))


FORMATS: dict[str, Format] = {name: _format(name, row) for name, row in _TEXT.items()}
"""Every format under its name with underscores, with its choices at their defaults."""
DEFAULT = FORMATS["swedish_pursuit"]
"""The format of an evening that names no other."""


def format_of(name: str, choices: Mapping[str, Any] | None = None) -> Format:
    """The format of this name (hyphens or underscores) with these choices; what is not chosen is at
    its default.

    Numbers come as integers or digits. Raises FormatError naming the choice and what there is.
    """
    plain = FORMATS.get(name.strip().lower().replace("-", "_").replace(" ", "_"))
    if plain is None:
        slugs = ", ".join(item.slug for item in FORMATS.values())
        raise FormatError(f"There is no format “{name}”. The formats are: {slugs}.")
    fields = dict(choices or {})
    _refuse_unknown(plain, fields)
    values = [(choice, _value(plain, choice, fields.get(choice.name))) for choice in plain.choices]
    sets: dict[str, Any] = {}
    options = dict(plain.options)
    for _, value in values:
        sets |= value.sets
        options |= value.sets.get("options", {})
    sets["options"] = options
    chosen = {choice.name: value.value for choice, value in values}
    for number in asked(plain, chosen):
        sets[number.name] = _number(plain, number, fields.get(number.name))
        chosen[number.name] = str(sets[number.name])
        if number.figure:
            options[number.figure] = chosen[number.name]
    return replace(plain, **sets, chosen=tuple(chosen.items()))


def asked(plain: Format, chosen: Mapping[str, str]) -> tuple[Number, ...]:
    """The numbers that are asked for once these values are chosen."""
    return tuple(
        number
        for number in plain.numbers
        if number.when is None or chosen.get(number.when[0]) in number.when[1]
    )


def _refuse_unknown(plain: Format, values: Mapping[str, Any]) -> None:
    existing = [choice.name for choice in plain.choices]
    existing += [number.name for number in plain.numbers]
    for name in values:
        if name not in existing:
            there = f"Its choices are: {', '.join(existing)}." if existing else "It has none."
            raise FormatError(f"{plain.title} has no choice “{name}”. {there}")


def _value(plain: Format, choice: Choice, answer: Any) -> Value:
    if answer is None:
        return choice.values[0]
    for value in choice.values:
        if value.value == str(answer):
            return value
    allowed = ", ".join(value.value for value in choice.values)
    raise FormatError(
        f"{plain.title}: “{choice.name}” cannot be “{answer}”. Choose from {allowed}."
    )


def _number(plain: Format, number: Number, value: Any) -> int:
    if value is None or value == "":
        return number.default
    text = str(value).strip()
    if not text.lstrip("-").isascii() or not text.removeprefix("-").isdigit():
        raise FormatError(
            f"{number.question}: give a whole number from {number.least} to {number.most}."
        )
    if not number.least <= int(text[:9]) <= number.most:
        raise FormatError(
            f"{number.question}: {text[:9]} is not from {number.least} to {number.most}; change it."
        )
    return int(text)


def read_line(text: str) -> dict[str, str]:
    """Choices from one line such as "counting=spread laps=3".

    Raises FormatError for a word that is no choice.
    """
    choices = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise FormatError(
                f"“{word}” is not a choice: write name=value, such as counting=places."
            )
        choices[name] = value
    return choices


def rules_of(form: Format, line: str = "") -> Rules:
    """The rulebook of a format with the options of a line, and above them what the format itself
    fixes.

    Raises RulesError for an option that is not there.
    """
    chosen = rulebook(form.game).rules(line)
    return (
        chosen.rulebook.rules(dict(chosen.changed) | dict(form.options)) if form.options else chosen
    )
