"""The page Phones of an evening, what guests called wrong, and the rules for everybody without a
log-in.
"""

from django.urls import path

from tournament.phones import views, views_guest_cards, views_public, views_rescue

urlpatterns = [
    path("phones/", views.phone_list, name="phones"),
    path("phones/now/", views.phones_now, name="phones_now"),
    path("phones/options/", views.phone_options, name="phone_options"),
    path("phones/ask/<int:pk>/", views.answer_ask, name="answer_ask"),
    path("phones/<int:pk>/", views.settle_phone, name="settle_phone"),
    path("phones/<int:pk>/replace/", views.replace_phone, name="replace_phone"),
    path("phones/codes/<int:pk>/reissue/", views.reissue_code, name="reissue_code"),
    path("phones/codes/close/", views.close_codes, name="close_codes"),
    path(
        "guests/<int:badge>/code/", views_guest_cards.reissue_guest_code, name="reissue_guest_code"
    ),
    path("guests/<int:badge>/card/", views_guest_cards.guest_card, name="guest_card"),
    path("phones/rescue/", views_rescue.rescue, name="rescue"),
    path("doubts/", views_guest_cards.doubt_list, name="doubts"),
    path("doubts/<int:pk>/", views_guest_cards.see_doubt, name="see_doubt"),
    path("rules/", views_public.rules_at_hand, name="rules_at_hand"),
    path("rules/worker.js", views_public.rules_worker, name="rules_worker"),
    path("rules/games/", views_public.games_compared, name="games_compared"),
]
