// A wall: asks every two seconds with the tag of what it has, swaps what changed, and goes on showing it when the line is down.
import { showTime, setClock } from "./time.js";
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

document.querySelector(".late")?.remove();

const EVERY_MS = 2000;
const SLOWEST_MS = 8000;
const SAID_AFTER_MS = 15000;
const ALONE_AFTER_MS = 300000;
const KEPT = "last-card-wall";

// A window opened from the page of the walls is that wall, whatever this browser was before: it has its letters in
// the address, and keeps its secret as long as it is open.
const OPENED = /^#([A-Z]{2})$/.exec(location.hash)?.[1];
const store = OPENED ? sessionStorage : localStorage;

const wall = document.getElementById("wall");
const asAt = document.getElementById("as-at");
let kept = remembered();
let etag = "";
let said = {};
let heard = 0;
let drawn = "";

function remembered() {
  try {
    const found = JSON.parse(store.getItem(KEPT)) ?? {};
    return OPENED && !found.letters ? { letters: OPENED } : found;
  } catch {
    return OPENED ? { letters: OPENED } : {};
  }
}

function keep(change) {
  kept = { ...kept, ...change };
  try {
    store.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is a wall until it is closed.
  }
}

if (!/^[0-9a-f]{32}$/.test(kept.secret ?? "")) {
  keep({ secret: [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("") });
}

function letters(words) {
  const large = document.createElement("div");
  large.className = "wall-letters-large";
  const b = document.createElement("b");
  b.textContent = kept.letters ?? "";
  const p = document.createElement("p");
  p.textContent = words;
  large.append(b, p);
  return large;
}

function draw() {
  document.body.dataset.state = said.state;
  wall.dataset.ground = said.ground ?? "dark";
  wall.classList.toggle("black", said.state === "black");
  if (said.state === "waiting") {
    wall.replaceChildren(letters("Type these two letters on the page Walls."));
  } else if (said.state === "black") {
    wall.replaceChildren();
  } else if (said.state === "shown" && drawn !== said.html) {
    moved();
    wall.replaceChildren(...new DOMParser().parseFromString(said.html, "text/html").body.childNodes);
    roll();
  } else if (said.state === "frozen" && !wall.firstChild) {
    wall.replaceChildren(letters(""));
  }
  drawn = said.state === "shown" ? said.html : "";
  wall.querySelector(".wall-named")?.remove();
  if (said.named) {
    const large = letters("");
    large.classList.add("wall-named");
    wall.append(large);
  }
  showTime();
}

// What moves: a new scene fades in, a name just read is uncovered, a plate just read keeps its total for last. A clock, a tile, a name taken back: at once.
let scene = "";
let read = 0;
function moved() {
  const now = Number(/data-read="(\d+)"/.exec(said.html)?.[1] ?? 0);
  wall.dataset.change = said.scene !== scene ? "scene" : now > read ? "forth" : "part";
  scene = said.scene;
  read = now;
}

// The list by surname moves up line by line and begins again; page by page where motion is not wished.
let rolling = null;
function roll() {
  rolling?.cancel();
  const list = wall.querySelector(".seats-list");
  const hidden = list ? list.scrollHeight - list.parentElement.clientHeight : 0;
  if (hidden <= 0) {
    return;
  }
  const pages = Math.ceil(hidden / list.parentElement.clientHeight);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const duration = (hidden / innerHeight / 0.024) * 1000;
  rolling = list.animate([{ transform: "translateY(0)" }, { transform: `translateY(${-hidden}px)` }], {
    duration, iterations: Infinity, direction: "alternate", delay: 2000, easing: still ? `steps(${pages})` : "linear",
  });
}

async function ask() {
  const headers = { "X-Wall": `${kept.letters ?? ""} ${kept.secret}` };
  if (etag) {
    headers["If-None-Match"] = etag;
  }
  const answer = await question(wall.dataset.nowUrl, { headers, credentials: "omit" });
  if (answer.status !== 304 && !answer.ok) {
    throw new Error(`the wall was answered ${answer.status}`);
  }
  if (answer.status !== 304) {
    said = await answer.json();
    keep({ letters: said.letters });
    etag = answer.headers.get("ETag") ?? "";
  }
  setClock(Number(answer.headers.get("X-Now")), said.zone);
  draw();
}

// What stood last stays, with its time; after five minutes the clock alone.
function alone() {
  const silent = heard ? Date.now() - heard : 0;
  asAt.hidden = silent < SAID_AFTER_MS || said.state !== "shown";
  asAt.textContent = `As at ${showTime(heard)}`;
  if (silent > ALONE_AFTER_MS && said.state === "shown" && !wall.querySelector(".wall-alone")) {
    const large = letters(said.evening ?? "");
    large.classList.add("wall-alone");
    large.firstChild.dataset.clock = "";
    wall.replaceChildren(large);
    drawn = "";
    etag = "";
    showTime();
  }
}

setInterval(showTime, 1000);
poll(ask, { every: EVERY_MS, slowest: SLOWEST_MS, first: 0 }, (failures) => {
  heard = failures ? heard : Date.now();
  alone();
});
