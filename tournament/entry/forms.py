"""What is typed for one seat: `8 A K` cards, `O` went out, `=23` bare points, `-` absent; the same
on every page.

Other formats type a finishing place (`2`), laps (`4`, or `4/2` with the place), points (`23`), or
`O` for the winner.

The form of one sheet: a typed line a seat, and what was ticked, read into a submission.

What is sent with one tap on a saved sheet: a flag's reason, or who checked.

Which of two sheets counts, and why.

The forms that put a wrong place right: a sheet, two hands, or two seats, each with its reason.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from django import forms
from django.http import QueryDict

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.sheet import DISMISSALS, Finding, SeatEntry
from scoring.formats import Format
from scoring.games.rulebooks import rulebook
from tournament.counting.submission import Place, Submission
from tournament.counting.words import WORDS
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.site.text import WholeField, seen_text

OUT = frozenset({"O", "OUT"})
ABSENT = frozenset({"-", "–", "—", "ABSENT"})
_POINTS = re.compile(r"=\s*(\d{1,5})\s*(E?)", re.ASCII)
_NUMBER = re.compile(r"=?\s*(\d{1,4})", re.ASCII)
_LAPS = re.compile(r"(\d{1,3})(?:\s*/\s*(\d{1,3}))?", re.ASCII)
LONGEST = 240
BLANK = "X"
BLANKS = frozenset({"places", "winner"})
"""The kinds of entry in which a seat may stay empty: it says that they did not win, or still held
cards.
"""
CARDS = frozenset({"hand", "winner_and_hands"})
"""The kinds of entry that take cards."""


_TIMES = re.compile(r"(?<!\S)([2-4])[X×*](10|[2-9AJQK])(?!\S)", re.ASCII)
_NEGATIVE = re.compile(r"[-–−]\s*\d+\s*E?")
_BARE = re.compile(r"(\d+)\s*(E?)", re.ASCII)
POINTS, AS_CARDS = "points", "cards"
"""What somebody at the desk types where a game takes hands: the points on the score cards, or the
cards left.
"""


class TypedError(ValueError):
    """What was typed for a seat says nothing; the sentence names the mend."""


def read_typed(seat: str, text: str, form: Format | None = None) -> SeatEntry:
    """One seat's entry, of cards unless the format enters something else. Raises TypedError with a
    sentence.

    `=38E` are bare points of somebody who was caught with an 8.
    """
    plain = text.strip().upper()
    if plain in ABSENT:
        return SeatEntry(seat, absent=True)
    kind = form.entry if form else "hand"
    if kind in BLANKS and plain in ("", BLANK):
        return SeatEntry(seat)
    if not plain.strip(",;+ "):
        raise TypedError(f"Seat {seat} is empty: {WORDS[kind].empty}")
    if kind in CARDS:
        return _hand(seat, plain, jokers=form is None or rulebook(form.game).deal.jokers)
    return _READERS[kind](seat, plain)


def types_points(data: QueryDict, form: Format) -> bool:
    """Whether the page that sent this reads bare numbers as points; `switch` is the answer to a
    question about it.
    """
    return form.entry in CARDS and (data.get("switch") or data.get("typing")) == POINTS


def from_points(text: str) -> str:
    """What was typed as points, spelt so that it says the same where cards are typed: `23` is
    `=23`, `0` is `O`.
    """
    bare = _BARE.fullmatch(text.strip().upper())
    if bare is None:
        return text
    return f"={bare[1]}{bare[2]}" if int(bare[1]) or bare[2] else "O"


def to_points(text: str) -> str:
    """The same back, for somebody who types points: `=23` is `23`, and a hand of one number ends in
    a comma.
    """
    plain = text.strip()
    if plain.startswith("="):
        return plain if plain.strip("=0 ") == "" else plain[1:].strip()
    return f"{plain}," if plain.isascii() and plain.isdigit() else text


def hands_typed(texts: Mapping[str, str]) -> dict[str, str]:
    """Those of a game's texts that say cards or bare numbers: nobody out, nobody absent, no points
    marked as such.
    """
    plain = {seat: text.strip().upper() for seat, text in texts.items()}
    return {seat: text for seat, text in plain.items() if _is_hand(text)}


def _is_hand(text: str) -> bool:
    nobody = text in OUT | ABSENT or text.strip("0") == ""
    return not (nobody or text.startswith("=") or re.fullmatch(r"\d+\s*E", text))


def may_be_blank(form: Format) -> bool:
    """Whether a seat at which nothing is typed says something."""
    return form.entry in BLANKS


def typed(entry: SeatEntry) -> str:
    """The same entry as one would type it: `read_typed` gives it back."""
    if entry.absent:
        return "-"
    if entry.went_out:
        return "O"
    if entry.hand is not None and entry.hand.count:
        return entry.hand.text
    if entry.laps is not None:
        return str(entry.laps) if entry.place is None else f"{entry.laps}/{entry.place}"
    if entry.place is not None:
        return str(entry.place)
    return "" if entry.points is None else f"={entry.points}{'E' if entry.caught_eight else ''}"


def _hand(seat: str, text: str, *, jokers: bool) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    if text.startswith("="):
        return _points(seat, text)
    if text.isdigit() and set(text) == {"0"}:
        raise TypedError(f"Seat {seat}: write O for the player who went out; 0 is no card.")
    if fault := _unclear(text):
        raise TypedError(f"Seat {seat}: {fault}")
    try:
        return SeatEntry(seat, hand=parse_hand(text, jokers=jokers))
    except CardError as error:
        raise TypedError(f"Seat {seat}: {error}") from None


def _unclear(text: str) -> str:
    """Why a hand is asked about where it is typed: it says two things, or nothing."""
    if match := _TIMES.search(text):
        several, rank = int(match[1]), match[2]
        return (
            f"{match[0].strip()} is {several} cards of {rank}, or {several}, X and {rank}? Write"
            f" {' '.join([rank] * several)}, or {several} X {rank}."
        )
    if _NEGATIVE.fullmatch(text):
        return "points are never less than 0: write them without the minus, or - for absent."
    return ""


def _points(seat: str, text: str) -> SeatEntry:
    match = _POINTS.fullmatch(text)
    if match is None:
        mend = (
            "after = write the points as a whole number, such as =23, or =38E if caught with an 8."
        )
        raise TypedError(f"Seat {seat}: {mend}")
    return SeatEntry(seat, points=int(match[1]), caught_eight=True if match[2] else None)


def _bare(seat: str, text: str) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise TypedError(f"Seat {seat}: write the points as a whole number, such as 23.")
    return SeatEntry(seat, points=int(match[1]))


def _place(seat: str, text: str) -> SeatEntry:
    match = _NUMBER.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise TypedError(
            f"Seat {seat}: write the finishing place as a number, 1 for the first out."
        )
    return SeatEntry(seat, place=int(match[1]))


def _winner(seat: str, text: str) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    raise TypedError(f"Seat {seat}: write O for the winner, X for whoever did not win.")


def _laps(seat: str, text: str) -> SeatEntry:
    match = _LAPS.fullmatch(text)
    if match is None:
        raise TypedError(
            f"Seat {seat}: write the laps as a number, such as 4, or 4/2 with the place."
        )
    return SeatEntry(seat, laps=int(match[1]), place=int(match[2]) if match[2] else None)


_READERS: Mapping[str, Callable[[str, str], SeatEntry]] = {
    "points": _bare,
    "places": _place,
    "winner": _winner,
    "laps": _laps,
}


LEFT_NEIGHBOURS = "the left-hand neighbours"
_HAND = re.compile(r"hand_([A-Z])", re.ASCII)
_WHO = re.compile(r"who_([A-Z])", re.ASCII)
LONGEST_REF = 20
_FLAG = re.compile(r"flag_([a-z_]+(?: [A-Z])*)", re.ASCII)


class SheetFields(forms.Form):
    """What a page of entry sends besides its seats."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=0, max_value=10_000)
    blocked = forms.BooleanField(required=False)
    checked = forms.BooleanField(required=False)
    checker = forms.CharField(max_length=120, required=False, validators=[seen_text])
    reason = forms.CharField(max_length=300, required=False, validators=[seen_text])
    witness = forms.CharField(max_length=120, required=False, validators=[seen_text])


