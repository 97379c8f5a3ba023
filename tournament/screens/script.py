"""What the announcer says, step by step: the sentence in breaths, what helps to say it, and which
scene goes with it.

The steps are those of the part of the evening that is on now; names come from the sealed list, so
this is for the announcer's eyes. A step is done by its key: the walls show it then.
"""

from dataclasses import dataclass, replace
from typing import Any

from scoring.words import listed, number_word
from tournament.counting.announcement import (
    in_capitals,
    of_company,
    places_aloud,
    podium_sentence,
    points,
)
from tournament.counting.board import board
from tournament.counting.finals import CUT, PODIUM, finalists_of, podium_list, sealed_list
from tournament.guests.namesakes import to_be_read
from tournament.models import Guest, Stage
from tournament.screens.finale import aloud, cards, cutters, prize_list, why_here
from tournament.screens.reading import Hall, moment
from tournament.steps.facts import RoundFacts
from tournament.steps.table import Line, Part, lines, lines_of
from tournament.steps.table import Step as StepNow


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to say: its lines, a breath each; notes with their labels; what its key does.

    `scene` is what the walls show with it; `reads` the list of which its key reads the next name,
    `reveals` the one that its key lets the board show, `calls` what its key does with the clock of
    the round.
    """

    words: str
    lines: tuple[str, ...]
    scene: str = ""
    reads: str = ""
    reveals: str = ""
    calls: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    prize: bool = False

    @property
    def said(self) -> str:
        """The whole sentence, for a voice in the ear."""
        return " ".join(self.lines)


@dataclass(frozen=True, slots=True)
class Script:
    """The part of the evening that is on: its steps, how many of them were said, and what it waits
    for once all are: who acts, and where. The time of so many of them is past, said or not.
    """

    title: str
    steps: tuple[Step, ...]
    done: int
    reading: str = ""
    waits: str = ""
    past: int = 0

    @property
    def now(self) -> Step | None:
        """What is to be said now."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def coming(self) -> tuple[Step, ...]:
        """What comes after that."""
        return self.steps[self.done + 1 : self.done + 3]

    @property
    def before(self) -> Step | None:
        """What was said last."""
        return self.steps[self.done - 1] if self.done > self.past else None


def told_to_walls(script_now: Script, step: Step) -> dict[str, Any]:
    """What the walls are told when a step is said that reads no name; a round that it starts has
    lines of its own.
    """
    count = 0 if step.calls == "start" else script_now.done + 1
    change: dict[str, Any] = {"scene": step.scene, "spoken": count, "scripted": True}
    return change | ({"prizes_read": count} if step.prize else {})


def script(hall: Hall) -> Script:
    """What is to be said in the part of the evening that is on: the lines of its step, and what
    only the sealed list knows.
    """
    if hall.said is not None and not hall.interrupted:
        stage = str(hall.said["stage"])
        return _names(hall, stage, len(hall.said["called"]))
    now = hall.step
    lines = lines_of(now, replace(hall.facts, to_go=_to_go(hall)))
    steps, title = [*map(_of_line, lines)], _title(hall, now)
    if now.key in AT_THE_END:
        title, thanks = _thanks(hall)
        steps += thanks[-1:] if now.key == "over" else thanks
    elif now.key in ("cards", "seal"):
        steps = [*_turned(hall), *steps]
    past = sum(line.past for line in lines)
    count = hall.show.spoken if hall.show.course == moment(hall) else 0
    done = max(past, min(count, len(steps)))
    return Script(title, tuple(steps), done, waits=_waits(now), past=past)


def _to_go(hall: Hall) -> int:
    """The minutes to go of the round that is played, where an end is told."""
    pace = hall.pace if hall.step.key == "play" else None
    return pace.to_go(hall.at) if pace else 0


def to_be_said(hall: Hall) -> str:
    """The sentence that somebody says to the hall now; none while the names of a list are read."""
    if hall.step.key in NAMES and hall.said is not None:
        return ""
    step = script(hall).now
    return step.said if step else ""


NAMES = frozenset({"read", "podium"})


AT_THE_END = frozenset({"end", "m-end", "over"})
LAST_WORD = "That was the last word of the evening."
WHO = {
    "table umpires": "the sheets are in, which are counted",
    "umpires": "the results are in, which are counted",
    "whoever is at the door": "the guests are here, who are counted",
}


def _waits(now: StepNow) -> str:
    """Who acts, and where, before there is more to say."""
    if now.key in AT_THE_END or (now.act is None and now.who not in WHO):
        return LAST_WORD
    if now.who in WHO:
        return f"It goes on when {WHO[now.who]} on the home."
    act = now.act
    where = "has pressed" if act and act.press else "has done"
    return f"It goes on when the {now.who} {where} “{act.words if act else ''}” on the home."


