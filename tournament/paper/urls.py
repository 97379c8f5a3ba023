"""Addresses of papers, and of what the number on one of them says."""

from django.urls import path

from tournament.paper import views

RULING = "rulings/<int:number>/"

urlpatterns = [
    path("paper/changed/", views.paper_changed, name="paper_changed"),  # before any kind of paper
    path("paper/without/", views.without_paper, name="without_paper"),
    path("paper/tonight.pdf", views.paper_tonight, name="paper_tonight"),
    path("paper/", views.paper, name="paper"),
    path("paper/<slug:kind>.pdf", views.paper_pdf, name="paper_pdf"),
    path("paper/<slug:kind>/", views.paper_page, name="paper_page"),
    path("edition/<slug:kind>/<str:item>/<str:digest>/", views.edition, name="edition"),
    path(f"{RULING}report/", views.report_page, name="ruling_report"),
    path(f"{RULING}report.pdf", views.report_pdf, name="ruling_pdf"),
]
