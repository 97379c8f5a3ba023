// Tie-breaks move without a page of their own; without this script each button is a page, with the same outcome.
const list = document.querySelector(".tie-breaks");
const LAST = /tie-(cut_of_cards|lot)$/;

function used() {
  return [...list.children].filter((row) => !row.classList.contains("tie-off"));
}

function number() {
  used().forEach((row, at) => {
    row.querySelector("input").value = String(at + 1);
  });
}

function move(row, step) {
  const rows = used();
  const at = rows.indexOf(row);
  if (step === "up" && at > 0) {
    rows[at - 1].before(row);
  } else if (step === "down" && at < rows.length - 1) {
    rows[at + 1].after(row);
  } else if (step === "drop") {
    row.classList.add("tie-off");
    row.querySelector("input").value = "";
    list.append(row);
  } else if (step === "use") {
    const last = rows.at(-1);
    row.classList.remove("tie-off");
    if (!last) {
      list.prepend(row);
    } else if (LAST.test(last.querySelector("input").name)) {
      last.before(row);
    } else {
      last.after(row);
    }
  }
  number();
}

list?.addEventListener("click", (event) => {
  const button = event.target.closest("button[name='move']");
  if (!button) {
    return;
  }
  event.preventDefault();
  const row = button.closest("li");
  move(row, button.value.split(":")[0]);
  const again = button.checkVisibility() ? button : row.querySelector(row.classList.contains("tie-off") ? ".tie-use" : ".tie-on");
  again.focus();
});
