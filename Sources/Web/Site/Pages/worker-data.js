// Answers of the API: from the network, or else the last copy, marked with its time. Answers about the
// account are in a separate cache, which is emptied at sign-out.

import { forgetChannel } from "./device.js";
import { inTime, keep, kept, keptAt, names, trim } from "./worker-cache.js";
import { forgetPlaces } from "./worker-tiles.js";

const limits = { [names.data]: 80, [names.personal]: 60 };

const open = new RegExp("^/(tiles(/[^/]+/legend\\.json)?|v1/(air|alerts|allergens|articleOfTheDay|feeds|foods|permissions|pictures|places|privacy"
  + "|push/key|quiz/welcome|regions|scales|stations(/[^/]+/(readings|normals))?))$");
const help = "help/(appointments|calendar|contacts|days/[^/]+/intakes|doseReminders|doses|dosages|foods|immunotherapy|medicines|reminders|rules)";
const own = new RegExp(`^/v1/me(/(alerts(/unread)?|channels|consents|fences|${help}|profile|quiz/welcome|reports|studies))?$`
  + `|^/v1/me/persons(/[^/]+(/(alerts(/unread)?|fences|${help}|profile|quiz/welcome))?)?$`
  // Which form somebody has opened tells in which study they take part.
  + "|^/v1/studies/[^/]+$");

const cacheOf = (path) => (own.test(path) ? names.personal : names.data);

/** Whether an answer may be cached. Streams never are. */
export function isKeptData(request, { pathname }) {
  const isStream = request.headers.get("Accept")?.includes("event-stream");
  return !isStream && (open.test(pathname) || own.test(pathname));
}

/** The pages that received a cached answer, until they receive a fresh one. */
const told = new Set();

export async function answerData(event, { pathname }) {
  const name = cacheOf(pathname);
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => look(name, event.request.url, response.clone())).catch(() => {}));
  const live = await inTime(asked);
  if (live) {
    if (told.delete(event.clientId)) event.waitUntil(tell(event.clientId, { type: "live" }));
    return live;
  }
  const copy = await kept(name, event.request.url);
  if (!copy) return asked;
  told.add(event.clientId);
  event.waitUntil(tell(event.clientId, { type: "kept", at: keptAt(copy) }));
  return copy;
}

async function look(name, key, response) {
  if (name === names.personal && response.status === 401) return forget();
  await keep(name, key, response);
  await trim(name, limits[name]);
}

async function tell(client, message) {
  (await self.clients.get(client))?.postMessage(message);
}

const forget = () => Promise.all([caches.delete(names.personal), caches.delete(names.help), forgetPlaces()]);

/** Signing in or out deletes all personal data; signing out also ends notifications here. */
export function watchSession(event, { pathname }) {
  const isEnd = event.request.method === "DELETE" && ["/v1/sessions", "/v1/me/sessions", "/v1/me"].includes(pathname);
  const isBeginning = event.request.method === "POST" && pathname === "/v1/sessions";
  if (!isEnd && !isBeginning) return;
  event.respondWith(fetch(event.request).then(async (response) => {
    if (!response.ok) return response;
    await forget();
    if (isEnd) {
      await forgetChannel();
      await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
    }
    return response;
  }));
}
