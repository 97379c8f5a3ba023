// What the phone keeps by itself: its tables, what they last said, half-entered games, and games to be sent.

/**
 * @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem"|"key"|"length">} Store
 */

const OURS = "lastcard.";

/** Values as JSON under names of ours. Each thing has a name of its own, so that two open pages do not overwrite each other. */
export class Kept {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** What the phone's storage would not take: it lasts as long as the page, and the page says so. */
    this.loose = new Map();
  }

  /** @param {string} name @returns {any} null where there is none, or where it cannot be read */
  get(name) {
    try {
      return JSON.parse(this.loose.get(name) ?? this.store.getItem(OURS + name) ?? "null");
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
    this.loose.delete(name);
    try {
      if (value === null) {
        this.store.removeItem(OURS + name);
      } else {
        this.store.setItem(OURS + name, JSON.stringify(value));
      }
    } catch {
      this.loose.set(name, JSON.stringify(value));
    }
    return !this.loose.has(name);
  }

  /** @param {string} start @returns {any[]} every value whose name begins so */
  all(start) {
    const names = [...Array.from({ length: this.store.length }, (_, at) => this.store.key(at)?.slice(OURS.length)), ...this.loose.keys()];
    const ours = [...new Set(names)].filter((name) => name?.startsWith(start) && this.get(name) !== null);
    return ours.sort().map((name) => this.get(name));
  }
}
/** Where the phone keeps things; one that may keep nothing says so and goes on. @returns {Store} */
export function storage() {
  try {
    return localStorage;
  } catch {
    const refuse = () => {
      throw new Error("nothing is kept");
    };
    return { length: 0, key: () => null, getItem: () => null, setItem: refuse, removeItem: refuse };
  }
}

/** A store that lasts as long as the page: for the training table. @returns {Store} */
export function forgetful() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
    key: (at) => [...held.keys()][at] ?? null,
    get length() {
      return held.size;
    },
  };
}
