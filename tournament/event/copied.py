"""What of an event, of its companies and of its guests the copy of the event takes over."""

from collections.abc import Iterator
from typing import Any

from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus

COPIED = frozenset(
    {
        "venue",
        "time_zone",
        "paper_size",
        "list_separator",
        "charity",
        "game",
        "rules",
        "format",
        "choices",
        "qualifying_rounds",
        "games_per_round",
        "cut_size",
        "cut_tie",
        "tie_breaks",
        "absent_policy",
        "withdrawn_policy",
        "unplayed_policy",
        "table_par",
        "has_playoff",
        "playoff_tables",
        "playoff_games",
        "playoff_carries",
        "prizes",
        "playoff_tie_breaks",
        "further_prizes",
        "one_official",
        "second_keying",
        "team_figure",
        "team_best",
        "team_minimum",
        "group_one",
        "group_many",
        "hall_plan",
        "third_place_match",
        "names_kept_days",
        "names_wiped_alone",
        "list_headings",
        "list_mends",
        "courses",
        "arms",
        "sponsor",
        # The copy of a demo is one too: its log-ins are no secret and open no real evening.
        "pad_ticks",
        "phones_wait",
        "board_full",
        "chances_shown",
        "is_demo",
    }
)
"""What was declared. All other fields belong to the one evening, and begin anew in its copy."""
COMPANY = ("precedence", "name", "full_name", "great_twelve", "modern", "note", "extra")
KNOWN = (
    "title",
    "first_name",
    "last_name",
    "post_nominals",
    "spoken",
    "team",
    "office",
    "guest_of",
    "host_connected",
    "step_free",
    "keeps_room",
    "email",
    "phone",
    "dietary",
    "unnamed",
    "no_photographs",
)
"""What is kept of somebody who may come again, beside name and livery."""


def declared(source: Event) -> dict[str, Any]:
    """The fields of a copy."""
    return {name: getattr(source, name) for name in sorted(COPIED)}


def companies(source: Event) -> list[dict[str, Any]]:
    """The livery companies (or clubs) as the event knows them."""
    return list(source.liveries.values(*COMPANY))


def may_come_again(source: Event) -> Iterator[tuple[Guest, dict[str, Any]]]:
    """Everybody who came, with what is kept of them; places held for nobody and those who never
    came are left out.
    """
    guests = (
        source.guests.select_related("livery")
        .exclude(status=GuestStatus.NO_SHOW)
        .exclude(placeholder=True)
    )
    for guest in guests:
        yield guest, {name: value for name in KNOWN if (value := getattr(guest, name))}
