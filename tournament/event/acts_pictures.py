"""The arms of an evening and its sponsor's picture, kept or taken away."""

from tournament.event.pictures import harmless
from tournament.ledger.chain import Signature, writing
from tournament.models import Event, Picture
from tournament.refusal import Refused

USES = {"arms": "The company’s arms", "sponsor": "The sponsor’s picture"}


def set_picture(event: Event, use: str, body: bytes | None, signature: Signature) -> Event:
    """Show a picture as the arms or the sponsor's, or none; it is kept as it was made harmless.

    Raises Refused. Reverse act: `set_picture`, with what was there, or with none.
    """
    if use not in USES:
        raise Refused("Picture: it is the company’s arms or the sponsor’s.")
    with writing(event) as row:
        setattr(row, use, keep(body) if body is not None else "")
        row.save(update_fields=[use])
    return row


def keep(body: bytes) -> str:
    """Keep a picture once it is harmless; its digest. Part of an act."""
    created = harmless(body)
    fields = {"svg": created.svg, "content": created.content}
    return Picture.objects.get_or_create(digest=created.digest, defaults=fields)[0].digest
