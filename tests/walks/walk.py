"""One evening walked from the first page to the last, by the home's next step, and what befalls."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.walks.desk import settle
from tests.walks.guest_lists import guest_list
from tests.walks.incidents import BEFALLS
from tests.walks.looks import Looks
from tests.walks.matches import next_of_matches
from tests.walks.no_line import let_a_line_be_drawn
from tests.walks.offers import agreed, reasoned
from tests.walks.pages import Button, Form, Page
from tests.walks.people import PASSWORD, GoneHomeError, Person, Story, WallError
from tests.walks.phones import Phones, type_on_phone
from tests.walks.plan import Incident, Plan
from tests.walks.recount import Evening, Place, Rules, Said
from tests.walks.sentences import false_in
from tests.walks.tables import counting_of, type_game, type_table
from tournament.models import Event

MOST_ACTS = 400
LATEST = 0.5
"""Of the tables that will be typed at most so many are in before an incident of play comes."""
CARDS = "A23456789TJQK"
ON_THE_GRID = 0.45
LOOKS_UP = 0.3
"""How likely one at the door goes back to the home between two guests."""
PATIENCE = 5
"""The home may name the same step so often while nothing moves; then the evening is stuck."""
OFFICIALS = (("Hedda Head", "head_umpire"), ("Ursula Umpire", "umpire"))
Act = Callable[["Walk", Page], None]


@dataclass
class Walk:
    """An evening on its way."""

    plan: Plan
    thorough: bool = False
    acts: int = sys.maxsize  # after so many that were looked at it goes home
    story: Story = field(default_factory=Story)
    counted: Evening = field(default_factory=Evening)
    people: dict[str, Person] = field(default_factory=dict)
    base: str = "/"
    here: Page = field(default_factory=lambda: Page("/", 200))
    phase: str = "list"
    closed: int = 0
    stages: int = 0
    present: int = 0
    closed_door: bool = False
    declined: list[str] = field(default_factory=list)
    left: dict[str, Place] = field(default_factory=dict)  # the first game that each missed
    differing: dict[Place, dict[str, Said]] = field(default_factory=dict)
    visits: list[str] = field(default_factory=list)
    befallen: list[int] = field(default_factory=list)
    begun: int = 0
    done: int = 0
    dealt_again: Counter[Place] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.looks, self.phones = Looks(self), Phones(self)

    @property
    def organiser(self) -> Person:
        """Who made the evening."""
        return self.people["organiser"]

    def official(self, *what: object) -> Person:
        """One of the desk, or the umpire, by dice."""
        return self.people[
            self.plan.dice("who", *what).choice(("organiser", "head umpire", "umpire"))
        ]

    def desk(self, *what: object) -> Person:
        """One of the two at the desk."""
        return self.people[self.plan.dice("desk", *what).choice(("organiser", "head umpire"))]

    def dealing(self, *place: int) -> Random:
        """The dice of a game, others where it is played again."""
        again = self.dealt_again[place[0], place[1], place[2]]
        return self.plan.dice("deals", *place, *([again] if again else []))

    def at(self, part: str) -> str:
        """The address of a part of the evening."""
        return f"{self.base}{part}"

    def did(self, page: Page) -> Page:
        """An act was done and led here: look around."""
        self.here = page
        self.done += not page.refused
        if self.looks.acts >= self.acts:
            raise GoneHomeError
        self.looks.after(page)
        return page

    def go(self) -> None:
        """From the first page to the last."""
        self.begin()
        seen: list[str] = []
        for _ in range(MOST_ACTS):
            if self.befall():
                seen.clear()
                continue
            home = self.organiser.open(self.base)
            self.recount_sentences(home)
            if (part := home.part("panel-next")) and "The evening is over" in part.words:
                break
            if self.phase == "published" and self.ticked(home, "Door") and not self.closed_door:
                raise WallError(
                    "door", "the home ticks the door, and nobody has opened or closed it"
                )
            seen.append(self.mark(home))
            if seen[-PATIENCE - 1 :].count(seen[-1]) > PATIENCE:
                raise WallError("stuck", f"the home says again and again: {self.named(home)}")
            self.take_next(home)
        else:
            raise WallError(
                "stuck", f"{MOST_ACTS} acts, and the home still says: {self.named(home)}"
            )
        self.looks.at_the_end()

    def recount_sentences(self, home: Page) -> None:
        """Nothing that the home and the board say of the evening is false by its own rows."""
        event = Event.objects.get(slug=self.base.split("/")[2])
        part, board = home.part("panel-next"), self.people["public"].open(self.at("board/now/"))
        words = f"{part.heading}. {part.words} " if part else ""
        if wrong := false_in(words + board.words, event):
            raise WallError("a false sentence", f"{wrong}: {words[:500]}")

    def mark(self, home: Page) -> str:
        """By what one sees that the evening moved: the phases, what comes next,
        and how much is in.
        """
        played = len(self.counted.games) + len(self.counted.final), self.counted.matches
        return f"{home.steps} {self.named(home)} {played}"

    def ticked(self, home: Page, phase: str) -> bool:
        """Whether the home says that a phase is done."""
        return any(words.startswith(phase) and state == "done" for words, state in home.steps)

    def named(self, home: Page) -> str:
        """What the home names next."""
        part = home.part("panel-next")
        return part.words if part else home.words[:300]

    @property
    def round(self) -> int:
        """The round that is played, or comes next."""
        return min(self.closed + 1, self.plan.rounds)

    def closed_round(self) -> None:
        """A round was closed."""
        self.closed += 1
        self.phase = "closed" if self.closed == self.plan.rounds else "half time"

    def befall(self) -> bool:
        """Whether something befell the evening now: one of the incidents whose moment it is, and
        not yet with each. One that finds nothing to be done comes again at the next occasion.
        """
        self.visits.append(self.phase)
        visits = self.visits.count(self.phase)
        for at, one in enumerate(self.plan.incidents):
            if one.moment != self.phase or at in self.befallen or visits < self.comes_at(one):
                continue
            before, title = self.done, f"({one.kind})"
            self.story.tell(title)
            self.begun += 1
            BEFALLS[one.kind][0](self, self.plan.dice(one, visits))
            if self.done > before:
                self.befallen.append(at)
                return True
            self.begun -= 1
            if self.story.told[-1] == title:
                self.story.told.pop()
        return False

    def comes_at(self, one: Incident) -> int:
        """At which occasion of its moment an incident comes: while a round is played after any
        table, else at the first.
        """
        tables = self.plan.rounds * -(-self.plan.guests // 5)
        spread = tables * LATEST if one.moment in ("playing", "matches") else 1
        return 1 + int(self.plan.dice("when", one).random() * spread)

    # ------------------------------------------------------------------ before the first card

    def begin(self) -> None:
        """An account, an evening, its settings and its officials."""
        plan, olive = self.plan, Person("Olive Organiser", self.story)
        self.people["organiser"] = olive
        start = olive.open("/")
        first = olive.press(
            _form(start, "own/$"),
            name="Walked evening",
            date="2027-02-11",
            your_name=olive.name,
            password=PASSWORD,
            game=plan.game,
            kind=plan.pairing or "tables",
        )
        if first.status >= 400:
            raise WallError("no evening", first.words)
        self.base = re.match(r"/e/[^/]+/", first.path).group(0)  # type: ignore[union-attr]
        if plan.choices:
            self._choose(olive.open(self.at("settings/rules/")))
        self._declare(olive.open(self.at("settings/")))
        for name, role in OFFICIALS:
            self._appoint(name, role)
        self.people["public"] = Person("A visitor", self.story)
        self.looks.known["public"]["board"] = self.at("board/")

    def _choose(self, page: Page) -> None:
        asked = {
            f"choice_{name}": value for name, value in self.plan.asked.items() if name != "pairing"
        }
        self.did(self.organiser.send(_form(page, "settings/rules/", holding="choice_.*"), asked))

    def _declare(self, page: Page) -> None:
        plan, form = self.plan, _form(page, "settings/$", holding="name")
        wanted = {
            "qualifying_rounds": str(plan.rounds),
            "games_per_round": str(plan.games),
            "cut_size": str(plan.through),
            "playoff": plan.playoff,
            "playoff_games": "1",
            "cut_tie": plan.cut_tie,
            "absent_policy": plan.absent,
            "unplayed_policy": plan.unplayed,
            "one_official": "on" if plan.one_official else None,
        }
        answer = self.organiser.send(
            form, {name: value for name, value in wanted.items() if form.named(name)}
        )
        if answer.refused or answer.status >= 400:
            raise WallError("settings refused", answer.words[:600])
        order = sorted((int(one.value), one.name[4:]) for one in form.many("tie-.*") if one.value)
        self.counted.rules = Rules(
            counting=counting_of(plan),
            highest=plan.game == "ottawa" or plan.choices == "counting=wins",
            through=plan.through,
            pairing=plan.pairing,
            tie_breaks=tuple(name for _at, name in order),
            cut_tie=plan.cut_tie,
            absent=plan.absent,
            unplayed=plan.unplayed,
            no_winner="no_score" if "no_score" in plan.choices else "",
        )
        self.did(answer)

    def _appoint(self, name: str, role: str) -> None:
        page = self.organiser.open(self.at("officials/"))
        answer = self.organiser.press(
            _form(page, "officials/$", holding="role"), name=name, role=role
        )
        if not answer.codes:
            raise WallError(
                "no password", f"{name} is added and no password is shown: {answer.words[:400]}"
            )
        person = Person(name, self.story, password=answer.codes[0])
        log_in = person.open("/login/")
        inside = person.press(_form(log_in, "login/"), username=name, password=person.password)
        if inside.path.startswith("/login"):
            raise WallError("no log-in", f"{name} cannot log in: {inside.words[:300]}")
        self.people[role.replace("_", " ")] = person

    # ------------------------------------------------------------------ what the home names next

    def take_next(self, home: Page) -> None:
        """Do what the home names, by the link or the button that it offers."""
        part = home.part("panel-next")
        if part is None:
            raise WallError("no next step", home.words[:400])
        closing = next(
            (form for form in part.forms if re.search(r"rounds/\d+/close/$", form.action)), None
        )
        waiting = next(
            (one for one, _words in part.links if re.search(r"/sheets/\d+/\d+/\d+/$", one)), ""
        )
        by_the_door = (
            self.plan.prints
            and "here without a seat" not in part.words
            and any(re.search(r"/(paper|door)/$", one) for one, _words in part.links)
        )
        if waiting and not closing and not by_the_door:
            return self.play(waiting)
        if closing:
            return self.close(closing)
        if self.plan.paired and next_of_matches(self, home, part):
            return None
        for address, _words in part.links:
            for pattern, act in STEPS:
                if re.search(pattern, address):
                    return act(self, self.organiser.open(address, near="the home"))
        raise WallError(
            "no next step", f"the home names “{part.words}” and leads only to {part.links}"
        )

    def close(self, form: Form) -> None:
        """Close the round."""
        page = self.organiser.press(form)
        if flagged := _pressed(page, "all the same"):
            page = self.organiser.press(flagged)
        self.did(page)
        if page.refused:
            raise WallError("cannot close", page.refused)
        if self.phase == "playing":
            self.closed_round()

    def play(self, address: str) -> None:
        """One table of a round: the whole of it on the grid, or one game on its own page."""
        number, table, game = (int(part) for part in address.rstrip("/").split("/")[-3:])
        way = self.plan.dice("plays", number, table, game).random()
        if way < ON_THE_GRID:
            type_table(self, self.desk("plays", number, table), number, table)
        elif way < ON_THE_GRID + self.plan.phones * (1 - ON_THE_GRID):
            type_on_phone(self, number, table)
        else:
            type_game(self, self.official("plays", number, table, game), (number, table, game))


def _form(page: Page, action: str, *, holding: str = "") -> Form:
    found = page.form(action, holding=holding)
    if found is None:
        raise WallError(
            f"no form {action}",
            f"{page.url} offers {[form.action for form in page.forms]}: {page.words[:400]}",
        )
    return found


def _pressed(page: Page, words: str) -> Form | None:
    """The form whose button says so."""
    return next(
        (form for form in page.forms if any(words in button.words for button in form.buttons)), None
    )


def guests(walk: Walk, page: Page) -> None:
    """Take the list in."""
    made = guest_list(walk.plan.dice("guests"), walk.plan.guests, walk.plan.style, walk.plan.flaws)
    walk.looks.hosts = frozenset(made.hosts)
    olive = walk.organiser
    page = olive.open(walk.at("guests/import/"))
    page = olive.press(
        _form(page, "guests/import/$", holding="file"),
        file=SimpleUploadedFile(made.name, made.data),
    )
    for _ in range(30):
        form = _form(page, "import/$", holding="held")
        taking = [
            button
            for button in form.buttons
            if "take-in" in button.action and button.name != "alone"
        ]
        if taking:
            walk.did(olive.press(form, taking[0]))
            walk.present += int((re.findall(r"\d+", taking[0].words) or [walk.plan.guests])[0])
            return
        mends = [
            button
            for button in form.buttons
            if button.name in ("mend", "twin") and "::" in button.value
        ]
        if not mends:
            raise WallError("list not taken", page.words[:800])
        row = int(mends[0].value.split(":")[0])
        own = [mend for mend in mends if mend.value.split(":")[0] == str(row)]
        leaving = [one for one in own if "out" in one.words.lower()]
        page = olive.press(form, (leaving if row in made.nobody and leaving else own)[0])
    raise WallError("list not taken", page.words[:800])


def seating(walk: Walk, page: Page) -> None:
    """Draw, or publish what is drawn."""
    if publish := page.link(r"/seating/publish/$"):
        page = walk.organiser.open(publish, near=page.url)
        page = walk.organiser.press(_form(page, r"publish/$"))
        walk.phase = "published"
        walk.did(page)
        return
    walk.phase = "drawn"
    walk.did(walk.organiser.press(_form(page, r"seating/draw/$"), seed=str(walk.plan.seed + 1)))


def door(walk: Walk, page: Page) -> None:
    """Let everybody in, and close it."""
    olive = walk.organiser
    closing = page.link(r"/door/close/$")
    coming = _coming(page)
    while coming:
        walk.closed_door = len(coming) == 1
        page = walk.did(olive.press(*coming[0]))
        coming = _coming(page)
        if walk.plan.dice("looks up", walk.looks.acts).random() < LOOKS_UP:
            return
    if closing and not walk.closed_door:
        page = olive.open(closing, near=page.url)
        walk.closed_door = True
        walk.did(olive.press(_form(page, r"door/close/$")))


def _coming(page: Page) -> list[tuple[Form, Button]]:
    """Each who is not in yet, with what lets them in."""
    return [
        (form, button)
        for form in page.those(r"/door/in/$")
        for button in form.buttons
        if button.name == "badge"
    ]


def the_cut(walk: Walk, page: Page) -> None:
    """Cut cards where nothing else decides; seal, or break the seal."""
    olive = walk.organiser
    if form := page.form(r"cut/", holding="card_.*"):
        return cut_cards(walk, form)
    if let_a_line_be_drawn(walk, page):
        return
    if form := page.form(r"cut/seal/$"):
        walk.phase = "sealed"
        walk.did(olive.press(form))
        return
    if form := page.form(r"break-seal/$"):
        walk.did(agreed(walk, olive, olive.send(form, reasoned(form))) or page)
        walk.phase = "closed"
        return
    raise WallError("cannot seal", page.words[:800])


def cut_cards(walk: Walk, form: Form) -> None:
    """Each draws a card."""
    asked = form.many("card_.*")
    drawn = walk.plan.dice("cards", walk.looks.acts).sample(range(len(CARDS)), len(asked))
    ranks = {one.label: rank for one, rank in zip(asked, drawn, strict=True)}
    if not form.action.endswith("/reserves/"):
        final = form.as_it_stands().get("stage") == ["playoff"]
        (walk.counted.drawn_after if final else walk.counted.drawn).append(ranks)
    walk.did(walk.organiser.send(form, {one.name: f"{CARDS[ranks[one.label]]}H" for one in asked}))


def read_out(walk: Walk, address: str, ending: str) -> None:
    """From the last to the first, then on the board."""
    reader = walk.organiser
    page = reader.open(address)
    for _ in range(60):
        if form := page.form(r"/reveal/next/"):
            page = reader.press(form)
            walk.looks.lightly(page)
        elif form := page.form(ending):
            walk.did(reader.press(form))
            return
        else:
            raise WallError("reading stops", page.words[:500])


def reading(walk: Walk, page: Page) -> None:
    """The list is read; most print it first, and say so."""
    cut = walk.organiser.open(walk.at("cut/"))
    if (form := _pressed(cut, "It is printed")) and walk.plan.dice("printed").random() < 0.7:
        walk.did(walk.organiser.press(form))
    read_out(walk, page.url, r"reveal/$")
    walk.phase = "revealed"


def podium(walk: Walk, page: Page) -> None:
    """The podium is read."""
    read_out(walk, page.url, r"podium/reveal/$")


def playoff(walk: Walk, page: Page) -> None:
    """Ask the finalists, seat them, play the extra game."""
    olive = walk.organiser
    if form := _pressed(page, "Everybody is here") or _pressed(page, "All others are here"):
        walk.did(olive.press(form))
        return
    if form := page.form(r"play-off/reserves/$", holding="card_.*"):
        return cut_cards(walk, form)
    if form := page.form(r"play-off/seat/$"):
        walk.phase = "seated"
        walk.did(olive.press(form))
        return
    if form := page.form(r"play-off/extra/$|cut/cards/$"):
        if form.many("card_.*"):
            return cut_cards(walk, form)
        walk.did(olive.press(form))
        return
    raise WallError("play-off stuck", page.words[:800])


def prizes(walk: Walk, page: Page) -> None:
    """Handed over: the evening is closed from its home."""
    home = walk.organiser.open(walk.base)
    walk.did(walk.organiser.press(_form(home, r"/close/$|over/$|close-evening")))


def papers(walk: Walk, page: Page) -> None:
    """Print the score cards and let the guests in; most evenings play on without either."""
    walk.organiser.press(_form(page, r"paper/score-cards\.pdf$"))
    walk.did(page)


STEPS: tuple[tuple[str, Act], ...] = (
    (r"/guests/", guests),
    (r"/seating/", seating),
    (r"/conflict/$", settle),
    (r"/door/", door),
    (r"/cut/$", the_cut),
    (r"/reveal/$", reading),
    (r"/play-off/$", playoff),
    (r"/podium/$", podium),
    (r"/prizes/$", prizes),
    (r"/paper/$", papers),
)
