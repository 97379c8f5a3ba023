"""How every route of the site is called: who adds one adds a line here, in the dict of its part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

GAME = {"round": 1, "table": 1, "game": 1}
LEAGUE = {"league": "winter"}


@dataclass(frozen=True, slots=True)
class Call:
    """How a route is called: its method, what its address holds, and what is asked behind it."""

    method: str = "GET"
    args: Mapping[str, Any] | None = None
    asked: str = ""


GET, POST = Call(), Call("POST")
CALLS: Mapping[str, Call] = {
    **dict.fromkeys(("start", "icon", "login", "new_event", "healthz", "readyz"), GET),
    **dict.fromkeys(("logout", "demo", "own_evening"), POST),
    **dict.fromkeys(("evening", "standings", "cut", "reveal", "playoff", "prizes", "paper"), GET),
    **dict.fromkeys(
        (
            "event_settings",
            "event_rules",
            "event_kind",
            "officials",
            "guests",
            "add_guest",
            "import_guests",
        ),
        GET,
    ),
    **dict.fromkeys(("board", "board_now", "finder"), GET),
    **dict.fromkeys(
        (
            "workbook",
            "standings_csv",
            "standings_json",
            "archive",
            "closing_pack",
            "fame",
            "pictures",
        ),
        GET,
    ),
    **dict.fromkeys(("seating", "publish_seating", "unpublish_seating"), GET),
    **dict.fromkeys(
        (
            "draw_seating",
            "show_digest",
            "take_digest_down",
            "hold_places",
            "take_guests_in",
            "seat_playoff",
            "unseat_playoff",
        ),
        POST,
    ),
    **dict.fromkeys(
        ("seal_cut", "break_seal", "mark_printed", "reveal_cut", "withdraw_announcement"), POST
    ),
    "without_paper": POST,
    **dict.fromkeys(("hold_board", "release_board", "board_by_itself", "list_on_board"), POST),
    **dict.fromkeys(("record_cut_of_cards", "take_back_cut_of_cards"), POST),
    **dict.fromkeys(("sheet", "correction", "conflict", "history"), Call(args=GAME)),
    **dict.fromkeys(("look", "check", "dismiss", "unplayed", "dealer"), Call("POST", GAME)),
    "tickets": GET,
    **dict.fromkeys(("waiting", "frozen", "status", "wipe_names", "last_acts"), GET),
    **{"teams": GET, "guest_teams": GET, "remove_event": POST},
    **{"rehearsal": GET, "rehearse": POST, "rehearsal_now": POST},
    **{"rehearsal_pace": POST, "wipe_rehearsal": POST},
    **{"copy_event": GET, "invited": GET, "answer_invited": POST, "leagues": GET},
    **dict.fromkeys(
        ("league", "league_public", "league_settings", "league_evenings"), Call(args=LEAGUE)
    ),
    **dict.fromkeys(
        ("league_people", "league_organisers", "league_paper", "league_pdf"), Call(args=LEAGUE)
    ),
    **dict.fromkeys(
        ("link_guests", "split_guest", "propose_again", "remove_league"), Call("POST", LEAGUE)
    ),
    "league_workbook": Call(args=LEAGUE),
    "remove_evening": Call("POST", {**LEAGUE, "evening": "test-evening-2027"}),
    "remove_league_organiser": Call("POST", {**LEAGUE, "pk": "runs"}),
    **dict.fromkeys(("unmark_printed", "close_evening", "reopen_evening"), POST),
    "time_out": Call(args={"round": 1}),
    "play_on": Call("POST", {"round": 1}),
    "pending": Call(args={"pk": "pending"}),
    **dict.fromkeys(
        ("approve_pending", "decline_pending", "withdraw_pending"), Call("POST", {"pk": "pending"})
    ),
    **dict.fromkeys(("matches", "pairings", "match_results"), GET),
    "match_won": POST,
    "match_act": Call("POST", {"act": "pair"}),
    "match_result": Call(args={"round": 1, "table": 1}),
    "table": Call(args={"round": 1, "table": 2}),
    "close": Call("POST", {"round": 1}),
    "reopen": Call(args={"round": 1}),
    "round_seating": Call(args={"round": 2}),
    "change_seat": Call(args={"round": 2}),
    "swap_seats": Call(args={"round": 2}, asked="?one=1&other=7"),
    **dict.fromkeys(("seating_balance", "draw_file"), GET),
    "as_of": Call(asked="?number=3&since=1"),
    **dict.fromkeys(
        ("guest", "guest_card", "guest_data", "erase_guest", "why_total"), Call(args={"badge": 1})
    ),
    "why_of": Call(asked="?ref=P001"),
    "remove_guest": Call("POST", {"badge": 1}),
    "keep_apart": Call("POST", {"badge": 1}),
    "let_meet": Call("POST", {"badge": 1, "pair": "pair"}),
    "renew_password": Call("POST", {"pk": "official"}),
    "remove_official": Call("POST", {"pk": "official"}),
    "take_back_appointment": Call("POST", {"pk": "appointment"}),
    **{"let_browser_in": GET, "log_ins": GET, "account": GET, "second_factor": GET},
    **{"take_in": GET, "copies": GET, "copy_now": POST, "put_back": POST},
    **{"seal_copies": POST, "let_phones_in": POST},
    **{"end_log_in": POST, "answer_appointment": POST},
    **dict.fromkeys(("desk", "put_right"), GET),
    "take_back_press": POST,
    **dict.fromkeys(("second_keying", "answer", "move_hands", "change_seats"), POST),
    **dict.fromkeys(
        ("desk_table", "desk_again", "desk_totals"), Call(args={"round": 1, "table": 2})
    ),
    **dict.fromkeys(("desk_look", "desk_signed"), Call("POST", {"round": 1, "table": 2})),
    "desk_card": Call(args={"round": 1, "badge": 1}),
    **dict.fromkeys(("round_total", "take_back_total"), Call("POST", {"round": 1, "badge": 1})),
    "paper_pdf": Call(args={"kind": "score-cards"}),
    "paper_page": Call(args={"kind": "standings"}),
    **dict.fromkeys(
        (
            "just_ask",
            "rules_at_hand",
            "rules_worker",
            "games_compared",
            "replay",
            "quiz",
            "quiz_printed",
        ),
        GET,
    ),
    **dict.fromkeys(
        ("ask_about", "ask_answer", "pad_ask_about", "pad_ask_answer"),
        Call(args={"kind": "card_did_not_match"}, asked="?cards=QS&top=QH"),
    ),
    **dict.fromkeys(("pad_page", "pad_carry_on", "pad_ask"), Call(args={"code": "NOT2A7CODE"})),
    **dict.fromkeys(("pad_training", "pad_worker"), GET),
    "pad_script": Call(args={"entry": "page"}),
    **dict.fromkeys(("pad_state", "pad_called", "pad_just_ask"), GET),
    **dict.fromkeys(
        (
            "pad_sheet",
            "pad_order",
            "pad_dealer",
            "pad_name",
            "pad_call",
            "pad_make_ruling",
            "phone_carry_on",
        ),
        POST,
    ),
    "pad_match": POST,
    "pad_agreed": POST,
    **dict.fromkeys(("phones", "rescue", "doubts", "short_address", "hall", "hall_reached"), GET),
    "phone_options": POST,
    "close_codes": POST,
    "reissue_guest_code": Call("POST", {"badge": 1}),
    "answer_ask": Call("POST", {"pk": "ask"}),
    **dict.fromkeys(("settle_phone", "replace_phone"), Call("POST", {"pk": "phone"})),
    "reissue_code": Call("POST", {"pk": "code"}),
    "see_doubt": Call("POST", {"pk": "doubt"}),
    "guest_page": Call(args={"code": "A" * 26}),
    **dict.fromkeys(
        ("reply_finalist", "take_reply_back", "cut_for_reserves", "open_extra_game"), POST
    ),
    **dict.fromkeys(("reveal_podium", "withdraw_podium", "show_playoff", "hold_half_time"), POST),
    **{
        "check_queue": GET,
        "compare_card": POST,
        "chances": GET,
        "moved_chances": Call(args={"key": "nobodys"}),
        "switch_chances": POST,
        "pace": GET,
    },
    **dict.fromkeys(("read_next", "read_back"), Call("POST", {"stage": "cut"})),
    **dict.fromkeys(("screen", "screen_now", "screens", "screens_now"), GET),
    **dict.fromkeys(
        ("announcer", "announcer_now", "announcer_paper", "round_call", "overlay", "overlay_json"),
        GET,
    ),
    "set_clock": POST,
    **dict.fromkeys(("announcer_next", "announcer_back"), POST),
    **dict.fromkeys(("add_screen", "steer_walls", "tell_walls"), POST),
    "drop_extra_game": Call("POST", {"round": 1}),
    **dict.fromkeys(("podium", "prize_settings", "paper_changed", "paper_tonight"), GET),
    "to_key_again": GET,
    **dict.fromkeys(("mails", "mailing"), Call(args={"kind": "seats"})),
    **dict.fromkeys(("send_mails", "mail_returned"), Call("POST", {"kind": "seats"})),
    "picture": Call(args={"digest": "0" * 64}),
    "edition": Call(args={"kind": "score-cards", "item": "1", "digest": "0123456789"}),
    **dict.fromkeys(("calls", "calls_now", "phones_now", "rulings"), GET),
    **dict.fromkeys(("duty", "take_call", "drop_call", "settle_call", "make_ruling"), POST),
    **dict.fromkeys(
        ("ruling", "ruling_report", "ruling_pdf", "cancel_adjustment"), Call(args={"number": 1})
    ),
    **dict.fromkeys(
        ("accept_ruling", "overrule_ruling", "explain_ruling"), Call("POST", {"number": 1})
    ),
    "adjust": Call(args={"number": 1, "kind": "points"}),
    "call_umpire": Call("POST", {"round": 1, "table": 1}),
    "call_now": Call(args={"round": 1, "table": 1}),
    **dict.fromkeys(("door", "door_now", "close_door", "door_closed", "reopen_door"), GET),
    **dict.fromkeys(("walk_in", "wall", "next_round", "hall_plan"), GET),
    **dict.fromkeys(
        ("check_in", "undo_check_in", "add_here", "accept_sign_in", "turn_away"),
        POST,
    ),
    **dict.fromkeys(("wall_code", "open_table"), POST),
    "expected_again": Call(args={"badge": 1}),
    "self_check_in": GET,
    "tablet": Call(args={"secret": "tablet"}),
    **{"sit_in": Call(args={"badge": 1}), "sign_in": Call(args={"secret": "wall"})},
    **{
        "small_table": Call(args={"round": 1, "table": 2}),
        "moved_back": Call(args={"number": "move"}),
    },
    **{
        "close_table": Call(args={"round": 1, "table": 2}),
        "undo_next_round": Call(args={"round": 1}),
    },
}
"""A route that is missing here fails the tests: who adds one says how it is called."""
OF_THE_GAME = frozenset(
    {
        "just_ask",
        "ask_about",
        "ask_answer",
        "rules_at_hand",
        "rules_worker",
        "games_compared",
        "replay",
        "quiz",
        "quiz_printed",
    }
)
"""Pages that show the rules alone, whoever plays and however it stands."""
