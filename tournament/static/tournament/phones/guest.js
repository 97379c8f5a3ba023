// A guest's own page follows by itself: asks with the tag of what it shows, swaps what changed, says it politely. A phone in a pocket asks nothing.
import { fill, tremble } from "../parts/old.js";
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY_MS = 5000;
const SLOWEST_MS = 40000;
const ON_THE_WAY_MS = 10000;
const now = document.getElementById("guest-now");
const news = document.getElementById("guest-news");
const lost = document.getElementById("guest-line");
const wrong = document.getElementById("guest-wrong");
const words = (selector) => [...now.querySelectorAll(selector)].map((one) => one.textContent.trim())[0] || "";
const seat = () => [...now.querySelectorAll(".guest-seat dd")].map((one) => one.textContent).join(" ");
let etag = now.dataset.etag;

// What somebody has opened stays open, and the focus stays where it was.
function swap(part) {
  const before = { seat: seat(), total: words(".guest-sum"), place: words(".guest-place") };
  const open = [...now.querySelectorAll("details")].map((one) => one.open);
  const held = now.contains(document.activeElement) && document.activeElement.closest("summary, button");
  fill(now, part.childNodes);
  now.querySelectorAll("details").forEach((one, at) => { one.open = Boolean(open[at]); });
  if (held) {
    const again = now.querySelector(held.id ? `#${held.id}` : held.tagName.toLowerCase());
    if (again) {
      again.focus();
    }
  }
  games();
  keepable();
  tell(before);
}

function tell(before) {
  const said = [];
  if (seat() && seat() !== before.seat) {
    said.push(`Your seat: table ${seat().replace(" ", ", seat ")}.`);
    tremble();
  }
  for (const [key, selector, name] of [["total", ".guest-sum", "total"], ["place", ".guest-place", "place"]]) {
    if (words(selector) && words(selector) !== before[key]) {
      said.push(`Your ${name}: ${words(selector)}.`);
    }
  }
  news.textContent = said.join(" ");
}

// The games that can be called wrong, while nobody is choosing one.
function games() {
  const choice = wrong.querySelector("select");
  const offered = document.getElementById("games-now");
  if (choice && offered && !wrong.open) {
    fill(choice, offered.content.cloneNode(true).children);
  }
}

function keepable() {
  const button = document.getElementById("guest-keep");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { keep } = await import("./keep.js");
      keep(document.querySelector(".guest-head"), now);
    });
  }
}

async function ask() {
  const address = new URL(location.href);
  address.search = "now";
  const answer = await question(address, { headers: { "If-None-Match": etag }, credentials: "omit" });
  if (answer.status === 304) {
    return;
  }
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  // The log-in page of a Wi-Fi answers too: only ours knows which games there are.
  if (!answer.ok || !part.getElementById("games-now")) {
    throw new Error(`the page answered ${answer.status}`);
  }
  etag = answer.headers.get("ETag") || "";
  swap(part.body);
}

async function look() {
  await ask();
  // A busy server or a browser that dropped the way there: tried again with the next look.
  official();
}

// Scanned with the phone of an official: theirs is the card, as long as they are logged in.
async function official() {
  const { card } = now.dataset;
  try {
    if (localStorage.getItem("official") !== card.split("/")[2]) {
      return;
    }
    const answer = await question(card, { method: "HEAD", redirect: "manual" });
    if (answer.ok) {
      // A way that takes long is not begun anew by the next look: it would never end.
      again(ON_THE_WAY_MS);
      location.replace(card);
    } else if (answer.type === "opaqueredirect" || [403, 404].includes(answer.status)) {
      localStorage.removeItem("official");
    }
  } catch {
    // No storage or no line: the guest's own page stays.
  }
}

const pace = { every: EVERY_MS, hidden: Infinity, slowest: SLOWEST_MS, first: EVERY_MS * Math.random() };
const again = poll(look, pace, (failures) => {
  lost.hidden = failures < 2;
});
official();
keepable();
