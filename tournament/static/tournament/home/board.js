// Follows the board: asks with the last ETag, its version in the address too, swaps what changed, says it politely. 3 s while seen, 10 s while hidden.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";
import { showTime } from "../screens/time.js";

const SEEN_MS = 3000;
const HIDDEN_MS = 10000;
const SLOWEST_MS = 30000;

const main = document.querySelector("[data-board-url]");
const news = document.getElementById("board-news");
const lost = document.getElementById("board-lost");
let etag = main.dataset.etag ?? "";

const folds = () => [...main.querySelectorAll("details[id]")];
const frames = () => [...main.querySelectorAll(".drawing-frame[id]")];

// What a reader has opened or closed stays so, and a wide drawing stays where it was moved to.
function keep() {
  const turned = folds().filter((one) => one.open !== "unfolded" in one.dataset);
  const left = frames().map((one) => [one.id, one.scrollLeft]);
  return () => {
    turned.forEach((one) => document.getElementById(one.id)?.toggleAttribute("open", one.open));
    left.forEach(([id, across]) => document.getElementById(id)?.scrollTo(across, 0));
  };
}

// The focus stays on the same link, fold or drawing.
function place(focused) {
  const fold = focused?.matches?.("summary") ? focused.parentElement.id : "";
  const href = focused?.getAttribute?.("href");
  return () => {
    const link = href ? main.querySelector(`a[href="${CSS.escape(href)}"]`) : null;
    const same = fold ? document.querySelector(`#${CSS.escape(fold)} > summary`) : document.getElementById(focused.id);
    (link ?? same)?.focus();
  };
}

function swap(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const [again, back] = [keep(), place(document.activeElement)];
  main.replaceChildren(...page.body.childNodes);
  again();
  if (document.activeElement === document.body) {
    back();
  }
  news.textContent = told();
}

// What changed, as it is said: the name that was read, or how many tables are in.
function told() {
  const read = main.querySelector(".read-hero, .plate.latest");
  if (main.querySelector(".scene")) {
    showTime();
    main.querySelector(".read-rows .latest")?.scrollIntoView({ block: "nearest" });
    return [...(read?.children ?? [])].map((one) => one.textContent.trim()).join(" ");
  }
  const tables = document.getElementById("board-tables")?.textContent ?? "Nothing is in yet";
  const clock = main.querySelector("time")?.textContent;
  return clock ? `${tables}, as of ${clock}` : tables;
}

// What a content network keeps for a second goes to those alone who have this version.
function address() {
  const url = new URL(main.dataset.boardUrl, location.href);
  const version = /"(\d+)-/.exec(etag)?.[1];
  if (version) {
    url.searchParams.set("v", version);
  }
  return url.href;
}

async function ask() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await question(address(), { headers, credentials: "same-origin" });
  if (answer.status === 304) {
    return;
  }
  if (!answer.ok) {
    throw new Error(`the board answered ${answer.status}`);
  }
  const html = await answer.text();
  etag = answer.headers.get("ETag") ?? "";
  swap(html);
}

poll(ask, { every: SEEN_MS, hidden: HIDDEN_MS, slowest: SLOWEST_MS }, (failures) => {
  lost.hidden = failures < 2;
});
setInterval(showTime, 1000);
showTime();
