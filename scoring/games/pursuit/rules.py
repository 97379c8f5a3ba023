"""Pursuit, the chase of two players round the ranks: what its text file says."""

from scoring.law.rules_text import rulebook_of

PURSUIT = rulebook_of("pursuit")
PACK = PURSUIT.deal.pack
"""Ace to ten of each suit and two Jokers: 42 cards."""
