"""Ottawa, the game of runs and sets without malice: what its text file says."""

from scoring.law.rules_text import rulebook_of

OTTAWA = rulebook_of("ottawa")