def _title(hall: Hall, now: StepNow) -> str:
    if hall.event.paired:
        return "Welcome" if now.talk == "welcome" else "The matches"
    titles = {
        Part.ROUND: hall.event.round_called(now.number) if now.number else "",
        Part.CUT: "The cut",
        Part.PLAYOFF: "The play-off",
        Part.PRIZES: "The podium",
    }
    return (
        "Between the rounds" if now.talk.startswith("between") else titles.get(now.part, "Welcome")
    )


def _of_line(line: Line) -> Step:
    return Step(line.name, line.breaths, line.scene, line.reads, calls=line.calls)


def _of_talk(hall: Hall, talk: str, number: int = 0) -> list[Step]:
    stage = Stage.QUALIFYING if number <= hall.event.qualifying_rounds else Stage.PLAYOFF
    return [_of_line(line) for line in lines(talk, hall.facts, RoundFacts(number, stage))]


def all_read(stage: str, count: int, *, plays_on: bool) -> tuple[str, ...]:
    """What is said when the last name of a list is read, a breath a line."""
    if stage == PODIUM:
        return "Ladies and gentlemen, your winner.", "Thank you all."
    yours = f"These are your {number_word(count)}."
    if not plays_on:
        return yours, "Thank you all for playing."
    return yours, "Please come to the front.", "Everybody else:", "thank you, and stay to watch."


def _turned(hall: Hall) -> list[Step]:
    """Once the Umpire has recorded a cut of cards: who has cut, and the cards one by one."""
    context = cards(hall)
    if context is None or not hall.facts.line.turned:
        return []
    count, total, places = (context[name] for name in ("count", "total", "places"))
    have_cut = (f"{count} guests, level on {total} points,", f"have cut cards for {places}.")
    turned = [
        Step(f"the card of {standing.name}", (f"{standing.name} cut", f"{aloud(card)}."), "cards")
        for standing, card in cutters(hall)
        if card
    ]
    return [Step("who has cut", have_cut, "cards"), *turned]


def podium_ready(hall: Hall) -> bool:
    """Whether the podium can be read: its games are in and nothing in it is open."""
    now = board(hall.event)
    open_prize = any(award.undecided for award in (now.prizes.podium if now.prizes else ()))
    played = any(round_.stage == Stage.PLAYOFF and not round_.open for round_ in hall.rounds)
    return played and not open_prize and bool(podium_list(now)) and not hall.all_told


def whole(hall: Hall) -> list[tuple[str, list[Step]]]:
    """The evening from welcome to thanks for the paper, part by part; a part without steps waits
    for its results.
    """
    parts = [("Welcome", _of_talk(hall, "welcome"))]
    if hall.event.paired:
        return [*parts, ("The matches", _of_talk(hall, "m-between")), _thanks(hall)]
    for number in range(1, hall.event.qualifying_rounds + 1):
        words = hall.event.round_called(number)
        parts.append((words, [*_of_talk(hall, "between", number), *_of_talk(hall, "play", number)]))
    sealed = hall.seal is not None
    names = [*_of_talk(hall, "read"), *_names(hall, CUT, 0).steps] if sealed else []
    parts.append(("The cut", [*_of_talk(hall, "wait"), *names] if sealed else []))
    if hall.event.has_playoff:
        number = hall.event.playoff_round
        played = [*_of_talk(hall, "start-off", number), *_of_talk(hall, "play-off", number)]
        is_known = hall.all_told or (sealed and podium_ready(hall))
        prizes = [*_of_talk(hall, "podium"), *_names(hall, PODIUM, 0).steps] if is_known else []
        parts += [("The play-off", played), ("The podium", prizes)]
    title, steps = _thanks(hall)
    return [*parts, (title, steps)]


def _thanks(hall: Hall) -> tuple[str, list[Step]]:
    """The other prizes once the last result is public, and the thanks."""
    called = [
        Step(
            row["prize"],
            (f"{in_capitals(row['prize'])}:", *_holder(row)),
            "prizes",
            prize=True,
        )
        for row in (prize_list(hall) if hall.all_told else ())
    ]
    values = (f"Tonight you gave {hall.show.given}.",) if hall.show.given else ()
    thanks = Step("thanks", (*values, "Thank you all.", "Good night, and safe home."), "thanks")
    return "Prizes and thanks", [*called, thanks]


