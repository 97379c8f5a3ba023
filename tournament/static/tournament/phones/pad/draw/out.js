// Who went out; nobody: blocked, or time called. The two stand well apart from the names.
import { disc, person } from "./frame.js";
import { button, make, shape } from "./elements.js";

/** @param {{game: import("../flow.js").Game, dealer?: import("../flow.js").Seat}} view */
export function out({ game, dealer }) {
  const names = game.seats.map((seat) =>
    make("li", button("out", { to: seat.letter, kind: "button-person", "aria-label": seat.name }, disc(seat.letter), person(seat), shape("on"))));
  return {
    kind: "out",
    heading: "Who went out?",
    inside: [dealer && make("p.soft.dealt", `${dealer.short} dealt`), make("ul.people", names)],
    foot: [
      make("div.nobody", { role: "group", "aria-labelledby": "nobody" },
        make("p.small", { id: "nobody" }, "Nobody went out"),
        make("div.pair",
          button("nobody", { to: "blocked", kind: "button-foot" }, shape("block"), "Blocked"),
          button("nobody", { to: "time", kind: "button-foot" }, shape("clock"), "Time called"))),
    ],
  };
}
