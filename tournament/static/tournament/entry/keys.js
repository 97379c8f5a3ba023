// The keys of every page of typing: Enter goes on, Ctrl Enter saves, digits choose a reason inside a flag; and the card keys.

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement[]} inputs in the order in which they are typed
 */
export function listen(form, inputs) {
  // What stands in the foot belongs to the form too, though it is not inside it.
  document.addEventListener("keydown", (event) => {
    const here = event.target.form === form || event.target === document.body;
    if (event.key === "Enter" && here && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "Enter" && (inputs.includes(event.target) || (here && event.target.name === "checker"))) {
      event.preventDefault();
      step(event.target, inputs, form, event.shiftKey ? -1 : 1);
    } else if (/^[1-9]$/.test(event.key) && event.target.closest(".seat-flag")) {
      event.preventDefault();
      choose(event.target.closest(".seat-flag"), Number(event.key));
    }
  });
}

/**
 * On to the next field, and from the last one to what comes after them.
 * @param {HTMLInputElement} from
 * @param {HTMLInputElement[]} inputs
 * @param {HTMLFormElement} form
 * @param {number} by
 */
export function step(from, inputs, form, by = 1) {
  const at = inputs.indexOf(from);
  const save = document.querySelector(`button[form=${form.id}]`);
  const next = at < 0 ? save : (inputs[at + by] ?? form.elements.checked ?? save);
  next.focus();
  next.select?.();
}

/**
 * @param {HTMLElement} flag
 * @param {number} digit
 */
function choose(flag, digit) {
  const radio = flag.querySelectorAll("input[type=radio]")[digit - 1];
  if (radio) {
    radio.checked = true;
    radio.focus();
  }
}

/** The card keys: they stand with the hand that has the focus. */
export class CardKeys {
  /**
   * @param {HTMLFormElement} form
   * @param {(import("./row.js").Row|import("./cell.js").Cell)[]} cells
   * @param {HTMLInputElement[]} inputs
   */
  constructor(form, cells, inputs) {
    this.form = form;
    this.cells = cells;
    this.inputs = inputs;
    [this.cell] = cells;
    this.keys = document.getElementById("card-keys").content.firstElementChild.cloneNode(true);
    this.switch = document.getElementById("keys-switch");
    this.switch.hidden = false;
    this.keys.addEventListener("pointerdown", (event) => event.preventDefault());
    this.keys.addEventListener("click", (event) => this.press(event.target.closest("button")));
    this.switch.addEventListener("click", () => this.show(!this.shown));
    this.show(matchMedia("(pointer: coarse), (max-width: 640px)").matches);
  }

  /** @param {boolean} shown */
  show(shown) {
    this.shown = shown;
    this.switch.setAttribute("aria-pressed", String(shown));
    for (const { input } of this.cells) {
      input.inputMode = shown && matchMedia("(pointer: coarse)").matches ? "none" : "text";
    }
    if (shown) {
      this.at(this.cell);
    } else {
      this.keys.remove();
    }
  }

  /** @param {import("./row.js").Row|import("./cell.js").Cell} cell */
  at(cell) {
    this.cell = cell;
    if (this.shown) {
      cell.hold(this.keys);
    }
  }

  /** @param {HTMLButtonElement|null} button */
  press(button) {
    if (!button) {
      return;
    }
    const { input, said, pointsTyped } = this.cell;
    if ("next" in button.dataset) {
      step(input, this.inputs, this.form);
      return;
    }
    const { token, says } = button.dataset;
    const text = input.value.trim();
    const cards = ["cards", "empty"].includes(said.kind) ? text : "";
    const fewer = text.replace(/\s*\S*$/, "");
    const hand = `${cards.replace(/,$/, "")} ${token}`.trim();
    // Where points are typed a single card is told from a number by its comma.
    const ended = pointsTyped() && /^\d+$/.test(hand) ? `${hand},` : hand;
    input.value = token ? ended : (says ?? fewer);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
