// The time of the server, as every clock on the page shows it: it goes on when the line is down.
let ahead = 0;
let zone = -new Date().getTimezoneOffset();

export function setClock(now, minutes) {
  if (now) {
    ahead = now - Date.now();
  }
  zone = minutes ?? zone;
}

// Puts the time into every clock, and says what the clock of a moment was.
export function showTime(moment) {
  const words = (at) => new Date(at + ahead + zone * 60000).toISOString().slice(11, 16);
  for (const one of document.querySelectorAll("[data-clock]")) {
    one.textContent = words(Date.now());
  }
  return words(moment || Date.now());
}
