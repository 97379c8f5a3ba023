"""What of an event may no longer change, and why: asked by the page that shows it and by the act that refuses it."""

from tournament.ledger.matches import paired
from tournament.models import Event, Round, Stage
from tournament.models.event import Role
from tournament.models.seating import RoundState

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
PAIRED = ("qualifying_rounds", "cut_size", "third_place_match")
TOGETHER = frozenset({*FROZEN, "one_official"} - {"game", "format", "choices"})
"""What head umpire and organiser can still change together; the game that was played stays."""
TWO = 2
DESK = (Role.HEAD_UMPIRE, Role.ORGANISER)
AS_DECLARED = "Sheets were accepted under these rules, so they stay as declared."


def held_fields(event: Event) -> dict[str, str]:
    """Field to reason for everything that one official alone cannot change any more. Three or four queries."""
    held: dict[str, str] = {}
    stages = set(event.rounds.values_list("stage", "state"))
    if any(stage == Stage.QUALIFYING for stage, _state in stages):
        drafts = all(state == RoundState.DRAFT for _stage, state in stages)
        mend = "throw the draft of the seating away first." if drafts else "the seating is published with them."
        held |= dict.fromkeys(SEATED, f"Rounds are laid out for these numbers: {mend}")
    if event.frozen:
        held |= dict.fromkeys(FROZEN, AS_DECLARED)
        held |= _one_official(event)
    held |= bound_by_the_cut(event)
    if paired(event) and event.match_rounds.exists():
        held |= dict.fromkeys(PAIRED, "Rounds are paired for these numbers: take them back first.")
    return held


def bound_by_the_cut(event: Event) -> dict[str, str]:
    """What the seal and the seated play-off hold, whoever agrees: the act to take back is named."""
    held: dict[str, str] = {}
    if event.seals.filter(broken_at__isnull=True).exists():
        held |= dict.fromkeys(SEALED, "The cut is sealed with this: break the seal first.")
    if event.rounds.filter(stage=Stage.PLAYOFF).exists():
        said = "The play-off is seated, so its form and the cut stay: unseat it first."
        held |= dict.fromkeys((*PLAYOFF, *SEALED), said)
    return held


def _one_official(event: Event) -> dict[str, str]:
    """Two officials who are there are not declared away by one of them."""
    if event.one_official or event.officials.filter(role__in=DESK).count() < TWO:
        return {}
    return {"one_official": "The evening has a second official, so both agree to do without."}


def rounds_not_started(event: Event) -> list[Round]:
    """The laid rounds in which nothing is on record yet: the number of their games can still change."""
    rounds = Round.objects.filter(event=event).exclude(state=RoundState.CLOSED)
    begun = rounds.filter(tables__games__sheets__isnull=False) | rounds.filter(tables__games__not_played=True)
    return list(rounds.exclude(pk__in=begun.order_by().values("pk")).order_by("number"))
