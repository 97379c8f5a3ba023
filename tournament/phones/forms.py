"""What a phone sends, read into a submission: plain JSON values, each checked; a fault names its
field and the mend.

What is typed to get in by six characters, and how an event lets phones in.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.rescue import in_key_order
from scoring.counting.sheet import DISMISSALS, SeatEntry
from tournament.counting.submission import Place, SeatOrder, Submission
from tournament.models import LARGEST
from tournament.models.event import PadTicks
from tournament.models.guest import fault_in_words, name_within, words_within
from tournament.site.codes import SHORT, WELL_FORMED, tidy_short
from tournament.site.text import NameField, WordsField

LONGEST_HAND, LONGEST_NAME, LONGEST_REASON = 240, 60, 300
MOST_SEATS = 26
"""The letters of a table: an extra game seats all who are level."""
_KEY = re.compile(r"[A-Za-z0-9-]{8,80}", re.ASCII)
_GAMES = re.compile(r"[12-]{1,5}", re.ASCII)
_SEAT = re.compile(r"[A-Z]", re.ASCII)


class UnreadableError(ValueError):
    """Something sent cannot be read: the field, and a sentence."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field = field
        super().__init__(sentence)


def key_of(fields: Mapping[str, Any]) -> str:
    """The key of a message."""
    key = fields.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise UnreadableError("key", "A message has a key of 8 to 80 letters, digits and hyphens.")
    return key


def umpire_of(fields: Mapping[str, Any]) -> str:
    """The umpire's name, of whatever was sent what a name may hold: it is no result, and never bars
    one.
    """
    return name_within(_words(fields, "umpire"), longest=LONGEST_NAME)


def own_table(fields: Mapping[str, Any], table: int) -> int:
    """The table of the code; a body that names another one is refused before anything of that one
    is looked for.
    """
    if fields.get("table", table) != table:
        raise UnreadableError(
            "table", f"This code opens table {table}: what was sent is of another one."
        )
    return table


def submission_of(fields: Mapping[str, Any], table: int) -> Submission:
    """A sheet of this table. Raises UnreadableError."""
    own_table(fields, table)
    rows = fields.get("entries")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_SEATS:
        raise UnreadableError(
            "entries", f"A sheet has an entry for each seat, at most {MOST_SEATS}."
        )
    entries = tuple(sorted((_entry(row) for row in rows), key=lambda entry: entry.seat))
    people = {row["seat"]: _text(row, "guest", 20) for row in rows if "guest" in row}
    place, seen_version = (
        Place(_number(fields, "round"), table, _number(fields, "game")),
        _number(fields, "seen", 0),
    )
    _same_place(str(fields.get("key", "")), place, seen_version)
    return Submission(
        place=place,
        entries=entries,
        seen=seen_version,
        blocked=_yes(fields, "blocked"),
        checked=_yes(fields, "checked"),
        checker=_checker(fields),
        reason=words_within(_words(fields, "reason"), longest=LONGEST_REASON),
        dismissed=_dismissed(fields),
        people=people,
    )


def _same_place(key: str, place: Place, seen_version: int) -> None:
    """A key that says what it stands for must not be sent with another code or for another game."""
    expected = f"pad-{place.round}-{place.table}-{place.game}-{seen_version}-"
    if key.startswith("pad-") and not key.startswith(expected):
        raise UnreadableError(
            "key", f"This message is of another game than {place}: enter the game again."
        )


def order_of(fields: Mapping[str, Any], table: int) -> SeatOrder:
    """Who sits where at this table. Raises UnreadableError."""
    own_table(fields, table)
    order = fields.get("order")
    right = isinstance(order, dict) and 1 <= len(order) <= MOST_SEATS
    if not right or not all(
        _SEAT.fullmatch(seat) and isinstance(ref, str) for seat, ref in dict(order or {}).items()
    ):
        raise UnreadableError("order", "Say for each seat letter who sits there.")
    return SeatOrder(_number(fields, "round"), table, dict(order or {}))


def dealer_of(fields: Mapping[str, Any], table: int) -> tuple[Place, str]:
    """The game of this table that somebody deals, and their seat. Raises UnreadableError."""
    own_table(fields, table)
    seat = fields.get("seat")
    if not isinstance(seat, str) or not _SEAT.fullmatch(seat):
        raise UnreadableError("seat", "Say which seat deals by one letter from A to Z.")
    return Place(_number(fields, "round"), table, _number(fields, "game")), seat


def match_of(fields: Mapping[str, Any], table: int) -> dict[str, Any]:
    """The result of a match at this table: its round, who the two players are, a letter for each
    game, the version seen, and why, as `Outcome` takes them. Raises UnreadableError.
    """
    own_table(fields, table)
    players, games = fields.get("players"), fields.get("games")
    if (
        not isinstance(players, list)
        or len(players) != 2
        or not all(isinstance(ref, str) for ref in players)
    ):
        raise UnreadableError("players", "Say who the two players are.")
    if not isinstance(games, str) or not _GAMES.fullmatch(games):
        raise UnreadableError("games", "Say who won each game: 1, 2, or - where time ended it.")
    return {
        "round": _number(fields, "round"),
        "players": tuple(players),
        "games": games,
        "seen": _number(fields, "seen", 0),
        "reason": words_within(_words(fields, "reason"), longest=LONGEST_REASON),
    }


