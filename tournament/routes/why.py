"""Why a total is what it is."""

from django.urls import path

from tournament.views import why

urlpatterns = [
    path("guests/<int:badge>/why/", why.why_total, name="why_total"),
    path("standings/why/", why.why_of, name="why_of"),
]
