// Where the phone's storage takes nothing, its database may: storage that is full or that the page of a code reader never had. It outlives the tab.
import { fromTab } from "./store.js";

const PLACE = "lastcard";

let placeTaken = false;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * What the name of the tab keeps is kept a second time; and what a tab that was closed left there goes on from here.
 * @param {import("./store.js").Kept} kept
 * @returns {Promise<boolean>} whether anything was left there
 */
export async function keepTwice(kept) {
  if (placeTaken) {
    return false;
  }
  placeTaken = true;
  try {
    const opening = indexedDB.open(PLACE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PLACE);
    const database = await answered(opening);
    const records = () => database.transaction(PLACE, "readwrite").objectStore(PLACE);
    const [names, texts] = await Promise.all([answered(records().getAllKeys()), answered(records().getAll())]);
    const { tab } = kept;
    let before = names;
    kept.tab = {
      set name(text) {
        tab.name = text;
        const after = fromTab(text);
        const place = records();
        before.forEach((name) => place.delete(name));
        after.forEach(([name, value]) => place.put(value, name));
        before = after.map(([name]) => name);
      },
    };
    names.forEach((name, at) => kept.get(name) === null && kept.put(name, JSON.parse(texts[at])));
    kept.turn(); // What the tab has kept till now is written there too.
    return names.length > 0;
  } catch {
    return false; // It is refused too: the tab alone keeps it, as the page says.
  }
}