WORDS_SENT = {"checker": 120, "reason": 300, "witness": 120}
_KEY = re.compile(r"[A-Za-z0-9-]{1,80}", re.ASCII)
_SEEN = re.compile(r"\d{1,4}", re.ASCII)


def plainly(data: QueryDict) -> dict[str, Any] | None:
    """The same fields where they are as our own pages send them; None leaves them to the form.

    Every sheet comes this way, and making a form takes longer than reading it.
    """
    key, seen_state = str(data.get("key", "")), str(data.get("seen", ""))
    words = {name: str(data.get(name, "")).strip() for name in WORDS_SENT}
    usual = all(len(text) <= WORDS_SENT[name] for name, text in words.items())
    if not (usual and "".join(words.values()).isprintable()):
        return None
    if not (_KEY.fullmatch(key) and _SEEN.fullmatch(seen_state)):
        return None
    ticks = {name: str(data.get(name, "")) for name in ("blocked", "checked")}
    if not set(ticks.values()) <= {"on", ""}:
        return None
    return {
        "key": key,
        "seen": int(seen_state),
        **{name: bool(ticks[name]) for name in ticks},
        **words,
    }


class SheetForm:
    """What comes back from a page of entry. The seats are those that were sent; the writer compares
    them.

    `raw` is what was typed; `typed` the same spelt as where cards are typed, also where bare
    numbers are `points`. `people` says whom the typist saw in each seat.
    """

    def __init__(self, data: QueryDict, form: Format) -> None:
        self.data = data
        self.format = form
        self.raw = {match[1]: str(data[name]) for name in data if (match := _HAND.fullmatch(name))}
        self.people = people_seen(data)
        self.points = types_points(data, form)
        self.sure = tuple(data.getlist("sure_"))
        self.typed = (
            {seat: from_points(text) for seat, text in self.raw.items()}
            if self.points
            else self.raw
        )
        self.cleaned_data, self.errors = _fields(data)
        self.entries: dict[str, SeatEntry] = {}
        self.findings: list[Finding] = []
        self.stand = self._flags_that_stand()
        self._read()

    def carried(self, now: Mapping[str, str]) -> bool:
        """Let what was typed follow the guests the typist saw to the seats they have `now`.

        False where everybody sits where they were seen. What was typed for somebody who is gone
        stays a fault of the sheet.
        """
        complete = self.people.keys() >= self.raw.keys()
        if not complete or all(now.get(seat) == ref for seat, ref in self.people.items()):
            return False
        raw = {self.people.get(seat, ""): text for seat, text in self.raw.items()}
        self.raw = {seat: raw.pop(ref, "") for seat, ref in now.items()}
        self.typed = {
            seat: from_points(text) if self.points else text for seat, text in self.raw.items()
        }
        self.people, self.entries, self.findings = dict(now), {}, []
        self.stand = {}
        self._read()
        nobody = ", ".join(text for text in raw.values() if text.strip())
        if nobody:
            text = f"Typed for somebody who does not sit here any more: {nobody}."
            self.findings.append(Finding("people", (), text, refused=True))
        return True

    def _read(self) -> None:
        """Read every seat; each fault becomes a finding at its row, and nothing typed is lost."""
        for seat, text in sorted(self.typed.items()):
            try:
                self.entries[seat] = read_typed(seat, text[: LONGEST + 1], self.format)
            except TypedError as error:
                self.findings.append(Finding("typed", (seat,), str(error), refused=True))

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Everything that keeps the sheet from being read."""
        form_faults = (
            Finding("form", (), f"{name.capitalize()}: {' '.join(map(str, errors))}", refused=True)
            for name, errors in self.errors.items()
        )
        return (*self.findings, *form_faults)

    @property
    def readable(self) -> bool:
        """Whether every seat and field could be read."""
        return not self.errors and not self.findings

    @property
    def whole(self) -> bool:
        """Whether something stands at every seat."""
        return all(text.strip() for text in self.typed.values())

    def dismissed(self) -> dict[str, str]:
        """The fixed reason given for each flag, by the letters of the seats as they were seen."""
        return self.stand

    def _flags_that_stand(self) -> dict[str, str]:
        chosen = {
            match[1]: str(self.data[name]) for name in self.data if (match := _FLAG.fullmatch(name))
        }
        return {flag: reason for flag, reason in chosen.items() if reason in DISMISSALS}

    def submission(self, place: Place) -> Submission:
        """The sheet as sent, once it is `readable`."""
        answers = self.cleaned_data
        return Submission(
            place,
            tuple(self.entries[seat] for seat in sorted(self.entries)),
            seen=answers["seen"],
            blocked=answers["blocked"],
            checked=answers["checked"],
            checker=(answers["checker"] or LEFT_NEIGHBOURS) if answers["checked"] else "",
            reason=answers["reason"],
            witness=answers["witness"],
            dismissed=self.dismissed(),
            people={seat: ref for seat, ref in self.people.items() if seat in self.entries},
        )


def people_seen(data: QueryDict) -> dict[str, str]:
    """Whom the typist saw in each seat: a page says so beside what is typed by seat."""
    return {
        match[1]: str(data[name])[:LONGEST_REF] for name in data if (match := _WHO.fullmatch(name))
    }


def _fields(data: QueryDict) -> tuple[dict[str, Any], Mapping[str, Sequence[Any]]]:
    """What the fields say, and what is wrong with each in a form's own words."""
    if plain := plainly(data):
        return plain, {}
    fields = SheetFields(data)
    errors: Mapping[str, Sequence[Any]] = fields.errors
    return fields.cleaned_data, errors


