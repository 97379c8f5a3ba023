// Lets the page of the pad, and the rules, come up while the laptop is away. A page tells it what it is made of; calls are never kept.

const CACHE = "lastcard-pad";
const SHELL = "/T/page";
/** A laptop that is silent so long is taken for away. */
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep).then(() => event.source && event.source.postMessage("kept"))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate";
  const path = new URL(request.url).pathname;
  if (request.method === "GET" && (page || path.startsWith("/static/") || path.startsWith("/pad/script/"))) {
    event.respondWith(answer(request, !page ? request.url : path.startsWith("/T/") ? SHELL : path));
  }
});

/** @param {string[]} parts */
async function keep(parts) {
  const cache = await caches.open(CACHE);
  await cache.addAll(parts);
}

/** From the laptop, and kept; else as it was kept. @param {Request} request @param {string} name */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const found = await fetch(request, { signal: stop.signal });
    if (found.ok) {
      await cache.put(name, found.clone());
    }
    return found;
  } catch (fault) {
    const known = await cache.match(name, { ignoreVary: true });
    if (known) {
      return known;
    }
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}
