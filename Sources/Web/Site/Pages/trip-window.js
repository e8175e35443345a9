// Which periods the bars show: all of them from the latest on, also those without anything, so that a gap looks like one.

import { adding } from "./calendar.js";

/** The period before one, by its key. */
const before = {
  day: (key) => adding(key, -1),
  week: (key) => adding(key, -7),
  month: (key) => adding(`${key}-01`, -1).slice(0, 7),
  year: (key) => String(Number(key) - 1).padStart(4, "0"),
};

/** Where the latest periods begin: at `today`'s if something is among as many as are shown, else at the latest with something. */
function latestOf(period, filled, today, most) {
  const latest = filled.at(-1);
  let key = today;
  for (let count = 1; count < most && key > latest; count += 1) key = before[period](key);
  return key > latest ? latest : [today, latest].sort()[1];
}

/**
 * The keys of at most `most` periods, newest first, and of those with something the latest `earlier` one; undefined without one.
 *
 * `filled` are the keys of periods with something. The periods begin at `until`, or else at the latest. One without anything is
 * among them, except for those up to `unsure`: there may have been something that is not known by period.
 */
export function windowOf(filled, period, { most, today, until = null, unsure = "" }) {
  const known = [...new Set(filled)].sort();
  if (known.length === 0) return { keys: [], earlier: undefined };
  const lastUntil = (key) => known.findLast((each) => each <= key);
  const keys = [];
  for (let key = until ?? latestOf(period, known, today, most); key !== undefined && keys.length < most;) {
    keys.push(key);
    const next = before[period](key);
    key = next > unsure && next >= known[0] ? next : lastUntil(next);
  }
  return { keys, earlier: lastUntil(before[period](keys.at(-1))) };
}
