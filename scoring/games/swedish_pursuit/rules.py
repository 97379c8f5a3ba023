"""Swedish Pursuit, the game of the livery evening: what its text file says."""

from scoring.law.rules_text import rulebook_of

SWEDISH_PURSUIT = rulebook_of("swedish_pursuit")
EFFECTS = SWEDISH_PURSUIT.effects
"""What the trick cards and the 8 do."""
