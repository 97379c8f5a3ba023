// One sheet typed twice: the column is marked, and what to do about it is asked under the grid before it is saved.

/** What is on record where both are right. */
const RIGHT = "Right as it is";

export class Twins {
  /**
   * @param {HTMLFormElement} form
   * @param {import("./cell.js").Cell[]} cells
   */
  constructor(form, cells) {
    this.form = form;
    this.cells = cells;
    this.place = document.getElementById("twins");
    this.met = false;
    form.addEventListener("submit", (event) => this.meet(event));
    this.place?.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {{game: number, text: string, first: number, field: string}[]} twins */
  show(twins) {
    for (const cell of this.cells) {
      cell.item.classList.toggle("desk-twin", twins.some(({ game }) => String(game) === cell.game));
    }
    if (this.place && !this.place.contains(document.activeElement)) {
      this.place.replaceChildren(...twins.map((twin) => this.strip(twin)));
      this.met = this.met && twins.length > 0;
    }
  }

  /** @param {{game: number, text: string, first: number, field: string}} twin */
  strip({ game, text, first, field }) {
    const strip = document.getElementById("twin").content.firstElementChild.cloneNode(true);
    const [same, ...question] = text.split(/(?<=\.) /);
    strip.querySelector("b").textContent = same;
    strip.querySelector("span").textContent = question.join(" ");
    strip.setAttribute("aria-label", text);
    const open = [game, first].filter((number) => this.column(number).length > 0);
    const answers = open.map((number) => [`Clear ${this.form.dataset.unit} ${number}`, () => this.clear(number)]);
    answers.push(["Both are right", () => this.stand(field, strip)]);
    answers.forEach(([words, act], at) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
      const digit = Object.assign(document.createElement("kbd"), { textContent: String(at + 1) });
      digit.setAttribute("aria-hidden", "true");
      button.append(`${words} `, digit);
      button.addEventListener("click", act);
      strip.append(button);
    });
    return strip;
  }

  /** @param {number} game */
  column(game) {
    return this.cells.filter((cell) => cell.game === String(game));
  }

  /** @param {number} game */
  clear(game) {
    const column = this.column(game);
    this.place.replaceChildren();
    for (const { input } of column) {
      input.value = "";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    column[0].input.focus();
  }

  /**
   * @param {string} name
   * @param {HTMLElement} strip
   */
  stand(name, strip) {
    this.form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: RIGHT }));
    strip.remove();
    document.querySelector(`button[form=${this.form.id}]`).focus();
  }

  /** @param {SubmitEvent} event */
  meet(event) {
    const first = this.place?.querySelector("button");
    if (first && !this.met) {
      this.met = true;
      event.preventDefault();
      event.stopImmediatePropagation();
      first.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const button = event.target.closest(".twin")?.querySelectorAll("button")[Number(event.key) - 1];
    if (/^[1-9]$/.test(event.key) && button) {
      event.preventDefault();
      button.click();
    }
  }
}
