// Civil dates as ISO text: they sort as text, and no time zone can shift them.

const dayLength = 86_400_000;
const number = (date) => Date.parse(`${date}T00:00:00Z`) / dayLength;
const text = (days) => new Date(days * dayLength).toISOString().slice(0, 10);

export const isDate = (value) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value ?? "") && !Number.isNaN(number(value)) && text(number(value)) === value;

export const adding = (date, days) => text(number(date) + days);

export const daysBetween = (from, to) => number(to) - number(from);

export const yearOf = (date) => Number(date.slice(0, 4));

export const dayOfYear = (date) => daysBetween(`${date.slice(0, 4)}-01-01`, date) + 1;

export const dateIn = (year, day) => adding(`${String(year).padStart(4, "0")}-01-01`, day - 1);

export const daysIn = (year) => dayOfYear(`${String(year).padStart(4, "0")}-12-31`);

/** The day of an instant where this device is. */
export function dayHere(instant) {
  const time = new Date(instant);
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The date of this device. */
export const todayHere = () => dayHere(Date.now());
