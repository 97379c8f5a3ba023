"""What an archive says of teams: the rule by which the liveries of the event are ranked."""

from collections.abc import Mapping
from typing import Any

from tournament.archive import shape as form
from tournament.models import Event
from tournament.models.event import TeamFigure
from tournament.standings.teams import fault_of_rule


def teams_of(event: Event) -> dict[str, Any]:
    """The rule, where there is one."""
    if not event.team_figure:
        return {}
    return {
        "team_ranking": {
            "figure": event.team_figure,
            "best": event.team_best,
            "minimum": event.team_minimum,
        }
    }


def team_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The rule as fields of an event. Raises ArchiveError in a sentence where it cannot be one."""
    if "team_ranking" not in row:
        return {}
    place = "event.team_ranking"
    rule = form.mapping(row["team_ranking"], place)
    figure = form.text(rule, "figure", place)
    best, minimum = form.whole(rule, "best", place, 2), form.whole(rule, "minimum", place, 2)
    if figure not in (TeamFigure.SUM, TeamFigure.MEAN):
        form.refuse(f"{place}.figure", "the figure of a team is sum or mean.")
    if fault := fault_of_rule(figure, best, minimum):
        form.refuse(place, fault)
    return {"team_figure": figure, "team_best": best, "team_minimum": minimum}
