"""The log of what went on paper: it decides nothing, so it needs no reverse act and no entry in the
ledger.

Issuing and revoking the codes that stand on paper. No result depends on them.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db import transaction

from tournament.counting.matches import match_tables
from tournament.ledger.chain import Signature, durable
from tournament.models import Code, CodeKind, Event, Guest, Printing, Table
from tournament.models.guest import GuestStatus
from tournament.paper.editions import WITHOUT_PAPER
from tournament.refusal import Refused
from tournament.site.codes import digest_of, new_short, paper_code


def record_printing(event: Event, kind: str, says: Mapping[str, str], signature: Signature) -> None:
    """Record the items of a paper that went out, each with the digest of what it said.

    No reverse: paper is not taken back, the next printing takes its place. The event's version
    stays, since nothing about the event has changed. Items that said the same the last time are not
    recorded again.
    """
    with durable():
        rows = Printing.objects.filter(event=event, kind=kind).order_by("pk")
        last = dict(rows.values_list("item", "digest"))
        Printing.objects.bulk_create(
            Printing(
                event=event,
                kind=kind,
                item=item,
                digest=digest,
                edition=event.version,
                printed_at=signature.at,
                printed_by=signature.actor.name,
            )
            for item, digest in says.items()
            if last.get(item) != digest
        )


def play_without_paper(event: Event, signature: Signature) -> None:
    """Keep that nothing is printed for this evening, so that nobody is asked for it.

    No reverse: whatever is printed afterwards counts as printed.
    """
    record_printing(event, WITHOUT_PAPER, {"": WITHOUT_PAPER}, signature)


def issue_codes(event: Event, actor: str, moment: datetime) -> int:
    """Give a code to every table and guest without one, so that paper can be printed. Reverse act:
    `close_codes`.

    Returns how many were made; asking again makes none.
    """
    with transaction.atomic():
        codes = list(_missing(event))
        for code in codes:
            code.event, code.issued_by, code.issued_at = event, actor, moment
            code.digest = digest_of(paper_code(code))
        Code.objects.bulk_create(codes)
    return len(codes)


def reissue_code(event: Event, pk: int, actor: str, moment: datetime) -> Code:
    """Put a new code in the place of one on paper: the old paper opens nothing any more."""
    with transaction.atomic():
        old = _code(event, pk)
        if old.kind not in (CodeKind.TABLE, CodeKind.GUEST):
            raise Refused("A new code is only for one that is on paper.")
        _revoke(old, actor, moment)
        new = Code(
            event=event, kind=old.kind, table=old.table, guest=old.guest, issue=old.issue + 1
        )
        new.short = new_short() if old.kind == CodeKind.TABLE else None
        new.issued_by, new.issued_at, new.digest = actor, moment, digest_of(paper_code(new))
        new.save(force_insert=True)
    return new


def close_codes(event: Event, actor: str, moment: datetime) -> int:
    """The evening is over: no code opens anything any more. Reverse act: `issue_codes`, for new
    paper.

    Returns how many were in force.
    """
    in_force = Code.objects.filter(event=event, revoked_at=None)
    return in_force.update(revoked_at=moment, revoked_by=actor, short=None)


def note_address(event: Event, kind: CodeKind, address: str) -> None:
    """Remember the address that stands on paper, so that a change of it is noticed."""
    codes = Code.objects.filter(event=event, kind=kind, revoked_at=None).exclude(address=address)
    codes.update(address=address)


def _missing(event: Event) -> Iterator[Code]:
    """A code for every table, and then every guest, for whom none is in force."""
    seated = Table.objects.filter(event=event).order_by("number").values_list("number", flat=True)
    tables = match_tables(event) if event.paired else seated.distinct()
    guests = Guest.objects.filter(event=event).exclude(status=GuestStatus.WITHDRAWN)
    keys = guests.order_by("badge").values_list("pk", flat=True)
    # By table and guest, one of which is none: the last issue, and whether one is in force.
    issues: dict[tuple[int | None, int | None], tuple[int, bool]] = {}
    codes = Code.objects.filter(event=event, kind__in=(CodeKind.TABLE, CodeKind.GUEST))
    for table, guest, issue, revoked in codes.values_list("table", "guest", "issue", "revoked_at"):
        last, in_force = issues.get((table, guest), (0, False))
        issues[table, guest] = (max(last, issue), in_force or revoked is None)
    holders = [*((number, None) for number in tables), *((None, key) for key in keys)]
    for number, key in holders:
        last, in_force = issues.get((number, key), (0, False))
        if not in_force:
            kind, short = (CodeKind.GUEST, None) if key else (CodeKind.TABLE, new_short())
            yield Code(kind=kind, table=number, guest_id=key, issue=last + 1, short=short)


def _code(event: Event, pk: int) -> Code:
    code = Code.objects.select_for_update().filter(event=event, pk=pk, revoked_at=None).first()
    if code is None:
        raise Refused("This code is not in force any more: look at the list again.")
    return code


def _revoke(code: Code, actor: str, moment: datetime) -> None:
    code.revoked_at, code.revoked_by, code.short = moment, actor, None
    code.save(update_fields=["revoked_at", "revoked_by", "short"])
