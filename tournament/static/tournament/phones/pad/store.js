// What the phone keeps by itself: its tables, what they last said, half-entered games, and games to be sent.

import { OURS } from "./phone.js";

/**
 * @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem"|"key"|"length">} Store
 */

/** What goes into the name of the tab where nothing else is kept: games and the phone itself. */
const IN_TAB = /^(phone$|umpire$|turn$|out\.|draft\.)/;

/** @param {string} name @returns {[string, string][]} */
export function fromTab(name) {
  try {
    return name.startsWith(OURS) ? JSON.parse(name.slice(OURS.length)) : [];
  } catch {
    return [];
  }
}

/** Values as JSON under names of ours. Each thing has a name of its own, so that two open pages do not overwrite each other. */
export class Kept {
  /** @param {Store} store @param {{name: string}} tab the name of a tab outlives the page in it: a reload, and the next table's card */
  constructor(store, tab = { name: "" }) {
    this.store = store;
    this.tab = tab;
    /** What the phone's storage would not take: it lasts as long as the tab, and the page says so. */
    this.loose = new Map(fromTab(tab.name));
  }

  /** @param {string} name @returns {any} null where there is none, or where it cannot be read */
  get(name) {
    try {
      return JSON.parse(this.loose.get(name) || this.store.getItem(OURS + name) || "null");
    } catch {
      return null;
    }
  }

  /**
   * @param {string} name
   * @param {unknown} value null takes it away
   * @returns {boolean} whether the phone took it: its storage may be full or forbidden
   */
  put(name, value) {
    const before = this.loose.size;
    this.loose.set(name, JSON.stringify(value));
    // What was refused before is tried again: room may have been made.
    for (const [one, text] of this.loose) {
      this._store(one, text);
    }
    if (before || this.loose.size) {
      this.tab.name = OURS + JSON.stringify([...this.loose].filter(([one]) => IN_TAB.test(one)));
    }
    return !this.loose.has(name);
  }

  /** @param {string} name @param {string} text */
  _store(name, text) {
    try {
      if (text === "null") {
        this.store.removeItem(OURS + name);
      } else {
        this.store.setItem(OURS + name, text);
      }
      this.loose.delete(name);
    } catch {
      // It stays with the page.
    }
  }

  /** What is counted up with every question and every answer: which came first, whatever the clock of the phone was set to between. @returns {number} */
  turn() {
    const turn = (this.get("turn") || 0) + 1;
    this.put("turn", turn);
    return turn;
  }

  /** Whether a game is kept by the page alone, and would go with it. */
  isHolding() {
    return [...this.loose.keys()].some((name) => (name.startsWith("out.") && ["waiting", "refused", "conflict"].includes(this.get(name).fate)) || name.startsWith("draft."));
  }

  /** @param {string} start @returns {any[]} every value whose name begins so */
  all(start) {
    const names = [...Array.from({ length: this.store.length }, (_, at) => (this.store.key(at) || "").slice(OURS.length)), ...this.loose.keys()];
    const ours = [...new Set(names)].filter((name) => name.startsWith(start) && this.get(name) !== null);
    return ours.sort().map((name) => this.get(name));
  }
}
/** Where the phone keeps things; one that may keep nothing says so and goes on. @returns {Store} */
export function storage() {
  const refuse = () => {
    throw new Error("nothing is kept");
  };
  const nowhere = { length: 0, key: () => null, getItem: () => null, setItem: refuse, removeItem: refuse };
  try {
    return localStorage || nowhere; // The page of a code reader may have none.
  } catch {
    return nowhere;
  }
}

/** A store that lasts as long as the page: for the training table. @returns {Store} */
export function forgetful() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) || null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
    key: (at) => [...held.keys()][at] || null,
    get length() {
      return held.size;
    },
  };
}
