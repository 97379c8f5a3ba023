// Who this phone is to the laptop, and what its calls bear.
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** What the names of all that we keep on a phone begin with. */
export const OURS = "lastcard.";
/** Without cookies, and never out of what a browser keeps. @type {RequestInit} */
export const ALONE = { credentials: "omit", cache: "no-store" };

/** 26 characters of base32, made on this phone. */
export function newPhone() {
  return Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => BASE32[byte % 32]).join("");
}

/** @param {string} code @param {string} phone what every call bears in place of cookies */
export const bearing = (code, phone) => ({ Authorization: `Bearer ${code}`, "X-Phone": phone });

/** How many games are kept here, and the time. @param {number} kept @returns {any} */
export const stateHeaders = (kept) => ({ "X-Unsent": kept, "X-Clock": Math.round(Date.now() / 1000) });
