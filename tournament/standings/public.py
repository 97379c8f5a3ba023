"""What the public may see of a board: printed names and liveries, places and totals, and nothing
else of anybody.

What anybody may see of an evening now: held or following, how far a reading is, names as their
guests chose.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Min, Q

from scoring.counting.board import Board, Progress
from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.formats import in_points
from scoring.words import listed, noun, number_word
from tournament.counting import scores
from tournament.counting.board import board, counted, line_is_drawn, read_at, stage_progress
from tournament.counting.chances import (
    BEING_WORKED_OUT,
    Chances,
    event_chances,
    in_words,
    loses_words,
    needs_words,
)
from tournament.counting.chances import words as chance_words
from tournament.counting.finals import CUT, PODIUM, closing_of, reading_now
from tournament.counting.formats import event_format
from tournament.counting.past import moment_of
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.seats import attended
from tournament.counting.state import Present
from tournament.guests.names import publicly
from tournament.guests.namesakes import public_names
from tournament.models import Event, Game, Guest, LedgerEntry, Round, Seat, Sheet, Stage
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery
from tournament.site.keep import KeptByVersion, kept_by_arguments
from tournament.standings.drawing import event_lines, lines_of, way_there
from tournament.standings.teams import public_teams


def released(event: Event, now: Board) -> dict[str, Any]:
    """The public board as plain JSON values: kept with the event while it is held, so that it can
    be shown whole.
    """
    final = bool(now.playoff) and playoff_is_public(event)
    field = now.playoff if final else [standing for standing in now.standings if standing.ranked]
    progress = stage_progress(event, Stage.PLAYOFF) if final else now.progress
    number, game, tables = where_the_round_stands(progress)
    waiting = _games_to_come(event, progress, number, game)
    line = line_is_drawn(event, now)
    cut = now.cut if isinstance(now.cut, Cut) and not final and line else None
    tied = {standing.player for standing in cut.tied} if cut else set()
    won = won_words(now)
    return {
        "as_of": now.as_of,
        "stage": Stage.PLAYOFF.value if final else Stage.QUALIFYING.value,
        "round": number,
        "game": game,
        "lowest": scores.ranking(event).direction == "lowest",
        "tables": tables,
        "through": len(cut.qualifiers) if cut else 0,
        "cut_words": cut_words(cut) if cut else "",
        "tie_words": tie_words(cut) if cut else "",
        "sealed": now.state == "sealed",
        "rows": [
            _row(standing, now, waiting.get(standing.player, 0), tied)
            | {"won": won.get(standing.player, "")}
            | {"place": standing.place_words if line else standing.level_words}
            | _par(standing, now, final=final)
            for standing in field
        ],
        "table_par": "" if final else now.table_par,
    } | ({"teams": public_teams(event, now)} if event.team_figure else {})


def frozen(source: Present, now: Board | None = None) -> dict[str, Any]:
    """The public board to be kept while it is frozen, with the way there: neither moves on. `now`
    where it is counted already, or shown in part.
    """
    context = released(source.event, now or counted(source))
    way = way_there(lines_of(source), context["round"], context["game"])
    return context | {"way": way}


FREEZES = "freeze_by_itself"
"""The entry by which the board freezes by itself in the last game, or no longer does."""


@dataclass(frozen=True, slots=True)
class Freeze:
    """A board that is frozen: since when, and what everybody sees meanwhile."""

    since: datetime
    board: dict[str, Any]


def freeze_of(event: Event) -> Freeze | None:
    """What the public sees while the board is frozen, by somebody or by itself; None where it
    follows the scores.
    """
    if event.held_since is not None:
        visible = event.released
        return Freeze(
            event.held_since, released(event, board(event)) if visible is None else visible
        )
    return frozen_by_itself(event)


def is_frozen(event: Event) -> bool:
    """Whether the public sees an earlier board instead of the running one."""
    return event.held or frozen_by_itself(event) is not None


def freezes_by_itself(event: Event, since: int = 0) -> bool:
    """Whether the board freezes without anybody's doing; one that was let go after that moment
    (`since`, a number of the ledger) does not freeze again.
    """
    for kind, number, body in SAID_OF_FREEZING.of(event.pk):
        if kind == FREEZES:
            return bool(body["on"])
        if number > since > 0:
            return False
    return True


SAID_OF_FREEZING = KeptQuery(
    lambda event: (
        LedgerEntry.objects.filter(event=event, kind__in=(FREEZES, "release"))
        .order_by("-number")
        .values_list("kind", "number", "body")
    )
)


@dataclass(frozen=True, slots=True)
class BoardNow:
    """What the public board does: since when it is frozen (None where it follows), and whether it
    freezes by itself.
    """

    since: datetime | None
    by_itself: bool


def board_now(event: Event) -> BoardNow:
    """What the public board does, for those who may change it."""
    freeze = freeze_of(event)
    if freeze:
        return BoardNow(freeze.since, by_itself=True)
    begins = _begins.of(event)
    return BoardNow(None, freezes_by_itself(event, 0 if begins is None else begins + 1))


def frozen_by_itself(event: Event) -> Freeze | None:
    """The board as it stood before the last game of the last round began at any table, from then
    on until the cut is revealed; None before, and where it follows to the end.
    """
    return _kept.of(event)


def _frozen(event: Event) -> Freeze | None:
    begins = None if event.paired else _begins.of(event)
    if begins is None or not freezes_by_itself(event, begins + 1):
        return None
    seal = scores.seal_in_force(event)
    if (seal and seal.revealed_at) or closing_of(event):
        return None
    entries = LedgerEntry.objects.filter(event=event, number__in=(begins, begins + 1))
    by_number = {entry.number: entry for entry in entries}
    digest = by_number[begins].digest if begins in by_number else ""
    since = max(entry.at for entry in by_number.values())
    return Freeze(since, _board_at(event.uid, begins, digest))


def last_game_begins(event: Event) -> int | None:
    """The last number of the ledger before the last game of the last round: before its first sheet
    at any table, before a card with the total of the round, or when the last game was called.
    None while nobody has played it.

    What is the last game of a table follows from what is due there now: where games are given up,
    the one before them was the last.
    """
    begun = list(_called_or_totalled(event))
    number = event.qualifying_rounds
    if games := FIRST_SHEETS.of(event.pk, number):
        no_sheet = games_without_sheet(event)
        last = {
            table: game
            for table, game in IN_PLAY.of(event.pk, number)
            if (number, table, game) not in no_sheet
        }
        begun += [first - 1 for table, game, first in games if game == last.get(table)]
    return min(begun, default=None)


IN_PLAY = KeptQuery(
    lambda event, last: (
        attended(Game.objects.filter(event=event, not_played=False, void=False))
        .filter(table__round__number=last)
        .order_by("number")
        .values_list("table__number", "number")
    )
)
"""Table and number of the games of the last round that are played, the last of each table last."""
FIRST_SHEETS = KeptQuery(
    lambda event, last: (
        Sheet.objects.filter(
            event=event, game__sheets__accepted=True, game__table__round__number=last
        )
        .values_list("game__table__number", "game__number")
        .annotate(Min("entry__number"))
        .order_by()
    )
)
"""By game of the last round: its first sheet."""
FIRST_TOTALS = KeptQuery(
    lambda event, last: (
        Round.objects.filter(event=event, number=last)
        .annotate(
            first=Min("round_totals__entry__number", filter=Q(round_totals__taken_back_by=None))
        )
        .order_by()
        .values_list("clock__last_game_at", "first")
    )
)


def _called_or_totalled(event: Event) -> Iterator[int]:
    """How far the ledger was when the last game of the last round was called, and before the first
    card that bears nothing but the total of that round.
    """
    for called, first in FIRST_TOTALS.of(event.pk, event.qualifying_rounds):
        if called is not None:
            yield moment_of(event, called)
        if first is not None:
            yield first - 1


@kept_by_arguments
def _board_at(uid: UUID, number: int, digest: str) -> dict[str, Any]:
    """The public board at a number of a ledger; its digest tells a ledger that was put back."""
    return read_at(Event.objects.get(uid=uid), number, frozen)


_begins: KeptByVersion[int | None] = KeptByVersion(last_game_begins)
_kept: KeptByVersion[Freeze | None] = KeptByVersion(_frozen)


def way_shown(event: Event, context: dict[str, Any]) -> dict[str, Any]:
    """Who climbed, and where everybody stood a game before, as far as the public board goes."""
    if is_frozen(event):
        way: dict[str, Any] = context.get("way") or way_there({}, 0, 0)
        return way
    return way_there(event_lines(event), context["round"], context["game"])


def playoff_is_public(event: Event) -> bool:
    """Whether the play-off may be shown: once its podium was revealed, or where the board follows
    it on purpose.
    """
    return event.playoff_live or event.podium_revealed_at is not None


def _row(standing: Standing, now: Board, to_play: int, tied: set[str]) -> dict[str, Any]:
    return {
        "player": standing.player,
        "name": standing.name,
        "livery": now.players[standing.player].livery,
        "total": in_points(standing.total),
        "to_play": to_play,
        "on_the_line": standing.player in tied,
    }


def won_words(now: Board) -> dict[str, str]:
    """The rounds that somebody has won at their table, and whether they were the first there to
    have the target: “won round 1, reached the target”. By player; who did neither is not in it.
    """
    rounds: defaultdict[str, list[str]] = defaultdict(list)
    for table in now.won:
        for player in table.players:
            rounds[player].append(str(table.round))
    words = {
        player: [f"won {noun(len(numbers), 'round', 'rounds')} {listed(numbers)}"]
        for player, numbers in rounds.items()
    }
    for player in now.reached:
        words.setdefault(player, []).append(f"reached the target of {now.format.target}")
    return {player: ", ".join(parts) for player, parts in words.items()}


def _par(standing: Standing, now: Board, *, final: bool) -> dict[str, Any]:
    """What a declared par adds to a total of the qualifying rounds."""
    return {"par": standing.par} if now.table_par and not final else {}


def cut_words(cut: Cut) -> str:
    """What the line means, in a few words."""
    through, single = number_word(len(cut.qualifiers)), len(cut.qualifiers) == 1
    if cut.undecided:
        level, places_left = number_word(len(cut.undecided)), number_word(cut.places_left)
        return (
            f"The cut: {through} {'is' if single else 'are'} through, {level} are level for"
            f" {places_left}"
            " more"
        )
    return f"The cut: {through} {'goes' if single else 'go'} through"


def tie_words(cut: Cut) -> str:
    """What decides between those who are level on the line; nothing where nobody is."""
    if not cut.tie:
        return ""
    level = f"Level on points. The line is at {cut.cut_score}."
    if cut.undecided:
        return f"{level} The Umpire’s cut of cards decides."
    last = next(standing for standing in reversed(cut.tied) if standing.player in cut.qualifiers)
    decision = next((decision for decision in last.decided_by if decision.ahead), None)
    return f"{level} {decision.unnamed if decision else 'All who are level go through.'}"


def where_the_round_stands(progress: Progress) -> tuple[int, int, list[list[Any]]]:
    """The round being played, its latest game, and per table whether its sheets are in up to that
    game.
    """
    started = [number for number, (games_in, _due) in progress.rounds.items() if games_in]
    if not started:
        return 0, 0, []
    number = max(started)
    tables = [table for table in progress.tables if table.round == number]
    game = max(table.games_in for table in tables)
    return (
        number,
        game,
        [[table.table, table.games_in >= min(game, table.games_due)] for table in tables],
    )


def waited_for(event: Event, now: Board) -> Mapping[str, int]:
    """How many games behind the hall somebody’s table is, by the guest’s ref."""
    number, game, _tables = where_the_round_stands(now.progress)
    behind = _games_to_come(event, now.progress, number, game)
    return {ref: games for ref, games in behind.items() if games}


def _games_to_come(event: Event, progress: Progress, number: int, game: int) -> Mapping[str, int]:
    """How many games behind the hall each guest's tables are, so that nobody misreads a total."""
    behind = {
        (table.round, table.table): _behind(table.games_in, table.games_due, game)
        for table in progress.tables
    }
    for table in progress.tables:
        if table.round < number:
            behind[table.round, table.table] = table.games_due - table.games_in
    wanting = {place: games for place, games in behind.items() if games and place[0] <= number}
    if not wanting:
        return {}
    return _added(
        (ref, wanting.get((number, table), 0)) for ref, number, table in SEATED.of(event.pk)
    )


