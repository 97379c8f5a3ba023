// Cards or points: the switch, its key, and what is asked before a game is saved. One key gives each answer.

/** P stands in no hand, no number and no word that may be typed; no browser or screen reader takes it in a field. */
const SWITCH = "P";
/** U begins no word that may be typed: in an empty field it takes back what was just done. */
const UNDO = "U";

export class Typing {
  /**
   * @param {HTMLFormElement} form
   * @param {() => void} draw draws everything afresh and has it looked at, once numbers are read the other way
   */
  constructor(form, draw) {
    this.form = form;
    this.now = document.getElementById("typing-now");
    this.asked = document.getElementById("questions");
    this.draw = draw;
    if (this.now) {
      form.addEventListener("change", (event) => event.target.name === "typing" && this.changed());
    }
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Whether a bare number is points. */
  get points() {
    return this.now !== null && this.form.elements.typing.value === "points";
  }

  /** The answer to begin with, where the page came back with a question; else nothing. */
  get answer() {
    return this.asked?.querySelector("button") ?? null;
  }

  changed() {
    this.now.textContent = this.now.dataset[this.points ? "points" : "cards"];
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const key = event.key.toUpperCase();
    const question = event.target.closest?.("[data-question]");
    if (question) {
      const answer = [...question.querySelectorAll("[data-key]")].find((button) => button.dataset.key === key);
      if (answer) {
        event.preventDefault();
        answer.click();
      }
    } else if (key === UNDO && event.target.matches("input[name^=hand_]") && event.target.value === "") {
      const undo = document.getElementById("line-back");
      if (undo) {
        event.preventDefault();
        undo.requestSubmit();
      }
    } else if (this.now && key === SWITCH && event.target.matches("input[name^=hand_]")) {
      event.preventDefault();
      this.form.elements.typing.value = this.points ? "cards" : "points";
      this.changed();
    }
  }

  /**
   * Shows what is to be asked of what stands there now; one that has the focus is left alone.
   * @param {{text: string, answers: {key: string, name: string, value: string, words: string}[]}[]} questions
   */
  ask(questions) {
    if (this.asked && !this.asked.contains(document.activeElement)) {
      this.asked.replaceChildren(...questions.map((one) => this.made(one)));
    }
  }

  /** @param {{text: string, answers: {key: string, name: string, value: string, words: string}[]}} one */
  made(one) {
    const box = document.getElementById("question").content.firstElementChild.cloneNode(true);
    box.setAttribute("aria-label", one.text);
    box.querySelector("b").textContent = one.text;
    for (const { key, name, value, words } of one.answers) {
      const button = Object.assign(document.createElement("button"), { className: "button", name, value });
      button.setAttribute("form", this.form.id);
      button.dataset.key = key;
      const sign = document.createElement("kbd");
      sign.textContent = key;
      button.append(sign, ` ${words}`);
      box.append(button);
    }
    return box;
  }
}
