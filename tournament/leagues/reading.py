"""The standing of a league: the one value behind its page, the public page, paper and workbook."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, cast

from scoring.counting.league import (
    CALLED,
    TIE_BREAKS,
    Absent,
    CountBy,
    LeagueRule,
    LeagueStanding,
    Result,
    league,
)
from scoring.counting.tally import Direction
from scoring.counting.teams import exact, shown
from scoring.foresight.skill import reliability
from scoring.words import in_turn, many
from tournament.counting.board import board
from tournament.counting.matches import all_in, field_of
from tournament.counting.scores import ranking
from tournament.guests.names import public_name
from tournament.models import Event, Guest, League, LeagueEvening, PersonLink
from tournament.models.event import LIVERIES, Groups
from tournament.site.keep import KeptByVersion
from tournament.standings.public import is_frozen


class Played(NamedTuple):
    """What an evening brought: whether every game is in, which total leads, and the field as ref,
    total and place.
    """

    complete: bool
    direction: Direction
    rows: tuple[tuple[str, Fraction, int | None], ...]


@dataclass(frozen=True, slots=True)
class Night:
    """An evening of the league; `why_not` says why it does not count yet, nothing where it does."""

    number: int
    event: Event
    why_not: str = ""


class Cell(NamedTuple):
    """An evening of a person as shown: the figure, whether it counts, whether they missed it."""

    words: str
    counts: bool = True
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A person as shown; `cells` go with the evenings that count."""

    standing: LeagueStanding
    place: str
    name: str
    livery: str
    figure: str
    cells: tuple[Cell, ...]
    note: str
    counted: tuple[Night, ...]

    @property
    def told(self) -> Iterable[tuple[Night, Cell]]:
        """Each evening that counts, with what it counted."""
        return zip(self.counted, self.cells, strict=True)


@dataclass(frozen=True, slots=True)
class LeagueBoard:
    """A league as it stands: its evenings, those that count among them, and everybody in order."""

    league: League
    rule: LeagueRule
    nights: tuple[Night, ...]
    lines: tuple[Line, ...]
    reliability: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """How it is counted, and what that tells of the players, in sentences."""
        return (*rule_words(self.rule), *filter(None, (self.reliability,)))

    @property
    def groups(self) -> Groups:
        """What the latest evening calls the groups its guests come from."""
        return self.nights[-1].event.groups if self.nights else LIVERIES

    @property
    def counted(self) -> tuple[Night, ...]:
        """The evenings that count."""
        return tuple(night for night in self.nights if not night.why_not)

    @property
    def uneven(self) -> bool:
        """Whether totals are added up of evenings with different numbers of games."""
        games = {
            night.event.qualifying_rounds * night.event.games_per_round for night in self.counted
        }
        return self.rule.by == "total" and len(games) > 1

    @property
    def nobody_placed(self) -> bool:
        """Whether several evenings count and nobody is said to have played more than one."""
        return len(self.counted) > 1 and not any(line.standing.ranked for line in self.lines)

    @property
    def waiting(self) -> tuple[Night, ...]:
        """The evenings that do not count yet."""
        return tuple(night for night in self.nights if night.why_not)


class _Somebody(NamedTuple):
    key: str
    name: str
    livery: str


def league_board(league_: League, *, public: bool = False) -> LeagueBoard:
    """The standing now; the public one leaves out evenings that are held back, and names whom they
    chose to be named.

    Five queries and those of evenings that changed.
    """
    evenings = list(league_.evenings.select_related("event"))
    rule = rule_of(league_, [evening.event for evening in evenings])
    nights = tuple(
        Night(evening.number, evening.event, _why_not(evening, rule, public))
        for evening in evenings
    )
    people = _people(league_, [night.event for night in nights], public=public)
    counted = [night.event for night in nights if not night.why_not]
    results = [_results(event, people[event.pk]) for event in counted]
    names = {person.key: person for event in counted for person in people[event.pk].values()}
    standings = sorted(
        league(results, rule),
        key=lambda league_standing: _listed(league_standing, names[league_standing.person], rule),
    )
    counting = tuple(night for night in nights if not night.why_not)
    on_place = Counter(standing.place for standing in standings)
    lines = (
        _line(standing, names[standing.person], counting, shared=on_place[standing.place] > 1)
        for standing in standings
    )
    return LeagueBoard(league_, rule, nights, tuple(lines), _reliability(counted, results))


def _reliability(events: Sequence[Event], results: Sequence[Sequence[Result]]) -> str:
    """What the table tells of who plays better; nothing before enough players came twice."""
    totals = [
        {result.person: float(result.total) for result in evening if result.place is not None}
        for evening in results
    ]
    games = [event.qualifying_rounds * event.games_per_round for event in events]
    estimate = reliability(totals, games)
    return estimate.words if estimate else ""


