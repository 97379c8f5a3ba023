"""Any request at all: random forms, JSON and addresses at every route by everybody; and never a
page that broke.

Two ways of looking: Hypothesis builds requests of the words that the site knows and of words nobody
knows, and atheris, where it is installed, mutates bytes at the readers of files and JSON guided by
the code they reach.
"""

import json
import logging
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.shortcuts import redirect
from django.template.backends.django import Template

from tests.figures import report
from tests.tournament.access_table import PERSONS, Cell
from tests.tournament.hostile import NAMES
from tests.tournament.test_bad_input import FIELDS
from tests.tournament.visitors import House, calls, mark

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
WORDS = (
    *NAMES,
    *(
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
    ),
    *(
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
    ),
)
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
HEAVY = {
    "paper_pdf",
    "paper_tonight",
    "closing_pack",
    "ruling_pdf",
    "league_pdf",
    "workbook",
    "league_workbook",
    "chances",
    "draw_seating",
    "next_round",
}
"""What takes long is asked by the other tests of bad input."""
WAYS_BACK = ("back", "next")
"""Fields that say where to go: few routes read them, so half of the forms carry both."""


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Two evenings and all persons; no page is drawn."""
    made = House()
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    logging.disable(logging.CRITICAL)
    yield made
    logging.disable(logging.NOTSET)


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
        body = json.dumps(
            {key: odd_json(dice) for key in dice.sample(KEYS, dice.randrange(1, len(KEYS)))}
        ).encode()
        return {
            "data": body[: dice.randrange(len(body) + 1)] if dice.random() < 0.1 else body,
            "json": True,
        }
    fields = {field: dice.choice(WORDS) for field in dice.sample(FIELDS, dice.randrange(1, 25))}
    if dice.random() < 0.5:
        fields |= {field: dice.choice(WORDS) for field in WAYS_BACK}
    return {"data": fields, "json": False}


def broken(
    house: House, number: int, seed: int, routes: Iterable[str] = ()
) -> tuple[list[tuple[Cell, str]], Counter[str]]:
    """The requests of so many that broke a page, and how the others were answered."""
    dice, faults, met = Random(seed), [], Counter[str]()
    names = sorted(routes or set(calls()) - HEAVY)
    for _ in range(number):
        name = dice.choice(names)
        person = dice.choice(("organiser", "organiser", "organiser", "table umpire", *PERSONS))
        person = (
            "table umpire"
            if mark(name).codes and mark(name).header and dice.random() < 0.8
            else person
        )
        cell = Cell(
            name,
            person,
            dice.choice(("GET", "POST", "POST", "POST")),
            dice.choice(("own", "own", "own", "missing")),
        )
        said = house.answer_to(cell, **sent(dice, name))
        met[said] += 1
        if said.isdigit() and int(said) >= 500:
            faults.append((cell, said))
    return faults, met


def test_no_request_of_some_hundreds_breaks_a_page(house: House) -> None:
    faults, met = broken(house, 400, seed=20270211)
    assert faults == []
    assert met["open"] > 50


@pytest.mark.control("test_no_request_of_a_great_many_breaks_a_page")
def test_a_page_that_trusts_what_it_gets_would_be_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.site.access._there", lambda _rows, **named: 1 // 0)
    assert broken(house, 400, seed=20270211)[0] != []


@pytest.mark.promise("No word sent as the way back breaks a page")
def test_no_word_sends_anybody_to_a_page_that_is_not_there(house: House) -> None:
    assert broken(house, 60, seed=2, routes=("make_ruling", "login"))[0] == []


@pytest.mark.control("test_no_word_sends_anybody_to_a_page_that_is_not_there")
def test_a_page_that_goes_back_to_any_word_would_be_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tournament.rulings.views._back", lambda request: request.POST.get("back", "")
    )
    monkeypatch.setattr("tournament.rulings.views.HttpResponseRedirect", redirect)
    faults = broken(house, 60, seed=2, routes=("make_ruling", "login"))[0]
    assert {cell.route for cell, _said in faults} == {"make_ruling"}


@pytest.mark.torture
@pytest.mark.promise(
    "No request breaks a page, whatever it holds", faults=(19, 21, 24), figure="any_request"
)
def test_no_request_of_a_great_many_breaks_a_page(house: House) -> None:
    number = int(os.environ.get("REQUESTS", "40000"))
    faults, met = broken(house, number, seed=Random().randrange(2**32))
    assert faults == []
    answers = ", ".join(f"{count:,} {said}" for said, count in met.most_common())
    report("any_request", f"{number:,} random requests, none broke a page ({answers})")


@pytest.mark.torture
@pytest.mark.promise(
    "No bytes break the readers of files, JSON and hands", faults=(21, 22), figure="any_bytes"
)
def test_no_bytes_break_a_reader() -> None:
    number = os.environ.get("INPUTS", "100000")
    command = [sys.executable, "-m", "tests.tournament.any_bytes", number]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip(
            "not run: atheris is not installed (mend: make torture with the internet within reach)"
        )
    assert done.returncode == 0, done.stderr[-3000:]
    report(
        "any_bytes",
        f"{int(number):,} inputs guided by atheris at the readers of files, JSON, hands and names,"
        " 0 faults",
    )
