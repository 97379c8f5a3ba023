"""An evening of matches walked by an organiser who does what the home says: every filled button is
pressed, every open half is tapped, and in every round somebody may go home before it or during it,
come late, ask for a bye, or not be there.

The book it keeps is its own: who met whom, who won, who is out. Nothing of the product counts in
it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random

from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scoring.formats import format_of
from scoring.pairing.values import ONE_SIDED
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import sign
from tests.tournament.matches.matches import match_event, now
from tests.walks.sentences import false_in
from tournament.counting.matches import present
from tournament.guests.acts import add_guest, change_guest
from tournament.home.phase import evening
from tournament.matches.reading import winner_of
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus
from tournament.steps.table import Step
from tournament.templatetags.panels import opponent_of
from tournament.verification.checks import faults

KINDS = ("knock_out", "swiss", "all_play_all", "swiss_then_knock_out")
MOST_WHO_ALL_MEET = 24
MOST_STEPS = 700
FILLED = re.compile(r'class="button button-main"[^>]*>([^<]*)<')
OPEN = re.compile(r'name="won" value="(\d+)/(\d+)/1/(\d+)"')


def words_of(part: str) -> str:
    """A part of a page without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


def opponent_part(guest: Guest) -> str:
    """What a guest's own page says of their matches."""
    return render_to_string("phones/_guest_opponent.html", opponent_of(guest))


@dataclass
class Book:
    """What the walker saw: points in halves, who met whom, who was beaten in a knock-out."""

    points: Counter[str] = field(default_factory=Counter)
    met: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    byes: Counter[str] = field(default_factory=Counter)
    beaten: set[str] = field(default_factory=set)
    last: str = ""


