"""What of an event may no longer change, and why: asked by the page that shows it and by the act
that refuses it.
"""

from tournament.ledger.settings import as_logged, of_round
from tournament.models import Event, LedgerEntry, Round, Stage
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
