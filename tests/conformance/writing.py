"""Writes the conformance suite: `python -m tests.conformance.writing` after the law itself has
changed.

Cases are those of the law's own tests and tables of simulated play; impossible positions are such
tables with one fault planted; counts are taken from seeded deals. What is written is checked by the
test beside it against the plain second engines of tests/reference, which import nothing of ours.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from scoring.cards import card_text, packs_of
from scoring.commands.adjudicate import answer
from scoring.games.registry import ENGINES
from scoring.law.lines_of_play import deal_told, lines_of_play
from tests.scoring.law.told_tables import TableTold, in_ottawa, planted, table_told

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
VERSION = 2
SIMULATED = 60
"""Tables of simulated play for each game; each is asked about one legal play
and one of any card.
"""
OF_NOTE = (
    "next_turn",
    "direction",
    "pending",
    "suit_in_force",
    "winner",
    "up_to",
    "missed",
    "score",
    "winner_scores",
)
COUNTED: dict[str, tuple[tuple[int, int, str], ...]] = {
    "swedish_pursuit": (
        (2, 14, ""), (3, 14, "trick_match=rank_or_suit"), (5, 12, ""), (4, 14, "eight_on_two=cancels"), (10, 10, ""),
    ),
    "switch": (
        (2, 9, ""), (3, 9, "mix_penalties=yes"), (6, 12, ""), (3, 7, "suit_runs=yes"), (4, 9, "seven_powers=all"),
    ),
    "ottawa": ((2, 16, ""), (3, 12, ""), (4, 12, "example2=literal"), (6, 9, "run_to_set=suit")),
    "pursuit": ((2, 7, ""), (2, 7, "no_final_joker=yes"), (2, 7, "racing=yes"), (4, 7, "racing=yes")),
}  # fmt: skip
"""For each game of the suite: players, plays deep, options."""


def suite() -> dict[str, list[dict[str, Any]]]:
    """All files of the suite by name."""
    return {
        "cases.json": list(cases()),
        "impossible.json": list(impossible()),
        "counts.json": list(counts()),
    }


def cases() -> Iterator[dict[str, Any]]:
    """Questions with their verdicts: those of our tests, then two for each simulated table."""
    told = json.loads((ROOT / "fixtures" / "rulebook" / "cases.json").read_text(encoding="utf-8"))[
        "cases"
    ]
    folder = ROOT / "tests" / "scoring" / "law" / "cases"
    for game in sorted(COUNTED):
        own = json.loads((folder / f"{game}.json").read_text(encoding="utf-8"))
        told += [{"game": game, **case} for case in own]
    yield from (_case(case, case["id"]) for case in told)
    for game in COUNTED:
        rng = Random(f"cases of {game}")
        for number in range(1, SIMULATED + 1):
            table = table_told(game, rng)
            yield _case(_asked(table, _play(table)), f"{game}-{number}-a")
            yield _case(_asked(table, _another(table, rng)), f"{game}-{number}-b")


def _case(case: dict[str, Any], name: str) -> dict[str, Any]:
    found = answer(case)
    wanted = case.get("expected", {}).get(
        "then", {key: found["then"][key] for key in OF_NOTE if key in found["then"]}
    )
    then = {key: value for key, value in wanted.items() if key not in ("must", "next")}
    asked: dict[str, Any] = {
        key: case[key] for key in ("game", "options", "position", "play") if key in case
    }
    expected = {"verdict": found["verdict"], **({"then": then} if then else {})}
    more = {"status": found["status"], "clauses": found["clauses"]}
    return {"id": name, "ask": "verdict", **asked, "expected": expected, **more}


def _asked(table: TableTold, play: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": table.game,
        "options": dict(table.rules.changed),
        "position": table.position,
        "play": play,
    }


def _play(table: TableTold) -> dict[str, Any]:
    return in_ottawa(table.play) if table.game == "ottawa" else table.play


def _another(table: TableTold, rng: Random) -> dict[str, Any]:
    """A play of any card of the hand, as likely as not against the rules."""
    card = rng.choice(table.position["hand"])
    if table.game == "pursuit":
        return {"kind": "put_down", "sequences": [[card]]}
    return (
        {"kind": "lay_off", "cards": [card]}
        if table.game == "ottawa"
        else {"kind": "discard", "card": card}
    )


def impossible() -> Iterator[dict[str, Any]]:
    """Tables that cannot be, each with the one fault that was planted, three of every kind of
    fault.
    """
    for game in COUNTED:
        rng, found = Random(f"faults of {game}"), dict[str, int]()
        for _ in range(12):
            table = table_told(game, rng)
            for fault, told in planted(table):
                found[fault] = found.get(fault, 0) + 1
                if found[fault] <= 3:
                    name = f"{game}-{fault.replace(' ', '-')}-{found[fault]}"
                    asked = _asked(told, _play(told))
                    yield {
                        "id": name,
                        "ask": "verdict",
                        **asked,
                        "expected": {"refused": True},
                        "fault": fault,
                    }


def counts(deepest: int = 100) -> Iterator[dict[str, Any]]:
    """Seeded deals and how many lines of play there are from each, depth by depth, and no deeper
    than asked.
    """
    for game, wanted in COUNTED.items():
        for number, (players, depth, options) in enumerate(wanted, start=1):
            rules = ENGINES[game].rulebook.rules(options)
            cards = list(packs_of(rules.deal.pack, rules.deal.packs(players)))
            Random(f"{game} {number}").shuffle(cards)
            deal = {"players": players, "dealer": players, "pack": " ".join(map(card_text, cards))}
            found = lines_of_play(deal_told(ENGINES[game], rules, deal), min(depth, deepest))
            asked = {"game": game, "options": dict(rules.changed), "deal": deal, "depth": depth}
            yield {"id": f"{game}-{number}", "ask": "count", **asked, "expected": {"counts": found}}


def written(items: list[dict[str, Any]]) -> str:
    """A file of the suite: an item to a line."""
    lines = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in items)
    return f'{{"version": {VERSION}, "items": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    for file, items in suite().items():
        (HERE / file).write_text(written(items), encoding="utf-8")
