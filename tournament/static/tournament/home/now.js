// The clock of the card Now goes on: the time of the server when the page was made, and what has passed since.
const shown = document.getElementById("now-clock");
const [hours, minutes] = shown.textContent.split(":").map(Number);
const loaded = Date.now();

function tick() {
  const passed = Math.floor((Date.now() - loaded) / 60000);
  const now = (hours * 60 + minutes + passed) % 1440;
  const two = (number) => String(number).padStart(2, "0");
  shown.textContent = `${two(Math.floor(now / 60))}:${two(now % 60)}`;
}

setInterval(tick, 10000);