def partial(form: SheetForm, place: Place) -> Submission:
    """What is readable so far, for a look at it while typing goes on."""
    entries = tuple(form.entries[seat] for seat in sorted(form.entries))
    return replace(Submission(place, entries), blocked=bool(form.cleaned_data.get("blocked")))


class DismissForm(forms.Form):
    """A flag and the fixed reason for letting it stand, or that it is to be looked at `again` after
    all.
    """

    key = forms.CharField(max_length=80)
    flag = forms.IntegerField(min_value=1, max_value=2**53)
    reason = forms.ChoiceField(choices=[(reason, reason) for reason in DISMISSALS], required=False)
    again = forms.BooleanField(required=False)


class CheckForm(forms.Form):
    """The version looked over and who did it; nobody named means the left-hand neighbours.

    Or that nobody did.
    """

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    checker = forms.CharField(max_length=120, required=False, validators=[seen_text])
    take_back = forms.BooleanField(required=False)


def in_words(form: forms.Form) -> str:
    """The faults of a form as one line."""
    return " ".join(
        f"{name.capitalize()}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()
    )


CHOICES = (("theirs", "Keep theirs"), ("mine", "Use mine"))


class ConflictForm(forms.Form):
    """The choice with its reason: one of the buttons, or in own words."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    waiting = forms.IntegerField(min_value=1, max_value=2**53, required=False)
    choice = forms.ChoiceField(choices=CHOICES)
    why = forms.CharField(max_length=300, required=False, validators=[seen_text])
    reason = forms.CharField(max_length=300, required=False, validators=[seen_text])
    witness = forms.CharField(max_length=120, required=False, validators=[seen_text])

    def clean(self) -> dict[str, Any]:
        """Own words go before the button."""
        answers = self.cleaned_data
        answers["reason"] = (answers.get("reason") or answers.get("why") or "").strip()
        if not answers["reason"] and "reason" not in self.errors:
            self.add_error("reason", "Say in a few words why this sheet counts.")
        return answers


_SPOT = re.compile(r"(\d{1,4})\s*([A-Fa-f])", re.ASCII)
NUMBER = 9_999
SEATS = [(letter, f"Seat {letter}") for letter in "ABCDEF"]
OF_A_DEAL = {
    "game": "{unit}",
    "to_game": "{unit} there",
    "from_game": "from {unit}",
    "hands": "of {units} that are in",
}
HANDS = [("player", "The hands go with the players"), ("seat", "The hands stay with the seats")]


class _Reasoned(forms.Form):
    """The reason may wait until the preview was seen."""

    reason = forms.CharField(
        max_length=300,
        required=False,
        validators=[seen_text],
        label="The reason, for the record",
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        # Three of these forms stand on one page: each has ids of its own.
        super().__init__(*args, **more | {"auto_id": f"id_{type(self).__name__.lower()}_%s"})

    def in_units(self, form: Format) -> Self:
        """The same with the format's word for one deal in its labels."""
        for name in OF_A_DEAL.keys() & self.fields.keys():
            label = OF_A_DEAL[name].format(unit=form.unit, units=form.units)
            self.fields[name].label = label[:1].upper() + label[1:]
        return self


