"""Checks the ledger of a closing pack, with Python alone: every entry's digest is counted again,
and the last one has to be the head. Goes into the pack as it stands here; run it where the pack
was unpacked: python check_ledger.py

A row of ledger.txt is the digest of an entry and, behind a space, the words it was made from.
"""

import hashlib
import json
import sys
from pathlib import Path


def fault_in(rows: "list[str]", head: str) -> str:
    """The first fault of these rows; nothing where all is in order."""
    entries = [(row[:64], row[65:]) for row in rows]
    parsed = [json.loads(words) for _digest, words in entries]
    remaining = {}
    for item in parsed:
        if item["kind"] == "wipe_names":
            # A wiping vouches for what is left of the entries before it.
            before = item["body"]["entries"].items()
            remaining.update(
                {int(moment): digest for moment, digest in before if int(moment) < item["number"]}
            )
    previous = ""
    for index, ((digest, words), item) in enumerate(zip(entries, parsed), start=1):  # noqa: B905
        if item["number"] != index:
            return f"Entry {index} is missing."
        if item["previous"] != previous:
            return f"Entry {index} does not follow the entry before it."
        if hashlib.sha256(words.encode()).hexdigest() != remaining.get(index, digest):
            return f"Entry {index} does not match its digest."
        previous = digest
    return "" if previous == head else "The record does not end with the head that is written down."


def main() -> int:
    """Read the two files beside this one and say what was found."""
    here = Path(__file__).resolve().parent
    rows = (here / "ledger.txt").read_text(encoding="utf-8").split("\n")[:-1]
    head = (here / "head.txt").read_text(encoding="utf-8").strip()
    fault = fault_in(rows, head)
    sys.stdout.write(f"{fault or f'All in order: {len(rows)} entries, head {head}.'}\n")
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
