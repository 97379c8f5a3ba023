"""The page Phones of an event, and what guests called wrong."""

from django.urls import path

from tournament.views import phones, rescue

urlpatterns = [
    path("phones/", phones.phone_list, name="phones"),
    path("phones/now/", phones.phones_now, name="phones_now"),
    path("phones/options/", phones.phone_options, name="phone_options"),
    path("phones/ask/<int:pk>/", phones.answer_ask, name="answer_ask"),
    path("phones/<int:pk>/", phones.settle_phone, name="settle_phone"),
    path("phones/<int:pk>/replace/", phones.replace_phone, name="replace_phone"),
    path("phones/codes/<int:pk>/reissue/", phones.reissue_code, name="reissue_code"),
    path("phones/codes/close/", phones.close_codes, name="close_codes"),
    path("guests/<int:badge>/code/", phones.reissue_guest_code, name="reissue_guest_code"),
    path("phones/rescue/", rescue.rescue, name="rescue"),
    path("doubts/", phones.doubt_list, name="doubts"),
    path("doubts/<int:pk>/", phones.see_doubt, name="see_doubt"),
]
