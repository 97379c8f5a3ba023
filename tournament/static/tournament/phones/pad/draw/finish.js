// The screens of games that count a finish: tap the order, the winner or the laps; then the check.
import { handOf, wentOut } from "../flow.js";
import { placeOf, untold } from "../finish.js";
import { disc, person } from "./frame.js";
import { backward, button, lines, make, saving, shape } from "./elements.js";

/** @typedef {{game: import("../flow.js").Game, draft: import("../flow.js").Draft, away?: boolean}} View */

const ENDINGS = { 1: "st", 2: "nd", 3: "rd" };

/** @param {number} place "1st" */
const ordinal = (place) => `${place}${(place % 100 > 10 && place % 100 < 14 ? "" : ENDINGS[place % 10]) || "th"}`;

/** What is said of a seat, in a word or two. @param {View} view @param {import("../flow.js").Seat} seat */
function words({ draft }, { letter }) {
  const hand = handOf(draft, letter);
  const said = { out: "won", absent: "not there", laps: `${hand.digits} ${hand.digits === "1" ? "lap" : "laps"}`, place: ordinal(Number(hand.digits)) }[hand.said];
  return said || "";
}

/** @param {View} view */
export function finish(view) {
  const { game, draft, away } = view;
  const order = game.form.entry === "places";
  const open = untold(draft, game).length;
  const heading = order ? "Tap them as they finished" : `Who won the ${game.form.unit}?`;
  const gone = (seat) => handOf(draft, seat.letter).said === "absent";
  const row = (seat) => {
    const said = words(view, seat);
    return make("li", button(away ? "away" : order ? "place" : "win", {
      to: seat.letter, kind: "button-person", "aria-pressed": said ? "true" : false, "aria-label": said ? `${seat.name}: ${said}` : seat.name,
    },
      disc(seat.letter), person(seat), said ? make("b", said) : shape("on")));
  };
  return {
    kind: "out",
    heading: away ? "Who is not there?" : heading,
    inside: [
      make("ul.people", game.seats.map(row)),
      make("div.ways", button("who", { to: away ? "" : "away", kind: "button-link" }, away ? (game.seats.some(gone) ? "All others are here" : "Everybody is here") : "Somebody is not there")),
    ],
    foot: [
      order && !open
        ? button("done", { kind: "button-main button-foot button-wide" }, lines("Everybody has a place", "Check"))
        : make("div.nobody", { role: "group", "aria-labelledby": "nobody" },
          make("p.small", { id: "nobody" }, game.form.time),
          button("time", { kind: "button-foot button-wide" }, shape("clock"), "Time called")),
    ],
  };
}

/** @param {View} view */
export function laps(view) {
  const { game, draft } = view;
  const open = untold(draft, game);
  const numbers = Array.from({ length: game.form.laps + 1 }, (_, at) => String(at));
  const row = (seat) => make("li.laps",
    make("p", disc(seat.letter), person(seat), button("away", { to: seat.letter, kind: "button-link", "aria-pressed": String(handOf(draft, seat.letter).said === "absent") }, "Not there")),
    make("div.keys", { role: "group", "aria-label": `Laps of ${seat.name}` }, numbers.map((number) => button("run", {
      to: `${seat.letter} ${number}`, kind: "key", "aria-pressed": String(handOf(draft, seat.letter).said === "laps" && handOf(draft, seat.letter).digits === number),
    }, make("span.rank", number)))));
  return {
    kind: "out",
    heading: "How many laps?",
    inside: [make("ul.people", game.seats.map(row)), make("p.soft", "Equal laps share their places. The desk can part them by their finish.")],
    foot: [open.length
      ? button("notYet", { kind: "button-foot button-wide button-not-yet" }, lines("Laps are missing", open[0].short))
      : button("done", { kind: "button-main button-foot button-wide" }, lines("Everybody has laps", "Check"))],
  };
}

/** @param {View} view */
export function finished(view) {
  const { game, draft } = view;
  const rank = (seat) => placeOf(draft, seat.letter) || (wentOut(draft) === seat.letter ? 0 : game.seats.length + 1 - Number(handOf(draft, seat.letter).digits || 0));
  const holding = (seat) => game.form.entry === "places" && handOf(draft, seat.letter).said === "";
  const seats = [...game.seats].sort((one, other) => rank(one) - rank(other));
  return {
    kind: "check",
    heading: "Look, then save",
    inside: [
      make("p.soft", "Read it out: does everybody at the table agree? Tap a row to go back."),
      make("ul.list.checks", seats.map((seat) => make("li.row",
        make("button", { type: "button", class: "row-hand", "data-act": "go", "data-to": seat.letter },
          make("span.row-what", make("span.name", seat.name), make("span.soft", holding(seat) ? "still holding cards" : seat.livery)),
          make("span.row-sum", make("b.points", words(view, seat) || "–")))))),
      draft.ending === "time" && make("p.soft", game.form.time),
    ],
    foot: [backward(), saving("save", `Save game ${game.number}`, "The table agrees")],
  };
}
