"""The keeper of forms: whatever stops a form, what was typed in it is shown in words, and a form to
the same address carries it on.

Nothing is stored. The page that says what is needed holds the fields as they were sent, hidden, and
where a log-in is wanted its fields beside them: one press logs in and sends. The keeper's own
fields are taken out before the view looks, so that a second press is the same act. Only what came
from a page of this site is shown or carried; secrets never are, and files are chosen again.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.template.loader import render_to_string

from tournament.site.log_in import TOO_OFTEN, LogInForm
from tournament.site.log_in_limits import keep_number, know_again
from tournament.site.second_factor import anybody_has_one
from tournament.site.secret import NAMES, is_secret

OWN = "kept-"
USERNAME, PASSWORD, SECOND = f"{OWN}username", f"{OWN}password", f"{OWN}second"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 -- the name of a field # nosec
MOST_CARRIED = 1_000_000  # bytes
MOST_SHOWN, LONGEST_SHOWN = 60, 200
NOT_SHOWN = re.compile(r"(key|seen|next|typing|step|switch|kept)|(seen|who|sure)_.*")
HAND = re.compile(r"hand_(\d{1,4})_([A-Z])", re.ASCII)
OF_SEAT = re.compile(r"(hand|card)_([A-Z])", re.ASCII)
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
PAGE = "site/kept_form.html"
PLACE = (("table", "table"), ("round", "round"), ("game", "game"), ("badge", "badge"))


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stops a form: its heading, what to do in a sentence or two, the button that sends it.

    `log_in` asks who it is, `again` is the field of a password that is said once more. `aside` is
    what else is good to know, `leave` the address of the page behind.
    """

    heading: str
    words: tuple[str, ...]
    button: str = "Send it"
    status: int = 403
    fault: str = ""
    log_in: bool = False
    again: str = ""
    aside: str = ""
    leave: str = "/"
    name: str = ""


NOTHING_LOST = "Nothing is lost"
NO_LOG_IN = Hindrance(
    NOTHING_LOST,
    ("Log in once more. {What} is then {saved} by itself.",),
    "Log in and {send}",
    log_in=True,
)
OLD_PAGE = Hindrance(
    NOTHING_LOST,
    ("Somebody logged in or out here since this page was opened. Look at it, then send it.",),
    "{Send}",
)
NOT_THERE = Hindrance(
    NOTHING_LOST,
    (
        "Nothing was saved: this log-in has no such page, or it is gone. Log in as somebody who may"
        " do it, or copy what you typed.",
    ),
    "Log in and {send}",
    404,
    log_in=True,
)
GONE = Hindrance(
    NOTHING_LOST,
    ("Nothing was saved: there is no such page any more. Copy what you typed.",),
    "",
    404,
)
FOREIGN = Hindrance(
    "Not sent from here",
    ("Nothing was done: this came from another site. Open the page here, then send it.",),
    "",
)
TOO_LARGE = Hindrance(
    "Too large",
    ("Nothing was saved: 3 MB is the most that is taken at once. Choose a smaller file.",),
    "",
    400,
)
UNREADABLE = Hindrance(
    "This could not be read", ("Nothing was saved. Go back, then send it once more.",), "", 400
)


