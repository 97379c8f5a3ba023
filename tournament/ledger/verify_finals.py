"""What was answered by finalists and read out so far, folded from the ledger again and compared with the rows."""

from collections.abc import Iterator

from tournament.ledger.reading import read_so_far
from tournament.models import Event, LedgerEntry, Reply, Seal


def faults_of_finals(event: Event) -> Iterator[str]:
    """Every answer and every name read out that is not what the ledger says."""
    editions = dict(Seal.objects.filter(event=event).values_list("edition", "pk"))
    said: dict[tuple[int, str], tuple[bool, int]] = {}
    kinds = ("reply", "take_reply_back")
    entries = LedgerEntry.objects.filter(event=event, kind__in=kinds).order_by("number")
    for number, kind, body in entries.values_list("number", "kind", "body"):
        for ref in body["guests"]:
            where = editions.get(body["edition"], 0), ref
            if kind == "reply":
                said[where] = (body["declined"], number)
            else:
                said.pop(where, None)
    rows = Reply.objects.filter(event=event, taken_back=None)
    columns = ("seal_id", "guest__ref", "declined", "entry__number")
    kept = {(seal, ref): (declined, number) for seal, ref, declined, number in rows.values_list(*columns)}
    for _seal, ref in sorted(where for where in {*said, *kept} if said.get(where) != kept.get(where)):
        yield f"What finalist {ref} answered is not what the ledger says."
    if Event.objects.values_list("reading", flat=True).get(pk=event.pk) != read_so_far(event):
        yield "The names that were read out are not those of the ledger."
