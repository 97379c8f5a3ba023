"""What a page says was done knows its press, so that “Take back” stands beside it."""

from typing import Any

from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage

from tournament.ledger.pressing import press_now

TAG = "press-"


class PressMessages(CookieStorage):
    """Messages in a cookie; what was done bears the number of its press."""

    def add(self, level: int, message: str, extra_tags: str | None = "") -> Any:
        """Keep a message for the next page."""
        pressed = press_now()
        if level == constants.SUCCESS and pressed is not None and pressed.noted:
            extra_tags = f"{TAG}{pressed.press.pk}"
        return super().add(level, message, extra_tags)


def press_of(message: Any) -> int:
    """The number of the press that a message tells of; 0 for none."""
    tag = str(message.extra_tags or "")
    return int(tag.removeprefix(TAG)) if tag.startswith(TAG) else 0