def is_kept(request: HttpRequest) -> bool:
    """Whether this is a form of a page, with something in it that can be carried on."""
    if request.method != "POST" or request.content_type not in FORMS:
        return False
    if _part_of_a_page(request) or _space(request) == "admin":
        return False
    try:
        return bool(request.FILES) or any(name != TOKEN for name in request.POST)
    except (UnreadablePostError, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
        return False


def status_alone(request: HttpRequest, status: int = 403) -> HttpResponse | None:
    """The answer to a script that sent something: its page stays, with all that stands in it."""
    if request.method == "POST" and _part_of_a_page(request):
        return HttpResponse("Not saved.", status=status, content_type="text/plain")
    return None


def is_foreign(request: HttpRequest) -> bool:
    """Whether the browser says that another site sent this."""
    origin = request.headers.get("Origin")
    return _site(request) != "same-origin" or (origin is not None and origin not in _own(request))


def is_ours(request: HttpRequest) -> bool:
    """Whether the browser says that a page of ours sent this: what tells nothing is not."""
    origin = request.headers.get("Origin")
    if origin is None:
        page = urlsplit(request.headers.get("Referer", ""))
        origin = f"{page.scheme}://{page.netloc}"
    return _site(request) == "same-origin" and origin in _own(request)


def stopped_as_foreign(request: HttpRequest) -> HttpResponse | None:
    """The page for what another site sent to a view that asks for no token; None where a page of
    ours may have sent it.
    """
    return _bare(FOREIGN) if is_foreign(request) else None


def stopped_without_log_in(request: HttpRequest) -> HttpResponse | None:
    """The page for a form that nobody logged in sent; None where there is nothing to keep."""
    if alone := status_alone(request):
        return alone
    if _unproved(request):
        return _bare(FOREIGN)
    if not is_kept(request):
        return None
    # Its session is this browser's own: the name in it tells nobody anything new.
    name, ended = getattr(request, "log_in_ended", ("", ""))
    aside = f"Your log-in ended {ended}." if ended else ""
    return kept_page(request, replace(NO_LOG_IN, aside=aside, name=name))


def stopped_by_log_in(request: HttpRequest) -> HttpResponse | None:
    """Log in whoever said who they are in a kept form, and take these fields out of it: None where
    it may go on, else the page again.
    """
    if request.method != "POST" or _sized_first(request) or _unproved(request):
        return None
    if USERNAME not in request.POST:
        return None
    answers = {name.removeprefix(OWN): request.POST[name] for name in _own_fields(request)}
    _take_own_out(request)
    form = LogInForm(request, answers)
    if form.is_valid():
        user = form.get_user()
        login(request, user)
        request.known_by = user.get_username()  # type: ignore[attr-defined]
        return None
    fault = next(iter(form.errors.values()))[0]
    often = form.has_error("__all__", TOO_OFTEN)
    why = replace(NO_LOG_IN, fault=str(fault), status=429 if often else 422)
    page = kept_page(request, replace(why, name=str(answers["username"])[:150]))
    if often:
        keep_number(request, page)
    return page


def remembered(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer, by which a browser that logged in with a kept form is known the next time."""
    if name := getattr(request, "known_by", ""):
        know_again(request, answer, name)
    return answer


def token_is_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What Django asks for in the place of its bare page, where the token of a form is not right.

    Nothing is done without a right token: the page gives a new one to a form of our own.
    """
    if alone := status_alone(request):
        return alone
    if not (is_ours(request) and is_kept(request)):
        return _bare(FOREIGN)
    user = request.user
    if user.is_authenticated:
        return kept_page(request, replace(OLD_PAGE, button=f"{{Send}} as {user.get_username()}"))
    mark = _mark(request)
    return kept_page(request, NO_LOG_IN if getattr(mark, "signed_in", False) else OLD_PAGE)


def not_there(request: HttpRequest) -> HttpResponse | None:
    """The page for a form whose address this account does not find; None where nothing is kept."""
    if not is_kept(request) or is_foreign(request):
        return None
    mark = _mark(request)
    return kept_page(request, NOT_THERE if getattr(mark, "signed_in", False) else GONE)


def cannot_read(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what is too large, or no request at all."""
    large = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
    return _bare(TOO_LARGE if isinstance(exception, large) else UNREADABLE)


def kept_page(request: HttpRequest, why: Hindrance) -> HttpResponse:
    """The page: what is needed, and what was typed, to be read and to be sent on.

    Drawn with the request for its token alone: the frame of other pages would ask the database.
    """
    post, files = _sent(request)
    carried = _carried(post, why.again)
    small = sum(len(name) + len(text) for name, text in carried) <= MOST_CARRIED
    place, grid, shown = _place(request), _grid(carried), _shown(carried)
    context = {
        "why": _filled(why, place, post),
        "place": place,
        "carried": carried if small else [],
        "sends": small and bool(why.button),
        "secrets": [(name, NAMES.get(name, "Password")) for name in _secrets(post, why.again)],
        "files": files,
        "shown": shown,
        "grid": grid,
        "figures": _figures(grid, shown),
        "hands": sum(bool(text.strip()) for name, text in carried if HAND.fullmatch(name)),
        "path": request.get_full_path(),
        "second": why.log_in and anybody_has_one(),
        "names": {"username": USERNAME, "password": PASSWORD, "second": SECOND},
    }
    return _answered(why, render_to_string(PAGE, context, request))


def _bare(why: Hindrance) -> HttpResponse:
    return _answered(why, render_to_string(PAGE, {"why": why}))


def _answered(why: Hindrance, page: str) -> HttpResponse:
    answer = HttpResponse(page, status=why.status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _filled(why: Hindrance, place: str, post: QueryDict) -> Hindrance:
    """The sentences with what is sent: a table by its number, everything else as what was typed."""
    hands = any(HAND.fullmatch(name) or OF_SEAT.fullmatch(name) for name in post)
    table = place.split(",")[0] if hands and place.startswith("Table") else ""
    send = f"save {table[:1].lower()}{table[1:]}" if table else "send it"
    words = {"What": table or "What you typed", "saved": "saved" if table else "sent"}
    words |= {"send": send, "Send": send[:1].upper() + send[1:]}
    return replace(
        why,
        words=tuple(text.format(**words) for text in why.words),
        button=why.button.format(**words),
    )


def _sent(request: HttpRequest) -> tuple[QueryDict, list[tuple[str, str]]]:
    """What was typed, and the files by field and name; nothing of either where it is not ours."""
    if request.method != "POST" or is_foreign(request):
        return QueryDict(), []
    try:
        files = [(name, str(getattr(file, "name", ""))) for name, file in request.FILES.items()]
        return request.POST, files
    except (UnreadablePostError, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
        return QueryDict(), []


def _carried(post: QueryDict, again: str) -> list[tuple[str, str]]:
    left_out = (TOKEN, again, USERNAME, PASSWORD, SECOND)
    return [
        (name, str(text))
        for name, texts in post.lists()
        if name not in left_out and not is_secret(name)
        for text in texts
    ]


def _secrets(post: Iterable[str], again: str) -> list[str]:
    own = (again, USERNAME, PASSWORD, SECOND)
    return [name for name in post if is_secret(name) and name not in own]


def _shown(carried: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was typed beside a grid, in words."""
    rows = [
        (_label(name), "yes" if text == "on" else text[:LONGEST_SHOWN])
        for name, text in carried
        if text.strip() and not NOT_SHOWN.fullmatch(name) and not HAND.fullmatch(name)
    ]
    return rows[:MOST_SHOWN]


def _label(name: str) -> str:
    match = OF_SEAT.fullmatch(name)
    if match:
        return f"Seat {match[2]}, card says" if match[1] == "card" else f"Seat {match[2]}"
    return name.replace("_", " ").replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Hands:
    """A grid of hands as it was typed: its games, and a line a seat."""

    games: tuple[int, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]


def _grid(carried: Iterable[tuple[str, str]]) -> Hands | None:
    texts = {
        (int(match[1]), match[2]): text[:LONGEST_SHOWN]
        for name, text in carried
        if (match := HAND.fullmatch(name))
    }
    games = tuple(sorted({game for game, _seat in texts}))[:MOST_SHOWN]
    seats = sorted({seat for _game, seat in texts})
    lines = [(seat, tuple(texts.get((game, seat), "") for game in games)) for seat in seats]
    return Hands(games, tuple(lines)) if texts else None


def _figures(grid: Hands | None, shown: Iterable[tuple[str, str]]) -> str:
    """What was typed, to be copied: a line a seat with its games, as a spreadsheet takes it."""
    lines = [(seat, *texts) for seat, texts in grid.lines] if grid else []
    if grid:
        lines.insert(0, ("", *map(str, grid.games)))
    return "\n".join("\t".join(line) for line in (*lines, *shown))


def _place(request: HttpRequest) -> str:
    """Where it was typed, as far as the address says it: `Table 5, round 2`."""
    match = request.resolver_match
    kwargs = match.kwargs if match else {}
    parts = [f"{word} {kwargs[name]}" for name, word in PLACE if name in kwargs]
    return ", ".join(parts).capitalize()


def _sized_first(request: HttpRequest) -> bool:
    """Whether the view itself looks at the size of what somebody logged in sends before anything
    of it is taken in.
    """
    return _asks_no_token(request) and request.user.is_authenticated


def _unproved(request: HttpRequest) -> bool:
    """Whether nothing says that a page of ours sent this: neither a token nor the browser. With its
    log-in another site would have this browser go on under a name that it knows.
    """
    return request.method == "POST" and _asks_no_token(request) and not is_ours(request)


def _asks_no_token(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and getattr(match.func, "csrf_exempt", False)


def _own_fields(request: HttpRequest) -> list[str]:
    return [name for name in (USERNAME, PASSWORD, SECOND) if name in request.POST]


def _take_own_out(request: HttpRequest) -> None:
    post = request.POST.copy()
    for name in _own_fields(request):
        del post[name]
    post._mutable = False
    request.POST = post  # type: ignore[assignment]


def _own(request: HttpRequest) -> tuple[str, ...]:
    return (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)


def _site(request: HttpRequest) -> str:
    return request.headers.get("Sec-Fetch-Site", "same-origin")


def _part_of_a_page(request: HttpRequest) -> bool:
    """Whether a script asks: nobody sees what is answered."""
    return request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"


def _space(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.app_name if match else ""


def _mark(request: HttpRequest) -> object:
    match = request.resolver_match
    return getattr(match.func, "access", None) if match else None
