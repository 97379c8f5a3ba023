// Says so when the clock of this device and that of the server lie more than two minutes apart. Asked every ten minutes.
const FAR = 120;
const SELDOM_MS = 600_000;
const KEPT = "clock-ahead";
const words = document.getElementById("clock-off");

/** @returns {Promise<number>} seconds by which this device is ahead */
async function ahead() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept && Math.abs(Date.now() - kept.at) < SELDOM_MS) {
    return kept.ahead;
  }
  const answer = await fetch("/healthz", { cache: "no-store", credentials: "omit" });
  const found = Math.round((Date.now() - Date.parse(answer.headers.get("Date"))) / 1000);
  sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), ahead: found }));
  return found;
}

/** @param {number} seconds */
function long(seconds) {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

try {
  const found = await ahead();
  if (words && Math.abs(found) > FAR) {
    const where = found > 0 ? "ahead of" : "behind";
    words.textContent = `This device’s clock is ${long(Math.abs(found))} ${where} the server’s: set the wrong one right. Nothing saved is lost by it.`;
    words.hidden = false;
  }
} catch {
  // The line is down, or nothing may be kept: the next page asks again.
}
