// How values are said: levels, units, dates, distances, ages.

export const levels = ["none", "low", "moderate", "high", "veryHigh"];

const levelWords = { none: "none", low: "low", moderate: "moderate", high: "high", veryHigh: "very high" };

/** A level in words. Absence is "no data", never a level. */
export const levelName = (level) => levelWords[level] ?? "no data";

const groupWords = {
  tree: "Trees", grass: "Grasses", weed: "Weeds", spore: "Mould spores", pollutant: "Air quality",
  indoor: "Indoors", chemical: "Chemicals", food: "Food",
};

export const groupName = (group) => groupWords[group] ?? capitalised(group);

export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const unitWords = { "grains/m3": "grains/m³", "spores/m3": "spores/m³", "ug/m3": "µg/m³" };

export const unitName = (unit) => unitWords[unit] ?? unit ?? "";

const few = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const many = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const number = (value) => (Math.abs(value) < 10 ? few : many).format(value);

export const quantity = (value, unit) => `${number(value)} ${unitName(unit)}`.trim();

const dateFormat = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const long = dateFormat({ day: "numeric", month: "long", year: "numeric" });
const short = dateFormat({ day: "numeric", month: "short" });
const medium = dateFormat({ day: "numeric", month: "short", year: "numeric" });
const weekday = dateFormat({ weekday: "short" });
const month = dateFormat({ month: "short" });

const instant = (date) => new Date(`${date}T00:00:00Z`);

export const longDate = (date) => long.format(instant(date));
export const mediumDate = (date) => medium.format(instant(date));
export const shortDate = (date) => short.format(instant(date));
export const weekdayName = (date) => weekday.format(instant(date));
export const monthName = (number) => month.format(new Date(Date.UTC(2025, number - 1, 1)));

const basisWords = {
  measured: "measured", forecast: "forecast", modelled: "modelled", simulated: "simulated, not measured",
};

export const basisName = (basis) => basisWords[basis] ?? basis ?? "";

export const distanceName = (metres) =>
  metres < 1000 ? `${many.format(metres)} m away` : `${number(metres / 1000)} km away`;

/** How much older than the day a daily reading is, from an ISO 8601 duration of whole days; `null` when not told. */
export function ageName(duration) {
  const days = Number(/^P(\d+)D$/.exec(duration ?? "")?.[1] ?? NaN);
  if (Number.isNaN(days)) return null;
  return days === 0 ? "of the same day" : plural(days, "day", "days") + " older";
}

export const plural = (count, one, several) => `${many.format(count)} ${count === 1 ? one : several}`;
