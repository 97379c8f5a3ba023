"""The files of an event: workbook, standings, the whole evening, and the closing pack; and who won
in all the years. A whole evening is taken in from its file by a page: checked, then played through
the real acts.

The mails to the guests: as drafts in a file, or looked at and sent from their page.
"""

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.words import many
from tournament.archive import acts_mails, pack
from tournament.archive import export as archives
from tournament.archive import mails as letters
from tournament.archive.acts import importing_evening
from tournament.archive.fame import hall_of_fame, won_often
from tournament.archive.mails import AGAIN, BROKEN, CHANGED, REFUSED
from tournament.archive.schema import read_document
from tournament.archive.shape import ArchiveError, refuse
from tournament.counting.board import board
from tournament.counting.finals import closing_of
from tournament.event.acts import appoint
from tournament.ledger.chain import all_or_nothing
from tournament.ledger.pressing import pressing_on
from tournament.ledger.signing import (
    key_of,
    new_key,
    one_line,
    only_once,
    perform,
    pressed_before,
    signature,
)
from tournament.models import Event, LedgerEntry, MailSecurity, MailServer, Role
from tournament.models.guest import AWAY
from tournament.paper.apart import sent_apart
from tournament.refusal import Refused
from tournament.server.backup import copy_beforehand
from tournament.site import progress
from tournament.site.access import ORGANISER, SIGNED_IN, at_event, open_to
from tournament.site.downloads import download, of_many, sent
from tournament.site.secret import SecretField
from tournament.site.text import WordsField, seen_text
from tournament.site.this_machine import NO_EVENING, may_start_evening
from tournament.site.uploads import LARGEST_FILE
from tournament.standings import files
from tournament.steps.offers import step_now
from tournament.steps.table import Part

PACKED = b"\x1f\x8b"
LARGEST_UNPACKED = 20 * 1024 * 1024
LATELY = timedelta(minutes=30)
TAKEN_IN = "{} is taken in, and you are its organiser."
TAKEN_ALREADY = "This file was taken in already: it stands among your evenings."
PLAYED_NOW = (
    "{name} is being played: taking an evening in holds its sheets up. Take it in before or"
    " afterwards; nothing was changed."
)


class EveningFileForm(forms.Form):
    """The file, read as far as it is one."""

    evening = forms.FileField(
        label="File of an evening",
        help_text="“Evening (JSON)” of the page of its files, as it was saved: .json or .json.gz.",
        error_messages={
            "required": "Choose the file of an evening.",
            "empty": "This file is empty: choose the file of an evening.",
        },
    )

    def clean_evening(self) -> dict[str, Any]:
        """The document in it."""
        upload = self.cleaned_data["evening"]
        try:
            return read_document(_unpacked(upload.read(LARGEST_FILE + 1)))
        except ArchiveError as fault:
            raise forms.ValidationError(f"Nothing was taken in: {fault}") from None


def _unpacked(data: bytes) -> bytes:
    """What the file holds, never more than any evening does."""
    if len(data) > LARGEST_FILE:
        refuse(
            "the file",
            "it is larger than 2 MB: pack it first (gzip), and take the .json.gz in.",
        )
    if not data.startswith(PACKED):
        return data
    try:
        content = zlib.decompressobj(wbits=31).decompress(data, LARGEST_UNPACKED + 1)
    except zlib.error:
        refuse("the file", "it is damaged: save it once more from the page of its files.")
    if len(content) > LARGEST_UNPACKED:
        refuse("the file", "unpacked it is larger than any evening.")
    return content


@open_to(SIGNED_IN)
def take_in(request: HttpRequest) -> HttpResponseBase:
    """The page; a new evening of the one who asks, beside those that are there. Asked by the page
    it answers with a line as it goes, and then where the evening is.
    """
    if not may_start_evening(request):
        messages.error(request, NO_EVENING)
        return redirect("start")
    told = request.method == "POST" and progress.asks_for_progress(request)
    if request.method == "POST" and pressed_before(request, None):
        if told:
            return progress.line_by_line([progress.refused_line(TAKEN_ALREADY)])
        messages.warning(request, TAKEN_ALREADY)
        return redirect("start")
    form = EveningFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            _beforehand(request)
            steps = _taking_in(request, form.cleaned_data["evening"])
            if told:
                return progress.line_by_line(_lines_of(pressing_on(steps, request)))
            *_steps, event = steps
            messages.success(request, TAKEN_IN.format(event))
            return redirect("evening", cast(Event, event).slug)
        except Refused as refused:
            form.add_error("evening", str(refused))
    if told:
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return progress.line_by_line([progress.refused_line(words)])
    return render(request, "archive/take_in.html", {"form": form, "key": key_of(request)})


