"""Sixty live evenings on one server, asked in turn: what a table's phone and a page on the board
cost there, and what they cost where one evening is asked again and again.

The evenings have a hundred and ten guests. Where they are asked in turn the processor's own memory
is cold for each of them, as it is for the no-op that stands beside.
"""

from collections.abc import Callable, Iterable
from functools import partial

from django.urls import reverse

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.bench_evening import begun, packed
from tests.bench.bench_sheet import Phone
from tests.bench.field import many_tables
from tests.bench.measure import interleaved, judge, load
from tests.bench.web import Door
from tests.tournament.evening import official
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.phones import entrance

EVENINGS, TABLES, GOAL = 60, 22, 1.3


Ask = Callable[[], object]


def each_once(asks: Iterable[Ask]) -> None:
    """Ask one after the other."""
    for ask in asks:
        ask()


def main() -> None:
    """Each evening has been looked at once before anything is timed."""
    print(load())
    entrance.CALLS_A_MINUTE = 1_000_000  # one phone alone would soon be told to wait
    public = Door()
    public.cookies = {}
    phones, pages, prizes = [], [], []
    for number in range(EVENINGS):
        event = begun(many_tables(TABLES, games=5), tables=3)
        codes_issued(event)
        door = Door(official(event, name=f"organiser-{number}"))
        phones.append(Phone(public, "/pad/state", table_code(event)))
        pages.append(packed(door, reverse("standings", args=[event.slug])))
        prizes.append(packed(door, reverse("prizes", args=[event.slug])))
        for ask in (phones[-1].ask, pages[-1], prizes[-1]):
            ask()
    kinds: dict[str, list[Ask]] = {
        "a phone's state": [phone.ask for phone in phones],
        "standings": pages,
        "prizes": prizes,
    }
    for words, asks in kinds.items():
        things = {
            "no-op": partial(each_once, [lambda: public.get("/no-op/")] * EVENINGS),
            "of one": partial(each_once, asks[:1] * EVENINGS),
            "in turn": partial(each_once, asks),
        }
        floor, one, turn = (
            series.each(EVENINGS) for series in interleaved(things, rounds=5).values()
        )
        judge(f"{words}, {EVENINGS} evenings in turn : one", turn, one, GOAL, no_op=floor)
    print(load())


if __name__ == "__main__":
    main()
