"""What goes out to the guests: the mail server of an evening, and how each mail fared."""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest


class MailSecurity(models.TextChoices):
    """How the way to a mail server is kept from listeners."""

    TLS = "tls", "Encrypted from the start (usually port 465)"
    STARTTLS = "starttls", "STARTTLS (usually port 587)"
    NONE = "none", "Not encrypted: a server in your own network alone"


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

    GOING = "going", "Broken off on the way"
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
    digest = models.CharField(max_length=64, help_text="Of the words that went out.")
    said = models.CharField(max_length=200, blank=True, help_text="What the mail server said.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "guest__badge")
        constraints = (
            models.UniqueConstraint(fields=("guest", "kind"), name="one_mail_a_guest_and_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.guest}: {self.state}"
