"""Building the demo evening through the real acts; built again it only goes on from where it
stands.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User

from scoring.formats import format_of
from scoring.games.rulebooks import USUAL
from scoring.seating import Seating, Sitter, Wishes, draw, movement_sentence
from tournament.archive.demo_games import (
    SEED,
    UMPIRE,
    Tell,
    dealt,
    match_fields,
    people,
    play_matches,
    reference,
    sheet_of,
    submitted,
)
from tournament.counting.formats import play_of
from tournament.counting.plan import plan_for
from tournament.counting.scores import seal_in_force
from tournament.counting.submission import Place
from tournament.entry.acts import record_sheet
from tournament.entry.place import seated
from tournament.event.acts import appoint, create_event
from tournament.event.forms_rules import new_columns
from tournament.finals.acts import mark_printed, reveal_cut, seal_cut
from tournament.ledger.chain import Signature
from tournament.ledger.signing import sent
from tournament.models import Event, Game, Guest, Role, Round, RoundClock, Stage
from tournament.models.seating import RoundState
from tournament.seating.acts import close_round, lay_round, publish_round
from tournament.seating.acts_door import check_in
from tournament.site import clock
from tournament.steps.acts import seat_playoff
from tournament.steps.facts import facts_of
from tournament.steps.table import step

PASSWORD = "last card demo"  # noqa: S105 -- works only from the machine's own address
ACCOUNTS: Mapping[str, Role] = {
    "organiser": Role.ORGANISER,
    "head-umpire": Role.HEAD_UMPIRE,
    "umpire": Role.UMPIRE,
}
STAGES: Mapping[str, str] = {
    "guests": "seat",
    "seated": "print",
    "cut": "seal",
    "sealed": "read",
    "playoff": "start-off",
    "end": "podium",
}
"""How far a demo may go, each with the step that it leads to."""
SEATED_BY_REFERENCE = 110
GAMES = 5
"""Games of a round, where a point of the evening is named by them."""
FLAGGED = 10
"""The table whose flags nobody has seen to yet."""


@dataclass(frozen=True, slots=True)
class Until:
    """How far the evening goes: a number of qualifying games, and a stage after them."""

    games: int
    stage: str = ""

    def reaches(self, stage: str) -> bool:
        """Whether the evening goes at least as far as a stage."""
        order = list(STAGES)
        return bool(self.stage) and order.index(self.stage) >= order.index(stage)


def build_demo(event: Event, guests: int, until: Until, now: datetime, tell: Tell) -> Event:
    """Bring the demo event as far as asked, and tell what comes next; what is there already
    stays.
    """
    _build(event, guests, until, now, tell)
    coming = step(facts_of(Event.objects.get(pk=event.pk)))
    tell(f"{coming.heading}. {coming.figures}")
    return event


def _build(event: Event, guests: int, until: Until, now: datetime, tell: Tell) -> None:
    if not event.guests.exists():
        _invite(event, guests)
        tell(f"{guests} guests invited.")
    if until.stage == "guests":
        return
    if event.paired:
        play_matches(
            event, 0 if until.reaches("end") else max(1, -(-until.games // GAMES)), now, tell
        )
        return
    if not event.rounds.exists():
        _seat(event, now)
        tell(
            f"{event.tables.filter(round__number=1).count()} tables seated for"
            f" {event.qualifying_rounds} rounds."
        )
    if until.games or until.reaches("cut"):
        _let_in(event, now)
    _play(event, until, now, tell)
    _finish(event, until, now)


def demo_event(slug: str, game: str, day: datetime, guests: int = 110) -> Event:
    """The demo event of this address, new or as it stands; its accounts have the demo password."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        form = format_of(game)
        fields = {
            "slug": slug,
            "name": "Inter-Livery Card Evening (demo)",
            "venue": "Cardmakers' Hall",
            "is_demo": True,
        }
        if form.paired:
            fields |= {"name": f"{form.title} Tournament (demo)"} | match_fields(game, guests)
            return _with_officials(create_event(fields | {"date": day.date()}))
        # Half of a small field goes through, to one table: ten of eight cannot.
        cut = {"cut_size": max(2, guests // 2), "playoff_tables": 1} if guests < 20 else {}
        if form.name != USUAL:
            fields["name"] = f"An Evening of {form.title} (demo)"
        event = create_event(fields | cut | {"date": day.date()} | new_columns(game))
    return _with_officials(event)


def _with_officials(event: Event) -> Event:
    """The event with the demo's accounts at its desk. They have one password, which is no secret:
    it is hashed once, as that is most of what a small demo takes.
    """
    hashed = make_password(PASSWORD)
    for name, role in ACCOUNTS.items():
        user, created = User.objects.get_or_create(username=name)
        if created:
            user.password = hashed
            user.save()
        appoint(event, user, role)
    return event


def _invite(event: Event, number: int) -> None:
    by_precedence = {livery.precedence: livery for livery in event.liveries.all()}
    Guest.objects.bulk_create(_guest(event, person, by_precedence) for person in people(number))


def _guest(event: Event, person: Mapping[str, Any], liveries: Mapping[int, Any]) -> Guest:
    return Guest(
        event=event,
        ref=person["id"],
        badge=person["badge"],
        name=person["name"],
        first_name=person["first_name"],
        last_name=person["last_name"],
        sort_name=f"{person['last_name']}, {person['first_name']}",
        livery=liveries[person["livery"]],
        office=person["office"],
        host_connected=person["host_connected"],
    )


def _let_in(event: Event, now: datetime) -> None:
    """Everybody who is played with was seen at the door."""
    for ref in event.guests.filter(arrived_at=None).values_list("ref", flat=True):
        with sent(event, _sign(now, f"arrives {ref}")) as signer:
            check_in(event, ref, signer)


def _sign(now: datetime, key: str, minutes: int = 0) -> Signature:
    return Signature(UMPIRE, now - timedelta(minutes=max(0, 120 - minutes)), f"demo {key}")


def _seat(event: Event, now: datetime) -> None:
    seating = _seating(event)
    for number, tables in enumerate(seating.rounds, start=1):
        refs = [[None if key is None else str(key) for key in table] for table in tables]
        movement = movement_sentence(seating) if number > 1 else ""
        with sent(event, _sign(now, f"publish {number}")) as signer:
            lay_round(event, number, refs, movement=movement)
            publish_round(event, number, signer)


def _seating(event: Event) -> Seating:
    field = event.guests.order_by("badge").values_list("ref", "livery_id")
    plan = plan_for(event, len(field))
    of_reference = len(field) == SEATED_BY_REFERENCE and plan.tables == len(
        reference()["seating"]["1"]
    )
    if of_reference and event.qualifying_rounds == len(reference()["seating"]) - 1:
        rounds = (
            reference()["seating"][str(number)] for number in range(1, event.qualifying_rounds + 1)
        )
        return Seating(tuple(tuple(tuple(table) for table in tables) for tables in rounds))
    sitters = tuple(Sitter(ref, livery=livery) for ref, livery in field)
    return draw(Wishes(sitters), plan, event.qualifying_rounds, random.Random(SEED))  # noqa: S311 -- play, no secrets


def _play(event: Event, until: Until, now: datetime, tell: Tell) -> None:
    """Enter the missing qualifying games in order, and close each round that is followed by
    another.
    """
    for round_ in Round.objects.filter(event=event, stage=Stage.QUALIFYING):
        target = (
            round_.games
            if until.reaches("cut")
            else min(round_.games, until.games - (round_.number - 1) * round_.games)
        )
        if target <= 0:
            return
        # Where play goes on, the last sheets came in just now.
        later = 0 if until.reaches("cut") else NOW - _minute(until.games)
        started = now - timedelta(minutes=120 - later - _minute((round_.number - 1) * round_.games))
        RoundClock.objects.get_or_create(
            event=event, round=round_, defaults={"started_at": started, "ahead": clock.ahead()}
        )
        for number in range(1, target + 1):
            _enter(event, round_, number, now, later)
            tell(f"Round {round_.number}, game {number}: in at every table.")
        goes_on = until.reaches("cut") or until.games > round_.number * round_.games
        if goes_on and round_.state == RoundState.PUBLISHED:
            with sent(event, _sign(now, f"close {round_.number}")) as signer:
                close_round(event, round_.number, signer)


NOW = 116
"""The minute of the last sheets of a demo that is played on, on a scale that ends at 120."""


def _minute(games: int) -> int:
    """The minute at which so many games of the evening are over, at the first tables."""
    return 12 + 6 * games


def _enter(event: Event, round_: Round, number: int, now: datetime, later: int = 0) -> None:
    play = play_of(event)
    tables = Game.objects.filter(table__round=round_, number=number).exclude(sheets__accepted=True)
    for table, packs in tables.values_list("table__number", "table__packs").order_by(
        "table__number"
    ):
        place = Place(round_.number, table, number)
        seats = list(seated(event, place).values_list("letter", flat=True))
        rng = random.Random(f"{SEED} {place}")  # noqa: S311 -- play, no secrets
        sheet = sheet_of(play, dealt(play, seats, rng, packs), packs)
        checked = table % 9 != number or round_.number == 1
        submission = submitted(place, play, sheet, checked=checked, seen_to=table != FLAGGED)
        minutes = later + _minute((round_.number - 1) * round_.games + number) + table % 4
        with sent(event, _sign(now, f"{place}", minutes)) as signer:
            record_sheet(event, submission, signer)


FINISH: Sequence[tuple[Callable[[Event, Signature], object], str, int]] = (
    (mark_printed, "print", 101),
    (reveal_cut, "reveal", 102),
    (seat_playoff, "play-off", 104),
)


def _finish(event: Event, until: Until, now: datetime) -> None:
    if until.reaches("sealed") and seal_in_force(event) is None:
        with sent(event, _sign(now, "seal", 100)) as signer:
            seal_cut(event, signer)
    if until.reaches("playoff") and not event.rounds.filter(stage=Stage.PLAYOFF).exists():
        for act, key, minutes in FINISH:
            with sent(event, _sign(now, key, minutes)) as signer:
                act(event, signer)
    if until.reaches("end"):
        round_ = event.rounds.get(stage=Stage.PLAYOFF)
        for number in range(1, round_.games + 1):
            _enter(event, round_, number, now)
        if round_.open:
            with sent(event, _sign(now, "close play-off", 118)) as signer:
                close_round(event, round_.number, signer)
