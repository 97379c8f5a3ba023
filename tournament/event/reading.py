"""What of an event may no longer change, and why: asked by the page that shows it and by the act
that refuses it.

What of an event its copy takes over, and what begins anew: every field of an event stands in one of
these lists.
"""

from collections.abc import Iterator
from typing import Any

from tournament.ledger.settings import as_logged, of_round
from tournament.models import Event, Guest, LedgerEntry, Round, Stage
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.site.access import DESK, TWO

FROZEN = (
    "game",
    "format",
    "choices",
    "rules",
    "tie_breaks",
    "playoff_tie_breaks",
    "cut_tie",
    "absent_policy",
    "withdrawn_policy",
    "unplayed_policy",
    "table_par",
)
"""What decides results: from the first result on it changes only where two officials agree."""
SEATED = ("qualifying_rounds", "games_per_round")
SEALED = ("cut_size", "cut_tie")
PLAYOFF = ("has_playoff", "playoff_tables", "playoff_games", "playoff_carries")
PAIRED = ("qualifying_rounds", "cut_size", "third_place_match", "game", "format", "choices")
TOGETHER = frozenset({*FROZEN, "one_official"} - {"game", "format", "choices"})
"""What head umpire and organiser can still change together; the game that was played stays."""
AS_DECLARED = "Sheets were accepted under these rules, so they stay as declared."
AS_PAIRED = "Matches were played under these rules, so they stay as declared."
AS_DRAFTED = (
    "Rounds are paired for this: take them back first, or choose the kind of evening again, which"
    " throws them away."
)


def last_change(event: Event) -> LedgerEntry | None:
    """The entry of the last change of settings while one official may undo it: what it set still
    stands, nothing of it is held by now, and it did not take two; else None. One query without
    one, else some five.
    """
    entry = LedgerEntry.standing.filter(event=event, kind="settings").order_by("-number").first()
    if entry is None or "witness" in entry.body:
        return None
    after = entry.body["after"]
    if as_logged(event, after) != after or held_fields(event).keys() & after.keys():
        return None
    open_rounds = {0, *(round_.number for round_ in rounds_not_started(event))}
    if {of_round(name) for name in after} - open_rounds:
        return None
    return entry


def held_fields(event: Event) -> dict[str, str]:
    """Field to reason for everything that one official alone cannot change any more.

    Three or four queries.
    """
    reasons: dict[str, str] = {}
    stages = set(event.rounds.values_list("stage", "state"))
    if any(stage == Stage.QUALIFYING for stage, _state in stages):
        drafts = all(state == RoundState.DRAFT for _stage, state in stages)
        mend = (
            "throw the draft of the seating away first."
            if drafts
            else "the seating is published with them."
        )
        reasons |= dict.fromkeys(SEATED, f"Rounds are laid out for these numbers: {mend}")
    if event.frozen:
        reasons |= dict.fromkeys(FROZEN, AS_PAIRED if event.paired else AS_DECLARED)
        reasons |= _one_official(event)
    reasons |= bound_by_the_cut(event)
    if event.is_rehearsal:
        reasons["name"] = "A rehearsal keeps the name that says so."
    if event.paired and event.match_rounds.exists():
        reasons = dict.fromkeys(PAIRED, AS_DRAFTED) | reasons
    return reasons


def bound_by_the_cut(event: Event) -> dict[str, str]:
    """What the seal and the seated play-off hold, whoever agrees: the act to take back is named."""
    reasons: dict[str, str] = {}
    if event.seals.filter(broken_at__isnull=True).exists():
        reasons |= dict.fromkeys(SEALED, "The cut is sealed with this: break the seal first.")
    if event.rounds.filter(stage=Stage.PLAYOFF).exists():
        sentence = "The play-off is seated, so its form and the cut stay: unseat it first."
        reasons |= dict.fromkeys((*PLAYOFF, *SEALED), sentence)
    return reasons


def _one_official(event: Event) -> dict[str, str]:
    """Two officials who are there are not declared away by one of them."""
    if event.one_official or event.officials.filter(role__in=DESK.roles).count() < TWO:
        return {}
    return {"one_official": "The evening has a second official, so both agree to do without."}


def rounds_not_started(event: Event) -> list[Round]:
    """The laid rounds in which nothing is on record yet: the number of their games can still
    change.
    """
    rounds = Round.objects.filter(event=event).exclude(state=RoundState.CLOSED)
    begun = rounds.filter(tables__games__sheets__isnull=False) | rounds.filter(
        tables__games__not_played=True
    )
    return list(rounds.exclude(pk__in=begun.order_by().values("pk")).order_by("number"))


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
"""What was declared."""
ANEW = frozenset(
    {
        "id",
        "uid",
        "slug",
        "name",
        "date",
        "sign_in_secret",
        "tablet_secret",
        "guests_check_in",
        "frozen_at",
        "version",
        "held_since",
        "released",
        "is_rehearsal",
        "reading",
        "podium_revealed_at",
        "playoff_live",
        "extra",
        "names_wiped_at",
    }
)
"""What belongs to the one evening: its name and day, its secrets, and all that happened.

No code reads it: it is the decision about each field, and a test fails for a field in neither list.
"""
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