def rule_of(league: League, events: Sequence[Event]) -> LeagueRule:
    """How the league adds up; the first evening says which total leads."""
    direction = ranking(events[0]).direction if events else "lowest"
    return LeagueRule(
        by=cast(CountBy, league.count_by),
        direction=direction,
        best=league.best,
        absent=cast(Absent, league.missed),
        place_points=tuple(league.place_points),
    )


def rule_words(rule: LeagueRule) -> tuple[str, ...]:
    """How it is counted, in sentences for page and paper."""
    leads = "lowest" if rule.lowest else "highest"
    subject = {"total": "totals", "place": "places", "points": "points for the places"}[rule.by]
    sentences = [f"The {subject} of the evenings are added up, and the {leads} sum leads."]
    if rule.by == "points":
        sentences.append(
            f"The first places bring {', '.join(map(str, rule.place_points))} points; level places"
            " share them."
        )
    if rule.best:
        sentences.append(
            "The best evening counts."
            if rule.best == 1
            else f"The best {rule.best} evenings count."
        )
    sentences.append(_MISSED[rule.absent])
    sentences.append(
        "Equal sums share the place, and the order goes by"
        f" {in_turn(CALLED[n] for n in TIE_BREAKS)}."
    )
    sentences.append("An evening’s result is that of its rounds: a play-off changes nothing here.")
    return tuple(sentences)


_MISSED = {
    "unranked": "Whoever has played fewer evenings than count is listed without a place.",
    "worst": "An evening missed counts as the worst of that evening.",
    "nothing": "An evening missed counts 0.",
}


def _played(event: Event) -> Played:
    now = board(event)
    rows = tuple(
        (standing.player, exact(standing.total), standing.place)
        for standing in field_of(event, now)
    )
    return Played(all_in(event, now), ranking(event).direction, rows)


_kept: KeptByVersion[Played] = KeptByVersion(_played)


def played(event: Event) -> Played:
    """What an evening brought so far, kept for its version."""
    return _kept.of(event)


def _why_not(evening: LeagueEvening, rule: LeagueRule, public: bool) -> str:
    now = played(evening.event)
    if not now.complete:
        return "Not every game of it is in." if now.rows else "It has not begun."
    if rule.by == "total" and now.direction != rule.direction:
        return f"Its {now.direction} total leads, and in this league the {rule.direction} does."
    return "It is not announced yet." if public and is_frozen(evening.event) else ""


def _people(
    league: League, events: Iterable[Event], *, public: bool
) -> Mapping[int, Mapping[str, _Somebody]]:
    """Who each guest is, by event and ref: the person an official confirmed, or nobody but this
    guest.
    """
    links = PersonLink.objects.filter(league=league, split_at=None)
    person = dict(links.values_list("guest_id", "person__number"))
    by_event: dict[int, dict[str, _Somebody]] = {event.pk: {} for event in events}
    rows = Guest.objects.filter(event__in=list(by_event)).order_by()
    for pk, event, ref, name, badge, livery, unnamed in rows.values_list(
        "pk", "event_id", "ref", "name", "badge", "livery__name", "unnamed"
    ):
        key = f"person {person[pk]}" if pk in person else f"guest {pk}"
        shown_name = public_name(name, badge, unnamed=public and unnamed)
        by_event[event][ref] = _Somebody(key, shown_name, livery or "")
    return by_event


def _results(event: Event, people: Mapping[str, _Somebody]) -> list[Result]:
    """The evening's field; whoever was taken off its list meanwhile is left out."""
    return [
        Result(people[ref].key, total, place)
        for ref, total, place in played(event).rows
        if ref in people
    ]


def _listed(
    league_standing: LeagueStanding, somebody: _Somebody, rule: LeagueRule
) -> tuple[int, int, Fraction, str]:
    """The ranked in their order; those without a place by evenings played, sum and name."""
    if league_standing.order is not None:
        return 0, league_standing.order, Fraction(0), ""
    return (
        1,
        -league_standing.attended,
        league_standing.figure if rule.lowest else -league_standing.figure,
        somebody.name.casefold(),
    )


def _line(
    league_standing: LeagueStanding,
    somebody: _Somebody,
    counting: tuple[Night, ...],
    *,
    shared: bool,
) -> Line:
    place = (
        "–"
        if league_standing.place is None
        else f"={league_standing.place}"
        if shared
        else str(league_standing.place)
    )
    cells = tuple(_cell(league_standing, number) for number in range(len(counting)))
    note = league_standing.decided_by and f"ahead by {league_standing.decided_by}"
    if not league_standing.ranked:
        note = f"{many(league_standing.attended, 'evening')} so far"
    return Line(
        league_standing,
        place,
        somebody.name,
        somebody.livery,
        shown(league_standing.figure),
        cells,
        note,
        counting,
    )


def _cell(league_standing: LeagueStanding, number: int) -> Cell:
    evening = league_standing.evenings.get(number)
    if evening is None:
        return Cell("", counts=False, missed=True)
    if evening.place is None and not evening.missed:
        return Cell("–", counts=False)
    return Cell(shown(evening.figure), evening.counts, evening.missed)
