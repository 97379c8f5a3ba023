"""Sheets, seating lists and results of the reference evening as values, for the tests of their
papers.
"""

from scoring.names import listed_name
from tests.tournament.paper.evening import (
    EDITION,
    LETTERS,
    SEALED,
    VALUES,
    archive,
    expected,
    guest,
    players,
    seats,
)
from tournament.paper.values import (
    Place,
    Seated,
    SeatingByName,
    SeatingByTable,
    SheetSeat,
    TableCard,
    TableCards,
    TableSeats,
    TableSheet,
    TableSheets,
)
from tournament.paper.values_results import (
    FinalList,
    FinalRow,
    GoesThrough,
    PrintedStandings,
    PrizeList,
    PrizeRow,
    StandingRow,
    TheTen,
)

CUT_REASONS = {
    "P078": "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3.",
    "P066": "Lt Col Philippa Saddlemore won fewer games than The Revd Ambrose Vellumby: 3 to 5.",
}


def table_sheets(round_number: int = 1, games: int = 5) -> TableSheets:
    """The 22 sheets of a round."""
    sheets = []
    for number, ids in enumerate(archive()["seating"][str(round_number)], 1):
        rows = [
            SheetSeat(LETTERS[i], guest(who), LETTERS[(i + 1) % len(ids)])
            for i, who in enumerate(ids)
        ]
        sheets.append(TableSheet(number, round_number, tuple(rows), games))
    return TableSheets(EDITION, tuple(sheets), VALUES)


def by_name() -> SeatingByName:
    """All 110 guests, sorted."""
    rows = []
    for player in sorted(players().values(), key=lambda one: (one["last_name"], one["first_name"])):
        listed = listed_name(player["name"], surname=player["last_name"])
        places = tuple(
            Place(table, LETTERS[seat])
            for table, seat in (seats(1)[player["id"]], seats(2)[player["id"]])
        )
        rest = player["name"].removesuffix(player["last_name"]).strip()
        rows.append(
            Seated(player["last_name"], rest, player["livery_name"], places, listed.initial)
        )
    return SeatingByName(EDITION, (1, 2), tuple(rows))


def by_table(round_number: int = 1) -> SeatingByTable:
    """The 22 tables of a round."""
    tables = enumerate(archive()["seating"][str(round_number)], 1)
    rows = (
        TableSeats(n, tuple((LETTERS[i], guest(who)) for i, who in enumerate(ids)))
        for n, ids in tables
    )
    return SeatingByTable(EDITION, round_number, tuple(rows))


def table_cards(code: str = "") -> TableCards:
    """A card for each table, with a made-up code if wanted."""
    one, two = archive()["seating"]["1"], archive()["seating"]["2"]
    cards = []
    for number, (first, second) in enumerate(zip(one, two, strict=True), 1):
        rows = tuple(
            (LETTERS[i], (guest(a), guest(b)))
            for i, (a, b) in enumerate(zip(first, second, strict=True))
        )
        cards.append(
            TableCard(
                number,
                (1, 2),
                rows,
                code,
                f"HTTP://192.168.8.20:8000/T/{number:026}" if code else "",
            )
        )
    note = (
        "Seats run clockwise. The player on your left, the next letter, checks your hand; A"
        " checks E."
    )
    return TableCards(EDITION, tuple(cards), note, "192.168.8.20:8000/t")


def standings(*, sealed: bool = True) -> PrintedStandings:
    """The standings after two rounds, with the cut after the tenth."""
    rows = tuple(
        StandingRow(
            ("=" if row["tied_with"] else "") + str(row["place"]),
            row["player"],
            row["livery"],
            (row["rounds"]["1"], row["rounds"]["2"]),
            row["total"],
            (row["games_won"], row["eights_caught"] or None, row["worst_game"]),
            CUT_REASONS.get(row["player_id"], ""),
        )
        for row in expected()["standings"]
    )
    facts = ("After round 2 of 2 · 220 of 220 sheets in", "Lowest total first")
    return PrintedStandings(
        SEALED if sealed else EDITION, facts, (1, 2), rows, 10, "The cut: ten go through"
    )


def the_ten(*, sealed: bool = True) -> TheTen:
    """Who goes through, seated by snake."""
    places = seats("playoff")
    rows = []
    for row in expected()["standings"][:10]:
        table, seat = places[row["player_id"]]
        rows.append(
            GoesThrough(
                row["order"],
                row["player"],
                row["livery"],
                row["total"],
                f"{'I' * table} · {LETTERS[seat]}",
            )
        )
    return TheTen(
        SEALED if sealed else EDITION,
        tuple(rows),
        subtitle="who after two rounds go on to the play-off",
        tie_sentences=(
            "The Revd Ambrose Vellumby and Lt Col Philippa Saddlemore finished level on 110.",
            "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3.",
        ),
        note="play-off from zero, five games, tables I and II",
    )


def final_list() -> FinalList:
    """The play-off's end."""
    before = {row["player_id"]: row["total"] for row in expected()["standings"]}
    honours = {1: "Winner", 2: "Second", 3: "Third"}
    rows = tuple(
        FinalRow(
            str(row["place"]),
            row["player"],
            row["livery"],
            row["total"],
            before[row["player_id"]],
            honours.get(row["order"], ""),
        )
        for row in expected()["playoff_standings"]
    )
    return FinalList(SEALED, ("Five games at two tables", "From zero, lowest total first"), rows)


def prize_list(*, public: bool = False) -> PrizeList:
    """Some prizes in the order of handing over."""
    rows = (
        PrizeRow(
            "Wooden spoon",
            guest("P096").name,
            "highest total",
            guest("P096").livery,
            "shahn PEN-i-cask",
            "340",
        ),
        PrizeRow(
            "Best two of one livery",
            "The Woolmen",
            "lowest two totals",
            result="94 + 94 = 188",
            notes=("Dame Beatrix Dunnetwhistle and Lt Col Euphemia Yarrowsmith",),
            next_in_line="City of London Solicitors and Grocers, 211 each",
        ),
        PrizeRow("Third", guest("P049").name, "play-off", guest("P049").livery, result="49 points"),
        PrizeRow(
            "Second", guest("P002").name, "play-off", guest("P002").livery, result="40 points"
        ),
        PrizeRow(
            "Winner",
            guest("P067").name,
            "play-off, open to all",
            guest("P067").livery,
            result="37 points",
        ),
    )
    facts = ("In the order of handing over", "One prize a person · 2nd and 3rd skip the host’s own")
    return PrizeList(
        SEALED, facts, rows, "Read the name, then the livery, then the result.", public
    )
