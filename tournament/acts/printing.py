"""The log of what went on paper: it decides nothing, so it needs no reverse act and no entry in the ledger."""

from collections.abc import Mapping

from tournament.ledger.chain import Signature, durable
from tournament.models import Event, Printing


def record_printing(event: Event, kind: str, says: Mapping[str, str], by: Signature) -> None:
    """Record the items of a paper that went out, each with the digest of what it said.

    No reverse: paper is not taken back, the next printing takes its place. The event's version stays, since nothing
    about the event has changed. Items that said the same the last time are not recorded again.
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
                printed_at=by.at,
                printed_by=by.actor.name,
            )
            for item, digest in says.items()
            if last.get(item) != digest
        )
