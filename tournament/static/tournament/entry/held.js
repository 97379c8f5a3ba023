// What every page of typing does with its form: it is sent only while somebody is there to take it, nothing typed is
// lost by a slip of the finger, what is half typed is found again, and the field to begin in has the focus.
import { Draft } from "./draft.js";
import { sendOverTheLine } from "./line.js";

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement[]} inputs
 * @param {import("./typing.js").Typing} typing
 * @param {() => void} draw draws everything afresh
 */
export function hold(form, inputs, typing, draw) {
  let unsaved = false;
  form.addEventListener("input", () => {
    unsaved = true;
  });
  sendOverTheLine(form, () => {
    unsaved = false;
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved) {
      event.preventDefault();
    }
  });
  // The field to start in is typed anew, not behind what stands there. The browser may give it the focus only after this
  // line; or quick hands have typed into it, or gone on, before: then all stays as they left it.
  const first = form.querySelector("[autofocus]") ?? inputs.find((input) => input.value === "");
  if (first && first.value === first.defaultValue && [document.body, first].includes(document.activeElement)) {
    first.select();
    // A question is answered first; all else waits.
    (typing.answer ?? first).focus();
  }
  new Draft(form, inputs, draw);
}
