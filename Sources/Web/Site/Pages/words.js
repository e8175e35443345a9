// Values in words: levels, units, dates, distances, ages.

import { known, text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { readersUnits } from "./units.js";

export const levels = ["none", "low", "moderate", "high", "veryHigh"];

/** A level in words. Missing data are "no data", never a level. */
export const levelName = (level) => known(`level.${level}`, text("level.unknown"));

export const groupName = (group) => known(`group.${group}`, capitalised(group));

export const capitalised = (words) => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);

export const unitName = (unit) => known(`unit.${unit}`, unit ?? "");

const few = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const many = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

export const number = (value) => (Math.abs(value) < 10 ? few() : many()).format(value);

export const quantity = (value, unit) => `${number(value)} ${unitName(unit)}`.trim();

const dateFormat = (options) => lazily(() => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }));
const long = dateFormat({ day: "numeric", month: "long", year: "numeric" });
const short = dateFormat({ day: "numeric", month: "short" });
const medium = dateFormat({ day: "numeric", month: "short", year: "numeric" });
const weekday = dateFormat({ weekday: "short" });
const weekdayInFull = dateFormat({ weekday: "long" });
const month = dateFormat({ month: "short" });

const instant = (date) => new Date(`${date}T00:00:00Z`);

export const longDate = (date) => long().format(instant(date));
export const mediumDate = (date) => medium().format(instant(date));
export const shortDate = (date) => short().format(instant(date));
/** The full name of a day of the week, as a heading. */
export const dayOfWeek = (date) => capitalised(weekdayInFull().format(instant(date)));
export const weekdayName = (date) => weekday().format(instant(date));
export const monthName = (ordinal) => month().format(new Date(Date.UTC(2025, ordinal - 1, 1)));

export const basisName = (basis) => known(`basis.${basis}`, basis ?? "");

export const distanceName = (metres) => text("distance", { distance: lengthName(metres) });

/** A length in the reader's units. */
export const lengthName = (metres) => (readersUnits() === "imperial" ? imperial(metres) : metric(metres));

const metric = (metres) => (metres < 1000 ? `${many().format(metres)} m` : `${number(metres / 1000)} km`);

/** In miles from half a mile on, as in alerts; the international foot of 1959. */
function imperial(metres) {
  const feet = metres / 0.3048;
  return feet < 2600 ? `${many().format(feet)} ft` : `${number(feet / 5280)} mi`;
}

/** How much older than the day a daily reading is, from an ISO 8601 duration of whole days; `null` if unknown. */
export function ageName(duration) {
  const days = Number(/^P(\d+)D$/.exec(duration ?? "")?.[1] ?? NaN);
  if (Number.isNaN(days)) return null;
  return days === 0 ? text("age.same") : text("age.older", { count: days });
}

/** The reasons to doubt a value, by their names on the server. */
export const doubtsName = ({ doubts, reasons }) =>
  capitalised((doubts ?? []).map((doubt, index) => known(`doubt.${doubt}`, reasons?.[index] ?? doubt)).join("; "));

/** The attribution of a source; many sources already include the word, in English. */
export const sourceName = (...attributions) =>
  text("source", { source: attributions.map((words) => words.replace(/^source:\s*/i, "")).join(" · ") });

/** The name of a scale, if there is one. */
export const scaleName = (scale) => (scale ? known(`scale.${scale.id}`, scale.title ?? scale.id) : "");

/** A position such as `47.56° N 7.58° E`. */
export const placeName = (latitude, longitude, digits) =>
  `${degrees(latitude, digits)} ${text(latitude < 0 ? "compass.south" : "compass.north")} `
  + `${degrees(longitude, digits)} ${text(longitude < 0 ? "compass.west" : "compass.east")}`;

const degrees = (value, digits) =>
  `${Math.abs(value).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })}°`;
