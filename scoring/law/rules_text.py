"""The rules of a game as a text file, `games/NAME/rules.toml`: clauses, options with their
questions, what cards do and count, packs and seats. It is read, mended and translated without
Python. Its parts are the fields of `Rulebook` (scoring/law/rulebook.py), each `[open]` question a
silence; what a part holds in the file is said where it is read below.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, partial
from io import open_code
from typing import Any

from scoring.cards import FULL_PACK, JOKERS, RANKS, Card, rank_of
from scoring.law.effects import Effect
from scoring.law.rulebook import (
    CardValue,
    Clause,
    Deal,
    Option,
    Question,
    Rulebook,
    Scoring,
    SizeMeasure,
    Variant,
    Weight,
)
from scoring.words import noun, nth, plural, spelt

Text = Mapping[str, Any]


@cache
def text_of(path: str) -> Text:
    """A text file of this package, parsed: `games/switch/rules`, without its `.toml`."""
    with open_code(f"{__file__.removesuffix('law/rules_text.py')}{path}.toml") as file:
        return tomllib.load(file)


@cache
def rulebook_of(name: str, figures: tuple[tuple[str, str], ...] = ()) -> Rulebook:
    """The rulebook that the file of a game tells, with the sentences of these figures; a figure
    that is not among them is the usual one. Raises KeyError where the file lacks a part.
    """
    text = text_of(f"games/{name}/rules")
    names = dict[str, str]()
    for figure, row in text.get("figures", {}).items():
        names |= _names(int(dict(figures).get(figure, row["usual"])), row["unit"])
    if names:
        text = _filled(text, names)
    return Rulebook(
        name=name,
        title=text["title"],
        call=text.get("call", "Last card"),
        version=text.get("version", 1),
        folder=text.get("folder", name),
        sizes=tuple(SizeMeasure(*row) for row in text.get("sizes", ())),
        clauses=tuple(_clauses(text)),
        options=tuple(_option(*row) for row in text["option"].items()),
        silences=tuple(_question(*row) for row in text.get("open", {}).items()),
        deal=_deal(text["deal"]),
        scoring=_scoring(text["scoring"]),
        variants=tuple((row["option"], row["value"], _variant(row, text)) for row in _rows(text)),
        chapters=tuple(text["chapters"].items()),
        effects=tuple(Effect(rank, **does) for rank, does in text.get("effects", {}).items()),
        # Counted by `python -m scoring questions GAME --measure`.
        weights=tuple(Weight(question, *row) for question, row in text.get("weights", {}).items()),
        elsewhere=tuple(
            Weight(question, *row) for question, row in text.get("elsewhere", {}).items()
        ),
        often=tuple(text.get("often", ())),
        aspects={aspect: tuple(clauses) for aspect, clauses in text["aspects"].items()},
        figures=tuple(_figure(*row) for row in text.get("figures", {}).items()),
        names=names,
        edition=partial(rulebook_of, name) if names else None,
    )


def _names(number: int, unit: str) -> dict[str, str]:
    """What stands for the `{names}` of a figure."""
    times = "once" if number == 1 else spelt(number, "time")
    win = noun(number, "wins", "win")
    return {plural(unit): spelt(number, unit), "times": times, "nth": nth(number), "win": win}


def _filled(part: Any, names: Mapping[str, str]) -> Any:
    """A part of a parsed file with its `{names}` filled in."""
    if isinstance(part, str):
        return part.format_map(names)
    if isinstance(part, list):
        return [_filled(row, names) for row in part]
    if isinstance(part, dict):
        return {name: _filled(row, names) for name, row in part.items()}
    return part


def _figure(name: str, row: Text) -> Option:
    """A number that only a format chooses: its `unit`, the `usual` number and the `most`. Sentences
    of such a game say it as `{times}`, `{nth}`, `{win}` (the verb) or by the plural of the unit,
    `{laps}`.
    """
    numbers = dict.fromkeys((row["usual"], *range(1, row["most"] + 1)))
    return Option(name, tuple((str(number), spelt(number, row["unit"])) for number in numbers), ())


def _rows(text: Text) -> list[Text]:
    rows: list[Text] = text.get("variants", [])
    return rows


def _clauses(text: Text) -> Iterator[Clause]:
    """Sentences in our words; `texts` names the sources that hold them, `texts_of` those of single
    clauses, `advice` the clauses that bind nobody.
    """
    usual, own = tuple(text["texts"]), text.get("texts_of", {})
    advice = text.get("advice", ())
    for clause, gist in text["clauses"].items():
        yield Clause(clause, gist, tuple(own.get(clause, usual)), clause not in advice)


def _question(number: str, row: Text) -> Question:
    return Question(
        number,
        row["asks"],
        row["reading"],
        row["because"],
        row.get("otherwise", ""),
        tuple(row["clauses"]),
        row.get("setting", ""),
        row.get("no_option", ""),
    )


def _option(name: str, row: Text) -> Option:
    """What each value `is`, the default first, and the questions that the option answers."""
    asked = tuple(_question(key, part) for key, part in row.items() if "-A" in key)
    idle, beside = tuple(row.get("idle", ("", ""))), tuple(row.get("beside", ()))
    offered = row.get("offered", False)
    return Option(name, tuple(row["is"].items()), asked, offered, (idle[0], idle[1]), beside)


def _deal(row: Text) -> Deal:
    """`dealt` and `packs` are steps [up to so many players, so many]; `cut_each_round` says that
    each round has a first dealer of its own.
    """
    fewest, most = row["seats"]
    packs = _steps(row.get("packs", [[99, 1]]))
    cut_each_round = row.get("cut_each_round", False)
    return Deal(fewest, most, _steps(row["dealt"]), packs, _pack(row), cut_each_round)


def _pack(row: Text) -> tuple[Card, ...]:
    ranks = row.get("ranks", RANKS)
    cards = (card for card in FULL_PACK if RANKS[rank_of(card)] in ranks)
    return (*cards, *JOKERS[: row.get("jokers", 0)])


def _steps(rows: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((limit, amount) for limit, amount in rows)


def _scoring(row: Text) -> Scoring:
    """A card value without `points` is the face value; `values` of another game are borrowed by
    its name.
    """
    values = row.get("values")
    if isinstance(values, str):
        values = text_of(f"games/{values}/rules")["scoring"]["values"]
    worth = values and tuple(
        CardValue(ranks, value.get("points"), value["clause"]) for ranks, value in values.items()
    )
    return Scoring(row["scorer"], row["best"], worth)


def _variant(row: Text, text: Text) -> Variant:
    """What changes while an option has a value: scoring, the points of one rank, or the deal."""
    if "points" in row:
        scoring = _scoring(text["scoring"])
        values = scoring.values or ()
        points: Mapping[str, int] = row["points"]
        changed = (value._replace(points=points.get(value.ranks, value.points)) for value in values)
        return scoring._replace(values=tuple(changed))
    if "scorer" in row:
        return _scoring(row)
    steps = {f"{name}_steps": _steps(row[name]) for name in ("dealt", "packs") if name in row}
    return steps | ({"seats_max": row["seats"][1]} if "seats" in row else {})
