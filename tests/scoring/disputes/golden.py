"""The golden rulings, kept as text: run this module to write them anew after a wanted change, then
read the diff.
"""

import json
from pathlib import Path

from scoring.law.ruling import NOTICED, spoken
from tests.scoring.disputes.claims import KINDS, rule

FILE = Path(__file__).parent / "golden.json"


def rulings() -> dict[str, str]:
    """`game kind noticed` to the words read aloud, for every claim and every time of noticing."""
    return {
        f"{game} {kind} {noticed}": spoken(rule(game, kind, noticed=noticed))
        for game, kind in KINDS
        for noticed in NOTICED
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(rulings(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
