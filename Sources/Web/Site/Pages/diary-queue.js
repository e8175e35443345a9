// What was said of days and has not reached the server yet. Each change says when it was said, and the server keeps of
// each item what was said last.

import { ask } from "./account-api.js";
import { Waiting } from "./waiting.js";

const waiting = new Waiting("diary-waiting", ({ path, change }) => ask("PATCH", path, change));

/** The waiting changes of a day, in the order in which they were said. */
export const waitingFor = (path) => waiting.of(path).map(({ change }) => change);

export const isWaiting = () => waiting.isWaiting;

/** Stores a change until it is sent. */
export const add = (path, change) => waiting.add({ path, change });

/** Forgets the waiting changes of a day. */
export const forget = (path) => waiting.forget(path);

export const sendAll = (onKept, agreeing) => waiting.sendAll(onKept, agreeing);
