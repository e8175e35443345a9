// Doses that were noted and have not reached the server yet. Of each day and allergen the last one counts.

import { ask } from "./account-api.js";
import { Waiting } from "./waiting.js";

const waiting = new Waiting("doses-waiting", ({ path, dose }) => (dose ? ask("PUT", path, dose) : remove(path)));

/** What waits for a path: `{dose}`, which is `null` if it is deleted; `undefined` if nothing waits. */
export const waitingFor = (path) => waiting.of(path).at(-1);

export const isWaiting = () => waiting.isWaiting;

/** Stores a dose, or that it is deleted, until it is sent. */
export function add(path, dose) {
  waiting.forget(path);
  waiting.add({ path, dose });
}

export const sendAll = (onKept, agreeing) => waiting.sendAll(onKept, agreeing);

/** Deletes a dose; one that is not there is as good as deleted. */
async function remove(path) {
  try {
    return await ask("DELETE", path);
  } catch (error) {
    if (error.kind !== "unknown-record") throw error;
    return null;
  }
}
