// Chooses the screen for where the pad stands, and gives each what it shows.
import { byHand, handsOf } from "../flow.js";
import { gameIn, marks, nextMissing, ofRound, rows } from "../table.js";
import { check } from "./check.js";
import { code } from "./code.js";
import { gameStrip, lineState, seatStrip, show } from "./frame.js";
import { hand } from "./hand.js";
import { make } from "./elements.js";
import { order } from "./order.js";
import { out } from "./out.js";
import { saved } from "./saved.js";
import { fleeting, name, reach, sentenceOf, tables } from "./tables.js";
import { message } from "../acts.js";

/** @typedef {import("../pad.js").Pad} Pad */

/** @param {Pad} pad */
export function draw(pad) {
  const screen = pad.draft && pad.view === "draft" ? drafted(pad) : VIEWS[pad.view](pad);
  const { state } = pad;
  show(pad.root, { strip: null, what: state ? roundWords(pad) : "", key: pad.view, ...screen }, {
    title: state ? `Table ${state.label}` : "Last Card",
    line: lineState(pad),
    clock: pad.clock,
    canGoBack: state && !["tables", "name", "fleeting"].includes(pad.view),
    canAsk: state && !["help", "name", "fleeting"].includes(pad.view),
  });
  tickSeconds(pad);
  sayAloud(pad);
}

/** @param {Pad} pad */
const roundWords = ({ state }) => state.round ? state.round.name : "No round is open";

/** @param {Pad} pad the strip of games with one of them marked */
const strip = (pad, now) => gameStrip(marks(pad.state, pad.messages()).map((one) => (pad.changed[one.number] ? { ...one, mark: "flagged", word: "changed elsewhere" } : one)), now);

/** What became of sheets that the laptop has no longer. @param {Pad} pad */
const dropped = (pad) => Object.entries(pad.dropped).map(([game, words]) => `Game ${game}: ${words}`).join(" ");

/** @param {Pad} pad */
function drafted(pad) {
  const { draft, state, about } = pad;
  const game = pad.game(draft.game);
  const view = { game, draft };
  const what = `${state.round.name} · game\u00a0${draft.game}\u00a0of\u00a0${state.games.length}`;
  const key = `${draft.step} ${draft.game} ${draft.at}`;
  if (draft.step === "order") {
    const seats = about.order ? game.seats.map((seat) => ({ ...game.seats.find((one) => one.guest === about.order[seat.letter]), letter: seat.letter })) : game.seats;
    const drawn = order({ seats, moving: about.moving || "" });
    drawn.inside.push(about.note && make("p.soft", { role: "status" }, about.note));
    return { ...drawn, what: `${state.round.name} · before game ${draft.game}`, key };
  }
  if (draft.step === "out") {
    const asked = byHand(game) ? out({ ...view, dealer: pad.dealer(draft.game) }) : seldom(pad, game.form.entry === "laps" ? "laps" : "finish", { ...view, away: about.away });
    asked.inside.push(make("p.soft", { role: "status" }, dropped(pad)));
    return { ...asked, what, key, strip: strip(pad, draft.game) };
  }
  if (draft.step === "check" && !byHand(game) && game.form.entry !== "points") {
    return { ...seldom(pad, "finished", view), what, key };
  }
  const whose = [make("span.full", what), make("span.brief", `game ${draft.game}, ${draft.at}`)];
  return draft.step === "hand" ? { ...hand(view), what: whose, key, strip: seatStrip(draft, game) } : { ...check(view), what, key };
}

/** @type {any} seldom.js, once it is here */
export const further = {};

/** What is seldom wanted; fails where there is no line, and may be asked again. */
export const fetchSeldom = async () => Object.assign(further, await fetched("later"));

let tries = 0;

/** A module that comes later. A browser may keep in mind that an address did not answer: each try has its own. @param {"later"|"qr"} name */
export async function fetched(name) {
  const address = document.getElementById("pad").dataset[name];
  try {
    return await import(tries ? `${address}${address.includes("?") ? "&" : "?"}try=${tries}` : address);
  } catch (fault) {
    tries += 1;
    throw fault;
  }
}

/** A screen of seldom.js. @param {Pad} pad @param {string} name @param {any} view */
function seldom(pad, name, view) {
  if (further[name]) {
    return further[name](view);
  }
  fetchSeldom().then(() => pad.show(), () => {});
  return { heading: "One moment", inside: [make("p.soft", "This screen needs a connection to the laptop. What you entered is kept.")], foot: [] };
}

