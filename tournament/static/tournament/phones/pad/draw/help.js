// The umpire and the rules, asked for in the midst of a game: on the pad, and on the pages of asking themselves.
import { saidIn } from "../sentence.js";
import { button, make, shape } from "./elements.js";

/** @typedef {{kind: string, name: string, example: string}} Asked a situation as the laptop sends it */

export const WAIT = "One moment: asking the laptop.";
export const UNREACHED = "No connection to the laptop: try again, or hold up the table card and an umpire comes.";

/** What became of a call, in words. @param {any} body the laptop's answer */
export const called = (body) => body.words || (body.stumbled ? "The laptop stumbled: raise a hand." : saidIn(body)) || "No connection to the laptop: raise a hand.";

/**
 * Whom and what one may ask in the midst of a game; closing it leads back to where one was.
 * @param {{here: boolean, asks: boolean, rules?: boolean, told: string, most?: Asked[]}} view `most`: what is asked most often in this game
 */
export function help({ here, asks, rules = asks, told, most = [] }) {
  const way = (act, to, words, more) => make("li", button(act, { to, kind: "button-person" }, make("span.person", make("span.name", words), make("span.livery", more)), shape("on")));
  return {
    kind: "help",
    heading: "Umpire and rules",
    inside: [
      asks && most.length > 0 && make("section", { "aria-labelledby": "most-asked" },
        make("h3.soft.small", { id: "most-asked" }, "Most often asked in this game"),
        make("ul.people", most.map(({ kind, name, example }) => way("ask", `${kind}/`, name, example)))),
      asks && make("ul.people", way("ask", "", "What happened?", "All situations, or say it in a word"), rules && way("rules", "", "The rules in short", "This evening’s, on one page")),
      make("p", { role: "status" }, told || "Your taps are kept. Close this to go back to where you were."),
    ],
    foot: [
      button("closeHelp", { kind: "button-foot button-side" }, "Close"),
      here && button("call", { kind: "button-main button-foot button-next" }, "Call the umpire"),
    ],
  };
}
