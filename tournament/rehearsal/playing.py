"""How a rehearsal plays: each step is the next few acts of the evening, by the acts that officials
use, found from where the copy stands. So it goes on after a page is opened anew, and after
anything that somebody does in between.

The invented hands: dealt or played out by seed, and the last of them so that two guests are level
on the line of the cut.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from scoring.counting.sheet import Sheet as Hands
from scoring.formats import results
from scoring.games.rulebooks import USUAL
from scoring.pairing.values import FIRST
from scoring.pairing.values import Round as MatchRound
from scoring.words import many, number_word
from tournament.archive.demo_games import SEED, dealt, played_match, sheet_of, submitted
from tournament.counting.board import board
from tournament.counting.finals import CUT, PODIUM, closing_of, half_time
from tournament.counting.formats import Play, play_of
from tournament.counting.grid import Cell, cells
from tournament.counting.matches import course as course_of
from tournament.counting.matches import plan
from tournament.counting.scores import rules, seal_in_force
from tournament.counting.seats import hall
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.entry.place import seated
from tournament.finals.acts import mark_printed, reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import hold_half_time, open_extra_game, read_next, reveal_podium
from tournament.finals.acts_replies import reply
from tournament.ledger.chain import Signature
from tournament.matches.acts import close_stage, pair_round, publish_pairs
from tournament.matches.acts_results import Outcome, record_match
from tournament.models import Event, Guest, Round, RoundClock, Seat, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.paper.acts import play_without_paper
from tournament.refusal import Refused
from tournament.screens.acts import set_clock, tell
from tournament.screens.reading import Hall, show_of
from tournament.screens.script import script, told_to_walls
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in, close_door
from tournament.seating.acts_draw import draw_seating, drawn, publish_seating
from tournament.seating.acts_seats import leave
from tournament.seating.reading import door_plan
from tournament.site.access import Actor
from tournament.steps.acts import close_evening, seat_playoff
from tournament.steps.facts import facts_of
from tournament.steps.table import Part, step

PLAYER = Actor("Rehearsal")
ARRIVALS, A_GAME = 12, 4
"""So many steps the guests take to arrive, and a game to come in."""
LEAVES_IN = (1, 3)
"""The round and the game from which the leaver is gone."""
WALKOVER_IN = 2
"""The round of matches in which one player does not come to the table."""
GIVEN = "£1,000 (rehearsed)"
NEVER_CAME_FROM = 12
"""With so many guests one of them never comes, and one goes home early."""


class Stopped(Exception):
    """The rehearsal is over."""


def next_step(event: Event, moment: datetime) -> str:
    """Take the next step; what was done, in a sentence. Raises Stopped at the end."""
    play = Playing(Event.objects.get(pk=event.pk), moment)
    tables = (play.spoken, play.step)
    for part in (play.arrivals, play.matches, play.prizes) if event.paired else tables:
        if sentence := part():
            return sentence
    raise Stopped("The rehearsal is over: wipe it, or look round in it first.")


class Playing:
    """One step of the copy at a time: the act of the row that comes next."""

    def __init__(self, event: Event, moment: datetime) -> None:
        self.event, self.at = event, moment
        self.hall = Hall(event, show_of(event), moment)

    def sign(self, key: str) -> Signature:
        """The signature of an act; the key makes that of two at once only one is done."""
        return Signature(PLAYER, self.at, f"rehearsal {key} {self.event.version}")

    def step(self) -> str:
        """The act of the step; nothing where the evening is over."""
        coming = self.hall.step
        if coming.part == Part.OVER:
            return ""
        if plain := PRESSES.get(coming.key) or PRESSES.get(coming.key.partition("-")[0]):
            press, sentence = plain
            press(self.event, self.sign(coming.key))
            return sentence
        act = ACTS.get(coming.key)
        return act(self) if act else self.stuck(f"{coming.heading}: {coming.figures}")

    def door(self) -> str:
        """The guests at the door, and the door closed behind them."""
        missing = 1 if self.event.guests.count() >= NEVER_CAME_FROM else 0
        if sentence := self.arrivals(missing):
            return sentence
        away = self.expected().filter(arrived_at=None).first()
        return self.behind(away) if away else ""

    def expected(self) -> QuerySet[Guest]:
        """Everybody who has not said or shown that they do not come."""
        return self.event.guests.filter(status=GuestStatus.REGISTERED).order_by("badge")

    def arrivals(self, missing: int = 0) -> str:
        """Some of those who come; so many never do."""
        if self.event.paired and (sentence := self.spoken()):
            return sentence
        guests = self.expected().count()
        away = list(self.expected().filter(arrived_at=None))
        some = away[: len(away) - missing][: -(-guests // ARRIVALS)]
        for guest in some:
            check_in(self.event, guest.ref, self.sign(f"arrival {guest.ref}"))
        return f"{many(len(some), 'guest')} came in: {some[0].name} first." if some else ""

    def behind(self, missing: Guest) -> str:
        """The door is closed; where the tables do not bear that, the last guest comes after all."""
        try:
            close_door(self.event, door_plan(self.event).seen, self.sign("door"))
        except (Refused, ValueError):
            check_in(self.event, missing.ref, self.sign("late"))
            return f"{missing.name} came in last."
        return f"The door is closed: {missing.name} never came."

    def open(self) -> Round:
        """The first round that takes sheets."""
        rounds = Round.objects.filter(event=self.event, state=RoundState.PUBLISHED)
        return rounds.order_by("number")[0]

    def play(self) -> str:
        """The games of a round, and its last game called."""
        round_ = self.open()
        clock = RoundClock.objects.filter(round=round_).first()
        due = [cell for cell in cells(self.event, round=round_.number) if cell.due]
        game = min(cell.game for cell in due)
        if game == round_.games and clock and not clock.last_game_at:
            set_clock(self.event, "last_game", self.sign(f"last game {round_.number}"))
            return "The last game is called: every wall, pad and guest’s page says so."
        return self.left(round_, game) or self.enter(
            round_, [cell for cell in due if cell.game == game]
        )

    def close(self) -> str:
        """The round is over, and its list stays on the board where another round follows."""
        round_ = self.open()
        clock = RoundClock.objects.filter(round=round_).first()
        if clock and clock.started_at and not clock.stopped_at:
            set_clock(self.event, "stop", self.sign(f"stop {round_.number}"))
        close_round(self.event, round_.number, self.sign(f"close {round_.number}"))
        row = Event.objects.get(pk=self.event.pk)
        if half_time(row) and not row.held:
            hold_half_time(row, self.sign("hold"))
            return f"{round_} is closed. The half-time list stays on the board from now on."
        return f"{round_} is closed."

    def left(self, round_: Round, game: int) -> str:
        """One guest goes home early."""
        guests = Guest.objects.filter(event=self.event)
        absent = guests.filter(status=GuestStatus.WITHDRAWN).exists()
        if absent or (round_.number, game) != LEAVES_IN or guests.count() < NEVER_CAME_FROM:
            return ""
        sat = guests.filter(seats__round=round_, seats__left_after_game=None)
        for guest in sat.order_by("-badge")[:3]:
            try:
                key = self.sign(f"leave {guest.ref}")
                leave(self.event, guest.ref, (round_.number, game), key, reason="The last train")
            except Refused:
                continue
            return f"{guest.name} goes home: the seat is empty from game {game} on."
        return ""

    def enter(self, round_: Round, due: list[Cell]) -> str:
        """Some tables hand in a game; the last of the last game makes a tie on the line."""
        tables, game = sorted(cell.table for cell in due), due[0].game
        of_cut = round_.stage == Stage.QUALIFYING and round_.number == self.event.qualifying_rounds
        last = of_cut and game == round_.games
        if last:
            tables = nearest_last(self.event, Place(round_.number, tables[0], game), tables)
        there = round_.tables.count()
        some = tables[: max(1, there // A_GAME)]
        for table in some:
            place = Place(round_.number, table, game)
            level = last and table == tables[-1]
            sheet = invented(Event.objects.get(pk=self.event.pk), place, level=level)
            record_sheet(self.event, sheet, self.sign(f"{place}"))
        return f"{round_}, game {game}: {many(len(some), 'table')} handed in."

    def matches(self) -> str:
        """The next step of the matches, as the home of the evening names it."""
        due = step(facts_of(self.event))
        progress = course_of(self.event)
        if due.key in ("m-first", "m-pair"):
            number = progress.next_number
            pair_round(self.event, self.sign(f"pair {number}"), seed=SEED + number)
            return f"Round {number} is paired: the draft waits for a look."
        if due.key == "m-publish" and progress.last:
            publish_pairs(
                self.event, progress.last.number, self.sign(f"publish {progress.last.number}")
            )
            return f"Round {progress.last.number} is published: every guest sees whom they meet."
        if due.key in ("m-play", "m-ahead"):
            return self.results(next(round_ for round_ in progress.rounds if round_.waiting))
        if due.key == "m-close":
            close_stage(self.event, self.sign(f"close {progress.now}"), seed=SEED)
            return f"The {progress.stage.words} is closed: all its matches are in."
        return "" if due.key in ("m-end", "over") else self.stuck(due.figures)

    def stuck(self, why: str) -> str:
        """Nothing can be played; the rehearsal ends with the reason."""
        raise Stopped(why)

    def results(self, round_: MatchRound) -> str:
        """Some matches of a round come in; of the second round one player does not come."""
        some = round_.waiting[: max(1, -(-len(round_.matches) // A_GAME))]
        best_of = plan(self.event)[round_.stage].best_of
        first = all(not match.done for match in round_.matches if match.other)
        alone = first and round_.number == WALKOVER_IN
        for match in some:
            key = self.sign(f"match {round_.number} {match.table}")
            if alone and match == some[0]:
                outcome = Outcome(round_.number, match.table, FIRST, match.version, "Did not come")
                record_match(self.event, replace(outcome, result="walkover"), key)
                continue
            outcome = played_match(round_, match, best_of, rules(self.event))
            record_match(self.event, outcome, key)
        handed = f"Round {round_.number}: {many(len(some), 'table')} handed in."
        return f"{handed} One player did not come: a walkover." if alone else handed

    def cut_cards(self) -> str:
        """Those who are level each cut a card."""
        refs = getattr(board(self.event).cut, "undecided", ())
        rng = random.Random(self.event.version)  # noqa: S311 -- play, no secrets
        ranks = rng.sample(["2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K"], k=11)
        cards = {ref: f"{rank}H" for ref, rank in zip(refs, ranks, strict=False)}
        record_cut_of_cards(self.event, cards, self.sign("cards"))
        return f"Level on the line: {len(refs)} guests cut cards."

    def read(self) -> str:
        """The paper of the cut; one name more of a list."""
        stage = PODIUM if self.hall.facts.line.revealed else CUT
        seal = seal_in_force(self.event)
        if seal and not seal.printed_at:
            mark_printed(self.event, self.sign("print"))
            return "The list to read out is printed."
        read_next(self.event, self.sign(f"read {stage}"), stage=stage)
        row = Event.objects.get(pk=self.event.pk).reading
        if row is None or not row["called"]:
            return "The reading begins: every name is covered."
        return f"Read out: {row['called'][-1]['name']}."

    def ask(self) -> str:
        """Everybody who was read plays on."""
        seal = seal_in_force(self.event)
        refs = list(seal.snapshot["qualifiers"]) if seal else []
        reply(self.event, refs, self.sign("answers"), declined=False)
        return f"All {number_word(len(refs))} play on."

    def extra(self) -> str:
        """What splits a tie of the play-off."""
        now = board(self.event)
        level = next((standing.undecided for standing in now.playoff if standing.undecided), ())
        open_extra_game(self.event, level, self.sign("extra"))
        return "Level in the play-off: one game more decides."

    def prizes(self) -> str:
        """The other prizes, the thanks, and the end."""
        if closing_of(self.event):
            return ""
        if not self.hall.show.given:
            tell(self.event, {"given": GIVEN}, self.sign("given"))
            return "The sum for charity is in."
        if self.event.paired and (sentence := self.spoken()):
            return sentence
        close_evening(self.event, self.sign("over"))
        return "The evening is closed: the walls say thank you."

    def spoken(self) -> str:
        """What the announcer says next; nothing where all is said, or where the key of the line
        does more than show it: that is an act of a step.
        """
        script_now = script(self.hall)
        line = script_now.now
        if line is None or line.calls or line.reads or line.reveals:
            return ""
        if line.scene == "thanks" and not self.hall.show.given:
            return ""
        tell(self.event, told_to_walls(script_now, line), self.sign(f"say {script_now.done}"))
        return f"The announcer: {line.said}"


def _start(event: Event, signature: Signature) -> None:
    set_clock(event, "start", signature)


PRESSES: Mapping[str, tuple[Callable[[Event, Signature], object], str]] = {
    "seat": (
        lambda event, signature: draw_seating(event, drawn(hall(event), SEED), signature),
        "The seating is drawn.",
    ),
    "publish": (publish_seating, "The seating is published: the walls show everybody their seat."),
    "print": (play_without_paper, "The rehearsal plays without paper."),
    "small": (_start, "The round begins: the clock runs on walls and pads."),
    "start": (_start, "The round begins: the clock runs on walls and pads."),
    "seal": (seal_cut, "The cut is sealed: nobody outside the desk knows it yet."),
    "show": (reveal_cut, "The whole list is on the board."),
    "seat-off": (partial(seat_playoff, warned=True), "The play-off is seated."),
    "final": (reveal_podium, "The podium fills the walls."),
}
"""What one press does at a step, and what it was."""
ACTS: Mapping[str, Callable[[Playing], str]] = {
    "door": Playing.door,
    "play": Playing.play,
    "play-off": Playing.play,
    "play-extra": Playing.play,
    "close": Playing.close,
    "close-off": Playing.close,
    "close-extra": Playing.close,
    "cards": Playing.cut_cards,
    "read": Playing.read,
    "ask": Playing.ask,
    "prize": Playing.extra,
    "podium": Playing.read,
    "end": Playing.prizes,
}
"""What does the act of each step."""


TRIES = 300
"""So many games are dealt in search of one that leaves two guests level on the line."""


def invented(event: Event, place: Place, *, level: bool = False) -> Submission:
    """A sheet as a careful umpire would send it; with `level` one that makes a tie on the line,
    where one is found.
    """
    play = play_of(event)
    there = list(seated(event, place).select_related("guest"))
    letters = [seat.letter for seat in there]
    packs = Table.objects.get(event=event, round__number=place.round, number=place.table).packs
    requirements = _totals(event, there) if level and len(there) > 1 else {}
    for number in range(TRIES if requirements else 1):
        rng = random.Random(f"rehearsal {place} {number}")  # noqa: S311 -- play, no secrets
        sheet = sheet_of(play, dealt(play, letters, rng, packs), packs)
        if not requirements or _ties(event, play, sheet, there, requirements):
            break
    return submitted(place, play, sheet)


def _totals(event: Event, there: Sequence[Seat]) -> Mapping[str, int]:
    """The totals of all who are ranked, where hands can be left over: only those are searched."""
    if play_of(event).format.name != USUAL:
        return {}
    ranked = [
        standing
        for standing in board(event).standings
        if standing.ranked and standing.total is not None
    ]
    totals = {standing.player: standing.total for standing in ranked if standing.total is not None}
    return totals if all(seat.guest.ref in totals for seat in there) else {}


def _ties(
    event: Event, play: Play, sheet: Hands, there: Sequence[Seat], before: Mapping[str, int]
) -> bool:
    """Whether two are level on the line once this sheet is in."""
    scored = results(sheet, play.format, play.rules)
    totals = dict(before)
    for seat in there:
        totals[seat.guest.ref] += scored[seat.letter].points or 0
    order = sorted(totals.values())
    return 0 < event.cut_size < len(order) and order[event.cut_size - 1] == order[event.cut_size]


def nearest_last(event: Event, place: Place, tables: Sequence[int]) -> list[int]:
    """The tables in the order in which they end: at the last one sits who stands nearest the
    line.
    """
    order = [standing.player for standing in board(event).standings if standing.ranked]
    away = {ref: abs(index - event.cut_size) for index, ref in enumerate(order, start=1)}
    seats = Seat.objects.filter(
        event=event, round__number=place.round, table__number__in=tables, left_after_game=None
    ).values_list("table__number", "guest__ref")
    far: dict[int, int] = {}
    for table, ref in seats:
        far[table] = min(far.get(table, len(order)), away.get(ref, len(order)))
    return sorted(tables, key=lambda table: (-far.get(table, len(order)), table))
