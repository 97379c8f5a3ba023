// Reading out: Space and the arrow keys follow the links of the page, F fills the screen. Without a script the links do the same.
const main = document.getElementById("content");
const FORTH = new Set([" ", "ArrowRight", "PageDown"]);
const BACK = new Set(["ArrowLeft", "PageUp"]);
let asking = false;

function linkFor(key) {
  if (FORTH.has(key)) {
    return main.querySelector("a[data-forth]");
  }
  return BACK.has(key) ? main.querySelector("a[data-back]") : null;
}

// Swapped in place, so that a full screen stays full from name to name.
async function show(address) {
  if (asking) {
    return;
  }
  asking = true;
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || answer.redirected || !page.querySelector(".reading")) {
      location.assign(address);
      return;
    }
    main.replaceChildren(...page.getElementById("content").childNodes);
    main.querySelector("[data-forth], form button, .reveal-acts a")?.focus();
  } catch {
    location.assign(address);
  } finally {
    asking = false;
  }
}

function go(link) {
  history.pushState(null, "", link.href);
  show(link.href);
}

function onButton(event) {
  return event.key === " " && event.target.closest?.("button, summary, input");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || onButton(event)) {
    return;
  }
  if (event.key === "f") {
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    return;
  }
  const link = linkFor(event.key);
  if (link) {
    event.preventDefault();
    go(link);
  }
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-forth], a[data-back]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link);
  }
});

window.addEventListener("popstate", () => show(location.href));
