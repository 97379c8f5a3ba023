"""What a browser shows of a page: its links, and its forms with their fields and buttons, read from
the HTML alone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

FIELDS = ("input", "select", "textarea", "button")
INLINE = frozenset({"a", "b", "em", "i", "small", "span", "strong", "sub", "sup", "time", "wbr"})
VOID = frozenset(
    {"input", "br", "img", "meta", "link", "hr", "source", "wbr", "use", "path", "area", "col"}
)
UNSAID = frozenset({"script", "style", "template"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "legend", "summary"})
Attributes = Mapping[str, str]


@dataclass
class Field:
    """A field of a form: its name, its kind (`text`, `radio`, `select`, `hidden`…) and what it
    holds.
    """

    name: str
    kind: str
    value: str = ""
    label: str = ""
    ticked: bool = False
    options: list[tuple[str, str]] = field(default_factory=list)
    attributes: Attributes = field(default_factory=dict)

    @property
    def needed(self) -> bool:
        """Whether a browser refuses to send the form without it."""
        return "required" in self.attributes


@dataclass
class Button:
    """What sends a form: its words, and the name and value it brings along."""

    words: str
    name: str = ""
    value: str = ""
    action: str = ""


@dataclass
class Form:
    """A form as it stands on the page at `page`."""

    page: str
    action: str
    method: str
    heading: str = ""
    ident: str = ""
    fields: list[Field] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def named(self, name: str) -> Field | None:
        """The first field of a name."""
        return next((field for field in self.fields if field.name == name), None)

    def many(self, pattern: str) -> list[Field]:
        """The fields whose whole name fits."""
        return [field for field in self.fields if re.fullmatch(pattern, field.name)]

    def as_it_stands(self) -> dict[str, list[str]]:
        """What a browser would send if nobody touched a field."""
        sent: dict[str, list[str]] = {}
        for held in self.fields:
            if held.name and not (held.kind in ("radio", "checkbox") and not held.ticked):
                sent.setdefault(held.name, []).append(held.value)
        return sent


@dataclass
class Part:
    """A section of a page: its class, first heading, words, links and forms."""

    kind: str
    heading: str = ""
    words: str = ""
    links: list[tuple[str, str]] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)


@dataclass
class Page:
    """A page that was read: where, how it answered, its words, its links (address, words) and its
    forms.

    `messages` are (kind, words), the kind `done`, `flag`, `fault` or nothing; `steps` the phases,
    (words, state); `figures` what stands out by a class of its own, (class, words).
    """

    url: str
    status: int
    words: str = ""
    heading: str = ""
    messages: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    idents: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    steps: list[tuple[str, str]] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)

    @property
    def refused(self) -> str:
        """What the page says went wrong; empty where it says nothing of the kind."""
        return " ".join(words for kind, words in self.messages if kind == "fault")

    def part(self, kind: str) -> Part | None:
        """The first section with this among its classes."""
        return next((part for part in self.parts if kind in part.kind.split()), None)

    @property
    def path(self) -> str:
        """Its address without what is asked behind it."""
        return urlsplit(self.url).path

    def form(self, action: str, *, holding: str = "") -> Form | None:
        """The first form that is sent to an address ending so (a pattern), with a field of that
        name where asked.
        """
        return next(iter(self.those(action, holding=holding)), None)

    def those(self, action: str, *, holding: str = "") -> list[Form]:
        """All such forms."""
        return [
            form
            for form in self.forms
            if re.search(action, form.action) and (not holding or form.many(holding))
        ]

    def link(self, address: str) -> str:
        """The first link that leads to an address that fits; empty where none does."""
        return next((one for one, _words in self.links if re.search(address, one)), "")

    def here(self) -> Iterator[str]:
        """Every address of this site that the page leads to by a link or a form that only asks."""
        for address in [one for one, _words in self.links] + [
            form.action for form in self.forms if form.method == "get"
        ]:
            if _is_ours(address):
                yield address


LEADING = re.compile(
    r"""<a\s[^>]*?\bhref="(?P<link>[^"#][^"]*)"|<form\b(?P<form>[^>]*)>""", re.IGNORECASE
)
ACTION = re.compile(r"""\baction="([^"]*)\"""", re.IGNORECASE)


