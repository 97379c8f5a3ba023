"""What comes back from a grid of the desk: hands by game and seat, and what each card says.

What the event's home asks for.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from django import forms
from django.http import QueryDict

from scoring.counting.sheet import Finding, SeatEntry
from scoring.formats import Format, Halves
from tournament.entry.forms import (
    BLANK,
    LONGEST,
    LONGEST_REF,
    TypedError,
    from_points,
    may_be_blank,
    read_typed,
    types_points,
)
from tournament.ledger.signing import new_key
from tournament.site.text import seen_text

_HAND = re.compile(r"hand_(\d{1,4})_([A-Z])", re.ASCII)
_WHO = re.compile(r"who_(\d{1,4})_([A-Z])", re.ASCII)
_CELL = re.compile(r"(?P<what>hand|who|card)(?:_(?P<game>\d{1,4}))?_(?P<seat>[A-Z])", re.ASCII)
_SEEN = re.compile(r"seen_(\d{1,4})", re.ASCII)
_CARD = re.compile(r"card_([A-Z])", re.ASCII)
_POINTS = re.compile(r"\d{1,4}", re.ASCII)
_HALVES = re.compile(r"(\d{0,4})(½|[.,][05])?", re.ASCII)
LONGEST_KEY = 72
Spot = tuple[int, str, str]
"""A game, a seat, and the guest who has it now."""
Lost = tuple[int, str, str]
"""What was typed for somebody who has no such seat any more: game, guest as seen, text."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One column as it was sent: its texts by seat, the entries that could be read, and what could
    not.

    `people` says whom the typist saw in each seat, `raw` what was typed where it is read as points,
    and `sure` what the typist was asked about and means so.
    """

    game: int
    seen: int
    blocked: bool
    texts: dict[str, str]
    entries: tuple[SeatEntry, ...]
    faults: tuple[Finding, ...]
    people: dict[str, str] = field(default_factory=dict)
    raw: dict[str, str] = field(default_factory=dict)
    sure: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was typed in it."""
        return not any(text.strip() for text in self.texts.values())

    @property
    def wanting(self) -> tuple[str, ...]:
        """The seats at which nothing was typed."""
        return tuple(seat for seat, text in self.texts.items() if not text.strip())


class GridForm:
    """The columns in the order of their games, and the cards by seat; whatever cannot be read says
    so.

    `signed` says that the neighbours signed the umpire's sheet: what is sent is checked. `points`
    says that bare numbers are points; `texts` are then spelt as where cards are typed.
    """

    def __init__(self, data: QueryDict, form: Format) -> None:
        self.data, self.format = data, form
        self.signed = "signed" in data
        self.points = types_points(data, form)
        self.key = str(data.get("key", ""))[:LONGEST_KEY] or new_key()
        self.texts: dict[str, str] = {}
        by_game: dict[int, dict[str, str]] = {}
        raw: dict[int, dict[str, str]] = {}
        for name in data:
            if match := _HAND.fullmatch(name):
                text = str(data[name])[: LONGEST + 1]
                raw.setdefault(int(match[1]), {})[match[2]] = text
                self.texts[name] = text = from_points(text) if self.points else text
                by_game.setdefault(int(match[1]), {})[match[2]] = text
        seen_versions = {
            int(match[1]): str(data[name]) for name in data if (match := _SEEN.fullmatch(name))
        }
        people: dict[int, dict[str, str]] = {}
        for name in data:
            if match := _WHO.fullmatch(name):
                people.setdefault(int(match[1]), {})[match[2]] = str(data[name])[:LONGEST_REF]
        self.columns = tuple(
            replace(
                _column_sent(
                    game,
                    seen_versions.get(game, ""),
                    texts,
                    form,
                    blocked=f"blocked_{game}" in data,
                ),
                people=people.get(game, {}),
                raw=raw[game],
                sure=tuple(data.getlist(f"sure_{game}")),
            )
            for game, texts in sorted(by_game.items())
        )
        self._read_cards(data, form)

    def followed(self, spots: Iterable[Spot], seats: Mapping[str, str]) -> tuple[Self, list[Lost]]:
        """The same with every hand and card at the seat its guest has now: `spots` are the open
        ones, `seats` the letter of each guest. What fits nobody any more is given beside it.
        """
        fields = [(name, match) for name in self.data if (match := _CELL.fullmatch(name))]
        texts = {}
        for name, match in fields:
            if match["what"] != "who":
                game, seat = match["game"] or "", match["seat"]
                spot = f"{game}_{seat}" if game else seat
                ref = str(self.data.get(f"who_{spot}", ""))[:LONGEST_REF]
                texts[match["what"], game, ref or seat] = str(self.data[name])
        data = self.data.copy()
        for name, _match in fields:
            del data[name]
        for game, seat, ref in spots:
            holder = ref if ("hand", str(game), ref) in texts else seat
            if ("hand", str(game), holder) in texts:
                data[f"hand_{game}_{seat}"] = texts.pop(("hand", str(game), holder))
                data[f"who_{game}_{seat}"] = ref
        for ref, seat in seats.items():
            holder = ref if ("card", "", ref) in texts else seat
            if ("card", "", holder) in texts:
                data[f"card_{seat}"] = texts.pop(("card", "", holder))
                data[f"who_{seat}"] = ref
        lost = [
            (int(game or 0), holder, text)
            for (_subject, game, holder), text in texts.items()
            if text.strip()
        ]
        return type(self)(data, self.format), lost

    def _read_cards(self, data: QueryDict, form: Format) -> None:
        """What the personal cards say, and what of it is no number."""
        texts = {
            match[1]: str(data[name]).strip() for name in data if (match := _CARD.fullmatch(name))
        }
        self.card_texts = texts
        self.sure = tuple(data.getlist("sure_card"))
        read = ((seat, card_points(text, form)) for seat, text in texts.items())
        self.cards = {seat: points for seat, points in read if points is not None}
        target = (
            "a number of whole or half points, such as 12 or 12½"
            if form.halves
            else "a whole number, such as 61"
        )
        self.card_faults = tuple(
            f"Seat {seat}: what the card says is {target}."
            for seat, text in sorted(texts.items())
            if text and seat not in self.cards
        )


def card_points(text: str, form: Format) -> int | None:
    """What a card says in the unit of the format, halves as `12½`, `12.5` or `12,5`; None for no
    such number.
    """
    if not form.halves:
        return int(text) if _POINTS.fullmatch(text) else None
    match = _HALVES.fullmatch(text)
    if match is None or not (match[1] or match[2] == "½"):
        return None
    return Halves.of(int(match[1] or 0)) + Halves(int((match[2] or "0")[-1] in "5½"))


def _column_sent(
    game: int, seen_state: str, texts: dict[str, str], form: Format, *, blocked: bool
) -> Sent:
    entries, faults = [], []
    begun = any(text.strip() for text in texts.values())
    blank = BLANK if may_be_blank(form) and (begun or blocked) else ""
    texts = {seat: text if text.strip() else blank for seat, text in texts.items()}
    for seat, text in sorted(texts.items()):
        if not text.strip():
            continue
        try:
            entries.append(read_typed(seat, text, form))
        except TypedError as error:
            faults.append(Finding("typed", (seat,), str(error), refused=True))
    version = (
        int(seen_state)
        if seen_state.isascii() and seen_state.isdigit() and len(seen_state) < 6
        else 0
    )
    return Sent(game, version, blocked, dict(sorted(texts.items())), tuple(entries), tuple(faults))


class ReopenForm(forms.Form):
    """Why a closed round is opened again."""

    reason = forms.CharField(max_length=300, validators=[seen_text])
