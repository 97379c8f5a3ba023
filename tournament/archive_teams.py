"""What an archive says of teams: the rule by which the liveries of the event are ranked."""

from collections.abc import Mapping
from typing import Any

from tournament import archive_form as form
from tournament.models import Event
from tournament.models.event import TeamFigure
from tournament.teams import fault_of_rule

TEAM_EVENT_KEYS = frozenset({"team_ranking"})


def teams_of(event: Event) -> dict[str, Any]:
    """The rule, where there is one."""
    if not event.team_figure:
        return {}
    return {"team_ranking": {"figure": event.team_figure, "best": event.team_best, "minimum": event.team_minimum}}


def team_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The rule as fields of an event. Raises ArchiveError in a sentence where it cannot be one."""
    if "team_ranking" not in row:
        return {}
    where = "event.team_ranking"
    said = form.mapping(row["team_ranking"], where)
    figure = form.text(said, "figure", where)
    best, minimum = form.whole(said, "best", where, 2), form.whole(said, "minimum", where, 2)
    if figure not in (TeamFigure.SUM, TeamFigure.MEAN):
        form.refuse(f"{where}.figure", "the figure of a team is sum or mean.")
    if fault := fault_of_rule(figure, best, minimum):
        form.refuse(where, fault)
    return {"team_figure": figure, "team_best": best, "team_minimum": minimum}
