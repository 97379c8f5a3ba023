"""What an archive says of the settings of an evening. Each stands in one row: the key of the file,
the column, and what may stand there; by it the document is checked, written and read.
"""

from collections.abc import Mapping
from typing import Any

from scoring.counting.tie_breaks import CRITERIA
from scoring.pairing.ranking import CRITERIA as PAIRED_CRITERIA
from tournament.archive.keys import Key, Table
from tournament.archive.kinds import (
    Kind,
    by_name,
    optional,
    record,
    rows,
    text,
    truth,
    whole,
    word,
)
from tournament.archive.shape import refuse
from tournament.models import LARGEST, Event
from tournament.models.event import LIVERIES, TeamFigure
from tournament.models.guest import HIGHEST_TABLE
from tournament.standings.teams import fault_of_rule

LONGEST_MEND = 300
LONGEST_GROUP = 24
MOST_GAMES = 99
NAME = text(80)
TIE_BREAK = rows(word(*CRITERIA, *PAIRED_CRITERIA))
PRIZE = record({"name": NAME, "skips_host": truth}, needed=("name", "skips_host"))
FURTHER_PRIZE = record(
    {
        "name": NAME,
        "scope": text(20),
        "figure": text(40),
        "round": whole(LARGEST),
        "office": NAME,
        "level": text(20),
        "skips_host": truth,
        "once": truth,
    }
)


def mend(value: Any, place: str) -> None:
    """What was fixed in a list: a field, what a list said, and what is put."""
    rows(text(LONGEST_MEND))(value, place)
    if len(value) != 3:
        refuse(place, "it is a field, what a list said, and what is put.")


SETTINGS = Table(
    Event,
    Key("venue", always=True),
    Key("games_per_round", kind=whole(MOST_GAMES, least=1), always=True),
    Key("qualifying_rounds", kind=whole(MOST_GAMES, least=1), always=True),
    Key("cut", "cut_size", whole(LARGEST), always=True),
    Key("playoff_games", kind=whole(MOST_GAMES), always=True),
    Key("charity", always=True),
    Key("tie_break", "tie_breaks", TIE_BREAK, always=True),
    Key("absent_game_policy", "absent_policy", always=True),
    Key("withdrawn_policy", always=True),
    Key("options", "rules"),
    Key("format"),
    Key("choices"),
    Key("unplayed_game_policy", "unplayed_policy"),
    Key("cut_tie"),
    Key("prizes", kind=rows(PRIZE)),
    Key("one_official"),
    Key("table_par"),
    Key("time_zone"),
    Key("paper_size"),
    Key("list_separator"),
    Key("second_keying"),
    Key("phones_wait"),
    Key("pad_ticks"),
    Key("playoff_tie_break", "playoff_tie_breaks", TIE_BREAK),
    Key("further_prizes", kind=rows(FURTHER_PRIZE)),
    Key("third_place_match"),
    Key("list_headings", kind=by_name(by_name(NAME))),
    Key("list_mends", kind=rows(mend)),
    Key("courses", kind=rows(NAME)),
)
"""All that are one value under one key."""
KINDS: dict[str, Kind] = SETTINGS.kinds | {
    "playoff": optional(
        record(
            {
                "tables": whole(HIGHEST_TABLE, least=1),
                "seeding": word("snake"),
                "carry_over": truth,
            }
        )
    ),
    "team_ranking": record(
        {
            "figure": word(*filter(None, TeamFigure.values)),
            "best": whole(MOST_GAMES),
            "minimum": whole(MOST_GAMES),
        },
        needed=("figure",),
    ),
    "groups": rows(text(LONGEST_GROUP)),
}
"""What may stand under each key, those of several columns too."""


def settings_of(event: Event) -> dict[str, Any]:
    """The settings of an evening as its archive says them."""
    fields = SETTINGS.written(event)
    playoff = {"tables": event.playoff_tables, "seeding": "snake"}
    playoff["carry_over"] = event.playoff_carries
    fields["playoff"] = playoff if event.has_playoff else None
    if event.team_figure:
        fields["team_ranking"] = {
            "figure": event.team_figure,
            "best": event.team_best,
            "minimum": event.team_minimum,
        }
    if event.groups != LIVERIES:
        fields["groups"] = list(event.groups)
    return fields


def settings_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The same as columns of an event; `row` is of the kinds above. Raises ArchiveError where a
    rule of teams counts nobody.
    """
    fields = SETTINGS.fields(row)
    playoff = row.get("playoff")
    fields["has_playoff"] = playoff is not None
    if playoff is not None:
        fields["playoff_tables"] = playoff.get("tables", 2)
        fields["playoff_carries"] = playoff.get("carry_over", False)
    if "team_ranking" in row:
        rule = {"best": 2, "minimum": 2} | row["team_ranking"]
        if fault := fault_of_rule(rule["figure"], rule["best"], rule["minimum"]):
            refuse("event.team_ranking", fault)
        fields |= {f"team_{name}": rule[name] for name in ("figure", "best", "minimum")}
    if "groups" in row:
        fields["group_one"], fields["group_many"] = (*row["groups"], "", "")[:2]
    return fields
