// One seat on the page: what is typed, the cards it means, their number and points, and what was found about it.
import { read, words } from "./hand.js";

/** The least points worth the question whether an 8 was among them is the value of an 8. */
export class Row {
  /**
   * @param {HTMLElement} item the li of the seat
   * @param {Record<string, import("./hand.js").Face>} faces
   * @param {() => boolean} pointsTyped whether a bare number is points
   */
  constructor(item, faces, pointsTyped) {
    this.pointsTyped = pointsTyped;
    this.item = item;
    this.faces = faces;
    this.seat = item.dataset.seat;
    this.input = item.querySelector("input[name^=hand_]");
    this.hand = item.querySelector(".hand");
    this.words = item.querySelector(".seat-words");
    this.count = item.querySelector(".seat-count");
    this.points = item.querySelector(".seat-points");
    this.told = item.querySelector(".seat-told");
    this.eight = null;
    this.draw();
  }

  /** @param {HTMLElement} keys the card keys, which stand in the row */
  hold(keys) {
    this.told.before(keys);
  }

  /** What the server found stands until it looks again. */
  typed() {
    this.draw();
  }

  /** Draws the row afresh from its text. */
  draw() {
    const said = read(this.input.value, this.faces, this.pointsTyped());
    this.said = said;
    this.hand.replaceChildren(...said.cards.map(card));
    this.hand.hidden = said.cards.length === 0 && words(said) !== "";
    this.words.hidden = !this.hand.hidden;
    this.words.textContent = this.hand.hidden ? words(said) : "";
    this.count.textContent = said.cards.length ? `${said.cards.length} card${said.cards.length > 1 ? "s" : ""}` : "";
    this.points.textContent = said.points === null ? "" : String(said.points);
    this.item.classList.toggle("seat-out", said.kind === "out");
    this.input.classList.toggle("input-out", said.kind === "out");
    this.drawEight(said);
  }

  /**
   * With bare points that could hold one, asks whether an 8 was among the cards: the answer stands in the text.
   * @param {import("./hand.js").Said} said
   */
  drawEight(said) {
    const asked = said.kind === "points" && said.points !== null && said.points >= (this.faces["8"].value ?? Infinity);
    if (!asked) {
      this.eight?.remove();
      this.eight = null;
      return;
    }
    if (!this.eight) {
      this.eight = document.getElementById("eight-row").content.firstElementChild.cloneNode(true);
      this.eight.querySelector("input").addEventListener("change", (event) => this.tick(event.target.checked));
      this.told.before(this.eight);
    }
    this.eight.querySelector("input").checked = said.eight;
  }

  /** @param {boolean} ticked */
  tick(ticked) {
    this.input.value = this.input.value.replace(/\s*e?\s*$/i, ticked ? "E" : "");
    this.draw();
  }

  /**
   * Puts what the server found into the row; a reason chosen before stays chosen.
   * @param {{key: string, text: string, refused: boolean}[]} findings
   * @param {string[]} reasons
   */
  tell(findings, reasons) {
    tellIn(this.told, findings, reasons);
    this.item.classList.toggle("seat-wrong", findings.some((one) => one.refused));
    this.item.classList.toggle("seat-flagged", findings.some((one) => !one.refused));
    this.input.toggleAttribute("aria-invalid", false);
    if (findings.some((one) => one.refused)) {
      this.input.setAttribute("aria-invalid", "true");
    }
  }
}

/**
 * @param {import("./hand.js").Face} face
 * @returns {HTMLLIElement}
 */
function card(face) {
  const item = document.createElement("li");
  item.className = `card${face.dear ? " card-dear" : ""}${face.rank === "X" ? " card-court" : ""}`;
  const rank = document.createElement("span");
  rank.className = "card-rank";
  rank.append(...(face.rank === "X" ? ["10", "J", "Q", "K"].flatMap((text) => [span(text), " "]) : [face.rank]));
  item.append(rank);
  if (face.value !== null) {
    item.append(span(String(face.value), "card-value"));
  }
  return item;
}

/**
 * @param {string} text
 * @param {string} [name]
 * @returns {HTMLSpanElement}
 */
function span(text, name = "") {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

/**
 * Shows findings in a place; flags that stand there already stay as they are, with their focus.
 * @param {HTMLElement} place
 * @param {{key: string, text: string, refused: boolean}[]} findings
 * @param {string[]} reasons
 */
export function tellIn(place, findings, reasons) {
  const standing = new Map([...place.children].map((child) => [child.dataset.flag, child]));
  const wanted = findings.map((one) => {
    const known = standing.get(one.key);
    return known && known.querySelector("span").textContent === one.text ? known : made(one, reasons);
  });
  for (const child of [...place.children]) {
    if (!wanted.includes(child)) {
      child.remove();
    }
  }
  place.append(...wanted.filter((one) => one.parentElement !== place));
}

/**
 * @param {{key: string, text: string, refused: boolean}} finding
 * @param {string[]} reasons
 */
function made(finding, reasons) {
  const flag = document.getElementById("flag-row").content.firstElementChild.cloneNode(true);
  flag.dataset.flag = finding.key;
  flag.querySelector("span").textContent = finding.text;
  flag.classList.toggle("seat-refused", finding.refused);
  if (!finding.refused) {
    flag.append(choices(finding.key, reasons));
  }
  return flag;
}

/**
 * @param {string} key
 * @param {string[]} reasons
 */
function choices(key, reasons) {
  const group = document.createElement("div");
  group.className = "choices";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Let it stand because");
  reasons.forEach((reason, at) => {
    const label = document.createElement("label");
    label.className = "button";
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: `flag_${key}`, value: reason });
    const digit = document.createElement("kbd");
    digit.setAttribute("aria-hidden", "true");
    digit.textContent = String(at + 1);
    label.append(radio, digit, ` ${reason}`);
    group.append(label);
  });
  return group;
}
