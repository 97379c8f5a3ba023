"""One thing that was looked at: how it is, or what is wrong with it and how to mend it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and how it is; `wrong` says that something has to be done, and `mend` what."""

    what: str
    words: str
    mend: str = ""

    @property
    def wrong(self) -> bool:
        """Whether somebody has to do something."""
        return bool(self.mend)
