"""What the line in front of SQLite's writers does to the longest saves: the same crowd with it and
without, in turn.
"""

import asyncio
import statistics
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.field import many_tables
from tests.bench.measure import load
from tests.tournament.evening import official
from tests.tournament.load.crowd import Person, Told, hands
from tests.tournament.load.halls import session_of
from tests.tournament.load.server import serving

ROUNDS, SECONDS, TABLES, GAMES = 5, 4.0, 40, 250
CROWDS = (8, 32)
SERVERS = {"plain IMMEDIATE": "0", "in line": "1"}


def places() -> Iterator[tuple[int, int]]:
    """Games that nobody entered yet."""
    return ((table, game) for game in count(1) for table in range(1, TABLES + 1))


async def hammer(
    port: int, slug: str, session: str, crowd: int, games: Iterator[tuple[int, int]]
) -> Told:
    """So many people save as fast as they are answered."""
    told, end = Told(), time.monotonic() + SECONDS

    async def one() -> None:
        person = Person(port, told, session)
        while time.monotonic() < end:
            table, game = next(games)
            path = f"/e/{slug}/sheets/1/{table}/{game}/"
            status = await person.post(
                path, hands(table, game) | {"key": str(uuid.uuid4()), "seen": 0}
            )
            if status != 302:
                raise SystemExit(f"Saving answered {status}: the measurement is void.")
        await person.leave()

    await asyncio.gather(*(one() for _ in range(crowd)))
    return told


def figures(told: Told) -> tuple[float, float, float]:
    """The 99th percentile, the longest, and saves a second."""
    return (
        statistics.quantiles(told.seconds, n=100)[98],
        max(told.seconds),
        len(told.seconds) / SECONDS,
    )


def main() -> None:
    """Both servers on one database, taking turns."""
    print(load())
    event = many_tables(TABLES, games=GAMES)
    session, games = session_of(official(event)), places()
    with ExitStack() as stack:
        ports = {
            name: stack.enter_context(serving(SQLITE_LINE=said)) for name, said in SERVERS.items()
        }
        for crowd in CROWDS:
            found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in ports}
            for turn in range(ROUNDS + 1):
                for name, port in ports.items():
                    told = asyncio.run(hammer(port, event.slug, session, crowd, games))
                    if turn:
                        found[name].append(figures(told))
            _told(crowd, found)


def _told(crowd: int, found: dict[str, list[tuple[float, float, float]]]) -> None:
    for name, rows in found.items():
        p99, longest, rate = (statistics.median(column) for column in zip(*rows, strict=True))
        figures_told = (
            f"p99 {p99 * 1000:.0f} ms, max {longest * 1000:.0f} ms, {rate:.0f} saves a second"
        )
        print(f"  {crowd} writers, {name:16} {figures_told}")
    plain, lined = found.values()
    pairs = list(zip(lined, plain, strict=True))
    for at, (words, goal) in enumerate(
        (("p99", "at most 0.5"), ("max", "at most 0.33"), ("rate", "at least 0.9"))
    ):
        ratios = sorted(one[at] / other[at] for one, other in pairs)
        middle, low, high = statistics.median(ratios), ratios[0], ratios[-1]
        print(
            f"  {crowd} writers, {words} in line : plain: {middle:.2f} ({low:.2f} to {high:.2f}),"
            f" goal {goal}"
        )


if __name__ == "__main__":
    main()
