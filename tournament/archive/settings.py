"""What an archive says of the settings of an evening. Each stands in one row: the key of the file,
the column, and what may stand there; by it the document is checked, written and read.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.counting.tie_breaks import CRITERIA
from scoring.pairing.ranking import CRITERIA as PAIRED_CRITERIA
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


class Setting(NamedTuple):
    """A setting that the file holds under `key`, where it is not as usual or `always`; `kind` where
    the column does not say it.
    """

    key: str
    column: str
    kind: Kind | None = None
    always: bool = False

    @property
    def usual(self) -> Any:
        """What an evening has where nobody declares it."""
        return Event._meta.get_field(self.column).get_default()  # type: ignore[union-attr]

    @property
    def check(self) -> Kind:
        """What may stand there: a text of the length of the column, one of its words, yes or no."""
        column = Event._meta.get_field(self.column)
        if self.kind is not None:
            return self.kind
        if column.choices:  # type: ignore[union-attr]
            return word(*(str(value) for value, _words in column.choices))  # type: ignore[union-attr]
        longest = column.max_length  # type: ignore[union-attr]
        return truth if longest is None else text(longest)


SETTINGS = (
    Setting("venue", "venue", always=True),
    Setting("games_per_round", "games_per_round", whole(MOST_GAMES, least=1), always=True),
    Setting("qualifying_rounds", "qualifying_rounds", whole(MOST_GAMES, least=1), always=True),
    Setting("cut", "cut_size", whole(LARGEST), always=True),
    Setting("playoff_games", "playoff_games", whole(MOST_GAMES), always=True),
    Setting("charity", "charity", always=True),
    Setting("tie_break", "tie_breaks", TIE_BREAK, always=True),
    Setting("absent_game_policy", "absent_policy", always=True),
    Setting("withdrawn_policy", "withdrawn_policy", always=True),
    Setting("options", "rules"),
    Setting("format", "format"),
    Setting("choices", "choices"),
    Setting("unplayed_game_policy", "unplayed_policy"),
    Setting("cut_tie", "cut_tie"),
    Setting("prizes", "prizes", rows(PRIZE)),
    Setting("one_official", "one_official"),
    Setting("table_par", "table_par"),
    Setting("time_zone", "time_zone"),
    Setting("paper_size", "paper_size"),
    Setting("list_separator", "list_separator"),
    Setting("second_keying", "second_keying"),
    Setting("phones_wait", "phones_wait"),
    Setting("pad_ticks", "pad_ticks"),
    Setting("playoff_tie_break", "playoff_tie_breaks", TIE_BREAK),
    Setting("further_prizes", "further_prizes", rows(FURTHER_PRIZE)),
    Setting("third_place_match", "third_place_match"),
    Setting("list_headings", "list_headings", by_name(by_name(NAME))),
    Setting("list_mends", "list_mends", rows(mend)),
    Setting("courses", "courses", rows(NAME)),
)
"""All that are one value under one key."""
KINDS: dict[str, Kind] = {setting.key: setting.check for setting in SETTINGS} | {
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
USUAL = {setting.key: setting.usual for setting in SETTINGS if not setting.always}
"""What an archive leaves out where an evening has it so."""


def settings_of(event: Event) -> dict[str, Any]:
    """The settings of an evening as its archive says them."""
    values = {setting.key: getattr(event, setting.column) for setting in SETTINGS}
    fields: dict[str, Any] = {
        key: value for key, value in values.items() if key not in USUAL or value != USUAL[key]
    }
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
    fields = {setting.column: row[setting.key] for setting in SETTINGS if setting.key in row}
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
