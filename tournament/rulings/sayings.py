"""What people at tables say: of each situation, and which of their words mean the same."""

import re
from collections.abc import Mapping

SAME = tuple(
    tuple(" ".join(phrase.split()) for phrase in group.split(","))
    for group in re.split(
        ";",
        """
        start, begin, first, turned up, kick off, open, starter, lead;
        go out, out on, is out, finish, win, end, last card, trick card last;
        how many, number;
        pick up, take, draw, lift, grab, fetch, pull, collect;
        deck, pack, stock;
        empty, run out, ran out, run dry, used up, nothing left, none left, no more, gone, finish;
        cannot, can't, stuck, blocked, nobody can, no one can, unable, deadlock, stalemate,
            impasse;
        forget, not say, never say, not call, never call, too late, missed call, silent, quiet,
            mouth shut, say nothing, nobody hear, not hear, ignore, fail to, refuse, overlook;
        worth, value, point, score, count, tally, cost, how much;
        have to, must, able, obliged, need to, forced, voluntary, optional;
        allowed, legal, fit, may, ok, okay, fine, permitted, match, follow, that go, not go,
            doesn't go, go on, count as, good enough, belong, against the rule;
        suit, colour, color;
        name, call, wish, choose, suit now;
        one card left, one left, down to one, single card, final card, one more card, only one
            card, have one card;
        say, call, shout, announce, declare, yell, out loud, aloud, knock, whisper;
        too few, short, fewer, less, not enough, only get, only have;
        too many, extra, more than, one over;
        turn, his go, her go, my go, your go, their go, push in, queue, wait, me to play, turn to
            play, butted in, barge in, jump in, cut in, interrupt, out of order;
        tell, advice, advise, help, hint, whisper, signal, coach, tip, prompt;
        keep, hold back, hang on, withhold, save;
        skip, miss a turn, pass over, jump over, leave out, miss out, forget about me, forget me;
        turn round, other way, wrong way, direction, anticlockwise, way round, clockwise, reverse,
            backwards, left or right, to the left, to the right;
        take back, swap, undo, change mind, another card, other card, retract;
        at once, in one go, together, same time, same moment, straight away, immediately, right
            now, lay it now, play it now, just draw, just take, just pick;
        drop, fall, floor, ground, under the table, slip, carpet, rug, lap, feet;
        mistake, accident, mean, by error, intend, suppose, oops;
        slow, forever, too long, minutes, time, age, dawdle, dither, hurry, hurry up, stall,
            ponder, think long, hold up, get a move on;
        see, look, show, peek, peep, spy, glance, reveal, face up, visible, expose, flip, flash,
            turn over;
        leave, go home, toilet, loo, bathroom, restroom, smoke, bar, pop out, walk away, walk off,
            disappear, not there, home, absent, away, vanish, wander off, go off, step out,
            outside, cigarette;
        come late, arrive late, turn up late, join late, miss a game, game they missed, comes
            late;
        missing, not in the pack, not in the deck, lose a card, go missing, incomplete;
        picture, court card, face card, 10 jack queen king;
        carry, carry over, bring along, keep our point, keep the point;
        play off, final, knockout;
        owe, pay, due, unpaid;
        shuffle, cut, mix;
        deal, dealer, hand out;
        wrong, illegal, not match, incorrect, invalid, not right, not correct, not legal;
        lay, play, put, put down, chuck, throw, slap, toss, plonk, discard, place, get rid, shed,
            dump;
        add up, sum, add, stack;
        challenge, accuse, catch;
        check, look over, go over, verify, sign, signature, initial;
        penalty, pick up two, pick up cards, punishment, fine of;
        anything, any card;
        tie, same total, same score, same point, equal, level, share;
        false, mistaken, unfounded;
        notice, spot, realise, discover;
        twice, two times, again, in a row, running;
        another, different, foreign;
        between two, two player, two people, two of us, two of them, just us two;
        answer, facing, respond, reply, counter, beat, unanswered, cancel, turn away, pass it on,
            escape, get out of, deflect, stop a;
        go through, is through, qualify, advance, progress;
        disagree, differ, argue, dispute, contest""",
    )
)
"""Words and phrases that mean the same to a table, by commas: a line that holds one of them answers
to the others. Each word stands as the search's root leaves it.
"""
WIDER = (
    ("trick", "queen ace 8 2"),
    ("deal", "how many"),
    ("miss", "cannot"),
)
"""What a line answers to as well, though not the other way round: a word, and what it brings."""
SAID: Mapping[str, str] = {
    "card_did_not_match": """
        may I put it on wrong suit, queen on queen, not the same suit or number, noticed later,
        nobody spotted it until turns later, what goes on this""",
    "last_card_not_said": """
        false challenge, one card left, said it too late, not loud enough, mumbled, said it too
        early, wrongly accused""",
    "out_of_turn": """
        played before his turn, skipped somebody, went twice in a row, both played at once, did
        not wait, too quick, jumped the queue""",
    "penalty_not_taken": """
        penalty, did not or forgot to pick up, do they add up, an 8 on a 2, how many are due
        now, pass it on""",
    "suit_named": """
        no suit said, changes suit, named two suits, forgot to choose a suit""",
    "did_not_play": """
        drew or passed though able to play, keeping a card back, pick up and then play, would
        rather draw, does not feel like it""",
    "blocked_game": """
        nobody can go, deck is empty, everybody passes, turn the pile over""",
    "win_with_illegal_card": """
        finish on a trick card, go out, wrong last card, is the win good, won wrongly""",
    "tally_miscounted": """
        points added up wrong, wrong total on the sheet, sum, miscounted, forgot a card""",
    "wrong_deal": """
        dealt too many or too few, a card short or over in the deal, misdeal, I only got four,
        everybody else has five, not the same number each""",
    "wrong_direction": """
        wrong way round, left out, reversed""",
    "wrong_start_card": """
        first card is a trick card, no card was turned up""",
    "card_exposed": """
        turned over, dropped face up, saw the top or bottom card, lying open""",
    "tally_contested": """
        neighbour counts otherwise, we disagree, hands already mixed, no proof, shuffled away""",
    "wrong_checker": """
        who checks or looks over the score, not checked""",
    "changed_mind": """
        take a card back, change my mind, have a better one, undo a move, touched it, let go of
        it""",
    "wrong_card": """
        meant the other one, not the one I wanted, mixed up""",
    "stuck_together": """
        two cards at once by mistake, clung, one behind another""",
    "card_dropped": """
        one hand short, off the table, under a chair""",
    "hand_shown": """
        told what to play, cheating, holds them so that we can see, her cards face us, talks
        about the hand""",
    "too_slow": """
        takes forever, too long, slow play, always on their phone, keeps us waiting""",
    "left_table": """
        went home, phone call, empty chair, comes late""",
    "who_shuffles": """
        not shuffled well""",
    "drew_too_many": """
        picked up too many from the deck, drew twice""",
    "wrong_dealer": """
        dealt out of turn""",
    "card_missing": """
        only 51 cards, lost a card, two alike, the same twice, other back""",
}
"""What people at tables say of a situation, beside its name and example, by commas."""
IGNORED_WORDS = (
    """
    a an and are at be been being but by can could did do does even for from get had has have
    he her him his how i if in instead is it its just me my now of on one or our said say she
    should so somebody someone that the their them then there they this though to too up us
    was we were what when where which who whom whose will with you your card cards everyone
    player players person people only
    bloke chap fella friend girl guy lad lady man mate neighbour woman
    game middle happen after still want think
    """,
    "reckon",
)
"""Words that tell one question from no other."""
