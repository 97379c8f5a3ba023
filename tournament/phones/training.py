"""The invented table of the training pad, in the words of `GET /pad/state` (docs/phone.md)."""

from typing import Any

from scoring.counting.sheet import doubt_limits
from scoring.formats import format_of, rules_of
from scoring.games.rulebooks import USUAL
from scoring.names import listed_name
from tournament.phones.reading import format_told, keys

PEOPLE = (
    ("T001", "Florian Exampler", "Lamplighters"),
    ("T002", "The Revd Prudence Mockingham", "Makers of Paper Boats"),
    ("T003", "Alderman Basil Sampleton", "Cloud Measurers"),
    ("T004", "Clementine Trialcote", "Chartered Whistlers"),
    ("T005", "Rosalind Practice-Hall", "Tea Tasters"),
)


GAMES = 5


def _training_person(index: int) -> dict[str, Any]:
    _ref, name, livery = PEOPLE[index]
    own = listed_name(name)
    listed = {"name": name, "surname": own.surname, "rest": own.rest}
    return listed | {"livery": livery, "badge": index + 1}


def training_state() -> dict[str, Any]:
    """A table of five before its first game; the values are those of the rulebook."""
    form = format_of(USUAL)
    rules = rules_of(form, "")
    letters = "ABCDE"
    seats = [
        {"seat": letter, "guest": ref, "checker": letters[(index + 1) % len(letters)]}
        for index, (letter, (ref, _name, _livery)) in enumerate(zip(letters, PEOPLE, strict=True))
    ]
    return {
        "event": {
            "slug": "training",
            "name": "Training",
            "game": rules.rulebook.title,
            "mark": "TRA1",
            "version": 0,
        },
        "table": 7,
        "label": "7",
        "tables": [7],
        "umpire": "Training",
        "settings": {"ticks": "each"},
        "format": format_told(form),
        "packs": 1,
        "keys": keys(rules),
        "doubts": doubt_limits(rules),
        "people": {
            ref: _training_person(index) for index, (ref, _name, _livery) in enumerate(PEOPLE)
        },
        "round": {
            "number": 1,
            "name": "Round 1",
            "open": True,
            "games": GAMES,
            "next": 1,
            "fresh": True,
        },
        "games": [
            {"game": game, "state": "missing", "version": 0, "seats": seats}
            for game in range(1, GAMES + 1)
        ],
        "totals": {ref: {"round": 0, "carried": 0, "total": 0} for ref, _name, _livery in PEOPLE},
    }
