// A kept game as a short code that can be dictated, with two check characters: the twin of scoring/rescue.py.

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOLS = `${LETTERS}*-.+/`;
const PRIME = 1021;
const STEP = 10;
const HEAD = "LC1.";
const NOTHING = "Z";
const SPELT = { T: "0", X: "T" };

/**
 * @typedef {import("./flow.js").Entry} Entry
 * @typedef {{round: number, table: number, game: number, blocked: boolean, entries: Entry[]}} KeptGame
 */

/** @param {KeptGame} kept the boxes parted by points, without the check */
export function textOf({ round, table, game, blocked, entries }) {
  const given = Object.fromEntries(entries.map((entry) => [entry.seat, entry]));
  const last = Object.keys(given).sort().pop().charCodeAt(0);
  const seats = Array.from({ length: last - 64 }, (_, at) => String.fromCharCode(65 + at));
  const boxes = seats.map((seat) => (given[seat] ? box(given[seat]) : "/"));
  return [round, table, `${game}${blocked ? "B" : ""}`, ...boxes].join(".");
}

/** @param {Entry} entry */
function box(entry) {
  if (entry.out || entry.absent) {
    return entry.out ? "*" : "-";
  }
  if (entry.hand) {
    return entry.hand.split(" ").map((token) => SPELT[token] || token).join("");
  }
  if (entry.points === undefined || entry.points === null) {
    return `${entry.laps === undefined ? "" : `V${entry.laps}`}${entry.place ? `P${entry.place}` : ""}` || NOTHING;
  }
  return `+${entry.points}${entry.eight === true ? "E" : entry.eight === false ? "N" : ""}`;
}

/** @param {string} text @param {string} mark of the event @returns {string} two characters */
export function checkOf(text, mark) {
  let total = 0;
  for (const symbol of mark + text) {
    total = ((total + SYMBOLS.indexOf(symbol) + 1) * STEP) % PRIME;
  }
  return LETTERS[Math.floor(total / 32)] + LETTERS[total % 32];
}

/** @param {KeptGame} kept @param {string} mark @returns {string} as it is typed */
export function encode(kept, mark) {
  const text = textOf(kept);
  return `${text}.${checkOf(text, mark)}`;
}

/** @param {KeptGame} kept @param {string} mark @returns {string} as it stands in the QR code */
export const qrText = (kept, mark) => HEAD + encode(kept, mark);

/** The key of a message: it says what it stands for, so that desk and phone make the same. @param {KeptGame} kept @param {number} seen */
export const keyOf = (kept, seen) =>
  `pad-${kept.round}-${kept.table}-${kept.game}-${seen}-${crc(textOf(kept)).toString(16).toUpperCase().padStart(8, "0")}`;

/** CRC-32. @param {string} text of ASCII */
function crc(text) {
  let sum = ~0;
  for (let at = 0; at < text.length; at += 1) {
    sum ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return ~sum >>> 0;
}
