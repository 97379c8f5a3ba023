// My tables, the umpire's name, and what is said while the laptop is not reached.
import { many } from "../cards.js";
import { atDesk } from "../outbox.js";
import { saidIn } from "../sentence.js";
import { button, field, lines, make, shape } from "./elements.js";

/**
 * @param {{tables: {code: string, name: string, label: string, here: boolean}[], umpire: string, open: import("../outbox.js").Message[], lasting: boolean,
 *   here: boolean, told: string, asks: boolean}} view
 */
export function tables({ tables: mine, umpire, open, lasting, here, told, asks }) {
  const rows = mine.map((one) => make("li",
    button("table", { to: one.code, kind: "button-person", "aria-current": one.here && "true" },
      make("span.person", make("span.name", `Table ${one.label}`), make("span.livery", one.name)), shape("on"))));
  return {
    kind: "tables",
    heading: "My tables",
    inside: [
      !lasting && make("p.box.box-kept", { role: "alert" }, "This phone cannot keep anything: do not close this page until all is sent."),
      make("ul.people", rows),
      make("p.soft", "To add a table, scan its card."),
      open.length > 0 && make("h3", open.every(atDesk) ? "The desk has both versions" : `${many(open.filter((one) => /sheet|match/.test(one.kind) && !atDesk(one)).length, "result")} kept here, not sent`),
      open.length > 0 && make("ul.list", open.map(kept)),
      umpire && make("p.soft", `Scoring: ${umpire} `, button("rename", { kind: "button-link" }, "Change the name")),
      here && button("call", "Call the umpire"),
      asks && button("ask", "Ask the rules"),
      make("p", { role: "status" }, told),
    ],
    foot: [
      open.some((one) => one.fate === "waiting") && button("flush", { kind: "button-foot button-side" }, "Try the line"),
      here && button("land", { kind: "button-main button-foot button-next" }, lines("On with this table", "Go on")),
    ],
  };
}

/** @param {import("../outbox.js").Message} message */
function kept(message) {
  const round = `, round ${message.round}`;
  const what = `Table ${message.table}${{ sheet: `${round}, game ${message.game}`, match: round, order: ": order of the seats", dealer: ": who deals", name: ": name" }[message.kind]}`;
  return make("li.row", shape(message.fate === "waiting" ? "entered" : "flagged"),
    make("span.person", make("span.name", what), make("span.livery", sentenceOf(message))),
    message.fate === "refused" && button("setAside", { to: message.key, "aria-label": `Set aside: ${what}` }, "Set aside"));
}

/** What the laptop said to a message. @param {import("../outbox.js").Message} message */
export function sentenceOf({ fate, told, desk }) {
  if (desk) {
    return "The desk has it by its code; it is also sent when the connection is back.";
  }
  return saidIn(told) || (fate === "conflict" ? "Another sheet of this game came first." : "Kept here, not sent.");
}

/** @param {{value: string, fault: string}} view */
export function name({ value, fault }) {
  return {
    kind: "name",
    heading: "Who is scoring?",
    inside: [
      make("p.soft", "Asked once. The desk sees it beside each game."),
      field("umpire", "Your name", 60, value),
      make("p.fault", { role: "alert", id: "fault" }, fault),
    ],
    foot: [button("name", { kind: "button-main button-foot button-wide" }, "Go on")],
  };
}

/** Said once, when a table is opened on a phone whose storage is forbidden or full. */
export const fleeting = () => ({
  kind: "name",
  heading: "This phone keeps nothing: write the card first",
  inside: [make("p.large", "What is entered here lasts as long as this page. Write each game on the score card, then enter it, and leave the page open until it says “All sent”.")],
  foot: [button("warned", { kind: "button-main button-foot button-wide" }, "Go on: the card comes first")],
});

/** @param {{sentence: string, mark: string, reached: boolean}} view no table yet: on the way, refused, or not let in yet */
export function reach({ sentence, mark, reached }) {
  const ask = mark ? `Ask an official to let in the phone that shows ${mark}` : sentence ? "Not let in" : reached === false ? "No connection to the laptop" : "Reaching the laptop";
  return {
    kind: "reach",
    heading: ask,
    inside: [
      mark && make("p.mark-large", { "aria-hidden": "true" }, mark),
      make("p.soft", sentence || "This page tries again every few seconds."),
    ],
    foot: [button("refresh", { kind: "button-foot button-wide" }, "Try again")],
  };
}
