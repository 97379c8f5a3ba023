// After a game: the receipt, or that it is kept here; the outbox; the totals carried. Two states of one page.
import { figureOr, many } from "../cards.js";
import { button, lines, make, shape } from "./elements.js";

/**
 * @typedef {{letter: string, short: string, name: string, carried: number, games: (number|string|null)[], total: number|null}} Row
 * @typedef {{number: number, fate: "sent"|"waiting"|"refused"|"conflict"|"missing"|"not_played", receipt: string, clock: string,
 *   told: string, barred: string, hasCode: boolean, chosen?: boolean, flags: string[], changed?: {at: string, rows: {short: string, before: any, after: any}[]}}} Was
 * @param {{was: Was, rows: Row[], numbers: number[], kept: number, takeBack: number,
 *   next: {number: number, of: number, dealer: any, seats: any[]}|null, round: {name: string}|null, mayCorrect: boolean, best: string, left?: string}} view `round`: one that has begun; `left`: that nobody is at the table
 */
export function saved(view) {
  const { was } = view;
  const [mark, words] = was.chosen ? ["entered", "This one counts now"] : HEADS[was.fate];
  const mended = ["refused", "conflict"].includes(was.fate);
  const urgent = ["waiting", "conflict"].includes(was.fate) || Boolean(was.changed);
  return {
    kind: "saved",
    heading: [shape(mark, "shape-hero"), make("span", was.chosen ? words : `Game ${was.number}${words}`)],
    inside: [
      below(was),
      mended ? mend(was) : outbox(view),
      was.changed && changedBox(was),
      was.flags.length > 0 && make("p.box.box-kept", shape("flagged"), make("span.flag", was.flags.join(" "))),
      view.left && make("p.box", { role: "status" }, view.left),
      carried(view),
      view.next && !mended && !was.changed && dealing(view.next),
      !urgent && make("div.after", make("p.soft", foot(view)), (view.next || view.round) && button("round", { kind: "button-link" }, "Read out the round")),
    ],
    foot: onward(view),
  };
}

/** The sign and the words of each fate. */
const HEADS = {
  sent: ["done", " is saved"],
  waiting: ["entered", " is kept here"],
  refused: ["flagged", " was not taken"],
  conflict: ["flagged", ": two versions"],
  missing: ["missing", " was not entered"],
  not_played: ["unplayed", " was not played"],
};

/** At the side what this game may still need, then the way on: the next game, or the end of the round. @param {any} view */
function onward({ was, next, round: newRound, takeBack, mayCorrect }) {
  const side = { kind: "button-foot button-side" };
  const mine = was.fate === "sent"
    ? takeBack > 0
      ? button("takeBack", side, make("span.button-lines", make("span", "Take back"), make("small", { id: "take-back" }, `${takeBack} s`)))
      : mayCorrect && button("correct", side, "Correct")
    : was.hasCode && button("code", side, "Show as code");
  if (next) {
    const large = `Game ${next.number} of ${next.of}`;
    return [mine, button("game", { to: next.number, kind: "button-main button-foot button-next" }, lines(next.dealer ? `${next.dealer.short} deals` : "Carry on", large))];
  }
  if (newRound) {
    return [mine, button("land", { kind: "button-main button-foot button-next" }, lines("On to the next seating", newRound.name))];
  }
  return [
    mine || button("tables", side, "My tables"),
    button("round", { kind: "button-main button-foot button-next" }, lines("No game is missing", "Read out the round")),
  ];
}

/** @param {Was} was */
function below(was) {
  if (was.fate === "sent") {
    const after = was.chosen ? ". The desk will confirm it: play on." : was.clock && ` at ${was.clock}`;
    return make("p.receipt", "Receipt ", make("b", was.receipt), make("span.soft", after));
  }
  const known = { conflict: "Another phone saved it first. Both are kept.", waiting: was.barred || "No connection to the laptop. Play on.", missing: "The round takes no sheets now: ask the desk.", not_played: "The desk has declared it." };
  return make("p.soft.receipt", known[was.fate] || was.told);
}

/** @param {Was} was */
const mend = (was) =>
  make("div.box.box-kept", make("p", make("b", "Your taps are kept here.")),
    was.fate === "conflict"
      ? button("conflict", { kind: "button-kept" }, "Look at both versions")
      : button("again", { kind: "button-kept" }, "Look at the hands again"));

/** Who deals next: tapped once, then the deal passes to the left. */
const dealing = ({ dealer, seats }) => make("div.dealing",
  make("b", dealer ? `${dealer.short} deals next` : "Who deals next?"),
  make("span.letters", { role: "group", "aria-label": "Who deals next" }, seats.map(({ letter, short }) =>
    button("dealer", { to: letter, kind: "button-letter", "aria-label": short, "aria-pressed": String(Boolean(dealer) && dealer.letter === letter) }, make("span.disc", letter)))));

/** A figure that somebody else has changed since this phone showed it. @param {Was} was */
const changedBox = ({ number, changed: { at, rows } }) =>
  make("div.box.box-kept.changed", shape("flagged"),
    make("p", make("b", `Changed on another phone at ${at}: ${rows.map((row) => row.after).join(", ")}`), " ",
      make("span.small", rows.map((row) => `${row.short}: ${row.before} before. `))),
    button("isRight", { to: number, kind: "button-kept" }, "It is right"));

/** What waits on this phone, if anything does. */
const outbox = ({ kept }) =>
  kept > 0 && make("div.box.box-kept", shape("entered"),
    make("p", make("b", `${many(kept, "game")} kept here, `, make("span", { id: "next-try" }, "trying now")), " ", make("span.small", "Keep this page open, to show the code.")),
    button("flush", { kind: "button-kept" }, "Try now"));

/** A list in the guise of a table, as its rows must be able to break on a narrow screen. @param {{rows: Row[], numbers: number[]}} view */
function carried({ rows, numbers }) {
  const before = rows.some((row) => row.carried > 0);
  const line = (kind, role, cells) => make(`div${kind}`, { role: "row" }, cells.map(([name, words]) => make(name, { role: name === "span.who" ? "rowheader" : role }, words)));
  const head = line(".heads", "columnheader", [["span.who", "Carried"], ...(before ? [["span.game", "In"]] : []), ...numbers.map((one) => ["span.game", one]), ["span.total", "Total"]]);
  const body = rows.map((row) => line("", "cell", [["span.who", row.short], ...(before ? [["span.game", row.carried]] : []),
    ...row.games.map((points) => ["span.game", figureOr(points)]), ["span.total", figureOr(row.total)]]));
  return make(numbers.length + Number(before) > 5 ? "div.totals.totals-close" : "div.totals", { role: "table", "aria-label": "Games and totals of this table" }, head, body);
}

function foot({ was, mayCorrect, best }) {
  if (was.fate === "refused") {
    return `${best} Only this phone knows this version of game ${was.number}.`;
  }
  return `${best} ${mayCorrect ? "Tap a game above to correct it." : "Corrections now go through the desk."}`;
}
