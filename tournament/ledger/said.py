"""What a page says was done knows its press, so that “Take back” stands beside it, on every page
until something else is done.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponseBase

from tournament.ledger.pressing import press_now

TAG, KEPT = "press-", "kept"


class PressMessages(CookieStorage):
    """Messages in a cookie; what was done bears the number of its press, and stays once read."""

    _loaded_messages: list[Message]
    _queued_messages: list[Message]

    def add(self, level: int, message: str, extra_tags: str | None = "") -> Any:
        """Keep a message for the next page."""
        pressed = press_now()
        if level == constants.SUCCESS and pressed is not None and pressed.noted:
            extra_tags = f"{TAG}{pressed.press.pk}"
        return super().add(level, message, extra_tags)

    def update(self, response: HttpResponseBase) -> Any:
        """What is to be said yet, and what this account did last, be it in silence."""
        loaded, queued = self._loaded_messages, self._queued_messages
        number = getattr(self.request, "press_of_account", 0)
        if number:
            loaded[:] = [message for message in loaded if press_of(message) in (0, number)]
            if all(press_of(message) != number for message in (*loaded, *queued)):
                queued.append(Message(constants.SUCCESS, "", f"{TAG}{number}"))
                self.added_new = True
        if self.used:
            act = newest_act(loaded)
            if act is not None:
                act.extra_tags = f"{TAG}{press_of(act)} {KEPT}"
                queued.insert(0, act)
        return super().update(response)


def newest_act(messages: Iterable[Message]) -> Message | None:
    """The first of what was said of the newest press; None where none was."""
    acts = [message for message in messages if press_of(message)]
    return next((act for act in acts if press_of(act) == press_of(acts[-1])), None)


def press_of(message: Any) -> int:
    """The number of the press that a message tells of; 0 for none."""
    tag = str(message.extra_tags or "").partition(" ")[0]
    return int(tag.removeprefix(TAG)) if tag.startswith(TAG) else 0
