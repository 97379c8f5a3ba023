"""A crowd saves while something else goes on: papers and workbooks are made, or hundreds hold half
sent requests open. Nothing is unsaved; times are told, not asserted.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from tests.figures import report
from tests.tournament.evening import official
from tests.tournament.load.crowd import Heard, Manner, come
from tests.tournament.load.halls import hall, session_of
from tests.tournament.load.server import serving
from tests.tournament.load.test_load import met, saved
from tests.tournament.server.test_connections import KINDS, many
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db(transaction=True)
QUICK = Manner(thought=0.2, viewers=8, arrival=0.5, pause=0.5)
EVENING = Manner(thought=2, viewers=100, arrival=3, pause=3)
FILES = (("workbook", ()), ("paper_pdf", ("score-cards",)), ("paper_pdf", ("seating-by-name",)))


class Printer:
    """An organiser who prints on and on over connections of their own."""

    def __init__(self, port: int, event: Event, session: str) -> None:
        self.port, self.session, self.made = port, session, Counter[int]()
        self.paths = [reverse(name, args=[event.slug, *more]) for name, more in FILES]
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._print)

    def _print(self) -> None:
        from http.client import HTTPConnection  # noqa: PLC0415 -- of this thread alone

        while not self.over.is_set():
            for path in self.paths:
                line = HTTPConnection("127.0.0.1", self.port, timeout=120)
                line.request("GET", path, headers={"Cookie": f"sessionid={self.session}"})
                answer = line.getresponse()
                answer.read()
                self.made[answer.status] += 1
                line.close()

    def __enter__(self) -> "Printer":
        self.thread.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.over.set()
        self.thread.join()


def printer_of(event: Event) -> str:
    """The session of an organiser of this evening."""
    user: User = official(event, Role.ORGANISER, "printer")
    return session_of(user)


@contextmanager
def hostile(port: int, number: int) -> Iterator[None]:
    """So many slow, silent and half-sent connections, of all kinds alike."""
    with ExitStack() as held:
        for kind in KINDS:
            held.enter_context(many(port, kind, number // len(KINDS)))
        yield


def printed_while_saved(tables: int, games: int, manner: Manner) -> tuple[Heard, Counter[int]]:
    """A crowd saves and somebody prints: nobody meets an error and nothing is unsaved."""
    event, evening = hall(tables, games)
    session = printer_of(event)
    with serving(PRINT_APART="1") as port, Printer(port, event, session) as printer:
        heard = come(port, evening, manner)
    whole = tables * games
    assert met(heard) == (Counter({302: whole}), Counter({200: whole}), set())
    assert saved(event) == (whole, whole, [])
    return heard, printer.made


def test_papers_and_workbooks_are_made_while_everybody_saves() -> None:
    made = printed_while_saved(3, 2, QUICK)[1]
    assert set(made) == {200}


@pytest.mark.torture
@pytest.mark.promise(
    "Whoever prints holds no save up: the time of a save while papers and workbooks are made is"
    " told beside the time without",
    figure="saves_while_printing",
)
def test_the_time_of_a_save_while_somebody_prints_is_told() -> None:
    event, evening = hall(22, 10)
    with serving() as port:
        quiet = come(port, evening, EVENING)
    assert saved(event) == (220, 220, [])
    heard, made = printed_while_saved(21, 10, EVENING)
    report(
        "saves_while_printing",
        f"saves while {made[200]} papers and workbooks were made: {heard.saves.words()};"
        f" without: {quiet.saves.words()}",
    )


@pytest.mark.torture
@pytest.mark.skipif(connection.vendor != "sqlite", reason="connections know no database")
@pytest.mark.promise(
    "100 officials and 500 viewers beside 200 hostile slow connections: nothing unsaved; the time"
    " of a save is told",
    figure="load_hostile",
)
def test_a_hundred_officials_save_beside_two_hundred_hostile_connections() -> None:
    event, evening = hall(100, 6)
    with serving() as port, hostile(port, 200):
        heard = come(port, evening, Manner())
    assert met(heard) == (Counter({302: 600}), Counter({200: 600}), set())
    assert saved(event) == (600, 600, [])
    report(
        "load_hostile",
        "100 officials saved 600 sheets beside 500 viewers and 200 slow, silent and half-sent"
        f" connections, 0 unsaved ({heard.saves.words()}; viewers {heard.looks.words()})",
    )
