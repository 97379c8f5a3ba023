// What the laptop said in place of a yes: its sentences, or nothing.

/** @param {any} told @returns {string} */
export const saidIn = (told) => (told ? (told.faults || [told]).map((fault) => fault.sentence).filter(Boolean).join(" ") : "");
