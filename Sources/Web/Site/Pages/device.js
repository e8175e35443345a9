// Push messages to this very browser: what it can, what its reader allows, and which channel of the account it is.
// Pages and the service worker share it, so it knows no document.

const cacheName = "breathe-device";
const key = "/device";

/** The channel that this browser is, as far as it remembers. */
export async function ownChannel() {
  const kept = await (await caches.open(cacheName)).match(key);
  return kept ? (await kept.json()).channel : null;
}

export async function rememberChannel(channel) {
  await (await caches.open(cacheName)).put(key, Response.json({ channel }));
}

export const forgetChannel = () => caches.delete(cacheName);

/** The key of the server as browsers want it. */
export async function serverKey() {
  const { key: text } = await (await fetch("/v1/push/key")).json();
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** Subscribes, anew where the subscription was made for another key. */
export async function subscribe(manager) {
  const applicationServerKey = await serverKey();
  const former = await manager.getSubscription();
  const formerKey = former?.options.applicationServerKey;
  if (former && String(new Uint8Array(formerKey ?? [])) === String(applicationServerKey)) return former;
  await former?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
