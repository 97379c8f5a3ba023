"""A format by its name, with an organiser's choices applied."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.formats.catalogue import FORMATS
from scoring.formats.format import Choice, Format, FormatError, Number, Value
from scoring.rulebook import Rules
from scoring.rulebooks import rulebook


def format_of(name: str, choices: Mapping[str, Any] | None = None, *, among: Mapping[str, Format] = FORMATS) -> Format:
    """The format of this name (hyphens or underscores) with these choices; what is not chosen is at its default.

    Numbers come as integers or digits. Raises FormatError naming the choice and what there is.
    """
    plain = among.get(name.strip().lower().replace("-", "_").replace(" ", "_"))
    if plain is None:
        known = ", ".join(one.slug for one in among.values())
        raise FormatError(f"There is no format “{name}”. The formats are: {known}.")
    given = dict(choices or {})
    _refuse_unknown(plain, given)
    values = [(choice, _value(plain, choice, given.get(choice.name))) for choice in plain.choices]
    sets: dict[str, Any] = {}
    for _, value in values:
        sets |= value.sets
    sets["options"] = dict(plain.options)
    for _, value in values:
        sets["options"] |= value.sets.get("options", {})
    chosen = {choice.name: value.value for choice, value in values}
    for number in asked(plain, chosen):
        sets[number.name] = _number(plain, number, given.get(number.name))
        chosen[number.name] = str(sets[number.name])
    return replace(plain, **sets, chosen=tuple(chosen.items()))


def asked(plain: Format, chosen: Mapping[str, str]) -> tuple[Number, ...]:
    """The numbers that are asked for once these values are chosen."""
    return tuple(number for number in plain.numbers if number.when is None or number.when in chosen.items())


def _refuse_unknown(plain: Format, given: Mapping[str, Any]) -> None:
    known = [*(one.name for one in plain.choices), *(one.name for one in plain.numbers)]
    for name in given:
        if name not in known:
            there = f"Its choices are: {', '.join(known)}." if known else "It has none."
            raise FormatError(f"{plain.title} has no choice “{name}”. {there}")


def _value(plain: Format, choice: Choice, given: Any) -> Value:
    if given is None:
        return choice.values[0]
    for value in choice.values:
        if value.value == str(given):
            return value
    allowed = ", ".join(value.value for value in choice.values)
    raise FormatError(f"{plain.title}: “{choice.name}” cannot be “{given}”. Choose from {allowed}.")


def _number(plain: Format, number: Number, given: Any) -> int:
    if given is None or given == "":
        return number.default
    text = str(given).strip()
    if not text.lstrip("-").isascii() or not text.removeprefix("-").isdigit():
        raise FormatError(f"{number.question}: give a whole number from {number.least} to {number.most}.")
    if not number.least <= int(text[:9]) <= number.most:
        raise FormatError(f"{number.question}: {text[:9]} is not from {number.least} to {number.most}; change it.")
    return int(text)


def read_line(text: str) -> dict[str, str]:
    """Choices from one line such as "counting=spread laps=3". Raises FormatError for a word that is no choice."""
    found = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise FormatError(f"“{word}” is not a choice: write name=value, such as counting=places.")
        found[name] = value
    return found


def rules_of(form: Format, line: str = "") -> Rules:
    """The rulebook of a format with the options of a line, and above them what the format itself fixes.

    Raises RulesError for an option that is not there.
    """
    chosen = rulebook(form.game).rules(line)
    return chosen.rulebook.rules(dict(chosen.changed) | dict(form.options)) if form.options else chosen
