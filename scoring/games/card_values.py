"""Card values that more than one game counts by."""

from scoring.law.rulebook import CardValue

EIGHT = CardValue("8", 30, "SP-30")
VALUES = (
    EIGHT,
    CardValue("A", 1, "SP-31"),
    CardValue("2345679", None, "SP-32"),
    CardValue("TJQK", 10, "SP-33"),
)
