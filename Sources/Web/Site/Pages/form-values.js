// Values of expressions in forms, with the conversions of XPath 1.0 and those of XForms for days and times. The server has
// the same rules in its module Forms; both are held to the same vectors.
//
// A value is a text, a number, a boolean, or an object: `{ day }`, in days since 1970-01-01, or `{ moment, offset }`, in
// milliseconds since then and minutes east of UTC.

const millisecondsOfDay = 86_400_000;
/** The days of the calendar: 1870-01-01 to 2199-12-31. */
const [firstDay, lastDay] = [Date.UTC(1870, 0, 1), Date.UTC(2199, 11, 31)].map((time) => time / millisecondsOfDay);
const space = /[ \t\n\r]+/u;

export const isDay = (value) => typeof value === "object" && "day" in value;
export const isMoment = (value) => typeof value === "object" && "moment" in value;

/** Whether there is no answer: an empty text, or a number that is none. */
export const isNone = (value) => value === "" || Number.isNaN(value);

export function textOf(value) {
  if (typeof value === "number") return decimal(value);
  if (typeof value === "boolean") return String(value);
  if (isDay(value)) return dayText(value.day);
  return isMoment(value) ? momentText(value) : value;
}

export function booleanOf(value) {
  if (typeof value === "number") return !Number.isNaN(value) && value !== 0;
  return typeof value === "string" ? value !== "" : value !== false;
}

/** The number of a value; a day is its days since 1970-01-01, and a time its part of a day. */
export function numberOf(value, offset) {
  if (typeof value === "string") return numberOfText(value, offset);
  if (typeof value === "object") return isDay(value) ? value.day : value.moment / millisecondsOfDay;
  return Number(value);
}

function numberOfText(text, offset) {
  const number = readNumber(text);
  if (!Number.isNaN(number)) return number;
  const day = readDay(text);
  if (day) return day.day;
  const moment = readMoment(text, offset);
  if (moment) return moment.moment / millisecondsOfDay;
  return (readTime(text) ?? NaN) / millisecondsOfDay;
}

/** The number that a text means; not a number unless it is digits with at most one point and a minus before them. */
export function readNumber(text) {
  const trimmed = text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/gu, "");
  return /^-?(\d+\.?\d*|\.\d+)$/u.test(trimmed) ? Number(trimmed) : NaN;
}

/** The words of a text, as an answer with several choices has them. */
export const wordsIn = (value) => textOf(value).split(space).filter(Boolean);

/** The digits of a positive number, of which the first and the last are not 0, and where its point is among them. */
function digitsOf(number) {
  const [mantissa, exponent] = number.toExponential().split("e");
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** A number as the shortest text that means it, without an exponent. */
function decimal(number) {
  if (!Number.isFinite(number) || number === 0) return number === 0 ? "0" : String(number);
  const { digits, point } = digitsOf(Math.abs(number));
  const sign = number < 0 ? "-" : "";
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number with so many decimal places; halves go away from zero, as the shortest text of the number shows them. */
export function rounded(number, places) {
  if (!(places >= -15 && places <= 15)) return NaN;
  if (!Number.isFinite(number) || number === 0) return number;
  const { digits, point } = digitsOf(Math.abs(number));
  const kept = point + Math.trunc(places);
  if (kept >= digits.length) return number;
  if (kept < 0) return 0;
  const whole = BigInt(digits.slice(0, kept) || "0") + (digits[kept] >= "5" ? 1n : 0n);
  return Math.sign(number) * Number(`${whole}e${-Math.trunc(places)}`);
}

/** A day from `YYYY-MM-DD`, or null. */
export function readDay(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(text);
  if (!parts) return null;
  const day = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / millisecondsOfDay;
  return dayText(day) === text ? dayOf(day) : null;
}

/** A day that the calendar has, or null. */
export const dayOf = (day) => (day >= firstDay && day <= lastDay ? { day } : null);

function dayText(day) {
  const date = new Date(day * millisecondsOfDay);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** Milliseconds since midnight from `HH:MM`, `HH:MM:SS` or `HH:MM:SS.SSS`, or null. */
export function readTime(text) {
  const parts = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?$/u.exec(text);
  if (!parts) return null;
  const [hours, minutes, seconds, thousandths] = parts.slice(1).map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths;
}

/** A moment from ISO 8601, with the offset that holds if none is written, or null. */
export function readMoment(text, offset) {
  const parts = /^(\d{4}-\d\d-\d\d)T([\d:.]+)(Z|[+-]\d\d:\d\d)?$/u.exec(text);
  const [day, time] = parts ? [readDay(parts[1]), readTime(parts[2])] : [null, null];
  if (day === null || time === null) return null;
  const east = parts[3] === undefined ? offset : readOffset(parts[3]);
  return east === null ? null : momentOf(day.day * millisecondsOfDay + time - east * 60_000, east);
}

function readOffset(text) {
  if (text === "Z") return 0;
  const time = readTime(text.slice(1));
  return time === null ? null : (text[0] === "-" ? -time : time) / 60_000 + 0;
}

/** A moment; null for an offset that no zone has, or beyond the calendar. */
export function momentOf(moment, offset) {
  const value = { moment, offset };
  return Math.abs(offset) <= 1080 && dayOf(dayOfMoment(value)) ? value : null;
}

/** The day on the calendar at the wall. */
export const dayOfMoment = ({ moment, offset }) => Math.floor((moment + offset * 60_000) / millisecondsOfDay);

function momentText({ moment, offset }) {
  const local = new Date(moment + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
