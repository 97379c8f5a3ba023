"""What paper costs: the score cards beside typst, five thousand of them, everything for tonight,
and whether memory stays flat.

Each printing runs in a process of its own, ours and typst's in turn.
"""

import os
import statistics
import sys
import tempfile
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from django.urls import reverse  # noqa: E402

from scoring.games.swedish_pursuit import SWEDISH_PURSUIT  # noqa: E402
from tests.bench.measure import Series, judge, within  # noqa: E402
from tests.bench.typst_score_cards import document  # noqa: E402
from tournament.paper.labels import printed_values  # noqa: E402
from tournament.paper.score_cards import Half, Neighbour, ScoreCard, ScoreCards  # noqa: E402
from tournament.paper.values import Edition, Named, Place  # noqa: E402

if TYPE_CHECKING:
    from tournament.paper.cards import PlaceCards
    from tournament.paper.printed import Printed

RUNS = 5
CARDS, MANY, MOST = 110, 1_000, 5_000
GOAL_MEMORY = 1.4
A_SHEET = 4
SHEETS = {"place-cards": -(-CARDS // A_SHEET), "certificates": CARDS}
"""How many sheets the papers for guests take; each is to cost at most twice a sheet of score cards.
"""
LETTERS = "ABCDE"
FORENAMES = (
    "Tabitha",
    "Zoë",
    "Lt Col Horatio",
    "Siân",
    "The Revd Ambrose",
    "Łucja",
    "Alderman Isolde",
)
SURNAMES = (
    "Mossgarth",
    "Oakenshaw-Pyne",
    "O’Wherry",
    "Copperbeck",
    "Dunnetwhistle",
    "Vellumby",
    "Inkhollow",
    "Pye",
)
LIVERIES = (
    "Farmers",
    "Makers of Playing Cards",
    "Stationers and Newspaper Makers",
    "Woolmen",
    "City of London Solicitors",
)


def name(number: int) -> str:
    """An invented guest."""
    return f"{FORENAMES[number % len(FORENAMES)]} {SURNAMES[number % len(SURNAMES)]}"


def half(number: int, round_number: int) -> Half:
    """Where that guest sits."""
    seat = number % 5
    table = number // 5 + 1 + (round_number - 1) * seat
    left, right = (Neighbour(LETTERS[(seat + by) % 5], name(number + by)) for by in (1, 4))
    movement = f"Seat {LETTERS[seat]} goes up to table {table}." if round_number == 2 else ""
    return Half(round_number, table, LETTERS[seat], left, right, movement)


def cards(count: int) -> ScoreCards:
    """A printing of so many cards with codes, as on the evening."""
    printed = tuple(
        ScoreCard(
            Named(name(number), LIVERIES[number % len(LIVERIES)], number + 1, "Guest"),
            half(number, 1),
            half(number, 2),
            f"HTTP://192.168.8.20:8000/G/{number:026}",
        )
        for number in range(count)
    )
    edition = Edition(
        "An Inter-Livery Evening", date(2027, 2, 11), 1, datetime(2027, 2, 11, 17, 42, tzinfo=UTC)
    )
    values = printed_values(SWEDISH_PURSUIT.scoring.values)
    return ScoreCards(edition, printed, 5, values, "Out = 0. Nobody out: everyone counts.", "A4")


def guest_papers(layout: str, count: int) -> "PlaceCards | Printed":
    """So many place cards with marks, or certificates, of the same guests."""
    from tournament.paper.cards import PlaceCard, PlaceCards  # noqa: PLC0415
    from tournament.paper.cards import Round as Sits  # noqa: PLC0415
    from tournament.paper.printed import Printed  # noqa: PLC0415

    printing = cards(count)
    if layout == "place-cards":
        made = tuple(
            PlaceCard(
                card.guest,
                "DBE" if number % 9 == 0 else "",
                f"Good evening, {card.guest.name.split()[0]}",
                (Sits(1, Place(number // 5 + 1, LETTERS[number % 5])), Sits(2, None)),
                ("V",) if number % 4 == 0 else (),
            )
            for number, card in enumerate(printing.cards)
        )
        return PlaceCards(printing.edition, made)
    lines = ("came seventh of one hundred and ten", "with ninety-four points")
    given = [
        {
            "name": card.guest.name,
            "of": f"of the Company of {card.guest.livery}",
            "size": 100,
            "lines": lines,
        }
        for card in printing.cards
    ]
    return Printed(
        edition=printing.edition,
        title="Certificates",
        template="paper/print/certificates.html",
        styles=("paper/taken_home.css",),
        content={"certificates": given, "signed": ("Master", "Head Umpire")},
    )


def print_once(layout: str, count: int) -> None:
    """One printing; the process ends with it, and says how long it took from when all was loaded
    that a server has loaded.
    """
    if layout == "typst":
        began = print_by_typst(cards(count))
    else:
        from tournament.paper.page import pdf  # noqa: PLC0415

        printing = cards(count) if layout == "form" else guest_papers(layout, count)
        began = time.process_time()
        pdf(printing)
    print(time.process_time() - began)


def print_by_typst(printing: ScoreCards) -> float:
    """The same cards by typst, whose text and codes are ready before the clock begins to run."""
    import typst  # noqa: PLC0415 -- the measurement runs without it

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cards.typ"
        file.write_text(document(printing, Path(folder)))
        began = time.process_time()
        typst.compile(str(file), output=str(Path(folder) / "cards.pdf"))
        return began


def measured(layout: str, count: int) -> tuple[float, float]:
    """CPU seconds of a printing in a process of its own, and the most megabytes that this held.

    Raises RuntimeError when it fails.
    """
    command = [sys.executable, "-m", "tests.bench.bench_score_cards", layout, str(count)]
    with tempfile.TemporaryFile() as said:
        actions = [(os.POSIX_SPAWN_DUP2, said.fileno(), 1)]
        child = os.posix_spawn(sys.executable, command, os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        if status:
            raise RuntimeError(f"The {layout} printing of {count} cards failed.")
        said.seek(0)
        return float(said.read()), usage.ru_maxrss / 1024


def series(name: str, runs: list[tuple[float, float]]) -> Series:
    """The seconds of some printings."""
    return Series(name, tuple(run[0] for run in runs))


def everything_for_tonight() -> None:
    """All papers before the first game of 110 guests, as one press of the button makes them, with
    those that it loads the library of drawings for.
    """
    from tests.bench import room  # noqa: F401, PLC0415 -- a database, which the others need not
    from tests.bench.web import Door  # noqa: PLC0415
    from tests.tournament.evening import official, seated_event  # noqa: PLC0415
    from tests.tournament.phones.phones import codes_issued  # noqa: PLC0415

    event = seated_event(CARDS)
    codes_issued(event)
    door = Door(official(event))
    began = time.process_time()
    status, _headers, content = door.post(reverse("paper_tonight", args=[event.slug]), {})
    if status != 200 or not content.startswith(b"%PDF"):
        raise SystemExit(f"Everything for tonight was answered {status}: void.")
    print(time.process_time() - began)


def main() -> int:
    """Measure and tell; 1 where a goal is missed that holds on any machine."""
    ours, typst, single = [], [], []
    try:
        for _ in range(RUNS):
            single.append(measured("form", 1))
            ours.append(measured("form", CARDS))
            typst.append(measured("typst", CARDS))
    except RuntimeError as failed:
        print(f"  not run: {failed} (mend: make bench with the internet within reach)")
    drawn, no_op = series("score cards", ours), series("one score card", single)
    if typst:
        judge(f"{CARDS} score cards : typst", drawn, series("typst", typst), 2, no_op=no_op)
    many, most = measured("form", MANY), measured("form", MOST)
    within(f"{MOST:,} score cards", most[0], 25, "s", no_op=no_op)
    within(f"{MOST:,} score cards, memory", most[1], 200, "MB")
    memory = many[1] / statistics.median(run[1] for run in ours)
    within(f"memory of {MANY:,} score cards : of {CARDS}", memory, GOAL_MEMORY, "times")
    tonight = measured("tonight", CARDS)[0]
    within(f"everything for tonight, {CARDS} guests", tonight, 4, "s", no_op=no_op)
    sheet = drawn.quartiles[1] / -(-CARDS // A_SHEET)
    for paper, sheets in SHEETS.items():
        ratio = measured(paper, CARDS)[0] / sheets / sheet
        within(f"a sheet of {paper.replace('-', ' ')} : of score cards", ratio, 2, "times")
    return 0 if memory <= GOAL_MEMORY else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["tonight"]:
        everything_for_tonight()
    elif len(sys.argv) == 3:
        print_once(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(main())
