// How the round stands, in the header: its clock, a pause, its last game, its end, and the minutes that a ruling gave this table.
// Asked with a tag, also while a hand is entered: the call of the last game reaches every table within four seconds.
import { tremble } from "../../parts/old.js";
import { poll } from "../../parts/poll.js";
import { question } from "../../parts/question.js";

const CLOCK_MS = 2500;

/**
 * @typedef {{round: string, state: ""|"play"|"paused"|"last"|"over", words: string, extra: Record<string, number>, since: number, held: number}} Call as the
 *   laptop tells it; `since` and `held` are seconds of its clock
 */

/**
 * @param {Call} call
 * @param {{round?: {name: string}|null, label: string}} table
 * @param {number} now seconds of the laptop's clock
 */
export function clockOf(call, { round, label }, now) {
  if (!round || call.round !== round.name) {
    return { words: "", call: false };
  }
  const played = Math.max(0, Math.floor(((call.held || now) - call.since) / 60));
  const stands = { play: `${played} min`, paused: "Pause", last: "Last game", over: "Time" }[call.state];
  const more = call.extra[label];
  return { words: [stands, more && `+${more}`].filter(Boolean).join(" "), call: Boolean(more) || ["paused", "last", "over"].includes(call.state) };
}

/** Asks from now on, once for a page. @param {import("./pad.js").Pad} pad */
export function followClock(pad) {
  if (clockFollowed) {
    return;
  }
  clockFollowed = true;
  /** @type {Call|null} */
  let call = null;
  let [asked, tag] = ["", ""];
  const tell = () => {
    const before = pad.clock;
    pad.clock = call && pad.state ? clockOf(call, pad.state, Date.now() / 1000 - pad.line.ahead) : before;
    const shown = pad.root.querySelector(".clock");
    if (!shown || before.words === pad.clock.words) {
      return;
    }
    shown.textContent = pad.clock.words;
    shown.classList.toggle("clock-call", pad.clock.call);
    if (pad.clock.call) {
      document.getElementById("live").textContent = [call.words, call.extra[pad.state.label] && `This table has ${call.extra[pad.state.label]} minutes more.`].filter(Boolean).join(" ");
      tremble();
    }
  };
  const ask = async () => {
    if (pad.state && pad.state.round) {
      const { slug } = pad.state.event;
      const headers = tag && asked === slug ? { "If-None-Match": tag } : {};
      const answer = await question(`/e/${slug}/clock/now/`, { headers, credentials: "omit" });
      if (answer.ok) {
        call = await answer.json();
        [asked, tag] = [slug, answer.headers.get("ETag") || ""];
        tell();
      }
    }
  };
  poll(ask, { every: CLOCK_MS, hidden: Infinity, first: 0 });
  setInterval(tell, 1000);
}

let clockFollowed = false;
