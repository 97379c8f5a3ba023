// The tablet at the door: keys answer at once however fast they are tapped, those of a real keyboard too; what one guest left is gone for the next.
const IDLE_MS = 45000;
const LONGEST = 12;
const next = document.querySelector("[data-next-in]");
const part = () => document.getElementById("tablet-ask");
let typed = part()?.dataset.typed ?? "";
let idle = 0;

function again() {
  clearTimeout(idle);
  idle = setTimeout(() => location.replace(location.pathname), IDLE_MS);
}

async function ask() {
  const wanted = typed;
  const numbers = "numbers" in part().dataset ? "&numbers=1" : "";
  const url = `${location.pathname}?q=${encodeURIComponent(wanted)}${numbers}`;
  const answer = await fetch(url, { cache: "no-store", credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tablet-ask");
  if (!fresh) {
    location.assign(url);
  } else if (wanted === typed) {
    const held = document.activeElement?.id;
    part().replaceWith(document.adoptNode(fresh));
    document.getElementById(held)?.focus({ preventScroll: true });
  }
}

function press(key) {
  typed = key === "back" ? typed.slice(0, -1) : (typed + key).slice(0, LONGEST);
  document.querySelectorAll(".tablet-letters b").forEach((one, at) => { one.textContent = typed[at] ?? ""; });
  again();
  ask().catch(() => location.assign(`${location.pathname}?q=${encodeURIComponent(typed)}`));
}

if (next) {
  const words = next.textContent;
  let left = Number(next.dataset.nextIn);
  setInterval(() => {
    left -= 1;
    next.textContent = `${words} (${left})`;
    if (left <= 0) {
      location.replace(next.href);
    }
  }, 1000);
} else {
  document.addEventListener("click", (event) => {
    const key = event.target.closest("a[data-key]");
    if (key) {
      event.preventDefault();
      press(key.dataset.key);
    }
  });
  document.addEventListener("keydown", (event) => {
    const key = event.key === "Backspace" ? "back" : event.key.toUpperCase();
    if (document.getElementById(`key-${key}`) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      press(key);
    }
  });
  document.addEventListener("pointerdown", again);
  again();
}
