"""What is typed of one personal card: its badge, and the total of each round as the paper says it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


class CardRefusedError(ValueError):
    """The card cannot be taken so; the sentence names the field and the mend."""


@dataclass(frozen=True, slots=True)
class TypedCard:
    """Whose card, and what it says of each round typed."""

    badge: int
    totals: Mapping[int, int]


def read_card(data: Mapping[str, str], rounds: int) -> TypedCard:
    """Read the form; a round left empty is not compared. Raises CardRefusedError."""
    badge = data.get("badge", "").strip()
    if not _NUMBER.fullmatch(badge):
        raise CardRefusedError("The badge number is missing: it stands on the card, at the top.")
    totals: dict[int, int] = {}
    for number in range(1, rounds + 1):
        said = data.get(f"round-{number}", "").strip()
        if said and not _NUMBER.fullmatch(said):
            raise CardRefusedError(f"Round {number}: a card's total is a whole number, such as 87, not {said[:20]}.")
        if said:
            totals[number] = int(said)
    if not totals:
        raise CardRefusedError("No total was typed: type what the card says of at least one round.")
    return TypedCard(int(badge), totals)
