"""The short address: six characters ask, a whole code leads on; no cookie is read or set."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from tournament.access import PUBLIC, marked
from tournament.acts.phones import ask
from tournament.entrance import nothing_here, render_bare, same_origin
from tournament.forms.phones import AskForm


@csrf_exempt
def _typed(request: HttpRequest) -> HttpResponse:
    form = AskForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(form)
    if not same_origin(request):
        return HttpResponse(nothing_here(), status=403)
    if not form.is_valid():
        return _page(form, 422)
    whole = form.whole(form.cleaned_data["typed"])
    if whole:
        return HttpResponseRedirect(whole)
    ticket, mark = ask(form.cleaned_data["typed"], form.cleaned_data["name"], timezone.now())
    return HttpResponseRedirect(f"/T/{ticket}#ask={mark}")


def _page(form: AskForm, status: int = 200) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(render_bare("short_address.html", {"form": form}), status=status, headers=headers)


short_address = marked(_typed, PUBLIC)
