"""Which names have letters that no typeface of this computer draws: boxes would be printed."""

import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from scoring.words import listed, many
from tournament.models import Event

NAMED = 4
SECONDS = 10


def undrawn(names: Iterable[str], covered: Sequence[range]) -> list[str]:
    """The names with a letter in none of these ranges, in their order; a mark that is not seen
    needs no letter.

    >>> undrawn(["Ann", "王"], [range(32, 127)])
    ['王']
    """
    letters = {letter for name in names if not name.isascii() for letter in name}
    missing = {
        letter
        for letter in letters
        if unicodedata.category(letter)[0] not in "CZ"
        and not any(ord(letter) in span for span in covered)
    }
    return [name for name in names if missing & set(name)]


def names_undrawn(event: Event) -> str:
    """The sentence that says so before anything is printed; nothing where every letter is there,
    or nobody can tell.
    """
    covered = typefaces()
    rows = event.guests.order_by("badge").values_list("badge", "name")
    names = {name: badge for badge, name in rows}
    found = undrawn(list(names), covered) if covered else []
    if not found:
        return ""
    shown = [f"{name} (badge {names[name]})" for name in found[:NAMED]]
    shown += [f"{len(found) - NAMED} more"] if len(found) > NAMED else []
    return (
        f"This computer has no letters for {many(len(found), 'name')}: {listed(shown)}. They would"
        " be printed as boxes: install a typeface that has them, or write these names in letters"
        " that are here."
    )


@cache
def typefaces() -> tuple[range, ...]:
    """What the typefaces of this computer hold together; nothing where it cannot be asked."""
    program = shutil.which("fc-list")
    if program is None:
        return ()
    try:
        answer = subprocess.run(  # noqa: S603 -- a program of the system, without a word of anybody
            [program, "--format=%{charset}\n"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    spans = {span for line in answer.stdout.splitlines() for span in line.split()}
    return tuple(_range(span) for span in sorted(spans))


def _range(span: str) -> range:
    first, _, last = span.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)
