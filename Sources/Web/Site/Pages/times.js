// Times on the station's clock, and durations of days in words.

import { adding } from "./calendar.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { mediumDate, shortDate } from "./words.js";

/** The date and time in a time zone, such as `8 Apr 2026, 14:05`. */
export function timeName(instant, timeZone) {
  if (!instant) return text("time.never");
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}

const ago = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** How long ago a time was, such as `5 minutes ago`, or how soon it will be. */
export function agoName(instant, now = Date.now()) {
  const minutes = Math.round((Date.parse(instant) - now) / 60_000);
  if (Math.abs(minutes) < 1) return text("time.now");
  if (Math.abs(minutes) < 60) return ago().format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 24 ? ago().format(hours, "hour") : ago().format(Math.round(hours / 24), "day");
}

/** The period that a value averages: a day, or hours in a time zone, such as `8 Apr 2026, 13:00 – 14:00`. */
export function periodName({ day, time, hours }, timeZone) {
  if (day) return mediumDate(day);
  const end = new Date(time);
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" })
    .formatRange(new Date(end.getTime() - hours * 3_600_000), end);
}

/** Joins consecutive days: `3 Apr to 5 Apr, 9 May`. */
export function stretches(days) {
  const found = [];
  for (const day of days) {
    const last = found.at(-1);
    if (last && adding(last.to, 1) === day) last.to = day;
    else found.push({ from: day, to: day });
  }
  return found.map(({ from, to }) =>
    (from === to ? shortDate(from) : text("time.stretch", { from: shortDate(from), to: shortDate(to) })));
}
