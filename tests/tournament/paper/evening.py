"""The reference evening B1 lifted straight from its archive into the values that paper is drawn
from.
"""

import json
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from scoring.games.swedish_pursuit import SWEDISH_PURSUIT
from tournament.paper.labels import printed_values
from tournament.paper.score_cards import CardSize, Half, Neighbour, ScoreCard, ScoreCards
from tournament.paper.values import Edition, Named

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "reference" / "B1_tie_games_won"
LETTERS = "ABCDEFGHIJ"
EDITION = Edition(
    "An Inter-Livery Evening of Cards",
    date(2027, 2, 11),
    3,
    datetime(2027, 2, 11, 17, 42, tzinfo=UTC),
    venue="Livery Hall",
    digest="7f3a9c21" * 8,
)
SEALED = Edition(
    EDITION.event,
    EDITION.on,
    1,
    datetime(2027, 2, 11, 21, 47, tzinfo=UTC),
    EDITION.venue,
    sealed_at=datetime(2027, 2, 11, 21, 46, tzinfo=UTC),
    digest=EDITION.digest,
)
VALUES = printed_values(SWEDISH_PURSUIT.scoring.values)


@cache
def archive() -> dict[str, Any]:
    """The evening as archived."""
    loaded: dict[str, Any] = json.loads((FOLDER / "evening.json").read_text(encoding="utf-8"))
    return loaded


@cache
def expected() -> dict[str, Any]:
    """The results as checked beforehand."""
    loaded: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    return loaded


def players() -> dict[str, dict[str, Any]]:
    """The players by their id."""
    return {player["id"]: player for player in archive()["players"]}


def guest(player_id: str) -> Named:
    """A player as printed."""
    player = players()[player_id]
    return Named(player["name"], player["livery_name"], player["badge"], player["office"])


def seats(round_number: int | str) -> dict[str, tuple[int, int]]:
    """For each player of a round the table (from 1) and the seat (from 0)."""
    tables = archive()["seating"][str(round_number)]
    return {
        who: (table, seat) for table, ids in enumerate(tables, 1) for seat, who in enumerate(ids)
    }


def half(player_id: str, round_number: int) -> Half:
    """One round of a player's score card."""
    table, seat = seats(round_number)[player_id]
    ids = archive()["seating"][str(round_number)][table - 1]
    left, right = (seat + 1) % len(ids), (seat - 1) % len(ids)
    movement = f"Seat {LETTERS[seat]} stays at table {table}." if seat == 0 else ""
    if seat and round_number == 2:
        movement = (
            f"Seat {LETTERS[seat]} goes up {('one', 'two', 'three', 'four')[seat - 1]}: table"
            f" {table}."
        )
    return Half(
        round_number,
        table,
        LETTERS[seat],
        Neighbour(LETTERS[left], guest(ids[left]).name),
        Neighbour(LETTERS[right], guest(ids[right]).name),
        movement if round_number == 2 else "",
    )


def score_card(player_id: str, link: str = "") -> ScoreCard:
    """A player's card for both rounds."""
    return ScoreCard(guest(player_id), half(player_id, 1), half(player_id, 2), link)


def score_cards(*, games: int = 5, link: str = "", size: CardSize = "A4") -> ScoreCards:
    """All 110 cards in table order of round 1."""
    order = [who for table in archive()["seating"]["1"] for who in table]
    cards = tuple(
        score_card(who, link and f"{link}{number:026}") for number, who in enumerate(order)
    )
    hint = "Out = 0. Nobody out: everyone counts."
    return ScoreCards(EDITION, cards, games, VALUES, hint, size)
