// Trips in words: times of this device, lengths, durations, ways of travelling, and exposures.

import { element } from "./dom.js";
import { food } from "./food-days.js";
import { known, text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { number, unitName } from "./words.js";

export const modes = ["onFoot", "bicycle", "car", "bus", "train", "metro", "plane", "indoors"];
/** What bars and pies of carbon are made of. */
export const kinds = [...modes, food];

const minute = 60_000;
const unit = (name, options) => lazily(() => new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short", ...options }));
const [hours, minutes, kilometresAnHour, metresASecond, grams, kilograms] = [
  unit("hour"), unit("minute"), unit("kilometer-per-hour", { maximumFractionDigits: 1 }), unit("meter-per-second", { maximumFractionDigits: 1 }),
  unit("gram", { maximumFractionDigits: 0 }), unit("kilogram", { maximumFractionDigits: 1 }),
];
const [exactGrams, exactKilograms] = [unit("gram", { maximumFractionDigits: 1 }), unit("kilogram", { maximumFractionDigits: 3 })];
const clock = lazily(() => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }));
const day = lazily(() => new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" }));

export const modeName = (mode) => text(`trips.mode.${mode}`);

/** A day of this device, as of a moment. */
export const dayWords = (moment) => day().format(new Date(moment));

/** From when to when, in the time zone of this device. */
export function spanWords(start, end) {
  const [first, last] = [dayWords(start), dayWords(end)];
  const from = clock().format(new Date(start));
  const to = clock().format(new Date(end));
  return first === last ? `${first}, ${from} – ${to}` : `${first}, ${from} – ${last}, ${to}`;
}

/** Whole minutes, or hours and minutes; less than half a minute counts as none. */
export function durationWords(milliseconds) {
  const count = Math.round(milliseconds / minute);
  if (count < 60) return minutes().format(count);
  return [hours().format(Math.floor(count / 60)), count % 60 === 0 ? "" : minutes().format(count % 60)].join(" ").trim();
}

export const speedWords = (speed) => `${kilometresAnHour().format(speed * 3.6)} (${metresASecond().format(speed)})`;

export const massWords = (mass) => (mass < 1_000 ? grams().format(mass) : kilograms().format(mass / 1_000));

/** A mass as exactly as trips have it: to a tenth of a gram, and from a kilogram on to a gram. */
export const exactMassWords = (mass) => (mass < 1_000 ? exactGrams().format(mass) : exactKilograms().format(mass / 1_000));

/** How much was in the air over time, in the unit of an allergen: a range if it is not known how much came in. */
export function exposureWords({ lowest, highest, known: time }, allergenUnit) {
  if (!(time > 0)) return text("level.unknown");
  const said = known(`trips.unit.${allergenUnit}`, `${unitName(allergenUnit)} × h`);
  const [least, most] = [number(lowest), number(highest)];
  return least === most ? `${most} ${said}` : `${least} – ${most} ${said}`;
}

/** The same, and for how long the air is not known. */
export function wholeExposureWords(exposure, allergenUnit) {
  const words = exposureWords(exposure, allergenUnit);
  const isPart = exposure.known > 0 && exposure.unknown >= minute / 2;
  return isPart ? text("trips.exposure.part", { exposure: words, time: durationWords(exposure.unknown) }) : words;
}

/** Units of what can be counted as it is breathed in. */
const countable = new Set(["grains/m3", "spores/m3"]);
/** To one digit: more is not known. */
const rounded = (amount) => Number(amount.toPrecision(1));

/** How much was breathed in, in the unit of an allergen; empty for what cannot be counted, and for less than one. */
export function inhaledWords({ likely, most }, allergenUnit) {
  if (!countable.has(allergenUnit) || most < 1) return "";
  if (likely < 1) return text(`trips.inhaled.most.${allergenUnit}`, { count: rounded(most) });
  const inhaled = text(`trips.inhaled.${allergenUnit}`, { count: rounded(likely) });
  return rounded(most) > rounded(likely) ? text("trips.inhaled.vehicles", { inhaled, most: number(rounded(most)) }) : inhaled;
}

/** The choice of a way of travelling. */
export function modeChoice(chosen, label, onChoose) {
  return element("select", { class: "field", "aria-label": label, onchange: ({ target }) => onChoose(target.value) },
    modes.map((mode) => element("option", { value: mode, selected: mode === chosen }, modeName(mode))));
}
