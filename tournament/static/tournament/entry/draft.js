// What is half typed is written down where it is typed: a tab that closes, a laptop that sleeps or restarts, finds it
// again. It is told apart by evening, table and who types; it is gone once it is saved, and at log-out.
const BEGINS = "draft ";
const OLDEST_MS = 24 * 60 * 60 * 1000;

/**
 * The guest whom the page shows at a field, the version of its game, and what the field is for.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
function placeOf(form, input) {
  const [what, ...spot] = input.name.split("_");
  const game = spot.length > 1 ? spot[0] : "";
  const who = form.elements[["who", ...spot].join("_")]?.value ?? spot.at(-1);
  const seen = form.elements[game ? `seen_${game}` : "seen"]?.value ?? "";
  return [what, game, who, seen].join(" ");
}

export class Draft {
  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement[]} inputs
   * @param {() => void} draw draws everything afresh
   */
  constructor(form, inputs, draw) {
    this.form = form;
    this.inputs = inputs;
    this.draw = draw;
    // A correction is typed over what its version says; elsewhere nothing goes over what the server keeps.
    this.corrects = "corrects" in form.dataset;
    this.key = form.dataset.draft ? `${BEGINS}${form.dataset.draft}` : "";
    if (this.key) {
      this.offer();
      form.addEventListener("input", () => this.write());
    }
  }

  /** Writes down every field in which something else stands than the server knows. */
  write() {
    const cells = {};
    for (const input of this.inputs.filter((field) => field.value !== field.defaultValue)) {
      cells[placeOf(this.form, input)] = input.value;
    }
    const typing = this.form.elements.typing?.value ?? "";
    try {
      if (Object.keys(cells).length) {
        localStorage.setItem(this.key, JSON.stringify({ at: Date.now(), typing, cells }));
      } else {
        localStorage.removeItem(this.key);
      }
    } catch {
      // A browser that keeps nothing still sends what is typed.
    }
  }

  /** What was written down here and fits: the same guest, the same version, and nothing else typed meanwhile. */
  found() {
    let draft = null;
    try {
      draft = JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
    if (!draft || Date.now() - draft.at > OLDEST_MS) {
      return null;
    }
    const typing = this.form.elements.typing?.value ?? "";
    const cells = this.inputs
      .map((input) => [input, draft.cells[placeOf(this.form, input)]])
      .filter(([input, text]) => text !== undefined && text !== input.value && (this.corrects || input.value === ""));
    return cells.length ? { at: new Date(draft.at), typing: draft.typing || typing, cells } : null;
  }

  /** Says what was typed here and not saved; nothing is put back unasked. */
  offer() {
    const draft = this.found();
    if (!draft) {
      return this.forget();
    }
    const line = document.getElementById("draft-found").content.firstElementChild.cloneNode(true);
    const two = (number) => String(number).padStart(2, "0");
    line.querySelector("b").textContent = `Typed here at ${two(draft.at.getHours())}:${two(draft.at.getMinutes())}, not saved.`;
    const [back, forget] = line.querySelectorAll("button");
    back.addEventListener("click", () => {
      this.restore(draft);
      line.remove();
    });
    forget.addEventListener("click", () => {
      this.forget();
      line.remove();
    });
    document.getElementById("draft").replaceChildren(line);
  }

  /** @param {{typing: string, cells: [HTMLInputElement, string][]}} draft */
  restore(draft) {
    if (this.form.elements.typing) {
      this.form.elements.typing.value = draft.typing;
      this.form.elements.typing[0]?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const [input, text] of draft.cells) {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.draw();
    draft.cells.at(-1)[0].focus();
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Nothing was kept.
    }
  }
}
