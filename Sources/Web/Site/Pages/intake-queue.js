// What became of medicines and has not reached the server yet. Of each medicine and time the last word counts, with the
// time at which it was said.

import { ask } from "./account-api.js";
import { Waiting } from "./waiting.js";

const waiting = new Waiting("intakes-waiting", ({ path, intake }) => ask("PATCH", path, { intakes: [intake] }));

const isSame = (one, other) => one.medicine === other.medicine && one.time === other.time;

export const isWaiting = () => waiting.isWaiting;

/**
 * Stores `{medicine, time, state, at}` until it is sent; the state `null` takes back what was said.
 *
 * `named` is the name and strength under which it is shown meanwhile, where nothing is planned for that time.
 */
export function add(path, intake, named) {
  waiting.forget(path, (entry) => isSame(entry.intake, intake));
  waiting.add({ path, intake, named });
}

/** The intakes of a day with what waits to be sent. */
export function withWaiting(path, intakes) {
  const all = [...intakes];
  for (const { intake: { medicine, time, state, at }, named } of waiting.of(path)) {
    const place = all.findIndex((one) => isSame(one, { medicine, time }));
    const said = { ...all[place] ?? { medicine, time, amount: "", ...named }, state, at: state && at, source: "page" };
    if (place >= 0) all[place] = said;
    else if (state && named) all.push(said);
  }
  return all.toSorted((one, other) => one.time.localeCompare(other.time));
}

export const sendAll = (onKept, agreeing) => waiting.sendAll(onKept, agreeing);
