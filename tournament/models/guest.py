"""Guests, the livery companies they belong to and what a name may hold (every script's letters,
no control or direction-changing characters); and what is kept of their coming: who signed in by
the code on the wall, what a ticket shop or a form last said of each ticket, and how each mail to
them fared.
"""

import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import models

from scoring.names import ListedName, listed_name
from tournament.models.event import Event

LONGEST = 80
NAMELESS = "Guest {}"
"""How a guest is called, by badge, once the names are gone."""
PUNCTUATION = frozenset(" '’‘-‐‑–.,()&/·・\u00a0\u05be\u05f3\u05f4")
JOINERS = frozenset("\u200c\u200d")
"""Marks that are not seen and belong to the spelling of Persian, Sinhala and other names."""
WITHOUT_JOINERS = ("LATIN", "GREEK", "CYRILLIC", "DIGIT")
MARKS_IN_A_ROW = 3


def tidy(text: str) -> str:
    """The text with accents composed and runs of white space as single spaces, none at its ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def hidden(character: str) -> bool:
    """Whether a character is not seen but changes what is seen: control, format, direction, no
    character at all.
    """
    return unicodedata.category(character)[0] == "C" or unicodedata.category(character) in (
        "Zl",
        "Zp",
    )


def joins(text: str, place: int) -> bool:
    """Whether the mark at this place joins or parts two letters of a script that is so written."""
    around = text[place - 1 : place] if place else "", text[place + 1 : place + 2]
    return text[place] in JOINERS and all(
        letter
        and unicodedata.category(letter)[0] in "LM"
        and not unicodedata.name(letter, "").startswith(WITHOUT_JOINERS)
        for letter in around
    )


def without_hidden(text: str) -> str:
    """The text without what is not seen, but for white space and the joiners that belong to it."""
    return "".join(
        letter
        for place, letter in enumerate(text)
        if not hidden(letter) or letter.isspace() or joins(text, place)
    )


def fault_in_words(words: str) -> str:
    """A sentence that says which hidden character free words hold, or nothing."""
    unseen = next((character for character in words if hidden(character)), "")
    return f"This cannot hold {_called(unseen)}: please take it out." if unseen else ""


def fault_in_name(name: str, *, longest: int = LONGEST) -> str:
    """A sentence that says what is wrong with the name, or nothing when it may be printed."""
    if len(name) > longest:
        return f"A name has at most {longest} characters; this one has {len(name)}."
    marks = 0
    for place, character in enumerate(name):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if marks > MARKS_IN_A_ROW:
            return "A name has at most three accents on one letter."
        if not (category[0] in "LMN" or character in PUNCTUATION or joins(name, place)):
            return f"A name cannot hold {_called(character)}: please take it out."
    return ""


def words_within(text: str, *, longest: int) -> str:
    """What free words may hold of a text: hidden characters left out, no longer than this.

    >>> words_within("counted\u202e again ", longest=200)
    'counted again'
    """
    label = "".join(name for name in " ".join(text.split()) if not hidden(name))
    return tidy(label)[:longest].rstrip()


def name_within(text: str, *, longest: int = LONGEST) -> str:
    """What a name may hold of a text: other signs left out, no longer than this.

    >>> name_within("Umpire #3 \N{GRINNING FACE}", longest=60)
    'Umpire 3'
    """
    name = ""
    for character in words_within(text, longest=4 * longest):
        if not fault_in_name(name + character, longest=len(name) + 1):
            name += character
    return tidy(name)[:longest].rstrip()


def _called(character: str) -> str:
    name = unicodedata.name(character, "")
    text = f"“{character}”" if character.isprintable() else "a hidden character"
    return f"{text} ({name.lower() or f'code {ord(character):x}'})"


HIGHEST_BADGE = 99_999
HIGHEST_TABLE = 250


def printable(value: str) -> None:
    """Refuse what cannot be printed safely: control, format and bidirectional characters, piled-up
    marks.
    """
    fault = fault_in_name(value)
    if fault:
        raise ValidationError(fault)


class Livery(models.Model):
    """A company in the order of precedence; an event keeps its own editable copy."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="liveries")
    precedence = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, validators=[printable])
    full_name = models.CharField(max_length=120, blank=True, validators=[printable])
    great_twelve = models.BooleanField(default=False)
    modern = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("precedence",)
        constraints = (
            models.UniqueConstraint(fields=("event", "precedence"), name="one_livery_a_precedence"),
        )
        verbose_name_plural = "liveries"

    def __str__(self) -> str:
        return self.name


class GuestStatus(models.TextChoices):
    """Where a guest stands this evening."""

    REGISTERED = "registered", "Registered"
    LATE = "late", "Arrived late"
    WITHDRAWN = "withdrawn", "Withdrawn"
    NO_SHOW = "no_show", "Never came"


AWAY = frozenset({GuestStatus.WITHDRAWN, GuestStatus.NO_SHOW})
"""Who takes no seat: those who went home, and those who never came."""


