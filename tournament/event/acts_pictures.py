"""The arms of an evening and its sponsor's picture."""

from tournament.event.pictures import PictureRefusedError, harmless
from tournament.ledger.chain import Signature, writing
from tournament.models import Event, Picture

USES = {"arms": "The company’s arms", "sponsor": "The sponsor’s picture"}


def set_picture(event: Event, use: str, sent: bytes | None, by: Signature) -> Event:
    """Show a picture as the arms or the sponsor's, or none; it is kept as it was made harmless.

    Raises PictureRefusedError. Reverse act: `set_picture`, with what was there, or with none.
    """
    if use not in USES:
        raise PictureRefusedError("Picture: it is the company’s arms or the sponsor’s.")
    with writing(event) as row:
        setattr(row, use, keep(sent) if sent is not None else "")
        row.save(update_fields=[use])
    return row


def keep(sent: bytes) -> str:
    """Keep a picture once it is harmless; its digest. Part of an act."""
    made = harmless(sent)
    fields = {"svg": made.svg, "content": made.content}
    return Picture.objects.get_or_create(digest=made.digest, defaults=fields)[0].digest
