"""What the machine itself is in want of, in sentences for the home of the evening."""

from tournament.backup.disk import nearly_full
from tournament.backup.places import beside, trouble


def troubles() -> list[str]:
    """A disk that is nearly full, and copies that could not be made; nothing where all is well."""
    try:
        full = nearly_full(beside())
    except OSError:
        full = ""
    copies = trouble()
    return [
        words for words in (full, f"The last copy of the database is not good. {copies}" if copies else "") if words
    ]
