// Each change is saved as it is made, and one press takes it back. What would move a place once sheets are in
// is shown before it is saved. Without this script there is a button; both have the same outcome.
const form = document.querySelector("form.settings");
const told = document.querySelector("[data-told]");
const atOnce = form.hasAttribute("data-at-once");
const LAST = /tie-(cut_of_cards|lot)$/;
const UNSENT = "Not saved: the computer of the evening does not answer. Press “Save settings” to try again.";
let saved = new FormData(form);
let before = null;
let touched = null;
let waiting = Promise.resolve();

function list() {
  return form.querySelector(".tie-breaks");
}

function used() {
  return [...list().children].filter((row) => !row.classList.contains("tie-off"));
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
    list().append(row);
  } else if (step === "use") {
    const last = rows.at(-1);
    row.classList.remove("tie-off");
    if (!last) {
      list().prepend(row);
    } else if (LAST.test(last.querySelector("input").name)) {
      last.before(row);
    } else {
      last.after(row);
    }
  }
  used().forEach((one, place) => {
    one.querySelector("input").value = String(place + 1);
  });
}

function moved(button) {
  const row = button.closest("li");
  move(row, button.value.split(":")[0]);
  touched = button.checkVisibility() ? button : row.querySelector(row.classList.contains("tie-off") ? ".tie-use" : ".tie-on");
  touched.focus();
}

function say(words, wrong) {
  told.classList.add("just-said");
  told.classList.toggle("wrong", wrong);
  told.querySelector("svg").toggleAttribute("hidden", wrong);
  told.querySelector("[role=status]").textContent = words;
  told.querySelector("button").hidden = !before;
}

function offerButton(shown) {
  form.querySelector(".actions").hidden = !shown;
}

async function sent(body) {
  const answer = await fetch(location.pathname, { method: "POST", body, credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.querySelector("form.settings");
  if (answer.ok && page.querySelector("[name=step]")) {
    HTMLFormElement.prototype.submit.call(form);
    return new Promise(() => {});
  }
  if (!answer.ok || !there) {
    throw new Error("no settings came back");
  }
  return { page, there, done: answer.redirected };
}

function mark(there) {
  for (const field of form.querySelectorAll(".field")) {
    const control = field.querySelector("[name]");
    const twin = control && there.elements.namedItem(control.name);
    const fresh = (twin?.closest ? twin : twin?.[0])?.closest(".field");
    field.classList.toggle("field-wrong", Boolean(fresh?.classList.contains("field-wrong")));
    field.querySelector(":scope > .errorlist")?.remove();
    const faults = fresh?.querySelector(":scope > .errorlist");
    if (faults) {
      field.append(faults.cloneNode(true));
    }
  }
}

function complaint(page) {
  const found = [...page.querySelectorAll("form.settings .errorlist li, .messages .message-fault .message-words")];
  return `Not saved. ${found.map((one) => one.textContent.trim()).join(" ")}`;
}

function retell(there) {
  const lines = there.querySelectorAll("summary .soft, .house-rule > p .soft");
  form.querySelectorAll("summary .soft, .house-rule > p .soft").forEach((line, at) => {
    line.textContent = lines[at]?.textContent ?? line.textContent;
  });
  for (const fresh of there.querySelectorAll(".help")) {
    const help = document.getElementById(fresh.id);
    if (help) {
      help.textContent = fresh.textContent;
    }
  }
  const rows = there.querySelectorAll(".prize");
  if (rows.length > form.querySelectorAll(".prize").length) {
    form.querySelector(".prizes").append(rows[rows.length - 1]);
    form.elements.namedItem("prize-TOTAL_FORMS").value = String(rows.length);
  }
}

function take(there) {
  for (const fresh of [...there.elements].filter((one) => one.name && one.type !== "hidden")) {
    const chosen = fresh.type === "radio" ? `[value="${CSS.escape(fresh.value)}"]` : "";
    const control = form.querySelector(`[name="${fresh.name}"]${chosen}:not(button)`);
    if (control && (fresh.type === "radio" || fresh.type === "checkbox")) {
      control.checked = fresh.checked;
    } else if (control && fresh.type !== "submit") {
      control.value = fresh.value;
    }
  }
  for (const part of [".tie-breaks", ".prizes"]) {
    const fresh = there.querySelector(part);
    if (fresh) {
      form.querySelector(part)?.replaceWith(fresh);
    }
  }
}

// The control that was last used: the same, or its twin in what came back.
function again(control) {
  const value = control?.matches("button, [type=radio]") ? `[value="${CSS.escape(control.value)}"]` : "";
  return control && form.querySelector(`[name="${control.name}"]${value}:not([type=hidden])`);
}

async function save(body, { undone = false } = {}) {
  const { page, there, done } = await sent(body);
  mark(there);
  if (!done) {
    say(complaint(page), true);
    return;
  }
  retell(there);
  before = undone ? null : saved;
  if (undone) {
    take(there);
    again(touched)?.focus();
  }
  saved = new FormData(form);
  say(undone ? "Taken back: it is as it was before." : "Saved.", false);
  offerButton(false);
}

// One after the other: what is typed while a change is on its way goes with the next.
function soon(work) {
  waiting = waiting.then(work).catch(() => {
    say(UNSENT, true);
    offerButton(true);
  });
}

// A number has a button on each side; typing it stays possible.
function stepper(input) {
  const label = form.querySelector(`label[for="${input.id}"]`).textContent.trim();
  const box = document.createElement("span");
  box.className = "stepper";
  input.replaceWith(box);
  const buttons = [["\u2212", "One less", "stepDown"], ["+", "One more", "stepUp"]].map(([sign, words, step]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", `${words}: ${label}`);
    button.addEventListener("click", () => {
      input[step]();
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    return button;
  });
  box.append(buttons[0], input, buttons[1]);
}

form.querySelectorAll("fieldset:not([disabled]) .field > input[type=number]").forEach(stepper);

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name]");
  if (button?.name === "move") {
    event.preventDefault();
    moved(button);
    if (atOnce) {
      soon(() => save(new FormData(form)));
    }
  } else if (button?.name === "preset" && atOnce) {
    event.preventDefault();
    touched = button;
    soon(async () => {
      const asked = new FormData(form);
      asked.set("preset", button.value);
      take((await sent(asked)).there);
      await save(new FormData(form));
    });
  }
});

if (atOnce) {
  told.hidden = false;
  offerButton(false);
  form.addEventListener("change", (event) => {
    touched = event.target;
    soon(() => save(new FormData(form)));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    soon(() => save(new FormData(form)));
  });
  told.querySelector("button").addEventListener("click", () => {
    const back = before;
    if (back) {
      soon(() => save(back, { undone: true }));
    }
  });
  // What was typed before this script came is saved too.
  const differs = [...form.elements].some((one) => (one.type === "checkbox" || one.type === "radio"
    ? one.checked !== one.defaultChecked
    : one.matches("input") && one.value !== one.defaultValue));
  if (differs || document.querySelector("[data-unsaved]")) {
    document.querySelector("[data-unsaved]")?.remove();
    soon(() => save(new FormData(form)));
  }
}
