// A kept game for the desk: as a QR code, and as labelled boxes that can be dictated. The encoder is loaded on need.
import { encode, qrText } from "../rescue.js";
import { button, make, svg } from "./make.js";

const PLACES = ["round", "table", "game"];
/** Light modules around the code. */
const QUIET = 4;

/** @param {{message: import("../outbox.js").Message}} view */
export function code({ message }) {
  const kept = { ...message.body, table: message.table };
  const boxes = encode(kept, message.mark).split(".");
  const labels = boxes.map((_, at) => PLACES[at] ?? (at === boxes.length - 1 ? "check" : String.fromCharCode(65 + at - PLACES.length)));
  const frame = make("div.qr", { role: "img", "aria-label": "The same code to be scanned" });
  qr(qrText(kept, message.mark)).then((drawn) => frame.replaceChildren(drawn));
  return {
    kind: "code",
    heading: "Show this to the desk",
    inside: [
      make("p.soft", "The desk scans it, or types the code. Sent twice, it still counts once."),
      frame,
      make("dl.boxes", boxes.map((box, at) => make("div", make("dt", labels[at]), make("dd", box)))),
      make("p.soft.small", "* went out. T is a ten or a court card. The two check characters catch any one that is wrong."),
    ],
    foot: [
      button("flush", { kind: "button-foot button-side" }, "Try the line"),
      button("desk", { kind: "button-main button-foot button-next" }, "The desk has it"),
    ],
  };
}

/** @param {string} text */
async function qr(text) {
  const { correction, generate, mode } = await import(document.getElementById("pad").dataset.qr);
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
