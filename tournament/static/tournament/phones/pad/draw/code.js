// A kept game for the desk: as labelled boxes that can be dictated, and as a QR code where the encoder is here.
import { encode, qrText } from "../rescue.js";
import { button, make, svg } from "./elements.js";

const PLACES = ["round", "table", "game"];
/** Light modules around the code. */
const QUIET = 4;

/** @param {{message: import("../outbox.js").Message, encoder?: any}} view `encoder`: what draws the square, once it is here */
export function code({ message, encoder }) {
  const kept = { ...message.body, table: message.table };
  const boxes = encode(kept, message.mark).split(".");
  const labels = boxes.map((_, at) => PLACES[at] ?? (at === boxes.length - 1 ? "check" : String.fromCharCode(65 + at - PLACES.length)));
  return {
    kind: encoder ? "code" : "code.code-boxes",
    heading: encoder ? "Show this to the desk" : "Read the boxes out",
    inside: [
      make("p.soft", encoder ? "The desk scans it or types the boxes. Sent twice, it still counts once." : "The square needs a connection once. The boxes say the same: from the top, left to right."),
      encoder && make("div.qr", { role: "img", "aria-label": "The same code to be scanned" }, qr(qrText(kept, message.mark), encoder)),
      make("dl.boxes", boxes.map((box, at) => make("div", make("dt", labels[at]), make("dd", box)))),
      make("p.soft.small", "* went out. T is a ten or a court card. One wrong character is refused."),
    ],
    foot: [
      button("flush", { kind: "button-foot button-side" }, "Try the line"),
      button("desk", { kind: "button-main button-foot button-next" }, "The desk has it"),
    ],
  };
}

/** @param {string} text @param {any} encoder */
function qr(text, { correction, generate, mode }) {
  const made = generate(text, { minCorrectionLevel: correction.Q, modes: [mode.alphaNumeric] });
  const size = made.size + 2 * QUIET;
  let path = "";
  for (let y = 0; y < made.size; y += 1) {
    for (let x = 0; x < made.size; x += 1) {
      path += made.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "";
    }
  }
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges", "aria-hidden": "true" }, svg("path", { d: path }));
}
