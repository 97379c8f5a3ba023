// After a game: the receipt, or that it is kept here; the outbox; the totals carried. Two states of one page.
import { many } from "../cards.js";
import { button, lines, make, shape } from "./make.js";

/**
 * @typedef {{letter: string, short: string, name: string, carried: number, games: (number|string|null)[], total: number|null}} Row
 * @typedef {{number: number, fate: "sent"|"waiting"|"refused"|"conflict"|"missing"|"not_played", receipt: string, clock: string,
 *   told: string, barred: string, hasCode: boolean, flags: string[]}} Was
 * @param {{was: Was, rows: Row[], numbers: number[], kept: number, sent: number, takeBack: number,
 *   next: {number: number, of: number}|null, round: {name: string}|null, mayCorrect: boolean, best: string}} view `round`: one that has begun
 */
export function saved(view) {
  const { was } = view;
  const [mark, words] = HEADS[was.fate];
  return {
    kind: "saved",
    heading: [shape(mark, "shape-hero"), make("span", `Game ${was.number} ${words}`)],
    inside: [
      below(was),
      was.fate === "refused" || was.fate === "conflict" ? mend(was) : outbox(view),
      was.flags.length > 0 && make("p.box.box-kept", shape("flagged"), make("span.flag", `To be looked at: ${was.flags.join(" ")}`)),
      carried(view),
      make("p.soft", foot(view)),
    ],
    foot: onward(view),
  };
}

/** The sign and the words of each fate. */
const HEADS = {
  sent: ["done", "is saved"],
  waiting: ["entered", "is kept here"],
  refused: ["flagged", "was not taken"],
  conflict: ["flagged", "has two versions"],
  missing: ["missing", "was not entered"],
  not_played: ["unplayed", "was not played"],
};

/** At the side what is seldom wanted, then the way on: the next game, or the end of the round. @param {any} view */
function onward({ was, next, round: newRound }) {
  const code = was.fate !== "sent" && was.hasCode && button("code", { kind: "button-foot button-side" }, "Show as code");
  const round = button("round", { kind: "button-foot button-side" }, "Read out the round");
  if (next) {
    const large = `Game ${next.number} of ${next.of}`;
    return [code || round, button("game", { to: next.number, kind: "button-main button-foot button-next" }, lines("Carry on", large))];
  }
  if (newRound) {
    return [code || round, button("land", { kind: "button-main button-foot button-next" }, lines("On to the next seating", newRound.name))];
  }
  return [
    code || button("tables", { kind: "button-foot button-side" }, "My tables"),
    button("round", { kind: "button-main button-foot button-next" }, lines("No game is missing", "Read out the round")),
  ];
}

/** @param {Was} was */
function below(was) {
  if (was.fate === "sent") {
    return make("p.receipt", "Receipt ", make("b", was.receipt), make("span.soft", was.clock && ` at ${was.clock}`));
  }
  const known = { waiting: was.barred || "No line to the laptop. Closing the page loses nothing.", missing: "The round takes no sheets now: ask the desk.", not_played: "The desk has declared it." };
  return make("p.soft.receipt", known[was.fate] ?? was.told);
}

/** @param {Was} was */
const mend = (was) =>
  make("div.box.box-kept", make("p", make("b", "Your taps are kept here.")),
    was.fate === "conflict"
      ? button("conflict", { kind: "button-kept" }, "Look at both versions")
      : button("again", { kind: "button-kept" }, "Look at the hands again"));

function outbox({ kept, sent, takeBack, mayCorrect }) {
  if (kept) {
    return make("div.box.box-kept", shape("entered"),
      make("p", make("b", `${many(kept, "game")} kept here`), make("span.small", { id: "next-try" }, "not sent, trying now")),
      button("flush", { kind: "button-kept" }, "Try now"));
  }
  const act = takeBack > 0
    ? button("takeBack", "Take back ", make("span.soft", { id: "take-back" }, `${takeBack} s`))
    : mayCorrect && button("correct", "Correct");
  return make("div.box", shape("done"),
    make("p", make("b", "Nothing waiting"), make("span.small", `${many(sent, "game")} sent`)), act);
}

/** A list in the guise of a table, as its rows must be able to break on a narrow screen. @param {{rows: Row[], numbers: number[]}} view */
function carried({ rows, numbers }) {
  const before = rows.some((row) => row.carried > 0);
  const line = (kind, role, cells) => make(`div${kind}`, { role: "row" }, cells.map(([name, words]) => make(name, { role: name === "span.who" ? "rowheader" : role }, words)));
  const head = line(".heads", "columnheader", [["span.who", "Carried"], ...(before ? [["span.game", "In"]] : []), ...numbers.map((one) => ["span.game", one]), ["span.total", "Total"]]);
  const body = rows.map((row) => line("", "cell", [["span.who", row.short], ...(before ? [["span.game", row.carried]] : []),
    ...row.games.map((points) => ["span.game", points ?? "–"]), ["span.total", row.total ?? "–"]]));
  return make("div.totals", { role: "table", "aria-label": "Games and totals of this table" }, head, body);
}

function foot({ was, mayCorrect, best }) {
  const lowest = best;
  if (["waiting", "refused", "conflict"].includes(was.fate)) {
    return `${lowest} Only this phone knows this version of game ${was.number}.`;
  }
  return mayCorrect ? `${lowest} To correct, tap a game above.` : `${lowest} Corrections now go through the desk.`;
}