def _entry(row: Any) -> SeatEntry:
    seat = row.get("seat") if isinstance(row, dict) else None
    if not isinstance(seat, str) or not _SEAT.fullmatch(seat):
        raise UnreadableError("entries", "Each entry names its seat by one letter from A to Z.")
    eight = row.get("eight")
    if eight is not None and not isinstance(eight, bool):
        raise UnreadableError(seat, f"Seat {seat}: caught with an 8 is yes, no or not said.")
    try:
        hand = parse_hand(_text(row, "hand", LONGEST_HAND)) if "hand" in row else None
    except CardError as fault:
        raise UnreadableError(seat, f"Seat {seat}: {fault}") from None
    return SeatEntry(
        seat,
        hand=in_key_order(hand) if hand else None,
        points=_number(row, "points", 0) if row.get("points") is not None else None,
        went_out=_yes(row, "out"),
        absent=_yes(row, "absent"),
        caught_eight=eight,
        place=_number(row, "place") if "place" in row else None,
        laps=_number(row, "laps", 0) if "laps" in row else None,
    )


def _checker(fields: Mapping[str, Any]) -> str:
    if not _yes(fields, "checked"):
        return ""
    return words_within(_words(fields, "checker"), longest=120) or "the left-hand neighbours"


def _dismissed(fields: Mapping[str, Any]) -> dict[str, str]:
    value = fields.get("dismissed")
    if not isinstance(value, dict):
        return {}
    return {str(flag): reason for flag, reason in value.items() if reason in DISMISSALS}


def _number(row: Mapping[str, Any], name: str, least: int = 1) -> int:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
        field = row.get("seat", name) if name in ("points", "place", "laps") else name
        raise UnreadableError(
            str(field), f"{name.capitalize()} is a whole number from {least} to {LARGEST:,}."
        )
    return value


def _yes(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        raise UnreadableError(name, f"{name.capitalize()} is true or false.")
    return value


def _words(fields: Mapping[str, Any], name: str) -> str:
    """What is said beside a result: anything but text says nothing."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _text(row: Mapping[str, Any], name: str, longest: int) -> str:
    value = row.get(name, "")
    if not isinstance(value, str) or len(value) > longest:
        raise UnreadableError(name, f"{name.capitalize()} is text of at most {longest} characters.")
    fault = fault_in_words(value)
    if fault:
        raise UnreadableError(name, fault)
    return value


_WHOLE = re.compile(r"(?:^|/)([TPG])/([A-Z2-7]{26})$", re.ASCII | re.IGNORECASE)


class AskForm(forms.Form):
    """Six characters of a table card and a name; or a whole code, or the address around it."""

    typed = forms.CharField(
        label="The code on the table card",
        help_text="Six characters, such as K7M 4QD.",
        max_length=300,
        error_messages={
            "required": "Type the six characters that stand in large letters on the table card."
        },
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    name = NameField(
        label="Your name",
        required=False,
        limit=60,
        help_text="So that the official knows who asks.",
    )

    def clean_typed(self) -> str:
        """Six characters, or a whole code."""
        text = str(self.cleaned_data["typed"]).strip()
        if not self.whole(text) and len(tidy_short(text)) != SHORT:
            raise forms.ValidationError(
                "The code has six characters: look at the table card again."
            )
        return text

    @staticmethod
    def whole(text: str) -> str:
        """Where a whole code leads on this server, or nothing."""
        match = _WHOLE.search(text)
        if match:
            return f"/{match[1].upper()}/{match[2].upper()}"
        return f"/T/{text.upper()}" if WELL_FORMED.fullmatch(text.upper()) else ""


class OptionsForm(forms.Form):
    """How phones are let in, and how hands are ticked on them."""

    phones_wait = forms.BooleanField(
        label="Every phone waits until an official lets it in, once", required=False
    )
    pad_ticks = forms.ChoiceField(
        label="Before a game is saved",
        choices=PadTicks.choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose how hands are ticked.",
            "invalid_choice": "Choose one of the two.",
        },
    )


class DoubtForm(forms.Form):
    """What a guest says is wrong: a game of theirs, and a few words."""

    game = forms.TypedChoiceField(label="Which game", coerce=int, empty_value=None, required=False)
    words = WordsField(
        label="What is wrong", required=False, limit=200, help_text="A few words are enough."
    )

    def __init__(self, games: Iterable[tuple[int, str]], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["game"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared above
        field.choices = [("", "Something else"), *games]
        field.error_messages["invalid_choice"] = "Choose one of your games."
