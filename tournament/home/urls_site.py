"""Pages outside any evening: the first screen, log-in, a new evening, a watchman's two, and
administration.
"""

from django.urls import path

from tournament.archive import views as archive_views
from tournament.event.views_pictures import picture
from tournament.home import views, views_account
from tournament.home.administration import administration

urlpatterns = [
    path("", views.start, name="start"),
    path("favicon.ico", views.icon, name="icon"),
    path("login/", views.log_in, name="login"),
    path("logout/", views.log_out, name="logout"),
    path("demo/", views.demo, name="demo"),
    path("own/", views.own_evening, name="own_evening"),
    path("new/", views.new_event, name="new_event"),
    path("take-in/", archive_views.take_in, name="take_in"),
    path("account/", views_account.account, name="account"),
    path("account/end/", views_account.end_log_in, name="end_log_in"),
    path("account/second-factor/", views_account.second_factor, name="second_factor"),
    path("asked/", views_account.answer_appointment, name="answer_appointment"),
    path("healthz", views.healthz, name="healthz"),  # docs/watching.md
    path("readyz", views.readyz, name="readyz"),
    path("picture/<slug:digest>/", picture, name="picture"),
    path("administration/", administration.urls),
]