@dataclass
class Walk:
    """One evening: its kind, size and format, the dice, and the book."""

    kind: str
    players: int
    seed: int
    best_of: int = 1
    form: str = "pursuit"

    def __post_init__(self) -> None:
        self.dice = Random(f"{self.kind} {self.players} {self.seed}")
        self.book, self.keys = Book(), 0
        cut = max(2, min(8, 1 << (max(2, self.players // 2).bit_length() - 1)))
        self.event = match_event(self.players, pairing=self.kind, cut_size=cut, has_playoff=False)
        answers = {"pairing": self.kind, "best_of": str(self.best_of), "rounds": "fitted"}
        form = format_of(self.form, answers)
        changed = {"choices": form.line, "format": form.name, "game": form.game}
        Event.objects.filter(pk=self.event.pk).update(**changed)
        self.desk: Client = signed_in(self.event)

    @property
    def step(self) -> Step:
        """What the home says comes next."""
        return evening(fresh(self.event)).next

    def send(self, route: str, *args: object, **sent: object) -> None:
        """A press from the home, which leads on."""
        self.keys += 1
        address = reverse(route, args=[self.event.slug, *args])
        answer = self.desk.post(address, {"key": f"k{self.keys}", **sent})
        assert answer.status_code == 302, (route, args, sent, answer.content)

    def home(self) -> str:
        """The home as a page."""
        return self.desk.get(reverse("evening", args=[self.event.slug])).content.decode()

    def go(self) -> None:
        """From the list to the end, by nothing but what the home says."""
        for _turn in range(MOST_STEPS):
            step = self.step
            self.recount()
            if step.key == "over":
                return self.look_back()
            self.one(step)
        raise AssertionError(f"{self}: no end after {MOST_STEPS} steps, at {self.step.heading}")

    def recount(self) -> None:
        """Nothing that home, announcer, board and guests' pages say is false by the rows."""
        event = fresh(self.event)
        where = f"/e/{event.slug}"
        announcer = self.desk.get(f"{where}/announcer/").content.decode()
        said = " ".join(re.findall(r'data-say="([^"]*)"', announcer))
        board = self.desk.get(f"{where}/board/now/").content.decode()
        guests = list(event.guests.order_by("badge"))
        own = [opponent_part(guest) for guest in (guests[0], guests[-1])]
        for part in (self.home().partition("data-step=")[2].partition("</section>")[0], said):
            assert not (false := false_in(words_of(part), event)), (self, self.step.key, false)
        for part in (board, *own):
            assert not (false := false_in(words_of(part), event)), (self, self.step.key, false)

    def one(self, step: Step) -> None:
        """One step: the filled button, or the results of a round."""
        html = self.home()
        card = html.partition("data-step=")[2].partition("</section>")[0]
        filled = FILLED.findall(card)
        if step.key in ("m-play", "m-ahead"):
            assert filled == [], (self, filled)
            return self.play(card)
        act = step.act
        assert act is not None, (self, step)
        assert filled == [act.words], (self, filled, step)
        if step.key == "m-publish":
            self.befall()
        self.send(act.route, *act.numbers, **dict(act.fields))
        after = self.step
        assert (after.key, after.heading, after.figures) != (step.key, step.heading, step.figures)

    def play(self, card: str) -> None:
        """Every open match of the round: tapped, drawn, or not played."""
        course = now(self.event)
        found = OPEN.findall(card)
        assert found, (self, card[:400])
        if self.dice.random() < 0.3:
            waiting = [course.match(int(number), int(table)) for number, table, _version in found]
            self.goes_home([ref for match in waiting for ref in match.players])
        for number, table, version in found:
            if table == found[-1][1]:
                self.recount()
            stage = course.plan[course.round(int(number)).stage].kind
            self.match(int(number), int(table), version, out=stage == "knock_out")
        for match in course.round(int(found[0][0])).matches:
            if match.other is None:
                assert match.one not in self.book.beaten, (self, "a bye for one who is out")
                self.book.byes[match.one] += match.kind == "bye"
                self.book.last = match.one

    def match(self, number: int, table: int, version: str, *, out: bool) -> None:
        """One match, and what came of it in the book."""
        match = now(self.event).match(number, table)
        one, other = match.one, str(match.other)
        assert not {one, other} & self.book.beaten, (self, "somebody who is out plays")
        way = self.dice.random()
        letter = self.dice.choice("12")
        gone = {one, other} & set(self.away())
        if gone or way < 0.06:
            if gone:
                letter = "2" if one in gone else "1"
            result = "walkover" if gone else self.dice.choice(ONE_SIDED)
            what = f"{result}_one" if letter == "1" else f"{result}_other"
            self.send("match_result", number, table, what=what, seen=version)
        elif way < 0.09 and not out:
            letter = ""
            sent = {"what": "double_forfeit", "seen": version, "reason": "Neither came"}
            self.send("match_result", number, table, **sent)
        else:
            letter = "-" if way > 0.92 and not out and self.best_of == 1 else letter
            games = letter * (self.best_of // 2 + 1) if letter != "-" else letter
            self.send("match_won", won=f"{number}/{table}/{games}/{version}")
        assert now(self.event).match(number, table).done, (self, number, table)
        self.book.met[one].append(other)
        self.book.met[other].append(one)
        halves = {"1": (2, 0), "2": (0, 2), "-": (1, 1), "": (0, 0)}[letter]
        if not out:
            self.book.points[one] += halves[0]
            self.book.points[other] += halves[1]
        else:
            self.book.beaten.add(other if letter == "1" else one)
            self.book.last = one if letter == "1" else other

    def befall(self) -> None:
        """While a draft is looked over somebody goes home, comes late, or will sit a round out."""
        course, event = now(self.event), fresh(self.event)
        swiss = course.plan[0].kind == "swiss" and course.now == 0
        further = swiss and course.next_number <= course.rounds_due(0)
        if self.dice.random() < 0.5:
            self.goes_home(sorted(set(present(event)) - self.book.beaten))
        if self.dice.random() < 0.5:
            guest = add_guest(fresh(event), {"name": f"Late {self.keys}"}, sign())
            if further:
                sent = {"guest": guest.ref, "halves": "0", "reason": "The train"}
                self.send("match_act", "late", **sent)
        if further and self.dice.random() < 0.2:
            refs = sorted(set(course.entrants[0]) & set(present(event)))
            sent = {"guest": self.dice.choice(refs), "round": str(course.next_number)}
            self.send("match_act", "bye", **sent)

    def goes_home(self, refs: Sequence[str]) -> None:
        """One of these goes home, where enough stay for the plan."""
        event, course = fresh(self.event), now(self.event)
        there = set(present(event)) & set(course.entrants[0])
        if refs and len(there) > max(4, course.plan[-1].size + 1):
            guest = event.guests.get(ref=self.dice.choice(refs))
            change_guest(event, guest, {"status": GuestStatus.WITHDRAWN}, sign())

    def away(self) -> list[str]:
        """Who went home."""
        gone = self.event.guests.filter(status=GuestStatus.WITHDRAWN)
        return list(gone.values_list("ref", flat=True))

    def look_back(self) -> None:
        """The end against the book: the winner, the points, and nobody twice in a Swiss."""
        course = now(self.event)
        assert list(faults(fresh(self.event))) == [], self
        assert "The evening is over" in self.home(), self
        winner = winner_of(course)
        if self.kind.endswith("knock_out"):
            assert winner == self.book.last, self
        first = course.plan[0].kind
        if first == "knock_out":
            return
        stated = {
            line.player: int(line.halves)
            for line in course.standing(0)
            if line.player in self.book.met
        }
        byes = Counter(
            {
                match.one: 0
                for round_ in course.of_stage(0)
                for match in round_.matches
                if match.other is None
            }
        )
        for round_ in course.of_stage(0):
            for match in round_.matches:
                if match.other is None:
                    byes[match.one] += {"bye": 2, "asked_bye": 1, "pause": 0}[match.kind]
        own = {ref: self.book.points[ref] + byes[ref] for ref in stated}
        assert stated == own, self
        again = [
            pair
            for pair, times in Counter(
                frozenset(match.players)
                for round_ in course.of_stage(0)
                for match in round_.matches
                if match.met
            ).items()
            if times > 1
        ]
        assert not again or self.players < 6, (self, again)
        if first == "all_play_all":
            assert len(course.of_stage(0)) == course.rounds_due(0), self
