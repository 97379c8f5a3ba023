// The evening of a guest as a picture to keep: drawn from what their page shows, in ink on paper, and handed to the phone as a file.
const WIDE = 1080;
const SIDE = 84;
const SERIF = '"Last Card Serif", Georgia, serif';
const SANS = "system-ui, sans-serif";
const INK = "#1b1f2a";
const SOFT = "#565d6d";

function lines(head, page) {
  const words = (selector, from = page) => [...from.querySelectorAll(selector)].map((one) => one.textContent.trim().replace(/\s+/g, " "));
  const [day] = words(".guest-after > .soft");
  const [hero] = words(".guest-hero > b");
  const found = [[head.querySelector("h1").textContent, 64, SERIF, INK], [words(".soft", head)[0] || "", 36, SANS, SOFT], [day, 36, SANS, SOFT]];
  if (hero) {
    found.push([hero, 180, SERIF, INK], [page.querySelector(".guest-hero > span").innerText, 40, SANS, INK]);
  }
  for (const one of page.querySelectorAll(".guest-figures > div")) {
    found.push([`${one.querySelector("dd").textContent}  ${one.querySelector("dt").textContent}`, 44, SANS, INK]);
  }
  for (const row of page.querySelectorAll(".guest-games tbody tr")) {
    const shown = [...row.cells].slice(1).map((cell) => cell.innerText.split(",")[0].trim());
    found.push([`${row.querySelector(".visually-hidden").textContent}:  ${shown.slice(0, -1).join("   ")}   =  ${shown[shown.length - 1]}`, 40, SANS, INK]);
  }
  return [...found, ...words(".guest-winner > *").map((one) => [one, 36, SANS, SOFT])].filter(([text]) => text);
}

export function keep(head, page) {
  const drawn = lines(head, page).flatMap(([text, ...look]) => text.split("\n").map((one) => [one, ...look]));
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = drawn.reduce((high, [, size]) => high + size * 1.5, 2 * SIDE);
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fbf9f4";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  let at = SIDE;
  for (const [text, size, face, colour] of drawn) {
    paper.fillStyle = colour;
    paper.font = `${face === SERIF ? 600 : 400} ${size}px ${face}`;
    at += size * 1.5;
    paper.fillText(text, SIDE, at - size * 0.4, WIDE - 2 * SIDE);
  }
  canvas.toBlob((file) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "my-evening.png";
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
