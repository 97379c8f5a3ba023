// Lets a page come up without the laptop, where the browser allows it (not on plain HTTP).

/**
 * @param {string} worker where the service worker lies
 * @param {string} scope the pages that it answers for
 * @param {string} page what is kept beside all that the page before us was made of
 */
export async function keepPage(worker, scope, page) {
  if (!("serviceWorker" in navigator) || !isSecureContext) {
    return;
  }
  try {
    await navigator.serviceWorker.register(worker, { scope });
    const { active } = await navigator.serviceWorker.ready;
    // The worker does not serve the page that brought it: it is told what that page was made of.
    const used = performance.getEntriesByType("resource").map((one) => one.name).filter((name) => /\/(static|script)\//.test(name));
    active.postMessage({ keep: [...new Set([page, ...used])] });
  } catch {
    // A bonus that this browser refuses; everything else works.
  }
}
