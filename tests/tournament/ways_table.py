"""The way to every act in at most three pages from the home, and docs/ways.md made from them.

`python -m tests.tournament.ways_table` writes the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tests.tournament.acts_table import ROOT, acts
from tests.tournament.reached import Key, done_by

PAGE = ROOT / "docs" / "ways.md"
BEGIN, END = "<!-- the table -->", "<!-- end of the table -->"
MOST = 3
"""So many pages are opened from the home at most; the act is a button of the last."""
WAYS = """
[guests are listed]
guests/acts.add_guest: guests add_guest add_guest
guests/acts.change_guest: guests guest guest
guests/acts.remove_guest: guests guest remove_guest
guests/acts.add_placeholders: guests add_guest hold_places
guests/acts.put_in_team: guests guest_teams guest_teams
guests/acts.keep_apart: guests guest keep_apart
guests/acts.let_meet: guests guest let_meet
tickets/acts.import_guests: guests import_guests import_guests
seating/acts_draw.draw_seating: seating draw_seating
seating/acts_draw.show_digest: seating show_digest
seating/acts_hall.set_hall_plan: hall_plan hall_plan
seating/acts_walk_in.accept: guests door accept_sign_in
seating/acts_walk_in.turn_away: guests door turn_away
seating/acts_walk_in.wait_again: guests door turn_away
seating/acts_walk_in.take_code_down: guests door wall_code
seating/acts_walk_in.allow_self_check_in: self_check_in self_check_in
seating/acts_walk_in.sign_in @ a guest at the door: sign_in
event/acts.change_event: event_settings event_settings
event/acts_pictures.set_picture: event_settings pictures pictures
archive/acts_mails.set_mail_server: paper mailing mailing
event/acts_officials.change_password: account account
event/acts_officials.add_official: event_settings officials officials
event/acts_officials.remove_official: event_settings officials remove_official
event/acts.show_chances: chances switch_chances
event/acts_names.keep_names: status wipe_names wipe_names
event/acts_names.wipe_names: status wipe_names wipe_names
event/acts_names.erase_guest: guests guest erase_guest erase_guest
event/acts_next.copy_event: event_settings copy_event copy_event
leagues/acts.create_league: leagues leagues
paper/acts.record_printing: paper_pdf
phones/acts.record_from_phone: rescue rescue
screens/acts.add_screen: screens add_screen
rehearsal/acts.begin_rehearsal: rehearsal rehearse
[a rehearsal is made]
rehearsal/acts.set_pace: rehearsal rehearsal_pace
rehearsal/acts.take_step: rehearsal rehearsal_now
rehearsal/acts.wipe_rehearsal: rehearsal wipe_rehearsal
[guests may come again]
event/acts_next.confirm_invited: guests invited answer_invited
event/acts_next.decline_invited: guests invited answer_invited
event/acts_next.forget_invited: guests invited answer_invited
event/acts_next.ask_again: guests invited answer_invited
[the seating is drawn]
seating/acts_draw.take_digest_down: seating take_digest_down
seating/acts_draw.publish_seating: seating publish_seating publish_seating
seating/acts_seats.swap_guests: seating round_seating swap_seats swap_seats
[the seating is published]
seating/acts_draw.unpublish_seating: guests seating unpublish_seating unpublish_seating
entry/acts.record_sheet: sheet sheet
entry/acts_cards.record_round_total: desk desk_table desk_totals round_total
entry/acts_checking.mark_table_checked: desk desk_table desk_table
entry/acts_corrections.move_sheet: put_right move_hands
entry/acts_corrections.swap_hands: put_right move_hands
entry/acts_desk.keep_typed: desk desk_table desk_table
entry/acts_desk.record_card_totals: desk desk_table desk_table
entry/acts_desk.set_second_keying: desk second_keying
entry/acts_desk.key_again: desk desk_table desk_again desk_again
entry/acts_reseat.reseat: put_right change_seats
entry/acts_unplayed.declare_unplayed: sheet unplayed
entry/acts_dealer.name_dealer: sheet history dealer
paper/acts.play_without_paper: without_paper
screens/acts.set_clock: screens set_clock
screens/acts.give_time: screens set_clock
seating/acts_seats.leave: guests seating change_seat change_seat
seating/acts_seats.substitute: guests guest sit_in sit_in
seating/acts_walk_in.put_code_up: guests door wall_code
[guests arrive]
seating/acts_walk_in.add_walk_in: door add_here
seating/acts_door.check_in: door check_in
seating/acts_door.undo_check_in: door undo_check_in
[the door is open]
seating/acts_door.close_door: guests door close_door close_door
seating/acts_seats.seat_late: guests seating change_seat change_seat
[the door is closed]
seating/acts_door.reopen_door: guests door reopen_door reopen_door
seating/acts_places.as_registered: guests door expected_again expected_again
[a round is played]
approvals/acts.approve: waiting pending approve_pending
approvals/acts.decline: waiting pending decline_pending
approvals/acts.withdraw_ask @ the head umpire: waiting pending withdraw_pending
entry/acts.resolve_conflict: conflict conflict
entry/acts_unplayed.close_unplayed: time_out time_out
event/acts_officials.accept_appointment @ whoever is asked to serve: answer_appointment
event/acts_officials.decline_appointment @ whoever is asked to serve: answer_appointment
event/acts_officials.take_back_appointment: event_settings officials take_back_appointment
phones/acts_doubts.raise_doubt @ a guest: guest_page
rulings/acts.call_umpire: sheet call_umpire
rulings/acts.make_ruling: just_ask ask_about ask_answer make_ruling
event/acts_officials.renew_password: event_settings officials renew_password
rulings/acts.accept: rulings ruling accept_ruling
rulings/acts.explain: rulings ruling explain_ruling
rulings/acts.overrule: rulings ruling overrule_ruling
rulings/acts_adjustments.adjust: rulings ruling adjust adjust
rulings/acts_adjustments.cancel_adjustment: rulings ruling cancel_adjustment cancel_adjustment
[games are in]
entry/acts_cards.take_back_round_total: desk desk_table desk_totals take_back_total
entry/acts.correct_sheet: sheet correction correction
entry/acts_corrections.move_table: desk desk_table move_hands
entry/acts_checking.dismiss_flag: sheet dismiss
entry/acts_checking.mark_checked: sheet check
entry/acts_checking.mark_unchecked: sheet check
screens/acts.remove_screen: screens steer_walls
screens/acts.steer: screens steer_walls
screens/acts.tell: screens tell_walls
[a table is small]
seating/acts_seats.break_up_table: small_table small_table
seating/acts_seats.fill_table: small_table small_table
seating/acts_seats.move_guest: small_table change_seat change_seat
[a table was opened]
seating/acts_tables.open_table: guests door open_table
seating/acts_tables.take_table_back: guests door close_table close_table
[the next round waits to be drawn]
seating/acts_draw.open_further: next_round next_round
[the next round is drawn]
seating/acts_draw.take_further_back: guests door undo_next_round undo_next_round
[a hand was let stand]
finals/acts.hold_board: standings cut hold_board
finals/acts.freeze_by_itself: standings cut board_by_itself
entry/acts_checking.raise_flag_again: sheet dismiss
entry/acts_unplayed.take_back_unplayed: sheet unplayed
entry/acts_checking.mark_table_unchecked: desk desk_table desk_signed
[a seat was moved]
seating/acts_seats.take_seats_back: guests seating moved_back moved_back
[the rounds are closed]
finals/acts.seal_cut: cut seal_cut
[the board is held]
finals/acts.release_board: cut release_board
[all names are read]
finals/acts.reveal_cut: cut reveal reveal_cut
[a round was stopped]
entry/acts_unplayed.resume_round: last_acts time_out play_on
[all games are in]
seating/acts.close_round: close
[half-time]
finals/acts_playoff.hold_half_time: hold_half_time
seating/acts.reopen_round: last_acts reopen reopen
[a hand is asked for]
entry/acts_cards.record_answer: cut answer
[the hand is told]
entry/acts_cards.take_back_answer: cut answer
[the line is level]
finals/acts_cards.record_cut_of_cards: cut record_cut_of_cards
[cards were cut]
finals/acts_cards.take_back_cut_of_cards: cut take_back_cut_of_cards
[the cut is sealed]
approvals/acts.do_with_witness: event_settings frozen frozen
event/acts.change_frozen: event_settings frozen frozen
finals/acts.break_seal: cut break_seal
finals/acts.mark_printed: cut mark_printed
finals/acts_playoff.read_next: announcer announcer_next
finals/acts_playoff.read_back: announcer announcer_back
[it is printed]
finals/acts.unmark_printed: cut unmark_printed
[the cut is read out]
finals/acts.withdraw_announcement: standings cut withdraw_announcement
finals/acts_replies.reply: playoff reply_finalist
finals/acts_replies.take_reply_back: playoff take_reply_back
steps/acts.seat_playoff: playoff seat_playoff
[the play-off is seated]
finals/acts_playoff.show_playoff: standings playoff show_playoff
finals/acts_playoff.unseat_playoff: standings playoff unseat_playoff
[the play-off is level]
finals/acts_playoff.open_extra_game: standings playoff open_extra_game
[one more game is laid]
finals/acts_playoff.drop_extra_game: standings playoff drop_extra_game
[the prizes are due]
steps/acts.close_evening: close_evening
[the podium is read out]
finals/acts_playoff.reveal_podium: reveal_podium
[the podium is shown]
finals/acts_playoff.withdraw_podium: standings playoff withdraw_podium
[mails are out]
archive/acts_mails.send_mails: paper mailing send_mails
archive/acts_mails.note_returned: paper mailing mail_returned
archive/acts_mails.note_arrived: paper mailing mail_returned
[the evening is over]
steps/acts.reopen_evening: reopen_evening
[matches are due]
matches/acts_kind.change_kind: event_settings event_kind event_kind
matches/acts.pair_round: match_act
matches/acts_wishes.request_bye: pairings match_act
matches/acts_wishes.take_bye_back: pairings match_act
matches/acts_wishes.bind_pair: pairings match_act
matches/acts_wishes.free_pair: pairings match_act
[a round of matches is drafted]
matches/acts.unpair_round: match_act
matches/acts.publish_pairs: match_act
matches/acts_swap.swap_opponents: match_act
[a round of matches is published]
matches/acts.withdraw_pairs: pairings match_act
matches/acts_results.record_match: match_result
[a match is played]
matches/acts_results.take_match_back: match_result match_result
[somebody came late to matches]
matches/acts_wishes.enter_late: pairings match_act
matches/acts_wishes.take_late_entry_back: pairings match_act
[all matches of a stage are in]
matches/acts.close_stage: match_act
[a stage of matches is closed]
matches/acts.reopen_stage: pairings match_act
[a league is kept]
leagues/acts.change_league: leagues league league_settings league_settings
leagues/acts.remove_league: leagues league league_settings remove_league
leagues/acts.add_evening: leagues league league_evenings league_evenings
leagues/acts.remove_evening: leagues league league_evenings remove_evening
leagues/acts.add_league_organiser: leagues league league_organisers league_organisers
leagues/acts.remove_league_organiser: leagues league league_organisers remove_league_organiser
leagues/acts.link_guests: leagues league league_people link_guests
leagues/acts.split_guest: leagues league league_people split_guest
leagues/acts.tell_apart: leagues league league_people link_guests
leagues/acts.take_telling_apart_back: leagues league league_people propose_again
"""
"""By the stage of the evening: the act, who does it where that is not the organiser, and the routes
of the pages, the last of them that of the button.
"""
ELSEWHERE: Mapping[Key, str] = {
    (
        "event/acts_officials",
        "create_organiser",
    ): "the first page of a machine that holds no evening",
    ("phones/acts", "order_seats"): "the phone at the table, before its first game",
    ("phones/acts", "record_match_from_phone"): "the phone at the table of a match",
    (
        "matches/acts_results",
        "confirm_match",
    ): "the other player's phone, or the page of a match that a phone told",
    ("seating/acts_places", "arrive_late"): "an archive; at the desk *seat_late* gives the seat",
    ("seating/acts_places", "withdraw"): "an archive; at the desk *leave* frees the seat",
    (
        "event/acts_names",
        "wipe_due",
    ): "the server itself, once an hour, where the organiser said so",
    ("leagues/acts", "unlink_event"): "*wipe_names*, which forgets the person in every league",
    ("seating/acts", "lay_round"): "an archive and the demonstration; the desk draws",
    ("seating/acts", "publish_round"): "an archive and the demonstration; the desk draws",
    ("server/recovery", "note_restored"): "`manage.py restore`, after a copy was put back",
}
"""Acts that do not begin at the home of an evening, and where they do."""


@dataclass(frozen=True, slots=True)
class Way:
    """How somebody comes to an act: when, who, the routes of the pages, and that of the press."""

    act: Key
    when: str
    who: str
    routes: tuple[str, ...]


@cache
def ways() -> tuple[Way, ...]:
    """Every way, in the order of the evening."""
    found, when = [], ""
    for line in WAYS.strip().splitlines():
        if line.startswith("["):
            when = line.strip("[]")
            continue
        named, routes = line.split(": ")
        act, _at, who = named.partition(" @ ")
        file, name = act.rsplit(".", 1)
        found.append(Way((file, name), when, who or "the organiser", tuple(routes.split())))
    return tuple(found)


def wanting() -> list[Key]:
    """The acts to which nothing leads: neither a way, nor another act, nor a place elsewhere."""
    led = {way.act for way in ways()} | set(ELSEWHERE)
    every = [(act.file, act.name) for act in acts()]
    return [act for act in every if act not in led and not led.intersection(done_by(act))]


def _rows() -> Iterator[str]:
    yield "| act | when | who | pages from the home, then what is pressed | presses |"
    yield "|---|---|---|---|---|"
    by_act = {way.act: way for way in ways()}
    for act in acts():
        key = (act.file, act.name)
        if key in by_act:
            way = by_act[key]
            *pages, press = (route.replace("_", " ") for route in way.routes)
            said = " › ".join((*pages, f"**{press}**"))
            yield f"| `{act.name}` | {way.when} | {way.who} | {said} | {len(way.routes)} |"
        elif said := ELSEWHERE.get(key, ""):
            yield f"| `{act.name}` | | | {said} | |"
        else:
            by = ", ".join(sorted({f"`{name}`" for _file, name in done_by(key)}))
            yield f"| `{act.name}` | | | a part of {by} | |"


def page_with(text: str) -> str:
    """The page with the table in its place."""
    before, rest = text.split(BEGIN)
    table = "\n".join(_rows())
    return f"{before}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
