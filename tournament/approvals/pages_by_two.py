"""Two officials at one act: asking the second one on the page of the act itself, or naming a
witness where there is one official.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.approvals.acts import Asked, ask, do_with_witness
from tournament.ledger.signing import one_line, signature
from tournament.models import Event, Official, Pending
from tournament.models.ledger import PendingState
from tournament.refusal import Refused
from tournament.site.access import DESK, actor_of
from tournament.site.password import asked_again

LONGEST_WITNESS = 120


def seconds(request: HttpRequest, event: Event) -> list[str]:
    """The names of the other officials of the desk: any of them can approve."""
    officials = (
        Official.objects.filter(event=event, role__in=DESK.roles)
        .select_related("user")
        .order_by("pk")
    )
    users = (official.user for official in officials if official.user_id != request.user.pk)
    return [user.get_full_name() or user.get_username() for user in users]


def fault_of_witness(request: HttpRequest, event: Event, witness: str) -> str:
    """A sentence when the person named cannot agree; nothing when they can, or when nobody is
    named.
    """
    if not witness.strip():
        return ""
    if witness.strip().casefold() == actor_of(request).name.casefold():
        return "Somebody else has to agree: give a name other than your own."
    if not event.one_official and witness not in seconds(request, event):
        return f"{witness} is no other official of this evening: choose one who is."
    return ""


def waiting_here(event: Event) -> list[Pending]:
    """What waits for a second official."""
    return list(Pending.objects.filter(event=event, state=PendingState.WAITING).order_by("pk"))


def by_two(
    request: HttpRequest, event: Event, proposal: Asked, outcome: str, back: str
) -> HttpResponse:
    """Ask the second official and show what waits; or, where there is one official or somebody
    says now that they are alone tonight, do it with the named witness.

    The second official says the password when they approve; a witness has none, so the one official
    says theirs.
    """
    alone = request.POST.get("alone") == "yes"
    if (event.one_official or alone) and (question := asked_again(request)):
        return question
    signer = signature(request)
    try:
        if not (event.one_official or alone):
            pending_row = ask(event, proposal, signer)
            messages.success(
                request, "The second official is asked, and approves it on their own device."
            )
            return redirect("pending", event.slug, pending_row.pk)
        witness = one_line(request, "witness")[:LONGEST_WITNESS]
        do_with_witness(event, proposal, signer, witness, alone=alone)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, outcome)
    return redirect(back, event.slug)
