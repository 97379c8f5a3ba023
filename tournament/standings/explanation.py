"""Why a total is what it is: games, tables and hands, who entered and checked, adjustments, what
placed the guest.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from scoring.counting.hand import parse_hand
from scoring.counting.policies import fill
from scoring.counting.standings import Standing
from scoring.counting.tally import Tally
from scoring.law.rulebook import Rules
from scoring.words import many, number_word, spelt
from tournament.counting import consequences, scores
from tournament.counting.board import board
from tournament.counting.faces import Face, drawn, faces
from tournament.counting.formats import event_format, totals_with_unit, whole
from tournament.counting.plan import table_label
from tournament.counting.round_totals import lift_round_totals
from tournament.models import Adjustment, Event, Guest, Stage
from tournament.models import Tally as TallyRow

ABSENT_WORDS = {
    "table_worst": "absent: counts the worst of that table in that game",
    "table_mean_up": "absent: counts the mean of that table, rounded up",
    "unranked": "absent: counts nothing, and they are not ranked",
}
WITHOUT_WORDS = "not played here: counts the mean of their other games, rounded up"
LEFT_NEIGHBOUR = "the left-hand neighbour"


@dataclass(frozen=True, slots=True)
class GameCounted:
    """One game: where it was, the hand, the points that count (None where none do), and whose word
    it is.
    """

    round: int
    game: int
    points: int | None
    words: str
    table: int
    label: str
    seat: str = ""
    cards: tuple[Face, ...] = ()
    entered_by: str = ""
    entered_at: datetime | None = None
    checked_by: str = ""
    version: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """What a ruling did to this guest's figures: words, points on the total (0 where it changed a
    game), the ruling.
    """

    words: str
    points: int
    reason: str
    by: str
    ruling: int | None
    cancelled: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """A total of one stage, taken apart; the parts add up to it."""

    stage: str
    total: int
    place: str
    rounds: tuple[tuple[str, int, tuple[GameCounted, ...]], ...]
    bare: tuple[tuple[int, int, int], ...]
    adjustments: tuple[Adjusted, ...]
    decided: tuple[str, ...]
    aloud: str

    @property
    def added_up(self) -> int:
        """The sum of all that is shown: games, rounds known by their total alone, points of
        rulings.
        """
        games = sum(game.points or 0 for _name, _sum, games in self.rounds for game in games)
        value = sum(
            adjustment.points for adjustment in self.adjustments if not adjustment.cancelled
        )
        return games + sum(points for _number, points, _count in self.bare) + value


def why(guest: Guest) -> tuple[Why, ...]:
    """The totals of a guest, the qualifying rounds and then the play-off; empty while nothing of
    theirs is in.
    """
    now = board(guest.event)
    stages = ((Stage.QUALIFYING, now.standings), (Stage.PLAYOFF, now.playoff))
    return tuple(
        _of_stage(guest, str(stage), standing)
        for stage, field in stages
        for standing in field
        if standing.player == guest.ref
    )


def _of_stage(guest: Guest, stage: str, standing: Standing) -> Why:
    event = guest.event
    ranking = scores.ranking(event)
    own = [
        score
        for score in fill(scores.tallies(event, stage), ranking.policies, ranking.direction)
        if score.player == guest.ref
    ]
    games = tuple(_games(event, own, _rows(guest, stage)))
    bare = tuple(
        (round_total.round, round_total.points, round_total.games)
        for round_total in totals_with_unit(event_format(event), lift_round_totals(event, stage))
        if round_total.player == guest.ref
    )
    adjusted = (*_carried(guest, stage), *_adjusted(guest, stage, games), *_par(event, standing))
    numbers = sorted({game.round for game in games})
    rounds = tuple(
        (
            _round_name(event, number),
            sum(game.points or 0 for game in games if game.round == number),
            tuple(game for game in games if game.round == number),
        )
        for number in numbers
    )
    decided = tuple(step.sentence(guest.name) for step in standing.decided_by)
    why_ = Why(stage, standing.total, _place(standing), rounds, bare, adjusted, decided, "")
    return Why(
        stage, standing.total, why_.place, rounds, bare, adjusted, decided, _aloud(guest, why_)
    )


def _rows(guest: Guest, stage: str) -> Mapping[tuple[int, int], TallyRow]:
    """The guest's tallies on sheets that count, by round and game."""
    rows = TallyRow.objects.filter(
        guest=guest, sheet__accepted=True, sheet__game__table__round__stage=stage
    )
    rows = rows.select_related("sheet__game__table__round")
    return {(row.sheet.game.table.round.number, row.sheet.game.number): row for row in rows}


def _games(
    event: Event, own: Iterable[Tally], rows: Mapping[tuple[int, int], TallyRow]
) -> Iterator[GameCounted]:
    rules = scores.rules(event)
    face_by_rank = faces(rules)
    for score in sorted(own, key=lambda score: (score.round, score.game)):
        row = rows.get((score.round, score.game))
        words = _words(event, score, row)
        label = table_label(event, score.table)
        if row is None:
            yield GameCounted(score.round, score.game, score.points, words, score.table, label)
            continue
        yield _entered(score, row, words, label, _hand(row, face_by_rank, rules))


