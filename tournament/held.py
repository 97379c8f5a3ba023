"""What of an event may no longer change, and why: asked by the page that shows it and by the act that refuses it."""

from tournament.models import Event, Stage
from tournament.models.seating import RoundState

FROZEN = (
    "game",
    "rules",
    "qualifying_rounds",
    "games_per_round",
    "tie_breaks",
    "cut_tie",
    "absent_policy",
    "withdrawn_policy",
    "unplayed_policy",
)
"""What decides results: it stays as declared once the first sheet is accepted."""
SEATED = ("qualifying_rounds", "games_per_round")
SEALED = ("cut_size", "cut_tie")
PLAYOFF = ("has_playoff", "playoff_tables", "playoff_games", "playoff_carries")


def held_fields(event: Event) -> dict[str, str]:
    """Field to reason for everything that stays as it is. Two queries."""
    held: dict[str, str] = {}
    stages = set(event.rounds.values_list("stage", "state"))
    if any(stage == Stage.QUALIFYING for stage, _state in stages):
        drafts = all(state == RoundState.DRAFT for _stage, state in stages)
        mend = "throw the draft of the seating away first." if drafts else "the seating is published with them."
        held |= dict.fromkeys(SEATED, f"Rounds are laid out for these numbers: {mend}")
    if event.frozen:
        held |= dict.fromkeys(FROZEN, "Sheets were accepted under these rules, so they stay as declared.")
    if event.seals.filter(broken_at__isnull=True).exists():
        held |= dict.fromkeys(SEALED, "The cut is sealed with this.")
    if any(stage == Stage.PLAYOFF for stage, _state in stages):
        held |= dict.fromkeys((*PLAYOFF, *SEALED), "The play-off is seated, so its form and the cut stay.")
    return held
