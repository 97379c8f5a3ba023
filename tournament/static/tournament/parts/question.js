// A question to the laptop, for a page that follows: never from what the browser kept, and given up when it hangs, so that the next one is asked.
const PATIENCE_MS = 8000;

/** @param {string | URL} address @param {RequestInit} options @returns {Promise<Response>} */
export const question = (address, options) =>
  fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout && AbortSignal.timeout(PATIENCE_MS) });
