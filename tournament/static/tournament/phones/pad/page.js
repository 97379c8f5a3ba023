// The page on the phone: opens the table of its address, hears taps and keys, watches the line.
import { ACTS } from "./acts.js";
import { Kept, storage } from "./store.js";
import { typed } from "./keys.js";
import { Line } from "./connection.js";
import { isEarly, isSecondHalf } from "./deafness.js";
import { Pad } from "./pad.js";
import { followText } from "./draw/frame.js";
import { fetched, fetchSeldom, further } from "./draw/screens.js";

/** How often an open page asks the laptop, in seconds. */
const OFTEN = 5;
const SELDOM = 30;
/** Milliseconds after which the page has come to rest. */
const REST = 2500;
/** Milliseconds that a press may last before its click. */
const PRESS = 1000;

/** @param {Pad} pad hears everything that is tapped or typed */
export function listen(pad) {
  followText(pad.root);
  const deeper = followBack(pad);
  pad.root.addEventListener("pointerdown", () => {
    pad.pressedUntil = Date.now() + PRESS;
  });
  pad.root.addEventListener("click", (event) => {
    pad.pressedUntil = 0;
    /** @type {HTMLElement|null} */
    const control = /** @type {HTMLElement} */ (event.target).closest("[data-act]");
    // What a script presses was no thumb: nothing of it comes too early.
    const missed = event.isTrusted && (isSecondHalf(pad.root, event) || (control && isEarly(pad.root, control)));
    if (control && !missed && control.getAttribute("aria-disabled") !== "true") {
      const { act, to = "" } = control.dataset;
      const { screen } = pad.root.dataset;
      const later = () => further.FINISH[act] && further.FINISH[act](pad, to);
      ACTS[act] ? ACTS[act](pad, to) : further.FINISH ? later() : fetchSeldom().then(later, () => unreached(pad));
      if (event.isTrusted && act !== "back" && pad.root.dataset.screen !== screen) {
        deeper();
      }
    }
  });
  document.addEventListener("keydown", (event) => typed(pad, event));
  setInterval(() => pad.second(), 1000);
}

/** The browser's own Back goes a screen back, as the arrow does. @param {Pad} pad @returns {() => void} one screen deeper */
function followBack(pad) {
  let depth = (history.state || {}).pad || 0;
  addEventListener("popstate", ({ state }) => {
    const before = depth;
    depth = (state || {}).pad || 0;
    if (depth < before && pad.root.querySelector(".top .button-back")) {
      ACTS.back(pad, "");
    }
  });
  return () => {
    depth += 1;
    history.pushState({ pad: depth }, "");
  };
}

/** @param {Pad} pad sends what waits as soon as it may be that the line is back */
function watch(pad) {
  const look = () => {
    pad.outbox.flush({ anew: true });
    if (pad.idle()) {
      pad.refresh();
    }
  };
  addEventListener("beforeunload", (event) => pad.kept.isHolding() && event.preventDefault());
  addEventListener("online", look);
  addEventListener("focus", look);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  let seconds = 0;
  setInterval(() => {
    seconds += 1;
    if (pad.idle() && document.visibilityState === "visible" && seconds % (pad.state ? SELDOM : OFTEN) === 0) {
      pad.refresh();
    }
  }, 1000);
}

/** Another page of this phone may have changed what is kept. @param {Pad} pad */
function listenBeside(pad) {
  addEventListener("storage", (event) => {
    if (pad.draft && event.key && event.key.endsWith(pad.draftName(pad.draft.game))) {
      const other = pad.kept.get(pad.draftName(pad.draft.game));
      if (other) {
        pad.draft = other;
        pad.show();
      } else {
        pad.look(pad.draft.game);
      }
    }
  });
}

/** @param {Pad} pad says that there is no line */
function unreached(pad) {
  pad.reached = false;
  pad.show();
}

/**
 * The rest comes when the page has come to rest, as there may be no line when it is needed; and it is asked for until it is there.
 * @param {Pad} pad @param {number} [wait] milliseconds
 */
function prepare(pad, wait = REST) {
  setTimeout(async () => {
    try {
      const { followClock, keepTwice, withoutLaptop } = await fetchSeldom();
      followClock(pad);
      keepTwice(pad.kept).then((came) => came && pad.outbox.flush());
      further.encoder = await fetched("qr");
      await withoutLaptop();
    } catch {
      prepare(pad, OFTEN * 1000);
    }
    if (pad.view === "code") {
      pad.show();
    }
  }, wait);
}

/** Begins. */
function start() {
  const root = document.getElementById("pad");
  const [, kind, code] = location.pathname.split("/");
  const pad = new Pad(root, new Kept(storage(), window), (phone) => new Line(phone), {
    moved: (to) => history.replaceState(history.state, "", `/T/${to}${to === code ? location.hash : ""}`),
  });
  pad.mark = new URLSearchParams(location.hash.slice(1)).get("ask") || "";
  listen(pad);
  watch(pad);
  listenBeside(pad);
  prepare(pad);
  pad.show();
  return kind === "P" ? fetchSeldom().then(({ carryOn }) => carryOn(pad, code), () => unreached(pad)) : pad.open(code);
}

if (document.querySelector("#pad[data-table=real]")) {
  start();
}
