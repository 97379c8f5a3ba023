// Asks where the table stands while the pad's own script is on its way: on a slow line both come in one wave.
import { ALONE, bearing, newPhone, OURS, stateHeaders } from "./phone.js";

/** @param {string} name @param {any} value kept under the name as store.js does */
function put(name, value) {
  localStorage.setItem(OURS + name, JSON.stringify(value));
  return value;
}

/** Only where the phone knows nothing of the table, so that nothing is shown without it, and keeps no game of any. */
function ask() {
  const [, kind, code] = location.pathname.split("/");
  const known = Object.keys(localStorage).some((name) => name === `${OURS}state.${code}` || name.startsWith(`${OURS}out.`));
  // What storage would not take is in the name of the tab.
  if (kind !== "T" || known || window.name) {
    return;
  }
  const get = (name) => JSON.parse(localStorage.getItem(OURS + name) || "null");
  const phone = get("phone") || put("phone", newPhone());
  const turn = put("turn", (get("turn") || 0) + 1);
  const asked = fetch("/pad/state", { ...ALONE, headers: { ...stateHeaders(0), ...bearing(code, phone) } });
  asked.catch(() => {}); // The pad looks at it once it is there.
  const page = /** @type {any} */ (window);
  /** Hands over, once, when it was asked and what is answered. @param {string} wanted */
  page.early = (wanted) => {
    page.early = null;
    return wanted === code ? { turn, asked } : null;
  };
}

try {
  ask();
} catch {
  // A phone that may keep nothing: the pad says so.
}
