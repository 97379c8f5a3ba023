// The one way in which a page asks again and again: never twice at once, slower while the line is down or nobody looks,
// at once when somebody looks again, and a little early or late, since a hall of phones must not ask in step.

/**
 * @param {() => unknown} ask rejects where it was not answered; a number is how long to wait after it
 * @param {{every: number, hidden?: number, slowest?: number, first?: number}} pace milliseconds: while seen, while
 *   hidden (Infinity: not at all), at most while the line is down, and until the first time
 * @param {(failures: number) => void} [heard] after each time: how often in a row it was not answered
 * @returns {(pause: number) => void} asks after so many milliseconds instead
 */
export function poll(ask, { every, hidden = every, slowest = every, first = every }, heard = () => {}) {
  let [timer, failures, asking, again] = [0, 0, false, false];

  function wait(pause) {
    clearTimeout(timer);
    if (pause !== Infinity) {
      timer = setTimeout(turn, pause);
    }
  }

  function pace() {
    const pause = document.hidden ? hidden : every;
    return Math.max(pause, Math.min(pause * 2 ** failures, slowest)) * (0.85 + Math.random() * 0.3);
  }

  async function turn() {
    again = asking;
    if (asking) {
      return;
    }
    asking = true;
    let pause;
    try {
      pause = await ask();
      failures = 0;
    } catch {
      failures += 1;
    }
    asking = false;
    wait(again ? 0 : typeof pause === "number" ? pause : pace());
    heard(failures);
  }

  document.addEventListener("visibilitychange", () => wait(document.hidden ? hidden : 0));
  wait(document.hidden ? Math.max(first, hidden) : first);
  return wait;
}
