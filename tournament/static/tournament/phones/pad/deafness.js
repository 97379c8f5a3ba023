// A thumb that taps twice must not press what comes after what was meant. After a change of screen the foot hears nothing for half a second, no
// spot is pressed twice in that time, and what saves can be pressed when what it saves has been on the screen for a second.

/** Milliseconds. */
const DEAF = 500;
const LOOK = 1000;
/** Pixels within which a second tap is the same tap. */
const SPOT = 24;

let timers = [];
/** The last tap that was heard: where, when, and on which screen. */
let lastTap = { x: 0, y: 0, at: -DEAF, screen: "" };

/** Another screen has come up. @param {HTMLElement} root */
export function deafen(root) {
  timers.forEach(clearTimeout);
  timers = [["deaf", DEAF], ["unseen", LOOK]].map(([name, wait]) => {
    root.dataset[name] = "";
    return setTimeout(() => delete root.dataset[name], /** @type {number} */ (wait));
  });
}

/** Whether the screen has been there long enough to be looked over. @param {HTMLElement} root */
export const isInSight = (root) => root.dataset.unseen === undefined;

/** Whether a press comes too early to be meant for this control. @param {HTMLElement} root @param {HTMLElement} control */
export const isEarly = (root, control) =>
  (root.dataset.deaf !== undefined && control.closest(".foot") !== null) || (!isInSight(root) && control.matches(".button-saves"));

/** Whether this is the second half of a double tap whose first half has changed the screen. @param {HTMLElement} root @param {MouseEvent} event */
export function isSecondHalf(root, { clientX: x, clientY: y, detail }) {
  const { screen } = root.dataset;
  const now = performance.now();
  const second = detail > 0 && screen !== lastTap.screen && now - lastTap.at < DEAF && Math.hypot(x - lastTap.x, y - lastTap.y) < SPOT;
  if (!second) {
    lastTap = { x, y, at: now, screen };
  }
  return second;
}
