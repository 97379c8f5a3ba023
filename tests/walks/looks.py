"""What is looked at after every act: the pages that can be reached, the ledger, the counts, the
archive.
"""

import io
import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from django.core.management import CommandError, call_command
from django.db import transaction

from tests.walks import recount, recount_honours
from tests.walks.pages import Page
from tests.walks.people import DEAD, WallError, shape
from tests.walks.phones import look_at_a_guest, look_at_a_pad
from tournament.models import Event

if TYPE_CHECKING:
    from tests.walks.walk import Walk

HEAVY = (".pdf", ".xlsx", ".zip")
"""What takes long to make: papers, the workbook, and the closing pack with all of them."""
HEAVY_TOO = 0.15
"""In so many evenings these are opened as any page is."""
SHARE = 1
"""So many pages besides those near it are opened after an act of the short form."""
MILESTONE = 3
LAST_LOOK = 16
ARCHIVED = 0.03
IN_A_HAND = 0.25
GOING_ON = 0.2
"""How likely pages are opened after one more of many acts alike; always after the first of them,
and after the first of a phase. The counts are looked at after every act.
"""
VERIFIED = 0.15
"""How likely the ledger is verified after an act. It is with each archive and at the end: what is
written there stays, so a fault is found at the next look.
"""


class Looks:
    """The eyes of a walk."""

    def __init__(self, walk: "Walk") -> None:
        self.walk = walk
        self.hosts: frozenset[str] = frozenset()
        self.known: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.shown_on: dict[tuple[str, str], str] = {}
        self.seen: Counter[tuple[str, str]] = Counter()
        self.phase, self.begun = "", 0
        self.acts = 0
        self.done: set[str] = set()
        self.numbers: dict[str, str] = {}
        self.heavy_too = walk.thorough or walk.plan.dice("heavy").random() < HEAVY_TOO

    def after(self, page: Page) -> None:
        """All of it, as often as the form of the walk has it."""
        self.acts += 1
        dice = self.walk.plan.dice("looks", self.acts)
        self._note("organiser", page)
        moved, self.phase = self.phase != self.walk.phase, self.walk.phase
        news = self._is_news() or moved
        whole = news or self.walk.thorough
        if self.walk.thorough or self.walk.plan.dice("verified", self.acts).random() < VERIFIED:
            self.verify()
        self.count()
        if not (whole or dice.random() < GOING_ON):
            return
        self._crawl(None if self.walk.thorough else MILESTONE if moved else SHARE, papers=moved)
        self.carried(dice, moved=moved)
        if self.walk.thorough or dice.random() < ARCHIVED:
            self.archive()

    def _is_news(self) -> bool:
        """Whether nothing like this act was done before, or an incident began: of one sheet after
        another some are looked round after, with all that lies between.
        """
        act, begun = self.walk.story.act, self.walk.begun
        news = act not in self.done or begun != self.begun
        self.done.add(act)
        self.begun = begun
        return news

    def carried(self, dice: Random, *, moved: bool) -> None:
        """What stands on a phone, and on the own page of a guest."""
        if self.walk.phones.pads and dice.random() < IN_A_HAND:
            look_at_a_pad(self.walk, dice.choice(sorted(self.walk.phones.pads)))
        if self.walk.plan.phones and self.walk.counted.games and dice.random() < IN_A_HAND:
            if moved or not self.numbers:
                self.numbers = self.badges()
            badges = self.numbers
            name = dice.choice(sorted(badges))
            if self.walk.phones.carded([int(badges[name])]):
                look_at_a_guest(self.walk, int(badges[name]), name)

    def lightly(self, page: Page) -> None:
        """After a small step."""
        self._note("organiser", page)

    def at_the_end(self) -> None:
        """Everything once more."""
        self._crawl(None if self.walk.thorough else LAST_LOOK)
        self.verify()
        self.count()
        if self.walk.counted.matches:
            self._champion()
        self.archive()

    # ------------------------------------------------------------------ pages

    def _note(self, role: str, page: Page) -> None:
        """Remember where a page leads."""
        for address in page.here():
            if not address.endswith(HEAVY) or self.heavy_too:
                self.known[role][self._key(address)] = address
                if address != page.url:  # a page that shows itself leads nobody there
                    self.shown_on[role, address] = page.url

    def _key(self, address: str) -> str:
        return address if self.walk.thorough else shape(address)

    def _crawl(self, most: int | None, *, papers: bool = True) -> None:
        """Open pages that were shown to somebody, those seen least first; None opens all, or of
        each kind one, and none of those that are `papers`.
        """
        opened = 0
        for role in self.walk.people:
            if role != "public":
                self.known[role].setdefault(shape(self.walk.base), self.walk.base)
        while most is None or opened < most:
            todo = [
                (self.seen[role, key], role, key)
                for role in self.walk.people
                for key in self.known[role]
                if most is not None or not self._opened(role, key, every=papers)
            ]
            if not todo:
                return
            least = min(seen for seen, _role, _key in todo) if most is not None else 0
            fit = sorted((role, key) for seen, role, key in todo if most is None or seen == least)
            role, key = self.walk.plan.dice("crawl", self.acts, opened).choice(fit)
            self.seen[role, key] += 1
            self.seen[role, f"{self.acts} {key}"] += 1
            self.seen[role, f"{self.acts} of {shape(key)}"] += 1
            self._open(role, key)
            opened += 1

    def _opened(self, role: str, key: str, *, every: bool) -> bool:
        """Whether a page was opened since the last act, or one of its kind; of papers always."""
        if every:
            return self.seen[role, f"{self.acts} {key}"] > 0
        return key.endswith(HEAVY) or self.seen[role, f"{self.acts} of {shape(key)}"] > 0

    def _open(self, role: str, key: str) -> None:
        """Open a page that was shown to somebody.

        One that is gone is no dead link where the page that led there leads there no more.
        """
        who, address = self.walk.people[role], self.known[role][key]
        try:
            self._note(role, who.glance(address))
        except WallError as wall:
            if not wall.kind.startswith(DEAD) or self._leads(role, address):
                raise
            del self.known[role][key]

    def _leads(self, role: str, address: str) -> bool:
        """Whether the page that led to an address does so still."""
        page = self.shown_on.get((role, address))
        try:
            return (
                address == self.walk.base
                if page is None
                else address in self.walk.people[role].glance(page).here()
            )
        except WallError as wall:
            if wall.kind.startswith(DEAD):
                return False
            raise

    # ------------------------------------------------------------------ the ledger and the archive

    @property
    def slug(self) -> str:
        """The name of the evening in its addresses."""
        return self.walk.base.split("/")[2]

    def verify(self) -> None:
        """What `manage.py verify` says."""
        _in_order(self.slug)

    def archive(self) -> None:
        """Out, in, and out again."""
        with TemporaryDirectory() as folder:
            out, again = Path(folder, "evening.json"), Path(folder, "again.json")
            out.write_bytes(
                self.walk.organiser.fetch(self.walk.at("files/evening.json")).getvalue()
            )
            before = transaction.savepoint()
            try:
                slug = _said("import_evening", str(out))
                _in_order(slug)
                call_command("export_evening", slug, "--output", str(again))
            except CommandError as error:
                raise WallError("archive refused", str(error)) from None
            finally:
                transaction.savepoint_rollback(before)
            one, other = json.loads(out.read_text()), json.loads(again.read_text())
        # The head of the record is in what is downloaded alone: the command writes none.
        head, last = one.pop("ledger_head", {}), Event.objects.get(slug=self.slug).ledger.last()
        if last and (head.get("entry"), head.get("digest")) != (last.number, last.digest):
            raise WallError("ledger head", f"{head} is not no. {last.number} of the record")
        if one != other:
            raise WallError("archive differs", _difference(one, other))

    # ------------------------------------------------------------------ the counts

    def badges(self) -> dict[str, str]:
        """The badge of each guest by name, as the archive has it."""
        return {
            row["name"]: str(row["badge"]) for row in self._whole()["players"] if "badge" in row
        }

    def repeats(self) -> int:
        """How many pairs of guests sit at one table in more than one round."""
        rounds = [
            tables for name, tables in self._whole().get("seating", {}).items() if name != "playoff"
        ]
        met = Counter(
            pair
            for tables in rounds
            for pair in {
                pair for table in tables for pair in combinations(sorted(filter(None, table)), 2)
            }
        )
        return sum(number > 1 for number in met.values())

    def _whole(self) -> dict[str, Any]:
        """The archive as it stands."""
        found: dict[str, Any] = json.loads(
            self.walk.organiser.fetch(self.walk.at("files/evening.json")).getvalue()
        )
        return found

    def count(self) -> None:
        """Standings, cut, podium and prizes against the plain recount."""
        if self.walk.counted.matches or self.walk.counted.games:
            found = self.walk.organiser.fetch(self.walk.at("files/standings.json"))
            self.recount(json.loads(found.content))

    def recount(self, shown: dict[str, Any]) -> None:
        """The file of the standings against what the walk has counted."""
        if self.walk.counted.matches:
            return self._matches(shown["standings"])
        names = {row["player_id"]: row["player"] for row in shown["standings"]}
        self._standings(shown["standings"])
        self._cut(shown["cut"], names)
        if shown["prizes"]:
            self._prizes(shown["prizes"], names)
            self._best(shown["prizes"], shown["standings"], names)
        if shown["playoff_standings"] and self.walk.counted.final:
            self._podium(shown, names)
        return None

    def _matches(self, rows: list[dict[str, Any]]) -> None:
        """The first stage of an evening of matches; a bye is half a point or one beside what was
        played.
        """
        if self.walk.plan.pairing == "knock_out":
            return
        evening = self.walk.counted
        own, stated = recount_honours.records(evening), evening.stated
        halves = {row["player"]: round(2 * row["total"]) for row in rows}
        for row in rows:
            name, record = row["player"], own.get(row["player"], recount_honours.Record())
            told = recount_honours.Record(
                0, row["won"], row["drawn"], row["lost"], row["games_won"]
            )
            told.halves = 2 * told.won + told.drawn
            if told != record:
                raise WallError("matches", f"{name}: shown {told}, counted {record}")
            byes = halves[name] - record.halves - stated.get(name, 0)
            if not 0 <= byes <= 2 * len(evening.rounds_of_matches):
                raise WallError(
                    "match points",
                    f"{name}: {row['total']} of {record}, {byes} half points by byes",
                )
            shown = Fraction(str(row["buchholz"]))
            if not recount_honours.is_buchholz(evening, name, shown, halves, byes):
                met = recount_honours.opponents(evening, name)
                raise WallError("buchholz", f"{name}: {shown} by {met} of {halves}, {byes} by byes")
        totals = [row["total"] for row in rows]
        if totals != sorted(totals, reverse=True):
            raise WallError("match order", f"{totals}")

    def _champion(self) -> None:
        """Whom the page of the results names as the winner of the evening."""
        page = self.walk.organiser.open(self.walk.at("results/"))
        words = f"{page.heading} {page.words}"
        knocked = self.walk.plan.pairing.endswith("knock_out")
        last = int(self.walk.plan.pairing == "swiss_then_knock_out")
        own = recount_honours.champion(self.walk.counted, stage=last) if knocked else ""
        if f"{own} has won" not in words:
            raise WallError("champion", f"counted {own}, and the page says: {words[:600]}")

    def _standings(self, rows: list[dict[str, Any]]) -> None:
        evening = self.walk.counted
        levels, found = recount.standings(evening), recount.lines(evening)
        totals = {row["player"]: Fraction(str(row["total"])) for row in rows if row["ranked"]}
        own = {guest: found[guest].total for level in levels for guest in level}
        if totals != own:
            raise WallError("standings", f"totals shown and not counted: {_unlike(totals, own)}")
        order = [row["player"] for row in rows if row["ranked"]]
        at = {guest: number for number, level in enumerate(levels) for guest in level}
        if [at[guest] for guest in order] != sorted(at[guest] for guest in order):
            raise WallError("order", f"shown {order}, counted {levels}")

    def _cut(self, shown: dict[str, Any] | None, names: dict[str, str]) -> None:
        own = recount.cut(self.walk.counted)
        if shown is None or "error" in shown:
            if own.through:
                raise WallError("cut", f"none is shown, counted {own}")
            return
        through = [names[ref] for ref in shown["qualifiers"]]
        undecided = {names[ref] for ref in shown.get("undecided", [])}
        if set(through) != set(own.through) or undecided != own.undecided:
            raise WallError("cut", f"shown {through} and level {undecided}, counted {own}")

    def _prizes(self, shown: dict[str, Any], names: dict[str, str]) -> None:
        """Those beside the podium."""
        last, most = (
            recount_honours.wooden_spoon(self.walk.counted),
            recount_honours.most_won(self.walk.counted),
        )
        won = shown["most_games_won"]
        told = (
            {names[ref] for ref in shown["wooden_spoon"]},
            {names[ref] for ref in won[1]} if won else set(),
        )
        if told != (last, most):
            raise WallError(
                "prizes", f"spoon and most games won: shown {told}, counted {(last, most)}"
            )

    def _best(
        self, shown: dict[str, Any], rows: list[dict[str, Any]], names: dict[str, str]
    ) -> None:
        """The best single rounds, and the liveries by their two best."""
        evening = self.walk.counted
        told = {
            int(number): (Fraction(str(points)), {names[ref] for ref in refs})
            for number, (points, refs, *_unknown) in shown["best_round"].items()
        }
        if told != (own := recount_honours.best_rounds(evening)):
            raise WallError("best round", f"shown {told}, counted {own}")
        liveries = {row["player"]: row["livery"] for row in rows}
        pairs = [
            (one["livery"], Fraction(str(one["sum_best_two"]))) for one in shown["livery_best_two"]
        ]
        if pairs != (counted := recount_honours.livery_pairs(evening, liveries)):
            raise WallError("livery pairs", f"shown {pairs}, counted {counted}")

    def _podium(self, shown: dict[str, Any], names: dict[str, str]) -> None:
        """The play-off in order, and who has its prizes."""
        levels = recount_honours.playoff(self.walk.counted)
        at = {guest: number for number, level in enumerate(levels) for guest in level}
        order = [names[row["player_id"]] for row in shown["playoff_standings"] if row["ranked"]]
        if sorted(order) != sorted(at) or [at[guest] for guest in order] != sorted(at.values()):
            raise WallError("play-off", f"shown {order}, counted {levels}")
        told = [names.get(ref, "") for ref in shown["prizes"]["podium_2019_rule"].values()]
        own = recount_honours.podium(levels, self.hosts)
        if told != own:
            raise WallError("podium", f"shown {told}, counted {own}")


def _in_order(slug: str) -> None:
    out = io.StringIO()
    try:
        call_command("verify", slug, stdout=out)
    except SystemExit:
        raise WallError("verify", out.getvalue()) from None


def _said(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, stderr=io.StringIO())
    return out.getvalue().strip()


def _unlike(one: dict[str, Any], other: dict[str, Any]) -> str:
    return str(
        {
            key: (str(one.get(key)), str(other.get(key)))
            for key in {*one, *other}
            if one.get(key) != other.get(key)
        }
    )


def _difference(one: Any, other: Any, where: str = "") -> str:
    """The first place at which two archives differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                return _difference(one.get(key), other.get(key), f"{where}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return _difference(left, right, f"{where}[{at}]")
    return f"{where}: {str(one)[:300]} came back as {str(other)[:300]}"
