"""Where a watchman asks; docs/watching.md."""

from django.urls import path

from tournament.views import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