def led_to(url: str, html: str) -> list[str]:
    """Where a page leads, read without its words: what `here` of the whole page gives."""
    found = list[str]()
    for one in LEADING.finditer(html):
        if one["form"] is None:
            address = one["link"]
        elif re.search(r"\bmethod=\"post\"", one["form"], re.IGNORECASE):
            continue
        else:
            address = (ACTION.search(one["form"]) or [0, ""])[1]
        found.append(urldefrag(urljoin(url, unescape(address)))[0])
    return [address for address in dict.fromkeys(found) if _is_ours(address)]


def _is_ours(address: str) -> bool:
    parts = urlsplit(address)
    return (
        parts.netloc in ("", "testserver")
        and parts.scheme in ("", "http", "https")
        and parts.path.startswith("/")
    )


def read(url: str, status: int, html: str) -> Page:
    """The page as it was answered."""
    reader = _Reader(Page(url, status))
    reader.feed(html)
    reader.close()
    return reader.done()


class _Reader(HTMLParser):
    """Goes through the tags once; what stands outside a form may belong to it by its `form`."""

    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.form: Form | None = None
        self.words: list[str] = []
        self.labels: dict[str, str] = {}
        self.loose: list[tuple[str, Field | Button]] = []
        self.open: list[tuple[str, int, Attributes]] = []
        self.heading = ""
        self.choice: Field | None = None
        self.unsaid: list[tuple[Field, int]] = []
        self.within: list[tuple[Part, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if "id" in held:
            self.page.idents.append(held["id"])
        if _is_part(tag, held):
            self.page.parts.append(Part(held.get("class", "")))
            self.within.append((self.page.parts[-1], len(self.words)))
        self._apart(tag)
        getattr(self, f"_begun_{tag}", lambda _held: None)(held)
        if tag not in VOID:
            self.open.append((tag, len(self.words), held))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """What was left open inside ends with it; an end without a beginning ends nothing."""
        if not any(found == tag for found, _start, _held in self.open):
            return
        found = ""
        while found != tag:
            found, start, held = self.open.pop()
            self._closed(found, " ".join("".join(self.words[start:]).split()), held)
            self._apart(found)

    def _apart(self, tag: str) -> None:
        """What begins a line of its own is apart from the words before it."""
        if tag not in INLINE:
            self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if not any(tag in UNSAID for tag, _at, _held in self.open):
            self.words.append(data)

    def _closed(self, tag: str, words: str, held: Attributes) -> None:
        if _is_part(tag, held):
            self.within.pop()[0].words = words
        getattr(self, f"_ended_{tag}", lambda _words, _held: None)(words, held)
        if tag in HEADINGS:
            self._head(tag, words)
        elif words and "message" in held.get("class", "").split():
            self.page.messages.append((held["class"].replace("message", "").strip(" -"), words))
        elif words and "errorlist" in held.get("class", "").split():
            self.page.messages.append(("fault", words))

    def _begun_form(self, held: Attributes) -> None:
        action, method = self._address(held.get("action", "")), held.get("method", "get").lower()
        self.form = Form(self.page.url, action, method, self.heading, held.get("id", ""))
        self.page.forms.append(self.form)
        for part, _at in self.within:
            part.forms.append(self.form)

    def _begun_select(self, held: Attributes) -> None:
        self.choice = Field(held.get("name", ""), "select", label=_label(held), attributes=held)
        if not self._disabled(held):
            self._to(held, self.choice)

    def _begun_textarea(self, held: Attributes) -> None:
        self.choice = Field(held.get("name", ""), "textarea", label=_label(held), attributes=held)
        if not self._disabled(held):
            self._to(held, self.choice)

    def _begun_option(self, held: Attributes) -> None:
        if self.choice is not None:
            self.choice.options.append((held.get("value", ""), ""))
            if "selected" in held:
                self.choice.value, self.choice.ticked = held.get("value", ""), True

    def _begun_input(self, held: Attributes) -> None:
        kind = held.get("type", "text").lower()
        if kind in ("submit", "image"):
            return self._ended_button(held.get("value", ""), held)
        value = held.get("value", "on" if kind in ("checkbox", "radio") else "")
        made = Field(
            held.get("name", ""), kind, value, _label(held), "checked" in held, attributes=held
        )
        if kind != "button" and not self._disabled(held):
            self._to(held, made)
            if not made.label and kind != "hidden":
                self.unsaid.append((made, len(self.words)))
        return None

    def _disabled(self, held: Attributes) -> bool:
        """Whether a browser takes nothing from it: by itself, or by a set of fields around it."""
        around = (fields for tag, _at, fields in self.open if tag == "fieldset")
        return "disabled" in held or any("disabled" in fields for fields in around)

    def _ended_form(self, _words: str, _held: Attributes) -> None:
        self.form = None

    def _ended_a(self, words: str, held: Attributes) -> None:
        if "href" in held and not held["href"].startswith("#"):
            found = self._address(held["href"]), held.get("aria-label", words)
            self.page.links.append(found)
            for part, _at in self.within:
                part.links.append(found)

    def _ended_li(self, words: str, held: Attributes) -> None:
        if any("phases" in one.get("class", "") for _tag, _at, one in self.open):
            state = (
                "now"
                if "aria-current" in held
                else "done"
                if "done" in held.get("class", "")
                else "later"
            )
            self.page.steps.append((words, state))

    def _ended_button(self, words: str, held: Attributes) -> None:
        if held.get("type", "submit") in ("submit", "image") and not self._disabled(held):
            action = self._address(held["formaction"]) if "formaction" in held else ""
            self._to(
                held,
                Button(
                    held.get("aria-label", words),
                    held.get("name", ""),
                    held.get("value", ""),
                    action,
                ),
            )

    def _ended_option(self, words: str, held: Attributes) -> None:
        if self.choice is not None:
            self.choice.options[-1] = (held.get("value", words), words)

    def _ended_b(self, words: str, held: Attributes) -> None:
        if "class" in held:
            self.page.figures.append((held["class"], words))

    def _ended_code(self, words: str, _held: Attributes) -> None:
        self.page.codes.append(words)

    def _ended_textarea(self, words: str, _held: Attributes) -> None:
        if self.choice is not None:
            self.choice.value = words
            self._chosen()

    def _ended_select(self, _words: str, _held: Attributes) -> None:
        if self.choice is not None:
            if not self.choice.ticked:
                self.choice.value = self.choice.options[0][0] if self.choice.options else ""
            self._chosen()

    def _chosen(self) -> None:
        assert self.choice is not None
        self.unsaid.append((self.choice, len(self.words)))
        self.choice = None

    def _ended_label(self, words: str, held: Attributes) -> None:
        """A label's words go to the field it names, else to those inside it."""
        if "for" in held:
            self.labels[held["for"]] = words
            return
        for one, _at in self.unsaid:
            one.label = one.label or words
        self.unsaid = []

    def _head(self, tag: str, words: str) -> None:
        self.heading = words
        self.page.heading = self.page.heading or (words if tag == "h1" else "")
        for part, _at in self.within:
            part.heading = part.heading or words

    def _to(self, held: Attributes, made: Field | Button) -> None:
        if "form" in held:
            self.loose.append((held["form"], made))
        elif self.form is not None and isinstance(made, Field):
            self.form.fields.append(made)
        elif self.form is not None and isinstance(made, Button):
            self.form.buttons.append(made)

    def _address(self, href: str) -> str:
        return urldefrag(urljoin(self.page.url, href))[0]

    def done(self) -> Page:
        """With what stands elsewhere put into its forms, and the labels given to their fields."""
        for ident, made in self.loose:
            owner = next((form for form in self.page.forms if form.ident == ident), None)
            if owner is not None and isinstance(made, Field):
                owner.fields.append(made)
            elif owner is not None and isinstance(made, Button):
                owner.buttons.append(made)
        for form in self.page.forms:
            for held in form.fields:
                held.label = self.labels.get(held.attributes.get("id", ""), held.label)
        self.page.words = " ".join("".join(self.words).split())
        return self.page


def _is_part(tag: str, held: Attributes) -> bool:
    return tag == "section" or (tag not in VOID and "panel" in held.get("class", "").split())


def _label(held: Attributes) -> str:
    return held.get("aria-label", held.get("placeholder", ""))
