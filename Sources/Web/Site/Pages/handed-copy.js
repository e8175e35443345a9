// What was opened by a link is kept on this device as it came, encrypted: its key is only in the link.

const cacheName = "breathe-handed";

/** Where the files behind a link are kept: under the digest of its address. */
async function placeOf(url) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)));
  return `/handed-copy/${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Keeps the encrypted files behind a link until its end, in milliseconds since 1970. */
export async function keepHanded(url, files, end) {
  const cache = await globalThis.caches?.open(cacheName);
  await cache?.put(await placeOf(url), new Response(JSON.stringify({ files, at: new Date().toISOString(), end })));
}

/** The files with the time when they were opened; `null` if there are none, or their time is over. */
export async function keptHanded(url) {
  const response = await (await globalThis.caches?.open(cacheName))?.match(await placeOf(url));
  const copy = response ? await response.json() : null;
  if (copy && copy.end <= Date.now()) {
    await forgetHanded(url);
    return null;
  }
  return copy;
}

export async function forgetHanded(url) {
  await (await globalThis.caches?.open(cacheName))?.delete(await placeOf(url));
}
