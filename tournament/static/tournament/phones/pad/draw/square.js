// A QR code as a picture; its encoder is fetched apart.
import { svg } from "./elements.js";

/** Light modules around the code. */
const QUIET = 4;

/** @param {string} text @param {any} encoder */
export function square(text, { correction, generate, mode }) {
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
