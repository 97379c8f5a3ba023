// A kept game for the desk: as labelled boxes that can be dictated, and as a QR code where what draws it is here.
import { encode, qrText } from "../rescue.js";
import { button, make } from "./elements.js";

const PLACES = ["round", "table", "game"];

/** @param {{message: import("../outbox.js").Message, square?: (text: string) => any}} view `square`: what draws it, once that is here */
export function code({ message, square }) {
  const kept = { ...message.body, table: message.table };
  const boxes = encode(kept, message.mark).split(".");
  const labels = boxes.map((_, at) => PLACES[at] || (at === boxes.length - 1 ? "check" : String.fromCharCode(65 + at - PLACES.length)));
  return {
    kind: square ? "code" : "code.code-boxes",
    heading: square ? "Show this to the desk" : "Read the boxes out",
    inside: [
      make("p.soft", square ? "The desk scans it or types the boxes. Sent twice, it still counts once." : "The square needs a connection once. The boxes say the same: from the top, left to right."),
      square && make("div.qr", { role: "img", "aria-label": "The same code to be scanned" }, square(qrText(kept, message.mark))),
      make("dl.boxes", boxes.map((box, at) => make("div", make("dt", labels[at]), make("dd", box)))),
      make("p.soft.small", "* went out. T is a ten or a court card. One wrong character is refused."),
    ],
    foot: [
      button("flush", { kind: "button-foot button-side" }, "Try the line"),
      button("desk", { kind: "button-main button-foot button-next" }, "The desk has it"),
    ],
  };
}
