// Reads what is typed for a seat, for the eye alone: the server reads it again, and only its word counts.

/**
 * @typedef {{token: string, rank: string, value: number|null, dear: boolean}} Face
 * @typedef {{kind: "empty"|"out"|"absent"|"points"|"cards"|"said"|"unclear", cards: Face[], points: number|null, eight: boolean}} Said
 */

const PIECE = /^(10|[A2-9TJQKX])([CDHS♣♦♥♠]?)/;
/** Such a text says two things, or nothing: the server asks about it. */
const TWO_WAYS = /(^|\s)[2-4][X×*](10|[2-9AJQK])(?!\S)|^[-–−]\s*\d+\s*E?$/;
const POINTS = /^=\s*(\d{1,5})\s*(E?)$/;

/**
 * What a typed text says.
 * @param {string} text
 * @param {Record<string, Face>|null} faces every rank as the rulebook values it; null where no cards are entered
 * @param {boolean} [points] whether a bare number is points
 * @returns {Said}
 */
export function read(text, faces, points = false) {
  const said = points ? fromPoints(text.trim().toUpperCase()) : text.trim().toUpperCase();
  if (said === "") {
    return { kind: "empty", cards: [], points: null, eight: false };
  }
  if (said === "O" || said === "OUT") {
    return { kind: "out", cards: [], points: faces === null ? null : 0, eight: false };
  }
  if (["-", "–", "—", "ABSENT"].includes(said)) {
    return { kind: "absent", cards: [], points: null, eight: false };
  }
  if (faces === null) {
    return { kind: "said", cards: [], points: null, eight: false };
  }
  if (said.startsWith("=")) {
    const found = POINTS.exec(said);
    return { kind: "points", cards: [], points: found ? Number(found[1]) : null, eight: Boolean(found?.[2]) };
  }
  return TWO_WAYS.test(said) ? { kind: "unclear", cards: [], points: null, eight: false } : readCards(said, faces);
}

/**
 * What was typed as points, spelt as where cards are typed: as from_points of the server.
 * @param {string} said
 * @returns {string}
 */
function fromPoints(said) {
  const bare = /^(\d+)\s*(E?)$/.exec(said);
  if (!bare) {
    return said;
  }
  return Number(bare[1]) || bare[2] ? `=${bare[1]}${bare[2]}` : "O";
}

/**
 * @param {string} said
 * @param {Record<string, Face>} faces
 * @returns {Said}
 */
function readCards(said, faces) {
  const cards = [];
  let rest = said.replace(/[\s,;+]+/g, "");
  while (rest) {
    const found = PIECE.exec(rest);
    if (!found) {
      return { kind: "unclear", cards, points: null, eight: false };
    }
    cards.push(faces[found[1] === "10" ? "T" : found[1]]);
    rest = rest.slice(found[0].length);
  }
  const known = cards.every((card) => card.value !== null);
  return { kind: "cards", cards, points: known ? cards.reduce((sum, card) => sum + card.value, 0) : null, eight: false };
}

/**
 * The words in the place of the cards.
 * @param {Said} said
 * @returns {string}
 */
export function words(said) {
  if (said.kind === "out" && said.points === null) {
    return "Won";
  }
  const known = { out: "Went out, no cards left", absent: "Absent", points: "Points only", unclear: "Not a card" };
  return said.eight ? "Points only, caught with an 8" : (known[said.kind] ?? "");
}