def _entered(
    score: Tally, row: TallyRow, words: str, label: str, cards: tuple[Face, ...]
) -> GameCounted:
    sheet = row.sheet
    return GameCounted(
        round=score.round,
        game=score.game,
        points=score.points,
        words=words,
        table=score.table,
        label=label,
        seat=row.seat,
        cards=cards,
        entered_by=sheet.entered_by,
        entered_at=sheet.entered_at,
        checked_by=(sheet.checker or LEFT_NEIGHBOUR) if sheet.checked else "",
        version=sheet.version,
        reason=sheet.reason,
    )


def _hand(row: TallyRow, face_by_rank: Mapping[str, Face], rules: Rules) -> tuple[Face, ...]:
    visible = row.hand is not None and rules.scoring.values is not None
    return tuple(drawn(parse_hand(row.hand or ""), face_by_rank)) if visible else ()


def _words(event: Event, score: Tally, row: TallyRow | None) -> str:
    """What stands beside the points where they are not simply the cards of a hand."""
    if score.state == "absent":
        return ABSENT_WORDS[event.absent_policy]
    if score.state in ("not_played", "void"):
        return WITHOUT_WORDS if score.points is not None else "does not count"
    if score.laps is not None:
        return f"{many(score.laps, 'lap')}, place {score.place}"
    if score.place is not None:
        return f"place {score.place}"
    if score.went_out:
        return "went out"
    if event_format(event).entry == "winner":
        return "did not win"
    return "points only, the cards are not known" if row is None or row.hand is None else ""


def _adjusted(guest: Guest, stage: str, games: Iterable[GameCounted]) -> Iterator[Adjusted]:
    """The adjustments on the guest, and those of the games they sat in."""
    event = guest.event
    sat = {(game.round, game.table, game.game) for game in games}
    rows = Adjustment.objects.filter(Q(guest=guest) | Q(game__isnull=False), event=event)
    rows = rows.select_related(
        "event", "guest", "ruling", "cancellation", "game__table__round"
    ).order_by("number")
    for row in rows:
        place = consequences.place_of(row)
        here = (
            (place.round, place.table, place.game) in sat
            if place
            else _stage_of(event, row.round) == stage
        )
        if here:
            taken_back = getattr(row, "cancellation", None)
            yield Adjusted(
                f"{consequences.words(row)}.",
                whole(event_format(event), row.points or 0),
                row.reason,
                row.by,
                row.ruling.number if row.ruling else None,
                taken_back.reason if taken_back else "",
            )


def _par(event: Event, standing: Standing) -> Iterator[Adjusted]:
    """What the declared par of tables adds."""
    if standing.par:
        units = event_format(event).units
        words = (
            f"{standing.par:+d} by the par of tables, for {units} at tables of other sizes than"
            " five."
        )
        yield Adjusted(words, standing.par, f"Declared as {event.table_par}", "", None)


def _carried(guest: Guest, stage: str) -> Iterator[Adjusted]:
    """What a play-off that does not start from nought brings along."""
    if stage == Stage.PLAYOFF and guest.event.playoff_carries:
        before = next(
            standing.total
            for standing in board(guest.event).standings
            if standing.player == guest.ref
        )
        yield Adjusted(
            f"{many(before, 'point')} carried over from the qualifying rounds.",
            before,
            "",
            "",
            None,
        )


def _stage_of(event: Event, number: int | None) -> str:
    return str(Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING)


def _round_name(event: Event, number: int) -> str:
    return "Play-off" if number == event.playoff_round else f"Round {number}"


def _place(standing: Standing) -> str:
    if not standing.ranked or standing.place is None:
        return f"not ranked: {standing.unranked_because}"
    if not standing.tied_with:
        return f"place {standing.shown_place}"
    rest = spelt(standing.tied_with, "other")
    return f"place {standing.shown_place}, {rest} on the same total"


def _aloud(guest: Guest, why_: Why) -> str:
    """The whole of it in sentences that take less than a minute to read."""
    sentences, units = (
        [f"{guest.name} has {many(why_.total, 'point')}."],
        event_format(guest.event).units,
    )
    for name, total, games in why_.rounds:
        item = [str(game.points) if game.points is not None else "none" for game in games]
        sentences.append(f"{name}: {', '.join(item)}; together {total}.")
    sentences += [
        f"Round {number}: {points} in {number_word(count)} {units}, from the card."
        for number, points, count in why_.bare
    ]
    adjustments = [adjustment for adjustment in why_.adjustments if not adjustment.cancelled]
    sentences += [
        adjusted.words
        if adjusted.ruling is None
        else f"By ruling {adjusted.ruling}: {adjusted.words}"
        for adjusted in adjustments
    ]
    sentences.append(f"That makes {why_.total}: {why_.place}.")
    return " ".join([*sentences, *why_.decided])
