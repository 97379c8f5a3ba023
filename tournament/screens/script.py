"""What the announcer says, step by step: the sentence in breaths, what helps to say it, and which
scene goes with it.

The steps are those of the part of the evening that is on now; names come from the sealed list, so
this is for the announcer's eyes. A step is done by its key: the walls show it then.
"""

from dataclasses import dataclass
from typing import Any

from scoring.words import capital, listed, number_word
from tournament.counting.announcement import (
    in_capitals,
    of_company,
    podium_sentence,
    points,
    spoken_place,
)
from tournament.counting.board import board
from tournament.counting.finals import CUT, PODIUM, finalists_of, podium_list, sealed_list
from tournament.guests.namesakes import to_be_read
from tournament.models import Guest, Stage
from tournament.screens.finale import aloud, cards, cutters, prize_list, why_here
from tournament.screens.reading import Hall, course
from tournament.screens.scenes import half
from tournament.seating.movement import movement


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
    for once all are: who acts, and where.
    """

    title: str
    steps: tuple[Step, ...]
    done: int
    reading: str = ""
    waits: str = ""

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
        return self.steps[self.done - 1] if self.done else None


def told_to_walls(script_now: Script, step: Step) -> dict[str, Any]:
    """What the walls are told when a step is said that reads no name."""
    change: dict[str, Any] = {"scene": step.scene, "spoken": script_now.done + 1, "scripted": True}
    return change | ({"prizes_read": script_now.done + 1} if step.prize else {})


def script(hall: Hall) -> Script:
    """What is to be said in the part of the evening that is on."""
    now = course(hall)
    kind, _, number = now.partition("-")
    if hall.said is not None:
        stage = str(hall.said["stage"])
        return _names(hall, stage, len(hall.said["called"]))
    title, steps = {
        "welcome": _welcome,
        "clock": _round,
        "between": _between,
        "wait": _waiting,
        "cards": _waiting,
    }.get(kind, _end)(hall, int(number or 0))
    count = hall.show.spoken if hall.show.course == now else 0
    if kind == "clock" and hall.sheets_in:
        # Nobody is sent to a seat once a game is over.
        count = max(count, 1)
    return Script(title, tuple(steps), min(count, len(steps)), waits=_waits(hall, kind))


WAITS = {
    "welcome": "It goes on when the head umpire starts the round on the home.",
    "clock": "It goes on when the head umpire closes the round on the home.",
    "between": "It goes on when the head umpire starts the next round on the home.",
    "wait": "It goes on when the organiser has sealed the cut on the home.",
    "cards": "It goes on when the organiser has sealed the cut on the home.",
}
PLAYED = "It goes on when the prizes are decided: the organiser sees to it on the home."
TO_SEAT = "It goes on when the organiser has seated the play-off on the home."
LAST_WORD = "That was the last word of the evening."


def _waits(hall: Hall, kind: str) -> str:
    if kind in WAITS:
        return PLAYED if kind == "wait" and hall.announced else WAITS[kind]
    if hall.all_told:
        return LAST_WORD
    return WAITS["welcome"] if hall.playing else TO_SEAT


def _welcome(hall: Hall, number: int) -> tuple[str, list[Step]]:
    charity = hall.event.charity
    aid = (f"We play in aid of {charity}.",) if charity else ()
    return "Welcome", [
        Step(
            "the welcome", ("Good evening, and welcome", f"to {hall.event.name}.", *aid), "welcome"
        ),
        Step(
            "find your seat",
            ("Your table and your seat", "stand beside your surname on the wall."),
            "welcome",
        ),
    ]


def _round(hall: Hall, number: int) -> tuple[str, list[Step]]:
    if hall.playing is None:
        return _play("The round", "The round")
    called = capital(hall.event.round_within(hall.playing.number))
    return _play(str(hall.playing), called)


def _play(title: str, called: str) -> tuple[str, list[Step]]:
    return title, [
        Step("play begins", ("Please take your seats.", f"{called} begins now."), "clock"),
        Step(
            "the last game",
            ("This is the last game.", "Finish it, then add up,", "and hand in your card."),
            "clock",
            calls="last_game",
        ),
    ]


def _between(hall: Hall, number: int) -> tuple[str, list[Step]]:
    round_ = next((round_ for round_ in hall.rounds if round_.number == number), None)
    way = movement(hall.event, round_).sentence if round_ else ""
    rule = f"{way}." if way else "Look for your surname on the wall."
    leaders = ("The leaders are on the wall.",) if half(hall) else ()
    return "Between the rounds", [
        Step(
            "half time",
            (f"Round {number - 1} is over.", *leaders, "Nothing is decided."),
            "half_time",
        ),
        Step("who moves where", (rule, "Your card says where."), "move"),
    ]


LOOKED = Step("a pause", ("All games are in.", "The results are being looked over."), "wait")
TO_THE_CUT = Step(
    "the reading begins",
    ("We come to those who go through,", "from the last to the first."),
    "",
    CUT,
)
TO_THE_PODIUM = Step(
    "the podium begins", ("We come to the prizes,", "the last of them first."), "", PODIUM
)
COME_FORWARD = Step(
    "who comes forward", ("Would those who were read", "please come to the front."), "reading"
)
TO_THE_TABLES = Step(
    "who plays on", ("These play on.", "Please go to the tables of the play-off."), "reading"
)


def all_read(stage: str, count: int, *, plays_on: bool) -> tuple[str, ...]:
    """What is said when the last name of a list is read, a breath a line."""
    if stage == PODIUM:
        return "Ladies and gentlemen, your winner.", "Thank you all."
    yours = f"These are your {number_word(count)}."
    if not plays_on:
        return yours, "Thank you all for playing."
    return yours, "Please come to the front.", "Everybody else:", "thank you, and stay to watch."


def _waiting(hall: Hall, number: int) -> tuple[str, list[Step]]:
    before = [LOOKED] if hall.announced or not hall.cut_entry else []
    cut = [] if hall.announced else _cards(hall)
    if hall.seal is not None and not hall.announced:
        return "The cut", [*before, *cut, TO_THE_CUT]
    if podium_ready(hall):
        return "The podium", [LOOKED, TO_THE_PODIUM]
    return "A pause", [*before, *cut]


def _cards(hall: Hall) -> list[Step]:
    """Who is level, and once the Umpire has recorded them the cards, turned one by one."""
    context = cards(hall)
    if context is None:
        return []
    count, total, places = (context[name] for name in ("count", "total", "places"))
    if not hall.cut_entry:
        level = (
            f"{count} guests are level on {total} points.",
            f"For {places} they cut cards before the Umpire:",
            "the lower card goes through.",
        )
        return [Step("who is level", level, "cards")]
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
    parts = [_welcome(hall, 0)]
    for number in range(1, hall.event.qualifying_rounds + 1):
        parts.append(_play(f"Round {number}", f"Round {number}"))
        if number < hall.event.qualifying_rounds:
            parts.append(_between(hall, number + 1))
    sealed = hall.seal is not None
    names = [LOOKED, TO_THE_CUT, *_names(hall, CUT, 0).steps] if sealed else []
    parts.append(("The cut", names))
    if hall.event.has_playoff:
        is_known = hall.all_told or (sealed and podium_ready(hall))
        prizes = [LOOKED, TO_THE_PODIUM, *_names(hall, PODIUM, 0).steps] if is_known else []
        parts += [_play("The play-off", "The play-off"), ("The podium", prizes)]
    title, steps = _thanks(hall)
    return [*parts, (title, steps)]


def _end(hall: Hall, number: int) -> tuple[str, list[Step]]:
    """What is said once the last list is public."""
    if not hall.all_told:
        seated = any(round_.stage == Stage.PLAYOFF for round_ in hall.rounds)
        return "The list", [TO_THE_TABLES if seated else COME_FORWARD]
    return _thanks(hall)


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
    steps = []
    for index, row in enumerate(names):
        lines = _lines(row) if stage == CUT else _prize_lines(row)
        notes = _notes(hall, row, names[: index + 1], guests.get(row["player"]), stage)
        words = spoken_place(row["order"]) if stage == CUT else str(row["prize"])
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


def _lines(row: dict[str, Any]) -> tuple[str, ...]:
    choice = of_company(row["livery"], row["apart"])
    company = (f"{choice}:",) if choice else ()
    place = f"In {spoken_place(row['order'])} place,"
    return (place, f"with {points(row['total'])},", *company, f"{row['name']}.")


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
