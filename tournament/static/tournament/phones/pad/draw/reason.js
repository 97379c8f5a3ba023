// Why a sheet that is in is changed; while the round is open the table itself may say so.
import { backward, button, field, make } from "./elements.js";

/** Reasons at hand; others are typed. */
const REASONS = ["Counted again", "A card was missed", "The wrong player was marked out", "Mistyped"];

/** @param {{number: number, fault: string}} view */
export function reason({ number, fault }) {
  return {
    kind: "reason",
    heading: `Why does game ${number} change?`,
    inside: [
      make("p.soft", "The old sheet stays on record, with this reason."),
      make("ul.people", REASONS.map((words) => make("li", button("because", { to: words, kind: "button-person" }, words)))),
      field("own-reason", "Or in your own words", 200),
      make("p.fault", { role: "alert" }, fault),
    ],
    foot: [backward(), button("becauseOwn", { kind: "button-main button-foot button-next" }, "Save with this reason")],
  };
}
