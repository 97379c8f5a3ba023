// The umpire and the rules, asked for in the midst of a game.
import { button, make, shape } from "./elements.js";

/** Whom and what one may ask in the midst of a game; closing it leads back to where one was. @param {{here: boolean, asks: boolean, told: string}} view */
export function help({ here, asks, told }) {
  const way = (act, words, more) => make("li", button(act, { kind: "button-person" }, make("span.person", make("span.name", words), make("span.livery", more)), shape("on")));
  return {
    kind: "help",
    heading: "Umpire and rules",
    inside: [
      make("ul.people", asks && way("ask", "What happened?", "All situations, or say it in a word"), asks && way("rules", "How to play", "The rules of this evening")),
      make("p", { role: "status" }, told || "Your taps are kept. Close this to go back to where you were."),
    ],
    foot: [
      button("closeHelp", { kind: "button-foot button-side" }, "Close"),
      here && button("call", { kind: "button-main button-foot button-next" }, "Call the umpire"),
    ],
  };
}
