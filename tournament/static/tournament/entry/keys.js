// The keys of entry pages: Enter next seat, Ctrl Enter saves, digits choose a reason inside a flag; and the card keys.

/**
 * @param {HTMLFormElement} form
 * @param {import("./row.js").Row[]} rows
 */
export function listen(form, rows) {
  // What stands in the foot belongs to the form too, though it is not inside it.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.form !== form) {
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "Enter" && event.target.matches("input:not([type=checkbox])")) {
      event.preventDefault();
      step(event.target, rows, form, event.shiftKey ? -1 : 1);
    } else if (/^[1-9]$/.test(event.key) && event.target.closest(".seat-flag")) {
      event.preventDefault();
      choose(event.target.closest(".seat-flag"), Number(event.key));
    }
  });
}

/**
 * On to the next seat, and from the last one to what comes after the seats.
 * @param {HTMLElement} from
 * @param {import("./row.js").Row[]} rows
 * @param {HTMLFormElement} form
 * @param {number} by
 */
export function step(from, rows, form, by = 1) {
  const at = rows.findIndex((row) => row.item.contains(from));
  const next = rows[at + by];
  const after = form.elements.checked ?? document.querySelector(`button[form=${form.id}]`);
  const target = at < 0 ? document.querySelector(`button[form=${form.id}]`) : (next?.input ?? after);
  target.focus();
  if (next) {
    target.select();
  }
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

/** The card keys: they stand in the row that has the focus. */
export class CardKeys {
  /**
   * @param {HTMLFormElement} form
   * @param {import("./row.js").Row[]} rows
   */
  constructor(form, rows) {
    this.form = form;
    this.rows = rows;
    this.row = rows[0];
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
    for (const row of this.rows) {
      row.input.inputMode = shown && matchMedia("(pointer: coarse)").matches ? "none" : "text";
    }
    if (shown) {
      this.at(this.row);
    } else {
      this.keys.remove();
    }
  }

  /** @param {import("./row.js").Row} row */
  at(row) {
    this.row = row;
    if (this.shown) {
      row.told.before(this.keys);
    }
  }

  /** @param {HTMLButtonElement|null} button */
  press(button) {
    if (!button) {
      return;
    }
    if ("next" in button.dataset) {
      step(this.row.input, this.rows, this.form);
      return;
    }
    const { token, says } = button.dataset;
    const text = this.row.input.value.trim();
    const cards = ["cards", "empty"].includes(this.row.said.kind) ? text : "";
    const fewer = text.replace(/\s*\S*$/, "");
    const hand = `${cards.replace(/,$/, "")} ${token}`.trim();
    // Where points are typed a single card is told from a number by its comma.
    const ended = this.row.pointsTyped() && /^\d+$/.test(hand) ? `${hand},` : hand;
    this.row.input.value = token ? ended : (says ?? fewer);
    this.row.input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
