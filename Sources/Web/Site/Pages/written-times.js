// Times of day, and moments, as people write them, for browsers whose fields for them are plain text.

import { readWritten } from "./written-days.js";

/** Hours and minutes with a colon, a point or an h between them, as the languages of the site write them. */
const clock = /^(\d{1,2})\s*[:.h]\s*(\d{2})(?::00(?:\.0+)?)?(?:\s*(?:h|uhr))?$/i;
/** A day, and behind it a time. */
const dayAndTime = /^(.*[^,\s])(?:T|\s*,\s*|\s+)(\d{1,2}\s*[:.h]\s*\d{2}(?:\D.*)?)$/i;

/**
 * Reads a time of the clock of 24 hours, such as `07:30`, `7.30` or `7 h 30`.
 *
 * Half of the day is not guessed: 7:30 is in the morning, and with `pm` behind it the words are not read.
 *
 * @returns The time as `HH:MM`, or `null` if no day has it.
 */
export function readWrittenTime(words) {
  const [, hours, minutes] = clock.exec(words.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, "0")}:${minutes}`;
}

/**
 * Reads a day with a time, such as `27.11.2026 07:30`.
 *
 * @returns The moment as `YYYY-MM-DDTHH:MM`, or `null` if the calendar has no such day, or the day no such time.
 */
export function readWrittenMoment(words) {
  const [, before, behind] = dayAndTime.exec(words.trim()) ?? [];
  if (before === undefined) return null;
  const [day, time] = [readWritten(before), readWrittenTime(behind)];
  return day && time ? `${day}T${time}` : null;
}
