"""Guests of older evenings sort by surname first, as those entered today do."""

from typing import Any

from django.db import migrations

from scoring.names import listed_name

TITLES = frozenset(
    "the revd rev reverend canon dr prof professor sir dame lord lady hon rt mr mrs ms miss mx"
    " master mistress alderman ald cllr councillor sheriff deputy baron baroness count countess"
    " capt captain cdr commander col colonel lt major maj brigadier brig general gen admiral adm"
    " his her honour judge".split()
)
PARTICLES = frozenset(
    "de del della der den di da dos du la le van von zu zur ap ab ferch st st. mac ó".split()
)
LONGEST = 120


def derived_before(name: str) -> str:
    """What was derived until post-nominals and names in other orders were known: the last word."""
    words = name.split(",")[0].split()
    while len(words) > 1 and words[0].casefold().strip(".") in TITLES:
        words = words[1:]
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    if start < 1:
        return " ".join(words)
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}"


def sort_by_surname(apps: Any, _editor: Any) -> None:
    """Derive the sort name anew where none was told; what somebody told stays."""
    guests = apps.get_model("tournament", "Guest").objects
    changed = []
    for guest in guests.filter(placeholder=False, unnamed=False).iterator():
        if guest.sort_name in ("", derived_before(guest.name)):
            now = listed_name(guest.name, surname=guest.last_name).sort_name[:LONGEST]
            if now != guest.sort_name:
                guest.sort_name = now
                changed.append(guest)
    guests.bulk_update(changed, ["sort_name"], batch_size=500)


class Migration(migrations.Migration):
    """The order of lists alone: nothing that was entered changes."""

    dependencies = (("tournament", "0027_mails"),)

    operations = (migrations.RunPython(sort_by_surname, migrations.RunPython.noop),)