class MoveForm(_Reasoned):
    """Where a sheet was entered, and the game it belongs to."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    game = WholeField(1, NUMBER, label="Game")
    to_table = WholeField(1, NUMBER, label="Belongs to table")
    to_game = WholeField(1, NUMBER, label="Game there")
    field_order = ("round", "table", "game", "to_table", "to_game", "reason")

    def wanted(self) -> SheetMove:
        """The move that was asked for."""
        answers = self.cleaned_data
        away = Place(answers["round"], answers["table"], answers["game"])
        return SheetMove(away, Place(answers["round"], answers["to_table"], answers["to_game"]))


class HandsForm(_Reasoned):
    """Two seats of a sheet whose hands were entered for each other."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    game = WholeField(1, NUMBER, label="Game")
    one = forms.ChoiceField(choices=SEATS, label="This seat")
    other = forms.ChoiceField(choices=SEATS, label="with this one", initial="B")
    field_order = ("round", "table", "game", "one", "other", "reason")

    def wanted(self) -> tuple[Place, tuple[str, str]]:
        """The sheet, and the two seats."""
        answers = self.cleaned_data
        place = Place(answers["round"], answers["table"], answers["game"])
        return place, (answers["one"], answers["other"])


class SeatsForm(_Reasoned):
    """Who sat elsewhere, from which game on, and what becomes of the hands that are in."""

    round = WholeField(1, NUMBER, label="Round")
    badge = WholeField(1, 999_999, label="Badge")
    other = forms.CharField(
        max_length=8,
        label="Really sat where badge … is listed, or on a free seat",
        help_text="A badge such as 22, or a free seat such as 7E.",
        error_messages={"required": "Give the other badge, or a free seat such as 7E."},
    )
    from_game = WholeField(1, NUMBER, label="From game", initial=1)
    hands = forms.ChoiceField(
        choices=HANDS, label="Of games that are in", widget=forms.RadioSelect, initial="player"
    )
    field_order = ("round", "badge", "other", "from_game", "hands", "reason")

    def clean_other(self) -> str:
        """A badge or a seat."""
        peer: str = self.cleaned_data["other"].strip()
        if not ((peer.isascii() and peer.isdigit()) or _SPOT.fullmatch(peer)):
            raise forms.ValidationError("Give a badge such as 22, or a free seat such as 7E.")
        return peer

    def wanted(self) -> SeatChange:
        """The change that was asked for."""
        answers: dict[str, Any] = self.cleaned_data
        spot = _SPOT.fullmatch(answers["other"])
        return SeatChange(
            answers["round"],
            answers["badge"],
            other=None if spot else int(answers["other"]),
            spot=(int(spot[1]), spot[2].upper()) if spot else None,
            from_game=answers["from_game"],
            hands=answers["hands"],
        )
