"""What answers questions to a shedding game, and reads them as case files write them."""

from scoring.games.shedding.calls import check_challenge
from scoring.games.shedding.check import check_table
from scoring.games.shedding.claims import check_blocked, check_setup, check_start, check_tally
from scoring.law.case_file import answered_by, questions_of
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
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
        BlockedPosition: check_blocked,
        SetupPosition: check_setup,
    }
)
read_question = questions_of("This game")
