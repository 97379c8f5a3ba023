// Reading out: Space and the arrow keys press the buttons of the page, F fills the screen. Without a script the buttons do the same.
const main = document.getElementById("content");
const FORTH = new Set([" ", "ArrowRight", "PageDown"]);
const BACK = new Set(["ArrowLeft", "PageUp"]);
let asking = false;

function formFor(key) {
  if (FORTH.has(key)) {
    return main.querySelector("form[data-forth]");
  }
  return BACK.has(key) ? main.querySelector("form[data-back]") : null;
}

// Swapped in place, so that a full screen stays full from name to name. The key in the form makes a second press nothing.
async function press(form) {
  if (asking) {
    return;
  }
  asking = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !page.querySelector(".reading")) {
      location.reload();
      return;
    }
    main.replaceChildren(...page.getElementById("content").childNodes);
    main.querySelector("[data-forth] button, form button, .reveal-acts a")?.focus();
  } catch {
    form.submit();
  } finally {
    asking = false;
  }
}

function onOther(event) {
  return event.key === " " && event.target.closest?.("summary, input, a, form:not([data-forth]) button");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || onOther(event)) {
    return;
  }
  if (event.key === "f") {
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    return;
  }
  const form = formFor(event.key);
  if (form) {
    event.preventDefault();
    press(form);
  }
});

main.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-forth], form[data-back]")) {
    event.preventDefault();
    press(event.target);
  }
});