def _behind(games_in: int, games_due: int, game: int) -> int:
    return max(0, min(game, games_due) - games_in)


SEATED = KeptQuery(
    lambda event: (
        Seat.objects.filter(event=event, left_after_game=None)
        .exclude(round__state=RoundState.DRAFT)
        .order_by()
        .values_list("guest__ref", "round__number", "table__number")
    )
)


def _added(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for ref, games in pairs:
        sums[ref] += games
    return sums


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """Where a guest stands as far as anybody may know: the place as shown (“=10”, “–”), and the
    total behind it.
    """

    place: str
    total: int
    stage: str
    as_of: str
    held: bool
    read: bool = False


def public_board(event: Event) -> dict[str, Any]:
    """The board as anybody may see it: that of `released`, with `reading` while a list is being
    read out. It `waits` while its chances are being reckoned: until then it has none.
    """
    freeze = freeze_of(event)
    visible = freeze.board if freeze else released(event, board(event))
    instead = public_names(event)
    in_force = reading_shown(event)
    reading = in_force | {"called": publicly(in_force["called"], instead)} if in_force else None
    chances = None if reading else _chances(event, visible)
    words = (
        {player: in_words(chance) for player, chance in chances.of_player.items()}
        if isinstance(chances, Chances)
        else {}
    )
    rows = [
        row | {"chance": words.get(row.get("player", ""), "")}
        for row in publicly(visible["rows"], instead)
    ]
    return visible | {
        "rows": rows,
        "reading": reading,
        "with_chances": bool(words),
        "waits": chances == BEING_WORKED_OUT,
    }


def _chances(event: Event, context: dict[str, Any]) -> Chances | str | None:
    """The chances, or why there are none, where the organiser shows them and there is still a game
    to come.
    """
    if (
        not event.chances_shown
        or is_frozen(event)
        or context["stage"] != Stage.QUALIFYING
        or context["sealed"]
    ):
        return None
    chances = event_chances(event)
    return None if isinstance(chances, Chances) and chances.over else chances


def chance_of(guest: Guest) -> str:
    """What a guest's own page says of their chance: one sentence where the organiser shows chances,
    or nothing.
    """
    event = guest.event
    if not event.chances_shown or is_frozen(event):
        return ""
    chances = event_chances(event)
    if chances == BEING_WORKED_OUT:
        return BEING_WORKED_OUT
    chance = chances.of_player.get(guest.ref) if isinstance(chances, Chances) else None
    if chance is None or not isinstance(chances, Chances):
        return ""
    if chance.proved:
        return (
            "You are through, whatever happens."
            if chance.proved == "through"
            else "You are out of reach of the cut."
        )
    if chance.as_good == "through":
        loses = loses_words(chance, chances.to_play[guest.ref], event_format(event)).replace(
            "the last ", "your last "
        )
        return f"You are as good as through: you would miss it {loses}."
    words = (
        "In simulated play you go through"
        f" {chance_words(chance.share).replace(' in 100', ' times in a hundred')}."
    )
    if chance.needs is None:
        return words
    games = chances.to_play[guest.ref]
    needs = needs_words(chance, games, event_format(event)).replace("the last ", "your last ")
    return f"{words} {needs} would do half the time."


def public_place(
    event: Event, ref: str, context: dict[str, Any] | None = None
) -> PublicPlace | None:
    """The place of a guest that their own page may tell; None where they have none in public yet.

    While the board is held this is the place they had then, and those read out have the place they
    were read with.
    """
    context = context or public_board(event)
    reading = context["reading"]
    for item in reading["called"] if reading and reading["stage"] == CUT else ():
        if item["player"] == ref:
            return PublicPlace(
                str(item["order"]),
                item["total"],
                "qualifying",
                context["as_of"],
                held=True,
                read=True,
            )
    row = next((row for row in context["rows"] if row.get("player") == ref), None)
    return row and PublicPlace(
        row["place"], row["total"], context["stage"], context["as_of"], is_frozen(event)
    )


def reading_shown(event: Event) -> dict[str, Any] | None:
    """The reading in force; one of the cut belongs to a held board, one of the podium to a play-off
    kept back.
    """
    if event.reading is None:
        return None
    if event.held and (in_force := reading_now(event, CUT)):
        return in_force
    return None if playoff_is_public(event) else reading_now(event, PODIUM)
