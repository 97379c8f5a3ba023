// The whole round read back in large type, one player after another, before anyone gets up.
import { figureOr } from "../cards.js";
import { button, lines, make } from "./elements.js";

/** @param {{rows: import("./saved.js").Row[], numbers: number[], at: number, missing: number[]}} view */
export function round({ rows, numbers, at, missing }) {
  const row = rows[at];
  const next = rows[at + 1];
  return {
    kind: "round",
    heading: row.name,
    inside: [
      make("p.soft", missing.length ? `Not in yet: game ${missing.join(", ")}.` : "Read each game aloud; the score card should say the same."),
      make("ol.aloud", numbers.map((number, index) => make("li",
        make("span", `Game ${number}`), make("b", figureOr(row.games[index]))))),
      make("p.aloud-total", make("span", "Total"), make("b", figureOr(row.total))),
    ],
    foot: [
      at > 0 ? button("read", { to: at - 1, kind: "button-foot button-side" }, "Before") : button("saved", { kind: "button-foot button-side" }, "Stop"),
      next
        ? button("read", { to: at + 1, kind: "button-main button-foot button-next" }, lines("Next player", next.short))
        : button("saved", { kind: "button-main button-foot button-next" }, lines("All read out", "Done")),
    ],
  };
}
