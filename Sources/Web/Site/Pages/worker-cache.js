// What the parts of the service worker know of caches.

export const names = {
  site: "breathe-site-", data: "breathe-data", personal: "breathe-personal", tiles: "breathe-tiles", places: "breathe-places",
};

/** After how many milliseconds without an answer what is kept is shown instead. */
const patience = 4000;

export const kept = async (name, key) => (await caches.open(name)).match(key, { ignoreVary: true });

/** When a kept answer came; for pages it is a header, as ISO text. */
export const keptAt = (response) => response.headers.get("X-Kept-At");

export const age = (response) => Date.now() - Date.parse(keptAt(response) ?? 0);

/** Keeps a copy of a good answer as the newest of its cache. A full disk costs the copy, never the answer. */
export async function keep(name, key, response) {
  if (!response?.ok) return;
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", new Date().toISOString());
  // The body was unpacked, and there is one copy whatever it was asked with.
  for (const field of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(field);
  const body = await response.blob().catch(() => null);
  if (!body) return;
  const cache = await caches.open(name);
  await cache.put(key, new Response(body, { status: response.status, headers })).catch(() => {});
}

/** Lets go of the oldest of a cache until no more than `limit` are left: what is kept again counts as new. */
export async function trim(name, limit) {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)));
}

/** What the network answers, or `null` when it fails, does not answer in time or has only an excuse. */
export async function inTime(answer) {
  let timer;
  const waited = new Promise((resolve) => { timer = setTimeout(resolve, patience, null); });
  const response = await Promise.race([answer.catch(() => null), waited]);
  clearTimeout(timer);
  return response && ![502, 503, 504].includes(response.status) ? response : null;
}

/** Does something for each of many, a few at a time. */
export async function each(things, act, lanes = 6) {
  const open = [...things];
  const lane = async () => { while (open.length > 0) await act(open.shift()); };
  await Promise.all(Array.from({ length: lanes }, lane));
}
