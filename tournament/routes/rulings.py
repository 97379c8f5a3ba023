"""Calls for an umpire, rulings, and what they do to the scores."""

from django.urls import path

from tournament.views import adjustments, calls, ruling_reports, rulings

TABLE = "tables/<int:round>/<int:table>/"
RULING = "rulings/<int:number>/"

urlpatterns = [
    path("calls/", calls.calls, name="calls"),
    path("calls/now/", calls.calls_now, name="calls_now"),
    path("calls/duty/", calls.duty, name="duty"),
    path("calls/take/", calls.take_call, name="take_call"),
    path("calls/drop/", calls.drop_call, name="drop_call"),
    path("calls/settle/", calls.end_call, name="settle_call"),
    path(f"{TABLE}call/", calls.call, name="call_umpire"),
    path(f"{TABLE}call/now/", calls.call_now, name="call_now"),
    path("rulings/", rulings.rulings_page, name="rulings"),
    path("rulings/make/", rulings.make_ruling_here, name="make_ruling"),
    path(RULING, rulings.ruling_page, name="ruling"),
    path(f"{RULING}report/", ruling_reports.report_page, name="ruling_report"),
    path(f"{RULING}report.pdf", ruling_reports.report_pdf, name="ruling_pdf"),
    path(f"{RULING}accept/", rulings.accept_ruling, name="accept_ruling"),
    path(f"{RULING}overrule/", rulings.overrule_ruling, name="overrule_ruling"),
    path(f"{RULING}explain/", rulings.explain_ruling, name="explain_ruling"),
    path(f"{RULING}adjust/<slug:kind>/", adjustments.adjust_scores, name="adjust"),
    path("adjustments/<int:number>/cancel/", adjustments.cancel, name="cancel_adjustment"),
]
