"""Sending the mails of an evening, each guest’s at most once, whatever breaks off.

The row of a mail is written before the mail is handed in, and its fate afterwards. Where nobody can
say whether the server took it, it is not sent again unless somebody asks for that.
"""

import re
import smtplib
import ssl
from collections.abc import Collection, Iterator, Sequence
from email.utils import formataddr
from typing import Any, NoReturn

from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from scoring.words import many
from tournament.archive.mails import DUE, RESULTS, Fared, Mail, digest_of_mail, fared, one_line
from tournament.counting.finals import closing_of
from tournament.ledger.chain import Signature, append, durable, known, writing
from tournament.models import Event, MailSecurity, MailServer, MailState, SentMail
from tournament.refusal import Refused

SMTP = "django.core.mail.backends.smtp.EmailBackend"
TIMEOUT = 20
"""Seconds until a mail server that says nothing is given up."""
REFUSALS = 5
"""So many in a row are the server’s, not the guests’."""
WAIT = 421
"""The server is busy or has had enough for now."""
LONGEST_SAID = 200
ADDRESS = re.compile(r"[^\s<>\"'(),;:\[\]]+@[^\s<>\"'(),;:\[\]]+")
NOT_YET = "Mails with results are made once the evening is over, so that none gives anything away."


Sending = tuple[int, int, str]
"""A mail that is next: its number, of how many, and to whom."""


def set_mail_server(event: Event, fields: dict[str, Any] | None, signature: Signature) -> None:
    """Keep where mails are handed in and who they come from; None forgets it. A password is none of
    its fields.

    Reverse act: `set_mail_server`, with what was there, or with none.
    """
    with writing(event) as row:
        if fields is None:
            MailServer.objects.filter(event=row).delete()
        else:
            MailServer.objects.update_or_create(event=row, defaults=fields)


def send_mails(
    event: Event,
    kind: str,
    drafts: Sequence[Mail],
    password: str,
    signature: Signature,
    *,
    again: Collection[str] = (),
) -> Iterator[Sending]:
    """Send the mails of a kind to those who wait for theirs, telling of each before it goes; what
    is sent so stays sent wherever it ends. `again` names groups that are sent to once more.

    Raises Refused where it cannot begin, and where the server stops it on the way. No
    reverse: a mail that is out comes not back.
    """
    _refuse(event, kind)
    groups = {DUE, *again}
    due = [outcome for outcome in fared(event, kind, drafts) if outcome.group in groups]
    if not due:
        raise Refused("There is no mail to send: every guest with an address has theirs.")
    server = server_of(event)
    door = opened(server, password)
    try:
        _begun(event, kind, due, signature)
        yield from _each(event, server, door, due)
    finally:
        _shut(door)


def send_test(event: Event, mail: Mail, password: str) -> str:
    """Send a guest's mail to the sender, to look at; where it went. Nothing of it is kept."""
    server = server_of(event)
    door = opened(server, password)
    try:
        state, reply, _stop = _handed_in(door, _message(server, mail, server.sender, "Test: "))
    finally:
        _shut(door)
    if state != MailState.SENT:
        raise Refused(f"The mail server did not take the test mail. {reply}")
    return server.sender


def note_returned(event: Event, pasted: str, signature: Signature) -> int:
    """Note that mails came back: those to the addresses in the words that are pasted; how many.

    Reverse act: `note_arrived`.
    """
    addresses = {item.strip(".").casefold() for item in ADDRESS.findall(pasted)}
    server = MailServer.objects.filter(event=event).first()
    if server and len(addresses) > 1:
        addresses.discard(server.sender.casefold())
    with writing(event) as row:
        if known(row, signature):
            return 0
        sent_mails = SentMail.objects.filter(event=row, state=MailState.SENT).select_related(
            "guest"
        )
        back = [sent_mail for sent_mail in sent_mails if sent_mail.address.casefold() in addresses]
        if not back:
            raise Refused("No mail was sent to an address in it: paste the message that came back.")
        SentMail.objects.filter(pk__in=[sent_mail.pk for sent_mail in back]).update(
            state=MailState.RETURNED
        )
        append(
            row,
            "mail_returned",
            {"guests": sorted({sent_mail.guest.ref for sent_mail in back})},
            signature,
        )
    return len(back)


def note_arrived(event: Event, pk: int, signature: Signature) -> None:
    """Note that a mail did not come back after all. Reverse act: `note_returned`."""
    with writing(event) as row:
        returned = SentMail.objects.filter(event=row, pk=pk, state=MailState.RETURNED)
        sent_mail = returned.select_related("guest").first()
        if sent_mail is None:
            raise Refused("This mail is not noted as one that came back.")
        returned.update(state=MailState.SENT)
        append(row, "mail_arrived", {"guests": [sent_mail.guest.ref]}, signature)


def _refuse(event: Event, kind: str) -> None:
    if event.is_rehearsal:
        raise Refused("This is a rehearsal: no mail goes out from it.")
    if kind == RESULTS and closing_of(event) is None:
        raise Refused(NOT_YET)


def server_of(event: Event) -> MailServer:
    """Where the mails are handed in, or a refusal."""
    server = MailServer.objects.filter(event=event).first()
    if server is None:
        raise Refused("Say first which mail server sends them.")
    return server


