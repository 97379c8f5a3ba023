// Taps on a form or step links marked data-swap exchange only that part of the page; without this script each is a page of its own.
const sameKey = (name, value) => document.querySelector(`#swap [name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

function focusAfter(before, pressed) {
  const asked = document.querySelector("#asked");
  const now = asked?.textContent ?? "";
  if (asked && now !== before) {
    asked.focus();
    return;
  }
  const again = pressed?.name ? sameKey(pressed.name, pressed.value) : document.getElementById(pressed?.id ?? "");
  (again ?? asked)?.focus({ preventScroll: true });
}

async function exchange(url, pressed) {
  const before = document.querySelector("#asked")?.textContent ?? "";
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#swap");
  if (!fresh) {
    location.assign(url);
    return;
  }
  document.querySelector("#swap").replaceWith(document.adoptNode(fresh));
  history.replaceState(null, "", answer.url);
  focusAfter(before, pressed);
}

function go(url, pressed) {
  exchange(url, pressed).catch(() => location.assign(url));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const pressed = event.submitter;
  // Only a tap stays on the page: the verdict is a page of its own.
  if (form.id !== "swap" || !pressed || pressed.hasAttribute("formaction") || form.method !== "get") {
    return;
  }
  event.preventDefault();
  const query = new URLSearchParams(new FormData(form));
  query.set(pressed.name, pressed.value);
  go(`${location.pathname}?${query}`, pressed);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#swap a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.href, link);
  }
});

const STEPS = { ArrowRight: "next", ArrowLeft: "prev", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, summary");
  const link = STEPS[event.key] && document.querySelector(`#swap a[data-step="${STEPS[event.key]}"]`);
  if (link && !typing && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    go(link.href, link);
  }
});
