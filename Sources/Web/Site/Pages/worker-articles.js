// Articles that were opened, for when there is no network. They need nothing but their style sheet, so one that was
// kept with another version of the site is better than none.

import { inTime, keep, names, trim } from "./worker-cache.js";

const limit = 100;

/** Whether a page is an article, or the list of all of them. */
export const isArticle = ({ pathname }) => /^\/articles(\/[a-z0-9-]+)?$/.test(pathname);

/** Whether a file is a drawing, which stands above articles. */
export const isDrawing = ({ pathname }) => /^\/assets\/(allergen|article)-[a-z0-9_-]+\.svg$/.test(pathname);

/** A drawing as it is now, or else as it was when somebody last saw it. */
export async function answerDrawing(event, url) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => store(url, response.clone())).catch(() => {}));
  const live = await asked.catch(() => null);
  return live ?? await (await caches.open(names.articles)).match(url.href) ?? Response.error();
}

/** Whether a file is the picture of an article. */
export const isArticlePicture = ({ pathname }) => /^\/articles\/[a-z0-9-]+\/\d+\/picture$/.test(pathname);

/** A picture never changes: the next version of the article has another. */
export async function answerArticlePicture(event, url) {
  const known = await (await caches.open(names.articles)).match(url.href);
  if (known) return known;
  const response = await fetch(event.request);
  event.waitUntil(store(url, response.clone()).catch(() => {}));
  return response;
}

export async function answerArticle(event, url) {
  const asked = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(event.request));
  event.waitUntil(asked.then((response) => store(url, response.clone())).catch(() => {}));
  const live = await inTime(asked);
  if (live) return live;
  const cache = await caches.open(names.articles);
  // In another language rather than not at all.
  return await cache.match(url.href, { ignoreVary: true })
    ?? await cache.match(url.href, { ignoreVary: true, ignoreSearch: true })
    ?? await asked.catch(() => null)
    ?? await caches.match("/offline", { ignoreVary: true }) ?? Response.error();
}

async function store(url, response) {
  if (url.searchParams.has("q")) return;
  await keep(names.articles, url.origin + url.pathname + url.search, response);
  await trim(names.articles, limit);
}
