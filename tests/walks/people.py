"""Who goes through the evening: each with a browser of their own, who sees pages and can only do
what these offer.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.walks.pages import Button, Form, Page, led_to, read

PASSWORD = "a long pass phrase 7"
AGAIN = "password_again"
DEAD = "dead link"
"""The kind of a wall at a page that is not there."""
REDIRECTS = (301, 302, 303)
HOPS = 6
"""Redirects followed after one request: more are a wall."""
NOT_TOLD = frozenset({"csrfmiddlewaretoken", "key", "held"})
"""Hidden fields that the sentence of a step leaves out."""
Values = Mapping[str, str | Sequence[str] | SimpleUploadedFile | None]


class WallError(AssertionError):
    """What a walker runs into, no wall of the hall: the evening cannot go on, or a page says what
    is not so.

    `kind` says at what; a walk that is made shorter (`shrink.py`) has to end at the same kind.
    """

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind


class GoneHomeError(Exception):
    """The walk went as far as it was asked to."""


def shape(address: str) -> str:
    """An address without its numbers and the name of its evening: `/e/*/sheets/#/#/#/`."""
    path = re.sub(r"^/e/[^/]+/", "/e/*/", address.partition("?")[0])
    path = re.sub(r"/(T|P|A|G|sign-in|edition)/.*", r"/\1/*", path)
    return re.sub(r"\d+", "#", path)


@dataclass
class Story:
    """What was done, each a sentence that a person can repeat."""

    told: list[str] = field(default_factory=list)
    act: str = ""
    """What was done last: the shape of the address that it was sent to."""

    def tell(self, words: str) -> None:
        """One more step."""
        self.told.append(words)

    def __str__(self) -> str:
        return "\n".join(f"{number:3}. {words}" for number, words in enumerate(self.told, start=1))


@dataclass
class Person:
    """Somebody with a browser."""

    name: str
    story: Story
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    password: str = PASSWORD
    impatient: int = 0
    """How many more buttons are pressed twice."""

    def open(self, address: str, *, near: str = "") -> Page:
        """The page at an address that some page showed; it must be there and must not break."""
        return self._page(self._there(address, near), address)

    def glance(self, address: str) -> Page:
        """The same, and of the page only where it leads."""
        answer = self._there(address, "")
        where = answer.walked_to
        if not _is_html(answer):
            return Page(where, answer.status_code)
        links = [(one, "") for one in led_to(where, answer.content.decode())]
        return Page(where, answer.status_code, links=links)

    def _there(self, address: str, near: str) -> Any:
        answer = self._asked("get", address, None)
        if answer.status_code in (404, 405, 410):
            raise WallError(
                f"{DEAD} {shape(address)}",
                f"{self.name} opens {address} from {near or 'a page'}: {answer.status_code}",
            )
        return answer

    def fetch(self, address: str) -> Any:
        """What is behind an address, unread."""
        return self._asked("get", address, None)

    def press(self, form: Form, button: Button | None = None, **values: Any) -> Page:
        """Send a form as it stands but for these fields, by a button of its own, and follow where
        it leads.
        """
        return self.send(form, values, button)

    def send(self, form: Form, values: Values, button: Button | None = None) -> Page:
        """The same, for fields whose names are no words of Python."""
        button = button or (form.buttons[0] if form.buttons else Button("Enter"))
        sent = _filled(form, values) | ({button.name: [button.value]} if button.name else {})
        action = button.action or form.action
        self.story.tell(_in_words(self.name, form, button, values))
        if form.method == "get":
            asked = urlencode([(name, one) for name, many in sent.items() for one in many])
            return self._page(
                self._asked("get", f"{form.action.partition('?')[0]}?{asked}", None), form.action
            )
        self.story.act = shape(action)
        page = self._with_password(self._page(self._asked("post", action, sent), action))
        if self.impatient and form.named("key"):
            self.impatient -= 1
            self.story.tell(f"{self.name} presses “{button.words}” a second time")
            self._asked("post", action, sent)
        return page

    def _with_password(self, page: Page) -> Page:
        """The page, or where it asks for the password, the one after that is said."""
        asking = next((form for form in page.forms if form.named(AGAIN)), None)
        # A form without its token would be turned away, so it is left as it stands.
        if asking is None or not asking.named("csrfmiddlewaretoken"):
            return page
        return self.send(asking, {AGAIN: self.password})

    def _asked(self, method: str, address: str, data: Any) -> Any:
        try:
            answer = (
                getattr(self.client, method)(address, data)
                if data
                else getattr(self.client, method)(address)
            )
            for _ in range(HOPS):
                if answer.status_code not in REDIRECTS:
                    break
                address = answer.headers["Location"]
                answer = self.client.get(address)
        except Exception as error:
            raise WallError(
                f"500 {shape(address)}", f"{self.name}, {method} {address}: {error!r}"
            ) from error
        if answer.status_code in REDIRECTS:
            raise WallError(f"sent round {shape(address)}", f"{self.name}, {method} {address}")
        if answer.status_code >= 500:
            raise WallError(f"500 {shape(address)}", f"{self.name}, {method} {address}")
        if (
            method == "post"
            and answer.status_code in (403, 404, 405)
            and not _asks_password(answer)
        ):
            raise WallError(
                f"{answer.status_code} {shape(address)}", f"{self.name}, {method} {address}"
            )
        answer.walked_to = address
        return answer

    def _page(self, answer: Any, address: str) -> Page:
        where = getattr(answer, "walked_to", address)
        if not _is_html(answer):
            return Page(where, answer.status_code)
        return read(where, answer.status_code, answer.content.decode())


def _is_html(answer: Any) -> bool:
    return not answer.streaming and "html" in answer.headers.get("Content-Type", "")


def _asks_password(answer: Any) -> bool:
    return not answer.streaming and AGAIN.encode() in answer.content


def _filled(form: Form, values: Values) -> dict[str, Any]:
    """What the browser sends; a field the page does not show is a slip of the walker, one it needs
    is filled in.
    """
    sent: dict[str, Any] = dict(form.as_it_stands())
    for name, value in values.items():
        assert form.named(name) is not None, (
            f"{form.action} on {form.page} has no field {name}:"
            f" {[field.name for field in form.fields]}"
        )
        if value is None:
            sent.pop(name, None)
        else:
            sent[name] = [value] if isinstance(value, str | SimpleUploadedFile) else list(value)
    for one in form.fields:
        if one.needed and not any(sent.get(one.name, [""])):
            assert one.kind in ("text", "textarea"), f"{form.action} needs {one.name}"
            sent[one.name] = ["So it was decided"]
    return sent


def _in_words(who: str, form: Form, button: Button, values: Values) -> str:
    said = ", ".join(
        f"{_called(form, name)} = {getattr(value, 'name', value)!r}"
        for name, value in values.items()
        if name not in NOT_TOLD
    )
    return f"{who}, on {form.page}: “{button.words}”{f' with {said}' if said else ''}"


def _called(form: Form, name: str) -> str:
    found = form.named(name)
    return f"{found.label} [{name}]" if found and found.label and found.kind != "radio" else name
