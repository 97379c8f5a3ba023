// What browsers of 2018 lack: pages for phones are written without it (tests/tournament/phones/test_old_phones.py).

/** Puts this inside, in place of all that was. @param {Element} element @param {Iterable<Node|string>} inside */
export function fill(element, inside) {
  element.textContent = "";
  element.append(...inside);
}

/** Where a phone can. */
export const tremble = () => navigator.vibrate && navigator.vibrate(200);
