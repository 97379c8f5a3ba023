"""Which acts are taken back by their rows, which by an act of their own with its reason and second
official, and who may take a press back: whoever may press it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournament.models import Event, LedgerEntry, Press, Printing
from tournament.site.access import DESK, Mark, mark_of

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """The page on which an act is taken back by an act of its own: its route, and what the link is
    called; `numbers` are those that the address takes from the entry. Without a route it stays.
    """

    link: str
    route: str = ""
    numbers: tuple[str, ...] = ()
    says: str = "It is taken back there, with a reason."

    def url(self, slug: str, body: Body) -> str:
        """Its address."""
        return reverse(self.route, args=[slug, *(body[name] for name in self.numbers)])


STAYS = Way("Stays", says="It stays.")
SEAL = Way("Go to the seal", "cut")
PODIUM = Way("Go to the play-off", "playoff")
EVENING = Way("Go to the evening", "evening")
RULING = Way("Go to the ruling", "ruling", ("number",), "It is overruled there; both are kept.")
RULINGS = Way("Go to the rulings", "rulings")
WAITING = Way("Go to what waits", "waiting", says="What waits is answered or withdrawn there.")
READING = Way("Go to the reading", "reveal", says="A name is covered again there.")
STAGES = Way("Go to the pairings", "pairings")
SHEET = Way("Go to the sheet", "sheet", ("round", "table", "game"))
SETTINGS = Way("Go to the settings", "event_settings", says="It takes two officials there too.")
SEATING = Way("Go to the seating", "seating", says="It takes a reason there.")
OWN: Mapping[str, Way] = {
    "close": Way("Open the round again", "reopen", ("round",)),
    "reopen": Way("Go to the evening", "evening", says="The round is closed there."),
    "time_out": Way("Go to the round", "time_out", ("round",)),
    "resume": Way("Go to the round", "time_out", ("round",)),
    **dict.fromkeys(("seal", "break_seal", "reveal", "withdraw_reveal", "hold", "release"), SEAL),
    **dict.fromkeys(("reveal_podium", "withdraw_podium"), PODIUM),
    **dict.fromkeys(("close_evening", "reopen_evening"), EVENING),
    **dict.fromkeys(("close_stage", "open_stage"), STAGES),
    **dict.fromkeys(("adjust", "cancel_adjustment"), RULINGS),
    "ruling": RULING,
    **dict.fromkeys(("accept_ruling", "overrule_ruling", "explain_ruling"), RULINGS),
    **dict.fromkeys(("ask", "decline", "withdraw_ask"), WAITING),
    **dict.fromkeys(("read", "unread"), READING),
    "send_mails": Way("Stays", says="A mail that is sent cannot be called back."),
    "wipe_names": Way("Stays", says="Names that are wiped are nowhere any more."),
    "restored": STAYS,
}
"""By the kind of its entry: the act that takes it back, or that it stays."""
BY_ROWS = frozenset(
    {
        *("sheet", "correct", "resolve", "conflict", "check", "uncheck", "dismiss", "raise_again"),
        *("second_key", "second_keying", "take_back_save", "undo_correction", "swap_hands"),
        *("not_played", "play_after_all", "move", "cards", "take_back_cards", "cut_of_cards"),
        "dealer",
        *("round_total", "round_total_back", "answer", "answer_back", "print_cut", "unprint_cut"),
        *(
            "freeze_by_itself",
            "playoff_live",
            "reply",
            "take_reply_back",
            "show_chances",
            "settings",
            "guest",
        ),
        *("arrival", "arrivals", "walk_in", "mail_returned", "mail_arrived", "hall", "part_seats"),
        *("draw", "digest", "digest_down", "publish", "unpublish", "swap", "reseat", "seat"),
        *("move_seats", "move_seats_back", "attendance", "take_back", "door", "reopen_door"),
        *("substitute", "unsubstitute", "open_table", "close_table", "next_round"),
        *("pair", "unpair", "swap_pairs", "pairs_out", "pairs_back", "match", "match_back"),
        *("match_agreed", "match_disputed"),
        *("ask_bye", "unask_bye", "late_entry", "late_entry_back", "bond", "unbond", "undo"),
    }
)
"""Kinds of entries whose acts are taken back by the rows that they changed."""
UNKNOWN = Way("Stays", says="Nobody has said yet how this is taken back.")
TWO_OFFICIALS = frozenset({"approve_pending"})
"""Routes whose acts a second official agreed to by pressing."""


@dataclass(frozen=True, slots=True)
class Led:
    """A press that is led to an act of its own: how, and by which entry."""

    way: Way
    entry: LedgerEntry | None

    def url(self, slug: str) -> str:
        """Where it leads; nothing where it stays."""
        body: Body = self.entry.body if self.entry else {}
        return self.way.url(slug, body) if self.way.route else ""


def led(event: Event, press: Press) -> Iterator[Led]:
    """Where a press leads that is not taken back by its rows; nothing for every other one."""
    first, done = origin(press)
    if first.route in TWO_OFFICIALS:
        yield Led(WAITING, None)
    entries = [entry for entry in first.entries.all() if entry.event_id == event.pk]
    for entry in entries if done else ():
        if entry.kind in OWN:
            yield Led(OWN[entry.kind], entry)
        elif entry.kind not in BY_ROWS:
            yield Led(UNKNOWN, entry)
        elif entry.body.get("witness"):
            yield Led(_agreed(entry), entry)
        elif entry.kind == "publish" and Printing.objects.filter(event=event).exists():
            yield Led(SEATING, entry)


def _agreed(entry: LedgerEntry) -> Way:
    """Where an act leads to which a second official agreed."""
    if entry.kind == "settings":
        return SETTINGS
    return SHEET if entry.body.keys() >= set(SHEET.numbers) else WAITING


def origin(press: Press) -> tuple[Press, bool]:
    """What somebody did first, of a press that takes back or does again; and whether it was done by
    this press, or taken back.
    """
    done = True
    while press.undoes is not None:
        press, done = press.undoes, not done
    return press, done


def read_origins(presses: Iterable[Press]) -> None:
    """Read what was done first, of all of these presses at once, and its entries."""
    first = list(presses)
    while undoing := [press for press in first if press.undoes_id is not None]:
        prefetch_related_objects(undoing, "undoes")
        first = [press for press in first if press.undoes_id is None]
        first += [press.undoes for press in undoing if press.undoes is not None]
    prefetch_related_objects(first, Prefetch("entries", LedgerEntry.objects.order_by("number")))


def may_press(press: Press, role: str) -> bool:
    """Whether an official of this role may press what was pressed: the mark of its route says so.
    What a phone or a command did, the desk takes back.
    """
    mark = mark_of_press(press)
    return role in (mark.writers or mark.roles or DESK.roles) and role in DESK.roles


def mark_of_press(press: Press) -> Mark:
    """What the page asks that was pressed; the desk's, where it asked for no office."""
    mark = _marks().get(origin(press)[0].route)
    return mark if mark is not None and mark.roles else DESK


@cache
def _marks() -> Mapping[str, Mark]:
    return dict(_routes(get_resolver().url_patterns))


def _routes(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[tuple[str, Mark]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns)
        elif pattern.name and (mark := mark_of(pattern.callback)) is not None:
            yield pattern.name, mark
