// A copy of what helps in an emergency, kept on this device: plans, injectors, and documents that are wanted without a
// network. It is deleted at sign-out.

import { ask } from "./account-api.js";
import { ifOffered } from "./help-offer.js";
import { isStranger, rememberedName } from "./presence.js";
import { names } from "./worker-cache.js";

const key = "/help-copy";
/** A plan in which nothing is written. */
export const noPlan = { doctor: "", written: null, review: null, text: "", zones: { green: "", yellow: "", red: "" }, call: "" };

// Browsers keep such copies only for pages that came over a safe way.
const opened = () => (globalThis.caches && !isStranger() ? caches.open(names.help) : null);

/** What is kept: `{account, at, people: [{id, name, plan, injectors, documents}]}`; `null` if nothing is. */
export async function keptHelp() {
  const cache = await opened();
  const copy = await (await cache?.match(key))?.json();
  return copy?.account === rememberedName() ? copy : null;
}

/** The address of what is kept for a person, or for oneself. */
export const homeOf = (id) => (id ? `/v1/me/persons/${encodeURIComponent(id)}` : "/v1/me");

export const contentOf = (id, document) => `${homeOf(id)}/help/documents/${encodeURIComponent(document)}/content`;

/** Reads everything anew, and keeps it. Resolves with the copy; `null` for strangers. */
export async function refreshHelp() {
  if (isStranger()) return null;
  const { persons } = await ask("GET", "/v1/me/persons");
  const people = await Promise.all([{ id: null, name: null }, ...persons].map(personHelp));
  const copy = { account: rememberedName(), at: new Date().toISOString(), people };
  const cache = await opened();
  if (cache) {
    await cache.put(key, new Response(JSON.stringify(copy), { headers: { "Content-Type": "application/json" } }));
    await keepContents(cache, people);
  }
  return copy;
}

async function personHelp({ id, name }) {
  const home = homeOf(id);
  const [plan, { injectors }, { documents }] = await Promise.all(
    [["plan", noPlan], ["injectors", { injectors: [] }], ["documents", { documents: [] }]]
      .map(([part, none]) => ifOffered(ask("GET", `${home}/help/${part}`), none)));
  return { id, name, plan, injectors, documents };
}

/** Fetches the documents that are to be kept, and forgets all others. */
async function keepContents(cache, people) {
  const wanted = new Set(people.flatMap(({ id, documents }) =>
    documents.filter(({ offline }) => offline).map((document) => contentOf(id, document.id))));
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of held) if (path !== key && !wanted.has(path)) await cache.delete(path);
  for (const path of wanted) {
    if (held.has(path)) continue;
    const response = await fetch(path, { credentials: "same-origin" }).catch(() => null);
    if (response?.ok) await cache.put(path, response);
  }
}

/** The content of a document as this device keeps it; `null` if it does not. */
export async function keptContent(path) {
  const response = await (await opened())?.match(path);
  return response ? response.blob() : null;
}
