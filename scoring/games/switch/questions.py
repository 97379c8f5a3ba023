"""What answers questions to Switch, and reads them as case files write them."""

from collections.abc import Mapping
from typing import Any

from scoring.cards import Card, is_joker
from scoring.games.shedding.calls import check_challenge
from scoring.games.switch.calls import check_naming
from scoring.games.switch.check import check_table
from scoring.games.switch.claims import check_blocked, check_setup, check_start, check_tally
from scoring.law.case_file import answered_by, questions_of, read_packs
from scoring.law.game import GameError
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
    NamingPosition,
    SetupPosition,
    StartPosition,
    TablePosition,
)

check = answered_by(
    {
        TablePosition: check_table,
        StartPosition: check_start,
        HandPosition: check_tally,
        CallPosition: check_challenge,
        NamingPosition: check_naming,
        BlockedPosition: check_blocked,
        SetupPosition: check_setup,
    }
)
read_question = questions_of("Switch", late_suit=True)


def read_position(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    position = read_packs(facts, kind)
    cards_shown: list[Card | None] = [getattr(position, "top", None)]
    cards_shown += getattr(position, "hand", None) or ()
    cards_shown += getattr(position, "turned_up", ())
    if any(card is not None and is_joker(card) for card in cards_shown):
        raise GameError("Switch is played without Jokers.")
    return position
