// What was said of days and has not reached the server yet. Each change says when it was said, and the server keeps of
// each item what was said last, so a change may be sent later, and again.

import { ask } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";

const key = "diary-waiting";
/** Refusals after which the same change may be taken later. */
const passing = new Set([401, 408, 425, 429]);

const all = () => recall(key, []);
const mine = () => all().filter(({ account }) => account === rememberedName());

/** The waiting changes of a day, in the order in which they were said. */
export const waitingFor = (path) => mine().filter((entry) => entry.path === path).map(({ change }) => change);

export const isWaiting = () => mine().length > 0;

/** Stores a change until it is sent. */
export function add(path, change) {
  keep(key, [...all(), { account: rememberedName(), path, change }]);
}

/** Forgets the waiting changes of a day. */
export function forget(path) {
  keep(key, all().filter((entry) => entry.path !== path || entry.account !== rememberedName()));
}

/** One after the other, whatever happens to those before. */
let last = Promise.resolve();

/**
 * Sends what is waiting, in order.
 *
 * @param {(path: string, entry: object) => void} onKept Called with each day as the server has it.
 * @param {(send: () => Promise<object>) => Promise<object>} agreeing Asks for the consent if it is missing.
 * Resolves with the refusals; the changes concerned are dropped.
 */
export function sendAll(onKept, agreeing) {
  const sending = last.then(() => sendWaiting(onKept, agreeing));
  last = sending.catch(() => {});
  return sending;
}

async function sendWaiting(onKept, agreeing) {
  const refusals = [];
  for (let next = mine()[0]; next; next = mine()[0]) {
    const { path, change } = next;
    try {
      const entry = await agreeing(() => ask("PATCH", path, change));
      drop(next);
      onKept(path, entry);
    } catch (error) {
      if (isPassing(error)) break;
      drop(next);
      refusals.push(error);
    }
  }
  return refusals;
}

/** Whether a failure may pass: the server cannot be reached, has trouble, or asks to wait. */
const isPassing = ({ isUnreachable, status }) => isUnreachable === true || status >= 500 || passing.has(status);

function drop(sent) {
  const words = JSON.stringify(sent);
  let isFound = false;
  keep(key, all().filter((entry) => {
    if (isFound || JSON.stringify(entry) !== words) return true;
    isFound = true;
    return false;
  }));
}
