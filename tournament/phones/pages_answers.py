"""What the calls of a phone that write have in common: how they are refused, and who signs them in
the ledger.
"""

from django.http import JsonResponse

from tournament.ledger.chain import Signature
from tournament.ledger.signing import sign
from tournament.phones.entrance import Entrance
from tournament.phones.forms import key_of, umpire_of
from tournament.site.access import Actor


def refused(faults: list[dict[str, str]]) -> JsonResponse:
    """The answer to a call that is refused: the faults it has, for the phone to show."""
    return JsonResponse({"faults": faults}, status=422)


def signature(entrance: Entrance) -> Signature:
    """Who signs a call: the umpire by name, or the table where nobody gave one, and the phone by
    its mark, so that the ledger tells the phones apart.
    """
    umpire = umpire_of(entrance.sent) or entrance.phone.umpire or f"Table {entrance.code.table}"
    phone = f"phone {entrance.phone.mark}"
    actor = Actor(f"{umpire}, {phone}", account=phone)
    return sign(actor, key_of(entrance.sent))
