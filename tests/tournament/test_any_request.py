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

import pytest
from django.shortcuts import redirect
from django.template.backends.django import Template

from tests.figures import report
from tests.tournament.access_table import Cell
from tests.tournament.drawn_requests import drawn, share_of_views
from tests.tournament.drawn_requests import routes as all_routes
from tests.tournament.visitors import House, mark

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
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


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Two evenings and all persons; no page is drawn."""
    made = House()
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    logging.disable(logging.CRITICAL)
    yield made
    logging.disable(logging.NOTSET)


def broken(
    house: House, number: int, seed: int, routes: Iterable[str] = ()
) -> tuple[list[tuple[Cell, str]], Counter[str]]:
    """The requests of so many that broke a page, and how the others were answered."""
    dice, faults, met = Random(seed), [], Counter[str]()
    names = sorted(routes) or all_routes(HEAVY)
    for _ in range(number):
        cell, more = drawn(dice, names)
        said = house.answer_to(cell, **more)
        met[said] += 1
        if said.isdigit() and int(said) >= 500:
            faults.append((cell, said))
    return faults, met


def test_no_request_of_some_hundreds_breaks_a_page(house: House) -> None:
    faults, met = broken(house, 200, seed=20270211)
    assert faults == []
    assert share_of_views(met) >= 0.5, met


@pytest.mark.control("test_no_request_of_a_great_many_breaks_a_page")
def test_a_page_that_trusts_what_it_gets_would_be_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.site.access._there", lambda _rows, **named: 1 // 0)
    assert broken(house, 60, seed=20270211)[0] != []


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
    assert share_of_views(met) >= 0.5, met
    share = f"{share_of_views(met):.0%} reached a view"
    report("any_request", f"{number:,} random requests, none broke a page: {share} ({answers})")


def calls_of_phones() -> tuple[str, ...]:
    """Every route that a phone asks by its code."""
    return tuple(name for name in all_routes(()) if mark(name).codes and mark(name).header)


@pytest.mark.torture
@pytest.mark.promise("No call of a phone breaks a page, whatever it holds", figure="any_call")
def test_no_call_of_a_phone_of_a_great_many_breaks_a_page(house: House) -> None:
    number = int(os.environ.get("CALLS", "2000"))
    faults, met = broken(house, number, Random().randrange(2**32), calls_of_phones())
    assert faults == []
    answers = ", ".join(f"{count:,} {said}" for said, count in met.most_common())
    report("any_call", f"{number:,} calls of phones, none broke a page ({answers})")


@pytest.mark.control("test_no_call_of_a_phone_of_a_great_many_breaks_a_page")
def test_a_phone_whose_words_are_trusted_would_be_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.phones.entrance.strictly", lambda body: json.loads(body)["key"])
    assert broken(house, 60, seed=3, routes=("pad_sheet", "pad_order"))[0] != []


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
