// Push notifications in this browser: its abilities, its permission, and its channel in the account. Pages
// and the service worker share this module, so it does not touch the document.

const cacheName = "breathe-device";
const key = "/device";

/** This browser's channel, if remembered. */
export async function ownChannel() {
  const kept = await (await caches.open(cacheName)).match(key);
  return kept ? (await kept.json()).channel : null;
}

export async function rememberChannel(channel) {
  await (await caches.open(cacheName)).put(key, Response.json({ channel }));
}

export const forgetChannel = () => caches.delete(cacheName);

/** The server's key in the form that browsers require. */
export async function serverKey() {
  const { key: text } = await (await fetch("/v1/push/key")).json();
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** Subscribes, and replaces a subscription for another key. */
export async function subscribe(manager) {
  const applicationServerKey = await serverKey();
  const former = await manager.getSubscription();
  const formerKey = former?.options.applicationServerKey;
  if (former && String(new Uint8Array(formerKey ?? [])) === String(applicationServerKey)) return former;
  await former?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
