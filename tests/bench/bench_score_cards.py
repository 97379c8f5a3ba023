"""What the score cards cost beside a naive layout as a web page, and whether memory stays flat:
`make bench`.

Each printing runs in a process of its own (CPU and peak memory of all it does, imports included),
the two in turn.
"""

import os
import statistics
import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from scoring.games.swedish_pursuit.rules import SWEDISH_PURSUIT  # noqa: E402
from tournament.paper.labels import printed_values  # noqa: E402
from tournament.paper.score_cards import Half, Neighbour, ScoreCard, ScoreCards  # noqa: E402
from tournament.paper.values import Edition, Named, Place  # noqa: E402

if TYPE_CHECKING:
    from tournament.paper.cards import PlaceCards
    from tournament.paper.printed import Printed

RUNS = 5
CARDS, MANY = 110, 1000
GOAL_CPU, GOAL_MEMORY = 0.15, 1.4
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
    """One printing; the process ends with it."""
    from tests.bench.naive_score_cards import page  # noqa: PLC0415
    from tournament.paper.page import pdf as printed  # noqa: PLC0415
    from tournament.paper.press import Press  # noqa: PLC0415

    if layout == "naive":
        Press(("parts/typeface.css",)).pdf(page(cards(count)))
    elif layout in SHEETS:
        printed(guest_papers(layout, count))
    else:
        printed(cards(count))


def measured(layout: str, count: int) -> tuple[float, float]:
    """CPU seconds and peak megabytes of one printing in its own process.

    Raises RuntimeError when it fails.
    """
    command = [sys.executable, "-m", "tests.bench.bench_score_cards", layout, str(count)]
    child = os.posix_spawn(sys.executable, command, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"The {layout} printing of {count} cards failed.")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def spread(figures: list[float]) -> str:
    """Median with quartiles."""
    low, middle, high = statistics.quantiles(figures, n=4)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def main() -> int:
    """Measure, print a table of Markdown, and exit 1 when a goal is missed."""
    ours, naive = [], []
    for _ in range(RUNS):
        ours.append(measured("form", CARDS))
        naive.append(measured("naive", CARDS))
    many = measured("form", MANY)
    cpu = statistics.median(run[0] for run in ours) / statistics.median(run[0] for run in naive)
    memory = many[1] / statistics.median(run[1] for run in ours)
    print("| printing | CPU s, median (quartiles) | peak MB |")
    print("|---|---|---|")
    print(f"| {CARDS} score cards, drawn | {spread([run[0] for run in ours])} | {ours[0][1]:.0f} |")
    print(
        f"| {CARDS} score cards, as a web page of tables | {spread([run[0] for run in naive])} |"
        f" {naive[0][1]:.0f} |"
    )
    print(f"| {MANY} score cards, drawn | {many[0]:.2f} | {many[1]:.0f} |")
    sheet = statistics.median(run[0] for run in ours) / -(-CARDS // A_SHEET)
    for paper, sheets in SHEETS.items():
        took, called = measured(paper, CARDS), paper.replace("-", " ")
        ratio = took[0] / sheets / sheet
        said = f"{CARDS} {called}, a sheet {ratio:.2f} of score cards"
        print(f"| {said} | {took[0]:.2f} | {took[1]:.0f} |")
    print(
        f"CPU ratio {cpu:.2f} (goal {GOAL_CPU}), peak memory of {MANY} to {CARDS} {memory:.2f}"
        f" (goal {GOAL_MEMORY})"
    )
    return 0 if cpu <= GOAL_CPU and memory <= GOAL_MEMORY else 1


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print_once(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(main())
