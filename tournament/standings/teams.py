"""Teams of an event as they are shown: by the event's rule, from the board's standings. They are
those that somebody chose by hand where there are any, else the groups that guests come from.
"""

from dataclasses import dataclass, replace
from typing import Any, cast

from scoring.counting.board import Board
from scoring.counting.teams import TeamFigure, TeamRule, TeamStanding, shown, teams
from scoring.words import capital
from tournament.counting.matches import field_of
from tournament.counting.scores import ranking
from tournament.guests.teams import team_groups, teams_by_hand
from tournament.models import Event


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team as shown: `place` may be shared (“=2”) or a dash, `members` name those whose totals
    count.
    """

    place: str
    team: str
    figure: str
    players: int
    members: tuple[str, ...]
    note: str
    standing: TeamStanding


def team_rule(event: Event) -> TeamRule | None:
    """How the event ranks liveries as teams; None where it does not."""
    if not event.team_figure:
        return None
    return TeamRule(
        event.team_best or None, cast(TeamFigure, event.team_figure), event.team_minimum
    )


def fault_of_rule(figure: str, best: int, minimum: int) -> str:
    """What is wrong with such a rule, in a sentence; nothing where it can be."""
    try:
        if figure:
            TeamRule(best or None, cast(TeamFigure, figure), minimum)
    except ValueError as wrong:
        return str(wrong)
    return ""


def rule_words(event: Event) -> str:
    """The rule in a sentence or two."""
    rule = team_rule(event)
    if rule is None:
        return f"{capital(team_groups(event).several)} are not ranked as teams."
    source = (
        "all totals"
        if rule.best is None
        else "the best total"
        if rule.best == 1
        else f"the best {rule.best} totals"
    )
    leads = ranking(event).direction
    needs = (
        f"with {rule.needed} ranked guests or more" if rule.needed > 1 else "with a ranked guest"
    )
    team = team_groups(event).article
    first = f"The {rule.figure} of {source} of {team}, {needs}; the {leads} leads."
    return f"{first} Equal figures share the place, and the order goes by the better placed guest."


def team_rows(event: Event, now: Board) -> tuple[TeamRow, ...]:
    """Every team in order, those with too few guests last; nothing where teams are not ranked."""
    rule = team_rule(event)
    if rule is None:
        return ()
    field = field_of(event, now)
    players, team_of = list(now.players.values()), teams_by_hand(event)
    if team_of:
        players = [replace(player, livery=team_of.get(player.id, "")) for player in players]
    ranked = teams(field, players, rule, ranking(event).direction)
    totals = {standing.player: standing.total for standing in field}
    placed = [team_standing.place for team_standing in ranked]
    return tuple(
        _row(
            team_standing,
            now,
            totals,
            shared=placed.count(team_standing.place) > 1,
            needed=rule.needed,
        )
        for team_standing in ranked
    )


def _row(
    team_standing: TeamStanding, now: Board, totals: dict[str, int], *, shared: bool, needed: int
) -> TeamRow:
    members = tuple(f"{now.players[ref].name} {totals[ref]}" for ref in team_standing.counted)
    if team_standing.figure is None:
        return TeamRow(
            "–",
            team_standing.team,
            "",
            team_standing.players,
            members,
            f"{team_standing.players} of the {needed} it needs",
            team_standing,
        )
    place = f"={team_standing.place}" if shared else str(team_standing.place)
    return TeamRow(
        place,
        team_standing.team,
        shown(team_standing.figure),
        team_standing.players,
        members,
        team_standing.decided_by,
        team_standing,
    )


def public_teams(event: Event, now: Board) -> list[dict[str, Any]]:
    """The teams with a place as the public board keeps them: plain values that name nobody."""
    rows = team_rows(event, now)
    return [
        {"place": row.place, "name": row.team, "figure": row.figure}
        for row in rows
        if row.standing.ranked
    ]


def teams_record(event: Event, now: Board) -> dict[str, Any]:
    """The teams for another program, under a key of their own; nothing where
    teams are not ranked.
    """
    rule = team_rule(event)
    if rule is None:
        return {}
    records = [
        {
            "livery": team_standing.team,
            "figure": shown(team_standing.figure) if team_standing.figure is not None else None,
            "place": team_standing.place,
            "order": team_standing.order,
            "players": team_standing.players,
            "counted": list(team_standing.counted),
        }
        for team_standing in (row.standing for row in team_rows(event, now))
    ]
    return {
        "teams": {
            "figure": rule.figure,
            "best": rule.best,
            "minimum": rule.minimum,
            "standings": records,
        }
    }