def _beforehand(request: HttpRequest) -> None:
    """A copy of the database is made, where no evening is being played. Raises Refused."""
    if busy := _played_now():
        raise Refused(PLAYED_NOW.format(name=busy.name))
    if hindrance := copy_beforehand():
        messages.warning(request, hindrance)


def _taking_in(request: HttpRequest, document: dict[str, Any]) -> Iterator[progress.Step | Event]:
    """How far it is, and at last the evening, once it is kept. Raises Refused."""
    try:
        with all_or_nothing(), only_once(request, None):
            for step in importing_evening(document, timezone.now()):
                if isinstance(step, Event):
                    event = step
                    appoint(event, cast(User, request.user), Role.ORGANISER)
                else:
                    yield step
    except ArchiveError as fault:
        raise Refused(f"Nothing was taken in: {fault}") from None
    except IntegrityError:
        raise Refused(TAKEN_ALREADY) from None
    yield event


def _lines_of(steps: Iterator[progress.Step | Event]) -> Iterator[bytes]:
    for step in steps:
        if isinstance(step, Event):
            yield progress.page_line(reverse("evening", args=[step.slug]))
        else:
            yield progress.step_line(*step)


def _played_now() -> Event | None:
    """An evening of today or yesterday into which something was entered of late, and whose games
    are not all played.
    """
    now = timezone.now()
    lately = LedgerEntry.objects.filter(
        at__gte=now - LATELY,
        event__is_demo=False,
        event__date__range=(now.date() - timedelta(days=1), now.date()),
    )
    last = lately.select_related("event").order_by("-pk").first()
    played_out = last is None or step_now(last.event).part in (Part.PRIZES, Part.OVER)
    return None if last is None or played_out else last.event