class Guest(models.Model):
    """A player of the evening; the badge number is theirs for good."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="guests")
    badge = models.PositiveIntegerField()
    ref = models.CharField(
        max_length=20, help_text="The key of this guest in archives, such as P078."
    )
    title = models.CharField(max_length=40, blank=True, validators=[printable])
    first_name = models.CharField(max_length=80, blank=True, validators=[printable])
    last_name = models.CharField(max_length=80, blank=True, validators=[printable])
    name = models.CharField("name as printed", max_length=80, validators=[printable])
    sort_name = models.CharField(max_length=120, blank=True, validators=[printable])
    post_nominals = models.CharField(max_length=40, blank=True, validators=[printable])
    spoken = models.CharField(
        "how the name is said", max_length=80, blank=True, validators=[printable]
    )
    livery = models.ForeignKey(
        Livery, null=True, blank=True, on_delete=models.PROTECT, related_name="guests"
    )
    team = models.CharField(
        max_length=80,
        blank=True,
        validators=[printable],
        help_text="Chosen by hand; where anybody has one, these are the teams of the evening.",
    )
    office = models.CharField(max_length=60, blank=True, validators=[printable])
    guest_of = models.CharField(max_length=80, blank=True, validators=[printable])
    host_connected = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    step_free = models.BooleanField(
        default=False, help_text="Sits only where no step leads to the table."
    )
    keeps_room = models.BooleanField(
        default=False, help_text="Does not change rooms from round to round."
    )
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    dietary = models.CharField("dietary wishes", max_length=120, blank=True)
    notes = models.CharField(max_length=300, blank=True)
    order_number = models.CharField(max_length=60, blank=True)
    placeholder = models.BooleanField(
        default=False, help_text="A place held for a guest whose name follows."
    )
    status = models.CharField(max_length=12, choices=GuestStatus, default=GuestStatus.REGISTERED)
    status_note = models.CharField(max_length=200, blank=True)
    arrived_at = models.DateTimeField(
        null=True, blank=True, help_text="When they were seen at the door; the record says by whom."
    )
    unnamed = models.BooleanField(
        default=False, help_text="In public they go by badge and livery alone."
    )
    no_photographs = models.BooleanField(
        default=False, help_text="They do not wish to be photographed: door and announcer say so."
    )
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("badge",)
        constraints = (
            models.UniqueConstraint(fields=("event", "badge"), name="one_guest_a_badge"),
            models.UniqueConstraint(fields=("event", "ref"), name="one_guest_a_ref"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def livery_name(self) -> str:
        """The company's short name, or nothing."""
        return self.livery.name if self.livery else ""

    @property
    def listed(self) -> ListedName:
        """The name as lists print and sort it, surname first; a place held for a name to follow as
        it is called.
        """
        if self.placeholder:
            return ListedName(self.name, "", self.sort_name or self.name)
        return listed_name(self.name, self.sort_name, self.last_name)


def in_list_order(guests: Iterable[Guest]) -> list[Guest]:
    """Guests as lists have them: by surname, and by badge where names are the same."""
    return sorted(guests, key=lambda guest: (guest.listed.order, guest.badge))


class KeepApart(models.Model):
    """Two guests who are not to sit at one table."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "one", "other"), name="one_keep_apart_a_pair"),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class SignIn(models.Model):
    """One who signed themselves in: waits until an official makes them a guest or turns them away,
    once and for all.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sign_ins")
    name = models.CharField(max_length=80, validators=[printable])
    company = models.CharField(max_length=80, blank=True, validators=[printable])
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    guest = models.OneToOneField(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="sign_in"
    )

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(guest__isnull=True) | models.Q(answered_at__isnull=False),
                name="a_guest_was_accepted",
            ),
        )

    def __str__(self) -> str:
        return self.name


class TicketState(models.TextChoices):
    """Whether the holder of a ticket comes."""

    COMING = "coming", "Coming"
    CANCELLED = "cancelled", "Cancelled"
    REFUNDED = "refunded", "Refunded"
    AWAY = "away", "Not attending"
    WAITING = "waiting", "On the waiting list"
    GONE = "gone", "No longer in the list"


class Ticket(models.Model):
    """A line of the last list of a kind: listed whether its holder comes or not, seated by its
    guest alone.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tickets")
    source = models.CharField(max_length=20)
    order = models.CharField(max_length=60, blank=True)
    number = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=80, validators=[printable])
    company = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=12, choices=TicketState, default=TicketState.COMING)
    said = models.CharField(max_length=60, blank=True, help_text="The list’s own word for it.")
    guest = models.OneToOneField(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="ticket"
    )

    class Meta:
        ordering = ("event", "pk")

    def __str__(self) -> str:
        return self.name


class MailSecurity(models.TextChoices):
    """How the way to a mail server is kept from listeners."""

    TLS = "tls", "Encrypted from the start (usually port 465)"
    STARTTLS = "starttls", "STARTTLS (usually port 587)"
    NONE = "none", "Not encrypted: only for a server in your own network"


class MailServer(models.Model):
    """Where the mails of an evening are handed in, and who they come from. The password is asked
    each time and never kept.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="mail_server")
    host = models.CharField(max_length=200)
    port = models.PositiveIntegerField()
    security = models.CharField(max_length=10, choices=MailSecurity, default=MailSecurity.STARTTLS)
    user = models.CharField(max_length=200, blank=True)
    sender = models.EmailField()
    sender_name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class MailState(models.TextChoices):
    """How far a mail came."""

    GOING = "going", "Interrupted"
    SENT = "sent", "Sent"
    LATER = "later", "Not taken yet"
    REFUSED = "refused", "Refused"
    RETURNED = "returned", "Came back"


class SentMail(models.Model):
    """The one mail of a kind to a guest. The row is there before the mail goes, so that whatever
    breaks off no guest has it twice.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sent_mails")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="sent_mails")
    kind = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=MailState, default=MailState.GOING)
    address = models.CharField(max_length=254)
    digest = models.CharField(max_length=64, help_text="The digest of the words that went out.")
    said = models.CharField(max_length=200, blank=True, help_text="What the mail server said.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "guest__badge")
        constraints = (
            models.UniqueConstraint(fields=("guest", "kind"), name="one_mail_a_guest_and_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.guest}: {self.state}"
