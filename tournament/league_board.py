"""The standing of a league: the one value behind its page, the public page, paper and workbook."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, cast

from scoring.league import CALLED, TIE_BREAKS, Absent, CountBy, LeagueRule, LeagueStanding, Result, league
from scoring.tally import Direction
from scoring.teams import exact, shown
from tournament.board import board
from tournament.kept import KeptByVersion
from tournament.ledger.lift import ranking
from tournament.match_field import all_in, field_of
from tournament.models import Event, Guest, League, LeagueEvening, PersonLink
from tournament.public_names import public_name

MOST_KEPT = 64


class Played(NamedTuple):
    """What an evening brought: whether every game is in, which total leads, and the field as ref, total and place."""

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

    @property
    def counted(self) -> tuple[Night, ...]:
        """The evenings that count."""
        return tuple(night for night in self.nights if not night.why_not)

    @property
    def uneven(self) -> bool:
        """Whether totals are added up of evenings with different numbers of games."""
        games = {night.event.qualifying_rounds * night.event.games_per_round for night in self.counted}
        return self.rule.by == "total" and len(games) > 1

    @property
    def waiting(self) -> tuple[Night, ...]:
        """The evenings that do not count yet."""
        return tuple(night for night in self.nights if night.why_not)


class _Somebody(NamedTuple):
    key: str
    name: str
    livery: str


def league_board(held: League, *, public: bool = False) -> LeagueBoard:
    """The standing now; the public one leaves out evenings that are held back, and names whom they chose to be named.

    Five queries and those of evenings that changed.
    """
    evenings = list(held.evenings.select_related("event"))
    rule = rule_of(held, [evening.event for evening in evenings])
    nights = tuple(Night(evening.number, evening.event, _why_not(evening, rule, public)) for evening in evenings)
    people = _people(held, [night.event for night in nights], public=public)
    counted = [night.event for night in nights if not night.why_not]
    results = [_results(event, people[event.pk]) for event in counted]
    names = {one.key: one for event in counted for one in people[event.pk].values()}
    found = sorted(league(results, rule), key=lambda one: _listed(one, names[one.person], rule))
    counting = tuple(night for night in nights if not night.why_not)
    on_place = Counter(one.place for one in found)
    lines = (_line(one, names[one.person], counting, shared=on_place[one.place] > 1) for one in found)
    return LeagueBoard(held, rule, nights, tuple(lines))


def rule_of(held: League, events: Sequence[Event]) -> LeagueRule:
    """How the league adds up; the first evening says which total leads."""
    direction = ranking(events[0]).direction if events else "lowest"
    return LeagueRule(
        by=cast(CountBy, held.count_by),
        direction=direction,
        best=held.best,
        absent=cast(Absent, held.missed),
        place_points=tuple(held.place_points),
    )


def rule_words(rule: LeagueRule) -> tuple[str, ...]:
    """How it is counted, in sentences for page and paper."""
    leads = "lowest" if rule.lowest else "highest"
    what = {"total": "totals", "place": "places", "points": "points for the places"}[rule.by]
    said = [f"The {what} of the evenings are added up, and the {leads} sum leads."]
    if rule.by == "points":
        said.append(f"The first places bring {', '.join(map(str, rule.place_points))} points; level places share them.")
    if rule.best:
        said.append(f"The best {'evening counts' if rule.best == 1 else f'{rule.best} evenings count'}.")
    said.append(_MISSED[rule.absent])
    said.append(f"Equal sums share the place, and the order goes by {', then '.join(CALLED[n] for n in TIE_BREAKS)}.")
    said.append("An evening’s result is that of its rounds: a play-off changes nothing here.")
    return tuple(said)


_MISSED = {
    "unranked": "Whoever has played fewer evenings than count is listed without a place.",
    "worst": "An evening missed counts as the worst of that evening.",
    "nothing": "An evening missed counts 0.",
}


def _played(event: Event) -> Played:
    now = board(event)
    rows = tuple((one.player, exact(one.total), one.place) for one in field_of(event, now))
    return Played(all_in(event, now), ranking(event).direction, rows)


_kept: KeptByVersion[Played] = KeptByVersion(_played, most=MOST_KEPT)


def played(event: Event) -> Played:
    """What an evening brought so far, kept for its version."""
    return _kept.of(event)


def _why_not(evening: LeagueEvening, rule: LeagueRule, public: bool) -> str:
    now = played(evening.event)
    if not now.complete:
        return "Not every game of it is in." if now.rows else "It has not begun."
    if rule.by == "total" and now.direction != rule.direction:
        return f"Its {now.direction} total leads, and in this league the {rule.direction} does."
    return "It is not announced yet." if public and evening.event.held else ""


def _people(held: League, events: Iterable[Event], *, public: bool) -> Mapping[int, Mapping[str, _Somebody]]:
    """Who each guest is, by event and ref: the person an official confirmed, or nobody but this guest."""
    links = PersonLink.objects.filter(league=held, split_at=None)
    person = dict(links.values_list("guest_id", "person__number"))
    found: dict[int, dict[str, _Somebody]] = {event.pk: {} for event in events}
    rows = Guest.objects.filter(event__in=list(found)).order_by()
    for pk, event, ref, name, badge, livery, unnamed in rows.values_list(
        "pk", "event_id", "ref", "name", "badge", "livery__name", "unnamed"
    ):
        key = f"person {person[pk]}" if pk in person else f"guest {pk}"
        said = public_name(name, badge, unnamed=public and unnamed)
        found[event][ref] = _Somebody(key, said, livery or "")
    return found


def _results(event: Event, people: Mapping[str, _Somebody]) -> list[Result]:
    """The evening's field; whoever was taken off its list meanwhile is left out."""
    return [Result(people[ref].key, total, place) for ref, total, place in played(event).rows if ref in people]


def _listed(one: LeagueStanding, who: _Somebody, rule: LeagueRule) -> tuple[int, int, Fraction, str]:
    """The ranked in their order; those without a place by evenings played, sum and name."""
    if one.order is not None:
        return 0, one.order, Fraction(0), ""
    return 1, -one.attended, one.figure if rule.lowest else -one.figure, who.name.casefold()


def _line(one: LeagueStanding, who: _Somebody, counting: tuple[Night, ...], *, shared: bool) -> Line:
    place = "–" if one.place is None else f"={one.place}" if shared else str(one.place)
    cells = tuple(_cell(one, number) for number in range(len(counting)))
    note = one.decided_by and f"ahead by {one.decided_by}"
    if not one.ranked:
        note = f"{one.attended} evening{'' if one.attended == 1 else 's'} so far"
    return Line(one, place, who.name, who.livery, shown(one.figure), cells, note, counting)


def _cell(one: LeagueStanding, number: int) -> Cell:
    evening = one.evenings.get(number)
    if evening is None:
        return Cell("", counts=False, missed=True)
    if evening.place is None and not evening.missed:
        return Cell("–", counts=False)
    return Cell(shown(evening.figure), evening.counts, evening.missed)
