"""Switch, the family relative of Crazy Eights: what its text file says."""

from scoring.law.rules_text import rulebook_of

SWITCH = rulebook_of("switch")
EFFECTS = SWITCH.effects
"""What the Power Cards do."""
