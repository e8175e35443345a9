// Cache helpers for the parts of the service worker.

export const names = {
  site: "breathe-site-", data: "breathe-data", personal: "breathe-personal", tiles: "breathe-tiles", places: "breathe-places", help: "breathe-help",
  articles: "breathe-articles",
};

/** Milliseconds without an answer after which a cached one is used. */
const patience = 4000;

export const kept = async (name, key) => (await caches.open(name)).match(key, { ignoreVary: true });

/** When a cached answer arrived, in a header as ISO text that pages can read. */
export const keptAt = (response) => response.headers.get("X-Kept-At");

export const age = (response) => Date.now() - Date.parse(keptAt(response) ?? 0);

/** Stores a copy of a good answer as the newest in its cache. If the disk is full, only the copy is lost. */
export async function keep(name, key, response) {
  if (!response?.ok) return;
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", new Date().toISOString());
  // The body is already decompressed, and one copy serves all request headers.
  for (const field of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(field);
  const body = await response.blob().catch(() => null);
  if (!body) return;
  const cache = await caches.open(name);
  await cache.put(key, new Response(body, { status: response.status, headers })).catch(() => {});
}

/** Drops the oldest entries of a cache until at most `limit` are left; storing an entry again makes it the newest. */
export async function trim(name, limit) {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)));
}

/** The network's answer, or `null` if it fails, is too late or is a server error. */
export async function inTime(answer) {
  let timer;
  const waited = new Promise((resolve) => { timer = setTimeout(resolve, patience, null); });
  const response = await Promise.race([answer.catch(() => null), waited]);
  clearTimeout(timer);
  return response && ![502, 503, 504].includes(response.status) ? response : null;
}

/** Processes many items, a few at a time. */
export async function each(things, act, lanes = 6) {
  const open = [...things];
  const lane = async () => { while (open.length > 0) await act(open.shift()); };
  await Promise.all(Array.from({ length: lanes }, lane));
}
