// The call of the round on a page that follows: asks every three seconds with its tag, says what changed, and sounds a gong where that is wished; a phone in a pocket asks nothing.
const EVERY_MS = 3000;
const part = document.querySelector("[data-call-url]");
const gong = document.querySelector("[data-gong]");
let etag = "";
let before = null;
let sound = null;

function strike() {
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

function tell(said) {
  const mine = said.extra[part.dataset.table];
  const more = mine ? ` Your table has ${mine} minutes more.` : "";
  part.textContent = `${said.words}${more}`;
  part.hidden = !part.textContent;
  if (sound && before !== null && before !== said.state && ["last", "over"].includes(said.state)) {
    strike();
  }
  before = said.state;
}

async function look() {
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(part.dataset.callUrl, { headers, cache: "no-store", credentials: "omit" });
    if (answer.ok && answer.status !== 304) {
      etag = answer.headers.get("ETag") ?? "";
      tell(await answer.json());
    }
  } catch {
    // The line is down: what was called last stays.
  }
  if (document.hidden) {
    document.addEventListener("visibilitychange", look, { once: true });
  } else {
    setTimeout(look, EVERY_MS * (0.85 + Math.random() * 0.3));
  }
}

gong?.addEventListener("change", () => {
  sound = gong.checked ? new AudioContext() : null;
});

if (part) {
  look();
}