/** @type {Record<string, (pad: Pad) => any>} */
const VIEWS = {
  reach: (pad) => reach({ sentence: pad.sentence, mark: pad.mark || "", reached: pad.reached }),
  help: (pad) => seldom(pad, "help", { here: Boolean(pad.state.round), asks: !pad.training, told: pad.about.told || "", most: pad.state.asked }),
  name: (pad) => name({ value: pad.kept.get("umpire") || "", fault: pad.about.fault || "" }),
  fleeting,
  tables: (pad) => tables({
    tables: pad.tables().map((one) => ({ ...one, here: one.code === pad.code })), umpire: pad.kept.get("umpire"), open: pad.outbox.open(),
    lasting: !pad.kept.loose.size, here: Boolean(pad.state && pad.state.round), told: pad.about.told || (pad.state && pad.state.left) || "",
    asks: !pad.training,
  }),
  match: (pad) => seldom(pad, "match", pad),
  checked: (pad) => seldom(pad, "match", pad),
  reason: (pad) => ({ ...seldom(pad, "reason", { number: pad.draft.game, fault: pad.about.fault || "" }), key: "reason" }),
  saved: (pad) => afterwards(pad),
  code: (pad) => ({ ...code({ message: message(pad), square: further.encoder && ((text) => further.square(text, further.encoder)) }), what: `${roundWords(pad)} · game ${pad.about.game}` }),
  conflict: (pad) => versions(pad),
  round: (pad) => {
    const upTo = pad.state.games.length;
    const missing = marks(pad.state, pad.messages()).filter((one) => one.mark === "missing").map((one) => one.number);
    const numbers = pad.state.games.map((one) => one.game);
    return { ...seldom(pad, "round", { rows: rows(pad.state, pad.messages(), upTo), numbers, at: pad.about.at, missing }), key: `round ${pad.about.at}` };
  },
};

const clock = (at) => (at ? new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : "");

/** @param {Pad} pad */
function afterwards(pad) {
  const { state } = pad;
  const number = pad.about.game;
  const found = message(pad);
  const known = gameIn(state, number);
  const told = (found && found.told) || {};
  const fate = found ? found.fate : known.state === "entered" ? "sent" : known.state;
  const receipt = told.receipt || known.receipt;
  // Where the laptop is at another round, no game of this one is to come: it may have ended early.
  const next = state.round.open && !pad.nextRound() ? nextMissing(state, pad.messages(), number) : null;
  const numbers = state.games.map((one) => one.game).filter((one) => one <= number);
  return {
    ...saved({
      was: { number, fate, receipt: receipt ? String(receipt).padStart(4, "0") : "", clock: clock(told.saved_at || known.saved_at), told: found ? sentenceOf(found) : "", barred: told.sentence || pad.line.fault || "",
        hasCode: found && found.body.seen === 0, changed: pad.changed[number] && { ...pad.changed[number], at: clock(pad.changed[number].at) },
        chosen: fate === "sent" && known.chosen,
        flags: [...(known.conflict && !known.chosen ? ["Another phone sent other figures. These count until somebody chooses. Play on."] : []),
          ...(told.flags ? told.flags.map((flag) => flag.sentence) : known.flags || []).map((words) => byName(pad.game(number), words))] },
      rows: rows(state, pad.messages(), number), numbers, kept: pad.outbox.waiting().filter((one) => one.kind === "sheet").length,
      takeBack: Math.ceil(pad.takeBackLeft(number) / 1000),
      next: next && { number: next, of: state.games.length, dealer: pad.dealer(next), seats: pad.game(next).seats }, round: pad.nextRound(), mayCorrect: state.round.open && fate === "sent", best: state.format.best, left: dropped(pad) || (pad.latest && pad.latest.over) || state.left,
    }),
    key: `saved ${number} ${fate}`, what: `${state.round.name} · after game ${number}`, strip: strip(pad, number),
  };
}

/** A sentence of the laptop with the names of the table in place of its letters. @param {import("../flow.js").Game} game @param {string} words */
const byName = ({ seats }, words) => words.replace(/\bseats? ([A-J])\b(?: and ([A-J])\b)?/gi, (whole, one, other) =>
  [one, other].map((letter) => seats.filter((seat) => seat.letter === letter).map((seat) => seat.short).join("")).filter(Boolean).join(" and ") || whole);

/** @param {Pad} pad */
function versions(pad) {
  const found = message(pad);
  const game = pad.game(pad.about.game);
  const { theirs } = found.told;
  return {
    ...seldom(pad, "conflict", {
      game, mine: handsOf(found.body.entries, game.keys), theirs: handsOf(theirs.entries, game.keys), mineAt: clock(found.at),
      theirsBy: theirs.by, theirsAt: clock(theirs.saved_at),
    }),
    what: `${roundWords(pad)} · game ${game.number} of ${pad.state.games.length}`,
  };
}

/** What counts down, in place, so that nothing moves under a thumb. @param {Pad} pad */
export function tickSeconds(pad) {
  const tryAt = document.getElementById("next-try");
  if (tryAt) {
    const left = Math.ceil((pad.outbox.nextTry - Date.now()) / 1000);
    tryAt.textContent = left > 0 && !pad.outbox.busy ? `next try in ${left} s` : "trying now";
  }
  const backAt = document.getElementById("take-back");
  if (backAt) {
    const left = Math.ceil(pad.takeBackLeft(pad.about.game) / 1000);
    backAt.textContent = `${left} s`;
    if (!left) {
      pad.show();
    }
  }
}

/** Count and points, or what is kept here, into the live region, for those who hear the page. @param {Pad} pad */
function sayAloud(pad) {
  const live = document.getElementById("live");
  const told = pad.root.querySelectorAll(".sums p");
  const parts = told.length ? [...told] : [pad.root.querySelector(".changed") || pad.root.querySelector(".line-kept")];
  const words = parts.map((one) => (one ? one.textContent.replace(/\s+/g, " ").trim() : "")).join(", ");
  if (live.textContent !== words) {
    live.textContent = words;
  }
}