@at_event(ORGANISER)
def workbook(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Everything as a workbook whose totals are formulas, sent as it is written."""
    from tournament.workbook import workbook_file  # noqa: PLC0415 -- openpyxl is slow to load

    return _sent(request, event, sent_apart(workbook_file, event.pk), ".xlsx")


@at_event(ORGANISER)
def standings_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as a table of text."""
    content = files.standings_csv(board(event), event)
    return download(content.encode("utf-8-sig"), f"{event.slug}-standings.csv")


@at_event(ORGANISER)
def standings_json(request: HttpRequest, event: Event) -> HttpResponse:
    """Standings, cut, play-off and prizes for another program."""
    content = json.dumps(
        files.standings_document(board(event), event), ensure_ascii=False, indent=1
    )
    return download(content, f"{event.slug}-standings.json")


@at_event(ORGANISER)
def archive(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The whole evening, to be taken in again elsewhere, sent as it is written."""
    return _sent(request, event, sent_apart(archives.archive_file, event.pk), "-evening.json")


def _sent(
    request: HttpRequest, event: Event, pieces: progress.Pieces, ending: str, *, long: bool = False
) -> HttpResponseBase:
    """A file of the evening, under its name with this ending."""
    name, back = f"{event.slug}{ending}", reverse("paper", args=[event.slug])
    return sent(request, pieces, name, back=back, long=long or of_many(event))


HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,198}[A-Za-z0-9])?")
FIELDS = ("host", "port", "security", "user", "sender", "sender_name")
LONGEST_PASTED = 200_000


class MailServerForm(forms.Form):
    """The mail server, who logs in there, and who the mails come from; never a password."""

    sender = forms.EmailField(
        label="Your e-mail address",
        max_length=254,
        help_text="The mails come from it, and answers go to it.",
        error_messages={"required": "Give the address that the mails come from."},
    )
    sender_name = WordsField(label="Your name as guests read it", limit=80, required=False)
    host = forms.CharField(
        label="Mail server (SMTP)",
        max_length=200,
        help_text="Your mail service says it, such as smtp.example.org.",
        error_messages={"required": "Give the name of the mail server, such as smtp.example.org."},
    )
    security = forms.ChoiceField(label="Encryption", choices=MailSecurity.choices)
    port = forms.TypedChoiceField(label="Port", coerce=int)
    user = forms.CharField(
        label="User name there",
        max_length=200,
        required=False,
        validators=[seen_text],
        help_text="Often your address. Empty where the server asks for none.",
    )

    def __init__(self, server: MailServer | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        port: Any = self.fields["port"]
        port.choices = [(str(item), str(item)) for item in settings.MAIL_PORTS]
        self.initial = {"security": MailSecurity.STARTTLS, "port": 587}
        if server:
            self.initial = {name: getattr(server, name) for name in FIELDS}

    def clean_host(self) -> str:
        """A name or an address and nothing else."""
        host = str(self.cleaned_data["host"])
        if not HOST.fullmatch(host):
            raise forms.ValidationError(
                "Give the name alone, such as smtp.example.org, without http:// or a port."
            )
        return host

    def clean_sender(self) -> str:
        """Plain letters, which every mail server takes."""
        sender = str(self.cleaned_data["sender"])
        if not sender.isascii():
            raise forms.ValidationError("Give an address in plain letters, without accents.")
        return sender


WORDS = {
    CHANGED: "whose mail says something new: {}",
    BROKEN: "whose mail was interrupted, and who may have it already: {}",
    REFUSED: "whose address was refused or came back: {}",
}


class SendForm(forms.Form):
    """The password of the mail server, and who gets a mail once more."""

    password = SecretField(
        "password",
        label="Mail password",
        required=False,
        max_length=200,
        strip=False,
        help_text="Asked each time and never kept.",
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    again = forms.MultipleChoiceField(
        required=False, label="Also to guests", widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, numbers: dict[str, int], *args: Any, **kwargs: Any) -> None:
        """`numbers`: how many guests each group has."""
        super().__init__(*args, **kwargs)
        again: Any = self.fields["again"]
        again.choices = [
            (group, WORDS[group].format(numbers[group])) for group in AGAIN if numbers.get(group)
        ]
        if not again.choices:
            del self.fields["again"]


@at_event(ORGANISER)
def mails(request: HttpRequest, event: Event, kind: str) -> HttpResponseBase:
    """The mails of a kind as drafts in one file; nothing is sent from here."""
    return _sent(request, event, _drafts(event, kind), f"-mails-{kind}.zip")


def _drafts(event: Event, kind: str) -> progress.Pieces:
    mails = _mails(event, kind)
    if not mails:
        raise Refused(_nobody(event, kind))
    yield from letters.packed(event, mails, kind)


def _mails(event: Event, kind: str) -> list[letters.Mail]:
    """The mails of a kind; none with results while the evening is not over."""
    if kind not in letters.KINDS:
        raise Http404("There are no such mails.")
    early = kind == letters.RESULTS and closing_of(event) is None
    return [] if early else letters.mails(event, kind)


def _nobody(event: Event, kind: str) -> str:
    """Why there is no mail."""
    early = kind == letters.RESULTS and closing_of(event) is None
    return acts_mails.NOT_YET if early else letters.NOBODY[kind]


@at_event(ORGANISER)
def mailing(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The mails of a kind looked at, the mail server that sends them, and how each has fared."""
    drafts = _mails(event, kind)
    server = MailServer.objects.filter(event=event).first()
    form = MailServerForm(server, request.POST or None)
    if request.method == "POST" and "away" in request.POST:
        words = "The mail server is forgotten."
        perform(request, event, partial(acts_mails.set_mail_server, event, None), words)
        return redirect("mailing", event.slug, kind)
    if request.method == "POST" and form.is_valid():
        fields = {name: form.cleaned_data[name] for name in FIELDS}
        words = "Kept. Send a test mail to yourself next."
        perform(request, event, partial(acts_mails.set_mail_server, event, fields), words)
        return redirect("mailing", event.slug, kind)
    status = 422 if form.errors else 200
    page = _page(request, event, kind, drafts) | {"form": form, "server": server}
    return render(request, "archive/mailing.html", page, status=status)


def _page(
    request: HttpRequest, event: Event, kind: str, drafts: list[letters.Mail]
) -> dict[str, Any]:
    fared = letters.fared(event, kind, drafts)
    numbers = Counter(outcome.group for outcome in fared)
    badge = request.GET.get("badge", "")
    mail = next((outcome.mail for outcome in fared if str(outcome.mail.badge) == badge), None)
    without = event.guests.exclude(pk__in=[draft.guest for draft in drafts]).exclude(
        status__in=AWAY
    )
    return {
        "kind": kind,
        "results": kind == letters.RESULTS,
        "nobody": "" if drafts else _nobody(event, kind),
        "mails": drafts,
        "shown": mail or (drafts[0] if drafts else None),
        "sent": numbers[letters.SENT] + numbers[letters.CHANGED],
        "due": numbers[letters.DUE],
        "told": [outcome for outcome in fared if outcome.row and outcome.row.state != "sent"],
        "without": list(without) if drafts else [],
        "send": SendForm(dict(numbers)),
        "key": new_key(),
    }


@require_POST
@at_event(ORGANISER)
def send_mails(request: HttpRequest, event: Event, kind: str) -> HttpResponseBase:
    """A test to oneself, or the mails to the guests; asked by the page it tells of each."""
    drafts = _mails(event, kind)
    numbers = Counter(outcome.group for outcome in letters.fared(event, kind, drafts))
    form = SendForm(dict(numbers), request.POST)
    steps = _mailing(request, event, kind, drafts, form)
    if progress.asks_for_progress(request):
        return progress.line_by_line(_lines(steps))
    try:
        words = list(steps)[-1]
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, str(words))
    return redirect("mailing", event.slug, kind)


def _mailing(
    request: HttpRequest, event: Event, kind: str, drafts: list[letters.Mail], form: SendForm
) -> Iterator[acts_mails.Sending | str]:
    """Each mail before it goes, and at the end what came of all. Raises Refused."""
    if not form.is_valid():
        raise Refused("Password: it is too long, or no such choice.")
    if not drafts:
        raise Refused(_nobody(event, kind))
    password = form.cleaned_data["password"]
    if "send" not in request.POST:
        address = acts_mails.send_test(event, drafts[0], password)
        yield f"A test mail went to {address}: look at it there."
        return
    again = form.cleaned_data.get("again", ())
    signer = signature(request)
    yield from acts_mails.send_mails(event, kind, drafts, password, signer, again=again)
    fared = letters.fared(event, kind, drafts)
    numbers = Counter(outcome.row.state for outcome in fared if outcome.row)
    rest = len(fared) - numbers["sent"]
    have = f"{many(numbers['sent'], 'guest has', 'guests have')} the mail."
    notice = f"{many(rest, 'guest is', 'guests are')} listed below."
    yield f"{have} {notice}" if rest else have


def _lines(steps: Iterator[acts_mails.Sending | str]) -> Iterator[bytes]:
    for step in steps:
        yield progress.done_line(step) if isinstance(step, str) else progress.step_line(*step)


@require_POST
@at_event(ORGANISER)
def mail_returned(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Note which mails came back, from what is pasted, or that one did not after all."""
    row = one_line(request, "arrived")
    if row:
        pk = int(row) if row.isdecimal() and len(row) < 19 else 0
        arrived = partial(acts_mails.note_arrived, event, pk)
        perform(request, event, arrived, "Noted: the mail arrived.")
    else:
        pasted = request.POST.get("pasted", "")[:LONGEST_PASTED]
        returned = partial(acts_mails.note_returned, event, pasted)
        perform(request, event, returned, "Noted: it stands in the list below.")
    return redirect("mailing", event.slug, kind)


NOT_OVER = (
    "The closing pack is made once the evening is over: say so on the page of the evening first."
)


@at_event(ORGANISER)
def closing_pack(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Everything that is left of a closed evening as one file."""
    if closing_of(event) is None:
        messages.error(request, NOT_OVER)
        return redirect("paper", event.slug)
    pieces = pack.made(event, timezone.now())
    return _sent(request, event, pieces, "-closing-pack.zip", long=True)


@at_event(ORGANISER)
def fame(request: HttpRequest, event: Event) -> HttpResponse:
    """Who won, evening by evening."""
    nights = hall_of_fame(event)
    context = {"nights": nights, "often": list(won_often(nights))}
    return render(request, "archive/fame.html", context)
