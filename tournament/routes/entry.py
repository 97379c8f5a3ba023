"""The home of an event, and entering, checking and correcting its sheets."""

from django.urls import path

from tournament.views.conflict import conflict
from tournament.views.correction import correction
from tournament.views.entry import look, sheet, table
from tournament.views.evening import close, evening, reopen
from tournament.views.history import history
from tournament.views.saved import check, dismiss
from tournament.views.sheets import sheets
from tournament.views.unplayed import unplayed

GAME = "sheets/<int:round>/<int:table>/<int:game>/"

urlpatterns = [
    path("", evening, name="evening"),
    path("rounds/<int:round>/close/", close, name="close"),
    path("rounds/<int:round>/reopen/", reopen, name="reopen"),
    path("sheets/", sheets, name="sheets"),
    path("sheets/<int:round>/<int:table>/", table, name="table"),
    path(GAME, sheet, name="sheet"),
    path(f"{GAME}look/", look, name="look"),
    path(f"{GAME}check/", check, name="check"),
    path(f"{GAME}dismiss/", dismiss, name="dismiss"),
    path(f"{GAME}correct/", correction, name="correction"),
    path(f"{GAME}conflict/", conflict, name="conflict"),
    path(f"{GAME}unplayed/", unplayed, name="unplayed"),
    path(f"{GAME}history/", history, name="history"),
]
