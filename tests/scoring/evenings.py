"""The reference evenings as tallies, read straight from their files."""

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

from scoring.counting.board import Board, Progress
from scoring.counting.cut import cut
from scoring.counting.policies import Absent, Policies
from scoring.counting.standings import Facts, Ranking, Standing, rank
from scoring.counting.tally import Player, Tally

REFERENCE = Path(__file__).parents[2] / "fixtures" / "reference"
FOLDERS = ("A_clean", "B1_tie_games_won", "C_incidents")


@cache
def read(folder: str, name: str) -> Any:
    return json.loads((REFERENCE / folder / name).read_text(encoding="utf-8"))


def rows(folder: str, name: str) -> list[dict[str, str]]:
    with (REFERENCE / folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def players(folder: str) -> tuple[Player, ...]:
    return tuple(
        Player(
            player["id"],
            player["name"],
            player["livery_name"],
            player["host_connected"],
            player["status"],
            player["office"],
        )
        for player in read(folder, "evening.json")["players"]
    )


def tallies(folder: str, stage: str) -> tuple[Tally, ...]:
    found = []
    for game in read(folder, "evening.json")["games"]:
        where = game["round"], game["table"], game["game"]
        for result in game["results"] if game["stage"] == stage else ():
            player = result["player"]
            if result["status"] == "absent":
                found.append(Tally(player, *where, state="absent"))
                continue
            hand = result["hand"]
            eights = sum(card[0] == "8" for card in hand)
            out = game["went_out"] == player
            found.append(Tally(player, *where, "played", result["points"], out, len(hand), eights))
    return tuple(found)


def ranking(folder: str, absent: Absent | None = None) -> Ranking:
    event = read(folder, "evening.json")["event"]
    policies = Policies(absent or event["absent_game_policy"], event["withdrawn_policy"])
    return Ranking(event["scoring"], tuple(event["tie_break"]), policies)


def field(folder: str, absent: Absent | None = None) -> tuple[Standing, ...]:
    return rank(tallies(folder, "qualifying"), players(folder), ranking(folder, absent), Facts())


def board(folder: str) -> Board:
    everybody = players(folder)
    standings = field(folder)
    finalists = {
        player for table in read(folder, "evening.json")["seating"]["playoff"] for player in table
    }
    final = rank(
        tallies(folder, "playoff"),
        [one for one in everybody if one.id in finalists],
        ranking(folder),
        Facts(),
    )
    return Board(
        standings=standings,
        cut=cut(standings, read(folder, "evening.json")["event"]["cut"]),
        playoff=final,
        progress=Progress(),
        players={one.id: one for one in everybody},
    )
