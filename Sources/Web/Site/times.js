// Instants as the clocks at the station show them, and stretches of days in words.

import { adding } from "./calendar.js";
import { shortDate } from "./words.js";

/** Date and time in a zone, such as `8 Apr 2026, 14:05`. */
export function timeName(instant, timeZone) {
  if (!instant) return "never";
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}

/** Joins days that follow one another: `3 Apr to 5 Apr, 9 May`. */
export function stretches(days) {
  const found = [];
  for (const day of days) {
    const last = found.at(-1);
    if (last && adding(last.to, 1) === day) last.to = day;
    else found.push({ from: day, to: day });
  }
  return found.map(({ from, to }) => (from === to ? shortDate(from) : `${shortDate(from)} to ${shortDate(to)}`));
}
