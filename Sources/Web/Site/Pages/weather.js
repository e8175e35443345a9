// The weather at a place: now, today and tomorrow, and what it means for the pollen in the air.

import { element } from "./dom.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { basisName, capitalised, distanceName, sourceName } from "./words.js";

/** The part about the weather, or nothing where none is known. */
export function weatherPart(weather) {
  const times = ["now", "today", "tomorrow"].filter((key) => weather?.[key]);
  if (times.length === 0) return null;
  return element("section", { class: "weather", "aria-label": text("weather.heading") },
    element("h3", {}, text("weather.heading")),
    element("dl", {}, times.map((key) => entry(key, weather[key], weather.units))),
    weather.meaning ? meaning(weather.meaning) : null,
    element("p", { class: "small" }, sourceName(...credits(times.map((key) => weather[key])))));
}

const names = { now: "weather.now", today: "dates.today", tomorrow: "dates.tomorrow" };

const entry = (key, { values, basis, site, time }, units) => [
  element("dt", {}, text(names[key])),
  element("dd", {}, figures(values, units, key === "now"),
    element("span", { class: "small beneath" }, origin(basis, site, time))),
];

const whole = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const fine = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));

/** A value with its unit; precipitation keeps its decimals, because little rain matters. */
export const measure = (value, unit, format = whole()) => `${format.format(value)}\u{a0}${unit}`;

/** The values that matter to the reader, those that are known. */
function figures(values, units, isNow) {
  const { temperature, temperatureMin: low, temperatureMax: high, precipitation, windSpeed, humidity } = values;
  const hasRange = !isNow && low !== undefined && high !== undefined;
  return [
    hasRange ? text("weather.range", { low: whole().format(low), high: measure(high, units.temperatureMax) })
      : temperature === undefined ? null : measure(temperature, units.temperature),
    precipitation === undefined ? null
      : text("weather.precipitation", { amount: measure(precipitation, units.precipitation, fine()) }),
    windSpeed === undefined ? null : text("weather.wind", { speed: measure(windSpeed, units.windSpeed) }),
    humidity === undefined ? null : text("weather.humidity", { share: measure(humidity, units.humidity) }),
  ].filter((part) => part).join(" · ");
}

const clock = lazily(() => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));

const origin = (basis, site, time) => [
  capitalised(basisName(basis)),
  `${site.kind === "grid" ? text("weather.grid") : site.name}, ${distanceName(site.distance)}`,
  time ? clock().format(new Date(time)) : null,
].filter((part) => part).join(" · ");

const meaning = ({ code, source }) => element("p", {}, text(meanings[code]), " ",
  element("a", { class: "small", href: source }, text("weather.meaning.source")));

const meanings = {
  rain: "weather.meaning.rain", windyAfterRain: "weather.meaning.windyAfterRain",
  windy: "weather.meaning.windy", calm: "weather.meaning.calm",
};

const credits = (entries) => [...new Set(entries.map(({ site }) => site.attribution ?? site.name))];
