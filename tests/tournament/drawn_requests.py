"""Requests drawn by chance: mostly by somebody whom the page lets in, in its own way, with words
that make sense for the name of each field, and among them words that nobody knows.

Most names that a page reads are found in the forms and views themselves, so that a new field is
drawn without anybody adding it here.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.forms import BaseForm
from django.urls import get_resolver

from tests.tournament.access_table import PERSONS, THINGS, Cell, meant
from tests.tournament.hostile import NAMES
from tests.tournament.visitors import calls, mark

ROOT = Path(__file__).resolve().parents[2]
WORDS = (
    *NAMES,
    "",
    "0",
    "1",
    "-1",
    "2",
    "out",
    "8H KD",
    "=23",
    "on",
    "yes",
    "null",
    "true",
    "[]",
    "{}",
    "1e999",
    "NaN",
    "P001",
    "organiser",
    "points",
    "cut",
    "approve",
    "let_in",
    "table-sheets-1",
    "2027-02-11",
    "9" * 30,
    "\u0661\u0662",
    "%00",
    "a,b",
)
"""Words for any field, most of them for none."""
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2**63,
    1.5,
    "",
    "x",
    "\ud800",
    [],
    {},
    [[]],
    {"a": {"b": []}},
    "out",
    "8H",
)
KEYS = (
    "key",
    "round",
    "game",
    "table",
    "seen",
    "entries",
    "checked",
    "checker",
    "blocked",
    "flags",
    "reason",
    "name",
    "order",
)
"""What phones send."""
WAYS_BACK = ("back", "next")
"""Fields that say where to go: few routes read them, so many forms carry both."""
SMALL = ("1", "2", "3")
SANE: Mapping[str, Sequence[str]] = {
    r"hand_1?_?A|hand_A": ("out", "0", "o"),
    r"hand.*": ("8", "3 4", "=23", "KH 2D", "out", ""),
    r"hands|cards|top|typed.*": ("QS", "8H", "KH 2D", "3C 4C"),
    r"seen.*|since": ("0", "1", "2"),
    r"(round|game|table|from_|to_|place|number|one|badge|turn|guest$).*": SMALL,
    r"(other|guests|players|places|cut_size|late).*": ("2", "3", "5", "7"),
    r"games_.*|qualifying.*|playoff_games|best|missed|team_.*": ("1", "2", "5"),
    r"(reason|why|notes|words|text|claim|spoken).*": ("Misread at the table", "Left early"),
    r"(name|sort_name|witness|checker|your_name|who|company|livery|title).*": (
        "Anna Bell",
        "Ben Cole",
        "Bakers",
        "The Master",
    ),
    r"email|invited.*": ("anna@example.org",),
    r"date|days": ("2027-02-11",),
    r"password.*": ("a long pass phrase 7",),
    r"seat|own_seat": ("A", "B", "F"),
    r"role|office": ("umpire", "organiser"),
    r"option_.*|.*policy|cut_tie|playoff|count_by|by|what|act|step|answer|stage|show|view": (
        "save",
        "preview",
        "accept",
        "unranked",
        "open",
        "points",
        "no",
        "yes",
    ),
    r"file": ("",),
    r"key": ("a form of this page",),
}
"""Words that make sense, by what the field is called; the first that matches."""
READS = re.compile(
    r"""(?:POST|GET|data|sent|form)(?:\.get(?:list)?\(|\[)f?"([a-z_]+)"|^    ([a-z_]+) = forms\.""",
    re.MULTILINE,
)
NOT_FOUND = (
    "blocked",
    "blocked_1",
    "card_A",
    "card_P002",
    "card_P003",
    "cell:2:0",
    "checked",
    "claimed",
    "column:0",
    "eights:P002:1:1:1",
    "flag_single_eight A",
    "games_of_round_1",
    "games_of_round_2",
    "go",
    "hand_1_A",
    "hand_1_B",
    "hand_A",
    "hand_B",
    "hand_C",
    "hand_D",
    "hand_E",
    "hand_Z",
    "held",
    "late",
    "left_out",
    "next",
    "noticed",
    "option_trick_match",
    "per_page",
    "players",
    "prize-0-name",
    "prize-INITIAL_FORMS",
    "prize-TOTAL_FORMS",
    "seen_1",
    "seen_one",
    "seen_other",
    "sort",
    "source",
    "take_in",
    "tap",
    "tie-games_won",
    "top",
    "turn",
    "who_1_A",
)
"""Names that neither a form declares nor `READS` sees; of those that hold a number, a seat or a
guest one or two each.
"""


@cache
def fields() -> tuple[str, ...]:
    """Every name under which a page reads anything: of forms, of views (`READS`), `NOT_FOUND`."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "tournament").rglob("*.py"))
    found = {one or other for text in texts for one, other in READS.findall(text)}
    return tuple(sorted(found | _fields_of_forms(BaseForm) | set(NOT_FOUND)))


def _fields_of_forms(kind: type[BaseForm]) -> set[str]:
    """What the forms of this kind in the product declare; asking for the addresses imports all."""
    assert get_resolver().url_patterns
    own = getattr(kind, "base_fields", ()) if kind.__module__.startswith("tournament.") else ()
    return set(own).union(*(_fields_of_forms(form) for form in kind.__subclasses__()))


@cache
def sane(field: str) -> Sequence[str]:
    """What somebody would type there; a box ticked or not, where nothing is known of it."""
    found = [words for name, words in SANE.items() if re.fullmatch(name, field)]
    return found[0] if found else ("on", "", "1")


def odd_json(dice: Random, depth: int = 0) -> Any:
    """A value as no phone sends it."""
    if depth < 3 and dice.random() < 0.4:
        return {dice.choice(KEYS): odd_json(dice, depth + 1) for _ in range(dice.randrange(5))}
    if depth < 3 and dice.random() < 0.3:
        return [odd_json(dice, depth + 1) for _ in range(dice.randrange(4))]
    return dice.choice(ODD + WORDS)


def sent(dice: Random, name: str) -> dict[str, Any]:
    """A form, or what a phone sends."""
    if mark(name).codes and mark(name).header:
        return {"data": _phone_body(dice), "json": True}
    known = dice.sample(fields(), dice.randrange(10, len(fields())))
    form = {field: dice.choice(sane(field)) for field in known}
    for field in dice.sample(known, dice.choice((0, 0, 1, 3, len(known)))):
        form[field] = dice.choice(WORDS)
    if dice.random() < 0.5:
        form |= {field: dice.choice(WORDS) for field in WAYS_BACK}
    return {"data": form, "json": False}


def _phone_body(dice: Random) -> bytes:
    body = {key: odd_json(dice) for key in dice.sample(KEYS, dice.randrange(1, len(KEYS)))}
    if dice.random() < 0.6:
        body |= {"key": "K" * 20, "round": 1, "game": 1, "table": 1, "seen": 0, "checked": []}
    text = json.dumps(body).encode()
    return text[: dice.randrange(len(text) + 1)] if dice.random() < 0.1 else text


def drawn(dice: Random, names: Sequence[str]) -> tuple[Cell, dict[str, Any]]:
    """Who asks for what how, and what they send along."""
    name = dice.choice(names)
    method = calls()[name].method if dice.random() < 0.7 else dice.choice(("GET", "POST"))
    if method == "GET" and dice.random() < 0.4:
        method = "POST"
    thing = "own" if dice.random() < 0.9 else dice.choice(THINGS)
    let_in = _let_in(name, method)
    person = dice.choice(let_in if let_in and dice.random() < 0.85 else PERSONS)
    return Cell(name, person, method, thing), sent(dice, name)


@cache
def _let_in(name: str, method: str) -> tuple[str, ...]:
    return tuple(
        person
        for person in PERSONS
        if meant(mark(name), Cell(name, person, method, "own")) == "open"
    )


def share_of_views(met: Mapping[str, int]) -> float:
    """How many of so many requests came as far as a view, as a share of one."""
    return met.get("open", 0) / max(1, sum(met.values()))


def routes(left_out: Iterable[str]) -> list[str]:
    """Every route by its name, but for these."""
    return sorted(set(calls()) - set(left_out))
