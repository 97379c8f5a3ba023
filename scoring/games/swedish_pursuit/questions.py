"""What answers questions to Swedish Pursuit, and reads them as case files write them."""

from scoring.games.swedish_pursuit.calls import check_challenge, check_naming
from scoring.games.swedish_pursuit.check import check_table
from scoring.games.swedish_pursuit.claims import (
    check_blocked,
    check_setup,
    check_start,
    check_tally,
)
from scoring.law.case_file import answered_by, questions_of
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
read_question = questions_of("Swedish Pursuit", late_suit=True)
