"""Calls for an umpire, rulings and what they do to the scores; asking the
rules; replaying a game.
"""

from django.urls import path

from tournament.rulings import (
    views,
    views_adjustments,
    views_calls,
    views_questions,
    views_quiz,
    views_replay,
)

TABLE = "tables/<int:round>/<int:table>/"
RULING = "rulings/<int:number>/"

urlpatterns = [
    path("calls/", views_calls.calls, name="calls"),
    path("calls/now/", views_calls.calls_now, name="calls_now"),
    path("calls/duty/", views_calls.duty, name="duty"),
    path("calls/take/", views_calls.take_call, name="take_call"),
    path("calls/drop/", views_calls.drop_call, name="drop_call"),
    path("calls/settle/", views_calls.end_call, name="settle_call"),
    path(f"{TABLE}call/", views_calls.call, name="call_umpire"),
    path(f"{TABLE}call/now/", views_calls.call_now, name="call_now"),
    path("rulings/", views.rulings_page, name="rulings"),
    path("rulings/make/", views.make_ruling_here, name="make_ruling"),
    path(RULING, views.ruling_page, name="ruling"),
    path(f"{RULING}accept/", views.accept_ruling, name="accept_ruling"),
    path(f"{RULING}overrule/", views.overrule_ruling, name="overrule_ruling"),
    path(f"{RULING}explain/", views.explain_ruling, name="explain_ruling"),
    path(f"{RULING}adjust/<slug:kind>/", views_adjustments.adjust_scores, name="adjust"),
    path("adjustments/<int:number>/cancel/", views_adjustments.cancel, name="cancel_adjustment"),
    path("ask/", views_questions.ask, name="just_ask"),
    path("ask/<slug:kind>/", views_questions.ask_about, name="ask_about"),
    path("ask/<slug:kind>/answer/", views_questions.ask_answer, name="ask_answer"),
    path("replay/", views_replay.replay, name="replay"),
    path("rules/quiz/", views_quiz.practice, name="quiz"),
    path("rules/quiz/print/", views_quiz.practice_printed, name="quiz_printed"),
]
