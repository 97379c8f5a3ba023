"""The certificate of a seating: each harm it does, counted, named and held against what cannot be avoided."""

from collections.abc import Callable

from scoring.seating.certificate_values import Certificate
from scoring.seating.values import Key, Seating, Wishes


def certificate(seating: Seating, wishes: Wishes, *, name: Callable[[Key], str] = str) -> Certificate:
    """What `seating` does to the guests of `wishes`; `name` gives the printed name for the sentences."""
    raise NotImplementedError