def _holder(row: dict[str, Any]) -> tuple[str, ...]:
    if not row["called"]:
        return ("it has been presented, with applause.",)
    company = (f"of the {row['livery']},",) if row["livery"] else ()
    result = (f"with {row['result']}.",) if row["result"] else ()
    return (f"{row['called']},", *company, *result)


def _names(hall: Hall, stage: str, count: int) -> Script:
    """The names of a list, the last first."""
    everything = sealed_list(hall.event, hall.seal) if stage == CUT and hall.seal else []
    everything = everything if stage == CUT else podium_list(board(hall.event))
    names = to_be_read(hall.event, reversed(everything))
    refs = [one["player"] for one in names]
    guests = {guest.ref: guest for guest in Guest.objects.filter(event=hall.event, ref__in=refs)}
    places = places_aloud(hall.named.standings, refs[::-1]) if stage == CUT else {}
    steps = []
    for index, row in enumerate(names):
        words = places.get(row["player"]) or str(row["prize"])
        lines = _lines(row, words) if stage == CUT else _prize_lines(row)
        notes = _notes(hall, row, names[: index + 1], guests.get(row["player"]), stage)
        steps.append(Step(words, lines, reads=stage, notes=notes))
    title = "Reading the list" if stage == CUT else "The podium"
    return Script(title, (*steps, _all_read(hall, stage, len(names))), count, stage)


def _all_read(hall: Hall, stage: str, count: int) -> Step:
    """What is said after the last name; its key lets the board show them all."""
    lines = all_read(stage, count, plays_on=hall.event.has_playoff)
    if stage == PODIUM:
        return Step("the final list", lines, reveals=PODIUM)
    missing = ("If one is missing", "Read the name once more.")
    notes = (missing, ("Not said", "Who just missed."))
    return Step("the list", lines, reveals=CUT, notes=notes if hall.event.has_playoff else ())


def _lines(row: dict[str, Any], spot: str) -> tuple[str, ...]:
    choice = of_company(row["livery"], row["apart"])
    company = (f"{choice}:",) if choice else ()
    return (f"In {spot} place,", f"with {points(row['total'])},", *company, f"{row['name']}.")


def _prize_lines(row: dict[str, Any]) -> tuple[str, ...]:
    if row["placed"]:
        sentence = podium_sentence(
            row["prize"], row["name"], row["livery"], row["total"], row["placed"], row["apart"]
        )
        head, _, rest = sentence.partition(" goes to ")
        return (f"{head} goes to", rest)
    choice = of_company(row["livery"], row["apart"])
    company = (f"{choice}:",) if choice else ()
    return (f"{in_capitals(row['prize'])},", f"with {points(row['total'])},", *company, row["name"])


def _notes(
    hall: Hall, row: dict[str, Any], called: list[dict[str, Any]], guest: Guest | None, stage: str
) -> tuple[tuple[str, str], ...]:
    """How the name is said, what stands on paper and is not said, why this place, and what if they
    are not there.
    """
    notes: list[tuple[str, str]] = []
    if guest is not None and not guest.unnamed:
        notes += [("Say it", guest.spoken)] if guest.spoken else []
        paper = ", ".join(word for word in (guest.post_nominals, guest.office) if word)
        aloud = " Letters are not read aloud." if guest.post_nominals else ""
        notes += [("On paper", f"{paper}.{aloud}")] if paper else []
    if guest is not None and guest.no_photographs:
        notes.append(("No photographs", "They asked not to be photographed."))
    if guest is not None and guest.livery is not None and guest.livery.precedence:
        notes.append(("Precedence", f"{guest.livery.full_name}, {guest.livery.precedence}"))
    if stage == CUT:
        why = why_here(hall, row, called)
        notes += [("Why here", why)] if why else []
        notes.append(("If absent", _absent(hall, row["player"])))
    return tuple(notes)


def _absent(hall: Hall, player: str) -> str:
    """Who moves up for a guest who is not there, by what was answered so far."""
    seal, standings = hall.seal, board(hall.event).standings
    if seal is None:
        return ""
    if hall.answers.get(player):
        return "They have declined already. Read on."
    now = finalists_of(hall.event, seal, standings, hall.answers)
    then = finalists_of(hall.event, seal, standings, hall.answers | {player: True})
    name = {standing.player: standing.name for standing in hall.named.standings}
    if then.level:
        names = listed(name[ref] for ref in then.level)
        moves = f"{names} are level for the place: they cut cards for it."
    else:
        up = [name[ref] for ref in then.players if ref not in now.players]
        moves = f"{up[0]} moves up." if up else "Nobody is left to move up."
    return f"Read on. {moves} The head umpire asks after the reading."
