// Days as people write them, for browsers whose date fields are plain text.

import { isDate } from "./calendar.js";

const yearFirst = /^(\d{4})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{1,2})\.?$/;
/** As in all languages of the site, English among them: the day comes first. */
const dayFirst = /^(\d{1,2})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{4})\.?$/;

/**
 * Reads a day with figures for its month, such as `2026-11-27`, `27.11.2026` or `27/11/2026`.
 *
 * A year has four figures: 26 in a date of birth could be 1926 or 2026.
 *
 * @returns The day as `YYYY-MM-DD`, or `null` if the calendar has no such day.
 */
export function readWritten(words) {
  const [, year, month, day] = yearFirst.exec(words.trim()) ?? reversed(dayFirst.exec(words.trim())) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDate(date) ? date : null;
}

const reversed = (found) => found && [found[0], found[3], found[2], found[1]];

const written = (date, locale, form) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...form }).format(new Date(`${date}T00:00:00Z`));

/** A day as the reader's language writes it in figures. */
export const inFigures = (date, locale) => written(date, locale, { day: "2-digit", month: "2-digit", year: "numeric" });

/** The same with the name of the month, so that it cannot be mistaken. */
export const inWords = (date, locale) => written(date, locale, { day: "numeric", month: "long", year: "numeric" });
