// Before the first game: who sits where, clockwise, and moving people.
import { disc, person } from "./frame.js";
import { button, make, shape, svg } from "./elements.js";

/**
 * @param {{seats: import("../flow.js").Seat[], moving: string}} view `moving`: the seat of the person taken up, or ""
 */
export function order({ seats, moving }) {
  const rows = seats.map((seat) =>
    make("li", { class: seat.letter === moving ? "row row-now" : "row" },
      disc(seat.letter),
      person(seat),
      button("move", {
        to: seat.letter, kind: "button-plain", "aria-pressed": String(seat.letter === moving),
        "aria-label": moving && moving !== seat.letter ? `Put them at seat ${seat.letter}` : `Move ${seat.name}`,
      }, shape(moving && moving !== seat.letter ? "here" : "swap"))));
  const taken = seats.find((seat) => seat.letter === moving);
  return {
    kind: "order",
    heading: "Sitting in this order?",
    inside: [
      map(seats),
      make("ul.list", rows),
      taken && make("p.soft", { role: "status" }, `Tap the place where ${taken.short} sits.`),
    ],
    foot: [
      button("missing", { kind: "button-foot button-side" }, "Somebody missing or extra"),
      button("inOrder", { kind: "button-main button-foot" }, "Yes, in this order"),
    ],
  };
}

/** Half the width and height of the table as drawn. */
const WIDE = 62;
const HIGH = 42;

/** The table from above: letters clockwise from the top. @param {import("../flow.js").Seat[]} seats */
function map(seats) {
  const around = seats.map((seat, at) => {
    const angle = (at / seats.length) * 2 * Math.PI;
    return { seat, x: 160 + WIDE * Math.sin(angle), y: 64 - HIGH * Math.cos(angle), side: Math.sin(angle) };
  });
  const drawn = svg("svg", { class: "seat-map", viewBox: "0 -16 320 150", "aria-hidden": "true", focusable: "false" },
    svg("ellipse", { cx: 160, cy: 64, rx: WIDE, ry: HIGH, class: "map-table" }),
    svg("path", { d: "M130 63a30 16 0 0 1 60-2m-8-3 8 4 4-8", class: "map-arrow" }),
    text("clockwise", 160, 79, "middle", "map-word"),
    ...around.flatMap(({ seat, x, y, side }) => [
      svg("circle", { cx: x, cy: y, r: 14, class: "map-seat" }),
      text(seat.letter, x, y + 5, "middle", "map-letter"),
      Math.abs(side) < 0.2
        ? text(seat.short, x, y < 64 ? y - 18 : y + 26, "middle", "map-name")
        : text(seat.short, x + Math.sign(side) * 19, y + 4, side > 0 ? "start" : "end", "map-name"),
    ]));
  return drawn;
}

/** @param {string} said @param {number} x @param {number} y @param {string} anchor @param {string} kind */
function text(said, x, y, anchor, kind) {
  const made = svg("text", { x, y, "text-anchor": anchor, class: kind });
  made.textContent = said;
  return made;
}