def opened(server: MailServer, password: str) -> Any:
    """The way to the mail server, open and logged in. Raises Refused."""
    door: Any = get_connection(
        SMTP,
        host=server.host,
        port=server.port,
        username=server.user,
        password=password,
        use_tls=server.security == MailSecurity.STARTTLS,
        use_ssl=server.security == MailSecurity.TLS,
        timeout=TIMEOUT,
    )
    if server.user and not password:
        raise Refused(f"Password: type the mail password of {server.user}.")
    try:
        door.open()
    except (smtplib.SMTPException, OSError, ValueError) as fault:
        _shut(door)
        _say_why_closed(server, fault)
    return door


def _say_why_closed(server: MailServer, fault: Exception) -> NoReturn:
    place = f"{server.host}, port {server.port}"
    if isinstance(fault, smtplib.SMTPAuthenticationError):
        words = f"{place} does not take this user name and password. Some mail services ask for an"
        words += " “app password” of their own."
    elif isinstance(fault, UnicodeError):
        words = "User name and password: the mail server takes plain letters alone."
    elif isinstance(fault, smtplib.SMTPNotSupportedError):
        words = f"{place} does not offer this encryption or no log-in: choose another."
    elif isinstance(fault, ssl.SSLError):
        words = f"{place} could not be reached safely: check the port and the encryption."
    elif isinstance(fault, smtplib.SMTPResponseException):
        words = f"{place} says: {_server_words(fault.smtp_code, fault.smtp_error)}"
    else:
        words = (
            f"{place} does not answer as a mail server: check its name, the port, the encryption"
            " and this computer’s connection."
        )
    raise Refused(f"{words} Nothing was sent.") from None


def _shut(door: Any) -> None:
    try:
        door.close()
    except (smtplib.SMTPException, OSError):
        door.connection = None


def _begun(event: Event, kind: str, due: Sequence[Fared], signature: Signature) -> None:
    with writing(event) as row:
        if not known(row, signature):
            body = {"mails": kind, "guests": [outcome.mail.ref for outcome in due]}
            append(row, "send_mails", body, signature)


def _each(event: Event, server: MailServer, door: Any, due: Sequence[Fared]) -> Iterator[Sending]:
    in_a_row = 0
    for number, outcome in enumerate(due, start=1):
        yield number, len(due), outcome.mail.name
        if not _claimed(event, outcome):
            continue
        message = _message(server, outcome.mail, outcome.mail.address, identified=event)
        state, reply, stop = _handed_in(door, message)
        _noted(outcome, state, reply)
        in_a_row = 0 if state == MailState.SENT else in_a_row + 1
        if stop or in_a_row == REFUSALS:
            raise Refused(
                f"{many(number - 1 if stop else number - in_a_row, 'mail')} done, then the mail"
                f" server stopped it: {reply} Send again later: nobody gets a mail twice."
            )


def _claimed(event: Event, outcome: Fared) -> bool:
    """Whether this sending takes the mail: of several at once one does."""
    values = {
        "state": MailState.GOING,
        "address": outcome.mail.address,
        "digest": digest_of_mail(outcome.mail),
        "said": "",
        "at": timezone.now(),
    }
    row = outcome.row
    with durable():
        if row is not None:
            same = SentMail.objects.filter(pk=row.pk, state=row.state, at=row.at)
            return same.update(**values) == 1
        keys = {"guest_id": outcome.mail.guest, "kind": outcome.mail.kind}
        return SentMail.objects.get_or_create(**keys, defaults={"event": event, **values})[1]


def _noted(outcome: Fared, state: MailState, reply: str) -> None:
    with durable():
        SentMail.objects.filter(guest_id=outcome.mail.guest, kind=outcome.mail.kind).update(
            state=state, said=reply[:LONGEST_SAID], at=timezone.now()
        )


def _message(
    server: MailServer, mail: Mail, to: str, before: str = "", *, identified: Event | None = None
) -> EmailMessage:
    """The mail as it is handed in. The same mail has the same number wherever it is sent from, so
    that a mailbox which has it already can tell.
    """
    sender = formataddr((one_line(server.sender_name), server.sender))
    headers = {}
    if identified:
        number = f"{mail.kind}.{mail.badge}.{digest_of_mail(mail)[:16]}.{identified.uid}"
        headers["Message-ID"] = f"<{number}@{server.sender.rpartition('@')[2]}>"
    return EmailMessage(before + mail.subject, mail.text, sender, [to], headers=headers)


def _handed_in(door: Any, message: EmailMessage) -> tuple[MailState, str, bool]:
    """What became of a mail, what the server said, and whether it is no use to go on."""
    words: bytes | str
    try:
        door.send_messages([message])
    except smtplib.SMTPRecipientsRefused as refused:
        code, words = next(iter(refused.recipients.values()))
    except smtplib.SMTPSenderRefused as refused:
        return MailState.LATER, _server_words(refused.smtp_code, refused.smtp_error), True
    except smtplib.SMTPDataError as refused:
        code, words = refused.smtp_code, refused.smtp_error
    except (smtplib.SMTPException, OSError):
        return MailState.GOING, "The connection to the mail server broke.", True
    else:
        return MailState.SENT, "", False
    state = MailState.REFUSED if code >= 500 else MailState.LATER
    return state, _server_words(code, words), code == WAIT


def _server_words(code: int, words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return f"{code} {one_line(text)}"[:LONGEST_SAID]
