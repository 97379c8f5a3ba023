// Follows the door: whoever is let in at another laptop leaves this list too. It never takes the focus from the field.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const SEEN_MS = 4000;
const HIDDEN_MS = 20000;

const lists = document.getElementById("door-now");
const news = document.getElementById("door-news");
const heading = document.getElementById("door-heading");
const box = document.querySelector(".door-box input[name='typed']");
const TYPED_MS = 250;
let etag = "";

function count() {
  return document.getElementById("door-count")?.textContent ?? "";
}

function busy() {
  return lists.contains(document.activeElement);
}

async function ask() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const typed = box?.value.trim() ?? "";
  const url = typed ? `${lists.dataset.doorUrl}&q=${encodeURIComponent(typed)}` : lists.dataset.doorUrl;
  const answer = await question(url, { headers, credentials: "same-origin" });
  // A page of log-in instead of the lists means that the session ended: what is shown stays.
  if (answer.status !== 200 || answer.redirected) {
    return;
  }
  const html = await answer.text();
  if (busy() || typed !== (box?.value.trim() ?? "")) {
    return;
  }
  etag = answer.headers.get("ETag") ?? "";
  const before = count();
  lists.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  if (count() !== before) {
    news.textContent = count();
    heading.textContent = count();
  }
}

// The list shows at once whom the box may mean; Enter still asks the server.
box?.addEventListener("input", () => {
  again(TYPED_MS);
});

const again = poll(ask, { every: SEEN_MS, hidden: HIDDEN_MS });
