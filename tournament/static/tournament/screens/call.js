// The call of the round on a page that follows: asks every two and a half seconds with its tag, says what changed, and sounds a gong where that is wished; a phone in a pocket asks nothing.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY_MS = 2500;
const part = document.querySelector("[data-call-url]");
const gong = document.querySelector("[data-gong]");
let etag = "";
// The wish for a gong, with the call heard last: the page comes back with each key, and strikes none the less.
const WISHED = "last-card-gong";
let before = gong ? sessionStorage.getItem(WISHED) : null;
let sound = null;
let leaving = false;
let last = null;
let ahead = 0;

function wish(wished) {
  sound = wished ? new AudioContext() : null;
  if (wished) {
    sessionStorage.setItem(WISHED, before ?? "");
  } else {
    sessionStorage.removeItem(WISHED);
  }
}

function strike() {
  sound.resume();
  const now = sound.currentTime;
  for (const [pitch, loud] of [[196, 0.5], [294, 0.25], [443, 0.12]]) {
    const tone = sound.createOscillator();
    const level = sound.createGain();
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(loud, now);
    level.gain.exponentialRampToValueAtTime(0.001, now + 4);
    tone.connect(level).connect(sound.destination);
    tone.start(now);
    tone.stop(now + 4);
  }
}

const minutes = (number) => `${number} minute${number === 1 ? "" : "s"}`;

// The clock of the round, and the minutes that a ruling gave a table, wherever the page has a place for them; parts of it are drawn anew, so they are filled once a second.
function fill() {
  if (!last) {
    return;
  }
  const played = Math.max(0, Math.floor((last.held || (Date.now() - ahead) / 1000) - last.since));
  const clock = { play: `${last.round}: ${minutes(Math.floor(played / 60))} so far`, paused: `${last.round}: a pause`, last: `${last.round}: last game`, over: `${last.round}: time` }[last.state] ?? "";
  const told = [...document.querySelectorAll("[data-round-clock]")].map((one) => [one, clock]);
  const given = [...document.querySelectorAll("[data-more-time]")].map((one) => [one, last.extra[one.dataset.moreTime] ? `${minutes(last.extra[one.dataset.moreTime])} more` : ""]);
  for (const [one, words] of [...told, ...given]) {
    one.hidden = !words;
    if (one.textContent !== words) {
      one.textContent = words;
    }
  }
}

function tell(said) {
  last = said;
  const mine = said.extra[part.dataset.table];
  const more = mine ? ` Your table has ${minutes(mine)} more.` : "";
  part.textContent = `${said.words}${more}`;
  part.hidden = !part.textContent;
  // A page that a key sends away would be cut short: the one that comes strikes.
  if (leaving) {
    return;
  }
  if (sound && before !== null && before !== said.state && ["last", "over"].includes(said.state)) {
    strike();
  }
  before = said.state;
  if (sound) {
    sessionStorage.setItem(WISHED, before);
  }
}

async function look() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await question(part.dataset.callUrl, { headers, credentials: "omit" });
  // With every answer: either clock may have been moved since.
  const told = Date.parse(answer.headers.get("Date"));
  ahead = told ? Date.now() - told : ahead;
  if (answer.ok && answer.status !== 304) {
    const said = await answer.json();
    etag = answer.headers.get("ETag") ?? "";
    tell(said);
  }
}

if (before !== null) {
  gong.checked = true;
  wish(true);
}

gong?.addEventListener("change", () => wish(gong.checked));
if (gong) {
  addEventListener("submit", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
}

if (part) {
  poll(look, { every: EVERY_MS, hidden: Infinity, first: 0 });
  setInterval(fill, 1000);
}
