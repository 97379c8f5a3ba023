"""The figures of the long proofs: each proof reports what it found, and the pages of the
documentation quote it.
"""

import json
import os
from pathlib import Path

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "proofs" / "figures.json"


def report(name: str, words: str) -> None:
    """Keep what a long proof found, when `make torture` asks for it; a plain test run changes no
    file.

    >>> report("kill_sqlite", "200 kills, 31,204 acknowledged, 0 lost, 0 doubled")
    """
    if not os.environ.get("REPORT_FIGURES"):
        return
    kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    kept[name] = words
    FIGURES.write_text(json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
