"""What was done in an evening, a row for each form that was sent, the newest first: in words, what
taking it back would do, and how it is taken back.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import localtime

from scoring.words import many, spelt
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.event.words import called
from tournament.home.words import UNNAMED, entry_words
from tournament.ledger.barriers import Hindrance, hindrances, standing_on
from tournament.ledger.chain import UNDO
from tournament.ledger.own import OWN, Led, origin, read_origins
from tournament.ledger.pressing import record_named
from tournament.models import Change, Event, LedgerEntry, Official, Press, Printing
from tournament.models.ledger import Verb

SHOWN = 20
"""So many are shown at once; the earlier ones by another page."""
MOST_SHOWN = 2000
SHEETS = frozenset({"sheet", "correct", "resolve"})
LISTS = frozenset({"take_guests_in", "import_guests", "answer_invited"})
BEFORE = "A command or an earlier version of the program did this; it stays."
AS_BEFORE = "All is as it was before."
SEATS = "The seats are as before."
SAYS: Mapping[str, str] = {
    "correct": "The sheet before counts again.",
    "check": "The sheet waits for its check again.",
    "dismiss": "The flag stands again.",
    "not_played": "The game takes a sheet again.",
    "move": "The sheet goes back to where it was.",
    "settings": "The settings are as before.",
    "publish": "The seating is a draft again.",
    "draw": "The draft goes; it stays on record.",
    "door": "Everybody is expected again and sits where they sat before.",
    "arrival": "Expected again.",
    "walk_in": "Off the list.",
    "guest": "The list is as before.",
    **dict.fromkeys(("swap", "seat", "reseat", "move_seats", "attendance", "substitute"), SEATS),
}
"""What taking an act back does, by the kind of its entry."""


CLOCK, WALLS = "The clock of the round was set", "The walls were told something"
OFFICIALS, DONE_WITHOUT = "The officials were changed", "A paper was printed, or done without"
ROWS: Mapping[str, tuple[str, str]] = {
    "eventcopy": ("The next evening was laid out", "The next evening was changed"),
    "official": (OFFICIALS, OFFICIALS),
    "roundclock": (CLOCK, CLOCK),
    "show": (WALLS, WALLS),
    "screen": ("A wall was added", "The walls were changed"),
    "call": ("An umpire was called", "A call was answered"),
    "signin": ("A guest asked to come in", "A guest who asked to come in was answered"),
    "printing": (DONE_WITHOUT, DONE_WITHOUT),
    "code": ("Codes were made", "Codes were closed"),
    "doubt": ("A guest said that something is wrong", "A guest’s doubt was answered"),
}
"""What a form did that left no entry, by the first of these kinds of rows that it added, or else
changed.
"""


@dataclass(frozen=True, slots=True)
class Done:
    """A press in words: who and when, what taking it back does; `press` is what is taken back, 0
    where nothing is. `later` are the presses that go with it, `several` whether more than one does.

    `undone`: it was taken back, and may be done again. `link` and `url` lead to an act of its own.
    """

    number: int
    words: str
    actor: str
    at: datetime
    says: str = ""
    press: int = 0
    later: tuple["Done", ...] = ()
    several: bool = False
    undone: bool = False
    link: str = ""
    url: str = ""

    @property
    def presses(self) -> list[int]:
        """All that go together."""
        return [self.press, *(done.press for done in self.later)]


@dataclass
class Reader:
    """Everything that was done in an evening, for the official who looks."""

    event: Event
    official: Official
    names: Mapping[str, str] = field(default_factory=dict)
    here: Mapping[int, str] = field(default_factory=dict)
    undone: dict[int, Press] = field(default_factory=dict)

    def __post_init__(self) -> None:
        gone = Change.objects.filter(event=self.event, kind="guest", verb=Verb.DELETE)
        images = [
            (key, before) for key, before in gone.values_list("key", "before") if before["name"]
        ]
        guests = list(self.event.guests.values_list("pk", "ref", "name"))
        former = {before["ref"]: before["name"] for _key, before in images}
        self.names = former | {ref: name for _key, ref, name in guests}
        former_keys = {key: before["name"] for key, before in images}
        self.here = former_keys | {key: name for key, _ref, name in guests}
        undoing = Press.objects.filter(record=record_named(self.event)).exclude(undoes=None)
        self.undone = {press.undoes_id or 0: press for press in undoing}

    @cached_property
    def cards_out(self) -> int:
        """So many papers left the printer, each counted once."""
        printed = Printing.objects.filter(event=self.event).order_by()
        return printed.values("kind", "item").distinct().count()

    @cached_property
    def apart(self) -> dict[int, tuple[int, int]]:
        """The pairs of guests who are kept apart, by row."""
        pairs = self.event.kept_apart.values_list("pk", "one", "other")
        return {pk: (one, other) for pk, one, other in pairs}

    def presses(self, *, mine: bool = False) -> QuerySet[Press]:
        """The forms that changed something, the newest first; not those that took one back."""
        changed = Exists(Change.objects.filter(press=OuterRef("pk")))
        noted = Exists(LedgerEntry.objects.filter(press=OuterRef("pk"), event=self.event))
        presses = Press.objects.filter(record=record_named(self.event), undoes=None)
        presses = presses.filter(Q(changed) | Q(noted)).order_by("-pk")
        return presses.filter(user=self.official.user_id) if mine else presses

    def unpressed(self, *, mine: bool = False) -> QuerySet[LedgerEntry]:
        """What was done without a form, the newest first."""
        entries = LedgerEntry.objects.filter(event=self.event, press=None).exclude(kind=UNDO)
        entries = entries.filter(user=self.official.user_id) if mine else entries
        return entries.order_by("-number")

    def count(self, *, mine: bool = False) -> int:
        """How much was done. Two queries."""
        return self.presses(mine=mine).count() + self.unpressed(mine=mine).count()

    def newest(self, number: int, *, mine: bool = False) -> list[Done]:
        """So many rows."""
        presses, entries = self.presses(mine=mine)[:number], self.unpressed(mine=mine)[:number]
        both: list[Press | LedgerEntry] = [*presses, *entries]
        both.sort(key=lambda act: (act.at, isinstance(act, Press), act.pk), reverse=True)
        both = both[:number]
        rows = self.rows([act for act in both if isinstance(act, Press)])
        return [rows[act.pk] if isinstance(act, Press) else self._before(act) for act in both]

    def _before(self, entry: LedgerEntry) -> Done:
        words = entry_words(entry, self.names, self.event)
        done = Done(0, words, self._who(entry), entry.at, BEFORE)
        if entry.kind not in OWN:
            return done
        led = Led(OWN[entry.kind], entry)
        return replace(done, says=led.way.says, link=led.way.link, url=led.url(self.event.slug))

    def told(self, presses: Iterable[Press]) -> dict[int, Done]:
        """These presses in words, by number. Four queries."""
        rows = {press.pk: press for press in presses}
        entries: dict[int, list[LedgerEntry]] = {}
        for entry in LedgerEntry.objects.filter(press__in=rows, event=self.event).order_by(
            "number"
        ):
            entries.setdefault(entry.press_id or 0, []).append(entry)
        silent = [pk for pk in rows if pk not in entries or rows[pk].route in LISTS]
        changes: dict[int, list[Change]] = {}
        for change in Change.objects.filter(press__in=silent).order_by("pk"):
            changes.setdefault(change.press_id or 0, []).append(change)
        told = {}
        for pk, press in rows.items():
            if pk in changes:
                words, says = self._changed(press, changes[pk])
            else:
                words, says = self._entered(entries.get(pk, []))
            told[pk] = Done(pk, words, self._who(press), press.at, says)
        return told

    def _who(self, act: Press | LedgerEntry) -> str:
        mine = act.user_id is not None and act.user_id == self.official.user_id
        return "You" if mine else act.actor or "Somebody"

    def _entered(self, entries: list[LedgerEntry]) -> tuple[str, str]:
        """What entries say that one form made, and what taking it back does."""
        if not entries:
            return UNNAMED, AS_BEFORE
        first = entries[0]
        tables = {(entry.body.get("round"), entry.body.get("table")) for entry in entries}
        sheets = [entry for entry in entries if entry.kind in SHEETS]
        if len(sheets) == len(entries) and len(tables) == 1 and first.kind != "correct":
            hands = sum(len(entry.body["tallies"]) for entry in sheets)
            return self._saved(sheets), f"{many(hands, 'hand')} {_leave(hands)} the totals."
        words, says = entry_words(first, self.names, self.event), SAYS.get(first.kind, AS_BEFORE)
        if says == SEATS and self.cards_out:
            says += " The page Paper names the cards to collect."
        if len(entries) > 1:
            words = f"{words}, and {many(len(entries) - 1, 'act')} more"
        return words, says

    def _saved(self, sheets: list[LedgerEntry]) -> str:
        """“Table 4, five games”."""
        body, form = sheets[0].body, event_format(self.event)
        place = f"Table {table_label(self.event, body['table'])}"
        if len(sheets) == 1:
            return f"{place}, {form.unit} {body['game']}"
        return f"{place}, {spelt(len(sheets), form.unit, form.units)}"

    def _changed(self, press: Press, changes: list[Change]) -> tuple[str, str]:
        """What a form did that left no entry, by the rows that it changed."""
        guests = [change for change in changes if change.kind == "guest"]
        if guests:
            return _guests(press, guests, self.here)
        apart = next((change for change in changes if change.kind == "keepapart"), None)
        if apart is not None:
            return self._apart(apart), "They may meet again." if _new(apart) else "Apart again."
        columns = {
            name
            for change in changes
            if change.kind == "event" and change.verb == Verb.UPDATE
            for name in change.before
        }
        if columns:
            return f"Settings: {', '.join(sorted(map(called, columns)))}", SAYS["settings"]
        kinds = {change.kind for change in changes}
        kind = next((kind for kind in ROWS if kind in kinds), "")
        added, altered = ROWS.get(kind, (UNNAMED, UNNAMED))
        made = any(_new(change) for change in changes if change.kind == kind)
        return added if made else altered, AS_BEFORE

    def _apart(self, change: Change) -> str:
        before = (change.before.get("one_id", 0), change.before.get("other_id", 0))
        one, other = (self.here.get(key, "a guest") for key in self.apart.get(change.key, before))
        return f"{one} and {other} {'are kept apart' if _new(change) else 'may meet'}"

    def head(self, press: Press) -> tuple[Press, bool]:
        """The press that stands for it now, and whether it is undone."""
        undone = False
        while press.pk in self.undone:
            press, undone = self.undone[press.pk], not undone
        return press, undone

    def rows(self, presses: Collection[Press]) -> dict[int, Done]:
        """The row of each press: how it is taken back, or done again, or why not."""
        told, heads = self.told(presses), {press.pk: self.head(press) for press in presses}
        found = hindrances(
            self.event, [head for head, _undone in heads.values()], self.official.role
        )
        rows, stood_on = {}, {}
        for pk, (head, undone) in heads.items():
            row = self._undone(told[pk], head) if undone else told[pk]
            fixed = next((hindered for hindered in found[head.pk] if hindered.press is None), None)
            if fixed is not None:
                rows[pk] = self._fixed(row, fixed)
            else:
                rows[pk] = replace(row, press=head.pk)
                if found[head.pk]:
                    stood_on[pk] = head
        return rows | self._stood_on(rows, stood_on, found)

    def _undone(self, told: Done, head: Press) -> Done:
        actor = self._who(head)
        by = "you" if actor == "You" else actor
        says = f"Taken back by {by} at {localtime(head.at).strftime('%H:%M')}. "
        return replace(told, undone=True, says=says)

    def _stood_on(
        self,
        rows: Mapping[int, Done],
        heads: Mapping[int, Press],
        found: Mapping[int, Collection[Hindrance]],
    ) -> dict[int, Done]:
        """The rows on which later ones stand: with the one, or with the last of several."""
        numbers = {
            pk: {hindered.press or 0 for hindered in found[head.pk]} for pk, head in heads.items()
        }
        alone = [head for pk, head in heads.items() if len(numbers[pk]) == 1]
        standing = standing_on(alone)
        shown = Press.objects.filter(pk__in={max(later) for later in numbers.values()})
        words = {done.press: done for done in self.later(shown)}
        stood = {}
        for pk, head in heads.items():
            last = words[max(numbers[pk])]
            if len(standing.get(head.pk, ())) == 1:
                stood[pk] = replace(rows[pk], later=(last,))
                continue
            more = len(numbers[pk]) - 1
            says = f"“{last.words}” stands on it."
            if more:
                says = f"“{last.words}” and {many(more, 'later act')} stand on it."
            stood[pk] = replace(rows[pk], several=True, says=says)
        return stood

    def later(self, presses: Iterable[Press]) -> list[Done]:
        """Presses in words, with what takes each of them back."""
        heads = list(presses)
        read_origins(heads)
        firsts = {press.pk: origin(press)[0] for press in heads}
        told = self.told({first.pk: first for first in firsts.values()}.values())
        return [replace(told[firsts[press.pk].pk], press=press.pk) for press in heads]

    def _fixed(self, told: Done, hindered: Hindrance) -> Done:
        """A row that leads to an act of its own, or stays as it is."""
        led = hindered.led
        if led is None:
            return replace(told, says=f"{told.says}{hindered.sentence}")
        says = led.way.says
        if led.entry is not None and led.entry.kind == "publish":
            says = f"{many(self.cards_out, 'paper is', 'papers are')} out: collect them. {says}"
        return replace(told, says=says, link=led.way.link, url=led.url(self.event.slug))


def _leave(number: int) -> str:
    return "leaves" if number == 1 else "leave"


def _new(change: Change) -> bool:
    return change.verb == Verb.INSERT


def _guests(press: Press, changes: list[Change], here: Mapping[int, str]) -> tuple[str, str]:
    keys: dict[str, dict[int, Change]] = {}
    for change in changes:
        keys.setdefault(change.verb, {}).setdefault(change.key, change)
    added = keys.get(Verb.INSERT, {})
    gone = keys.get(Verb.DELETE, {})
    altered = {key: one for key, one in keys.get(Verb.UPDATE, {}).items() if key not in added}
    says = f"{many(len(added), 'guest')} {_leave(len(added))} the list." if added else ""
    says = says or SAYS["guest"]
    if press.route in LISTS or len(added) + len(gone) + len(altered) > 1:
        parts = [
            many(len(added), "guest") if added else "",
            f"{len(altered)} changed" if altered else "",
            f"{len(gone)} taken off" if gone else "",
        ]
        return f"List taken in: {', '.join(filter(None, parts))}", says
    for key in added:
        return f"{here.get(key, 'A guest')} was added", "Off the list."
    for change in gone.values():
        return f"{change.before['name']} was taken off the list", "On the list again."
    [key] = altered
    return f"{here.get(key, 'A guest')} was changed on the list", says
