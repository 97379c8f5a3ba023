// A reason by button goes into the text, where it may be edited.
const text = document.getElementById("reason");
const buttons = [...document.querySelectorAll("[data-reason]")];

function mark() {
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(text.value.startsWith(button.dataset.reason)));
  }
}

for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => {
    text.value = button.dataset.reason;
    mark();
    text.focus();
  });
}
text.addEventListener("input", mark);
mark();
