// One hand in the grid of a table: what is typed, what it counts, and whether it says anything at all.
import { read } from "./hand.js";

export class Cell {
  /**
   * @param {HTMLInputElement} input
   * @param {Record<string, import("./hand.js").Face>} faces
   * @param {() => boolean} pointsTyped whether a bare number is points
   * @param {boolean} whole whether the whole table decides the points, which then the server alone says
   */
  constructor(input, faces, pointsTyped, whole) {
    this.input = input;
    this.faces = faces;
    this.pointsTyped = pointsTyped;
    this.whole = whole;
    this.item = input.closest(".desk-cell");
    this.seat = input.dataset.row;
    [, this.game] = input.name.split("_");
  }

  /** Draws the cell afresh from its text. */
  draw() {
    const said = read(this.input.value, this.faces, this.pointsTyped());
    this.said = said;
    if (this.whole) {
      said.points = null;
    }
    const points = said.points === null ? "" : String(said.points);
    this.item.classList.toggle("desk-out", said.kind === "out");
    this.item.classList.toggle("desk-bare", said.kind === "points" && !this.pointsTyped());
    this.item.classList.toggle("desk-wrong", said.kind === "unclear" || this.input.hasAttribute("aria-invalid"));
    if (!this.whole || this.input.value !== this.input.defaultValue) {
      this.item.querySelector(".desk-points").textContent = points;
    }
    this.item.dataset.points = points;
    this.item.dataset.open = said.kind === "empty" || said.kind === "unclear" ? "1" : "";
  }

  /** @param {HTMLElement} keys the card keys, which stand under the grid */
  hold(keys) {
    document.getElementById("keys-place").append(keys);
  }

  /** What the server found of the old text is not said of the new one. */
  typed() {
    this.input.removeAttribute("aria-invalid");
    this.draw();
  }

  /** What is found is said at the cell once it is sent. */
  tell() {}
}
