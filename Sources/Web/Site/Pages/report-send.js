// Sends a report, or stores it until there is a network.

import { ask, me } from "./account-api.js";
import * as api from "./api.js";
import { add, newKey, tag } from "./queue.js";

/** The zoom at which the map shows a report. */
const zoom = 12;

/**
 * Sends a draft for an account.
 *
 * Resolves with `isSent` and the map's `path`, or with whether it `isKept`; throws if the server refuses it.
 */
export async function sendReport(draft, account) {
  // The same draft is the same report, however often the button is pressed.
  draft.keep({ id: draft.id ?? newKey() });
  try {
    if (!navigator.onLine) return await keep(draft, account);
    return { isSent: true, path: await pathOf(await post(draft)) };
  } catch (error) {
    if (error.status !== undefined) throw error;
    return keep(draft, account);
  }
}

async function post(draft, isAgain = false) {
  try {
    return await ask("POST", "/v1/alerts", draft.report, { headers: { "Idempotency-Key": draft.id } });
  } catch (error) {
    // A page that was opened without a network does not have its token yet.
    if (error.kind !== "forged-request" || isAgain) throw error;
    await me();
    return post(draft, true);
  }
}

async function keep(draft, account) {
  const isKept = await add(draft.report, account, draft.id);
  if (isKept) await register().catch(() => null);
  return { isSent: false, isKept };
}

/** Schedules a background synchronisation, if the browser supports it. */
async function register() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(tag);
}

/** The map at the alert, in its first allergen's layer. */
async function pathOf({ area, allergens }) {
  const [longitude, latitude] = area.coordinates;
  const { layers, today } = await api.catalogue();
  const layer = layers.find(({ id }) => allergens.includes(id))?.id ?? "overall";
  return `/#${zoom}/${latitude.toFixed(3)}/${longitude.toFixed(3)}/${layer}/${today}`;
}
