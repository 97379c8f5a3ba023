"""What is answered where something asked for cannot be done."""

SAY_WHY = "Say why, for the record."
"""Of every act that keeps its reason."""


class Refused(ValueError):
    """It cannot be done, and nothing is changed: the sentence says why and what to do instead.

    Every subject has its own class below this one; whoever shows the sentence catches this one.
    """


def needs(reason: str, sentence: str = SAY_WHY) -> None:
    """Refuse an act without a reason, in this sentence."""
    if not reason.strip():
        raise Refused(sentence)
