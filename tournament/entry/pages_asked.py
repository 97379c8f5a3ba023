"""What a tie on the line of the cut still wants to know of bare points (a hand of which only its
points were typed), and whom to ask for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.counting.cut import Cut
from scoring.counting.standings import Prompt
from scoring.words import listed
from tournament.counting.submission import Place
from tournament.models import Answer, Event, Tally

ASKED = {"eights_caught": ("eights", "eights"), "cards_left": ("cards", "cards left")}
"""The tie-breaks that bare points leave open: the field of each, and its word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One figure of one game of one guest, as the form asks for it."""

    player: str
    name: str
    kind: str
    place: Place
    points: int

    @property
    def field(self) -> str:
        """The name of the field: what, who and where."""
        return f"{self.kind}:{self.player}:{self.place.round}:{self.place.table}:{self.place.game}"


def asked_for(event: Event, cut: Cut) -> dict[str, Any]:
    """Whom to ask for what, as sentences with the names together, and a field for each game; two
    queries, if any.
    """
    if not cut.tied:
        return {}
    prompts = [prompt for prompt in cut.prompts if prompt.criterion in ASKED and prompt.cells]
    names = {standing.player: standing.name for standing in cut.tied}
    points = _points(event, prompts)
    doubts = [
        Wanted(
            prompt.player,
            names[prompt.player],
            ASKED[prompt.criterion][0],
            Place(*cell),
            points[prompt.player, cell],
        )
        for prompt in dict.fromkeys(prompts)
        for cell in prompt.cells
        if (prompt.player, cell) in points
    ]
    return {
        "sentences": list(_sentences(prompts, names)),
        "wanted": doubts,
        "answered": _answered(event, names),
    }


def other_prompts(cut: Cut) -> list[str]:
    """What else is wanting, which no answer can mend."""
    return list(
        dict.fromkeys(
            prompt.words
            for prompt in cut.prompts
            if prompt.criterion not in ASKED or not prompt.cells
        )
    )


def _sentences(prompts: Sequence[Prompt], names: dict[str, str]) -> Iterable[str]:
    for criterion, (_kind, words) in ASKED.items():
        person = list(
            dict.fromkeys(
                names[prompt.player] for prompt in prompts if prompt.criterion == criterion
            )
        )
        if person:
            yield f"Ask {listed(person)} for their {words}: only the points are known."


def _points(event: Event, prompts: Iterable[Prompt]) -> dict[tuple[str, tuple[int, int, int]], int]:
    """The bare points of those to be asked, by guest and cell."""
    rows = Tally.objects.filter(event=event, sheet__accepted=True, hand=None, points__isnull=False)
    rows = rows.filter(guest__ref__in={prompt.player for prompt in prompts})
    columns = (
        "sheet__game__table__round__number",
        "sheet__game__table__number",
        "sheet__game__number",
    )
    return {
        (ref, (a, b, c)): points or 0
        for ref, a, b, c, points in rows.values_list("guest__ref", *columns, "points")
    }


def _answered(event: Event, names: dict[str, str]) -> list[Answer]:
    answers = Answer.objects.filter(event=event, taken_back_by=None, guest__ref__in=names)
    return list(answers.select_related("guest", "entry", "game__table__round"))
