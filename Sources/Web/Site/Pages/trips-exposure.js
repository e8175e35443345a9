// What was in the air on a way, for the allergens of the reader: sums over the activities, and which allergen was the main one.

import { element } from "./dom.js";
import { text } from "./language.js";
import { table, tableRow } from "./table.js";
import { isMostlyKnown, mixesOf } from "./trip-exposure.js";
import { inhaledDuring } from "./trip-inhaled.js";
import { durationWords, exposureWords, inhaledWords, wholeExposureWords } from "./trips-words.js";
import { levelName } from "./words.js";

const hour = 3_600_000;
const columns = ["allergen", "exposure", "level", "unknown"];
const heavy = new Set(["high", "veryHigh"]);

/** The sum of exposures. */
export const summed = (exposures) => exposures.reduce((sum, each) => ({
  lowest: sum.lowest + each.lowest, highest: sum.highest + each.highest, known: sum.known + each.known, unknown: sum.unknown + each.unknown,
}), { lowest: 0, highest: 0, known: 0, unknown: 0 });

/** The class of what was outside on average; undefined if nothing is known. */
function classOf({ highest, known }, classes) {
  if (known === 0) return undefined;
  const mean = highest / (known / hour);
  return classes.findLast(({ from = 0 }) => mean >= from);
}

/** Measures an allergen by its own levels, so that grains of different kinds can be compared. */
function weightOf({ highest, known }, classes) {
  const bound = classes.find(({ level }) => level === "high")?.from ?? Infinity;
  return known === 0 ? -1 : highest / (known / hour) / bound;
}

/** Each allergen with its sum over the activities, its level, and its weight, heaviest first. */
export function judged(allergens, exposures) {
  return allergens.map((allergen, index) => {
    const sum = summed(exposures[index] ?? []);
    return { ...allergen, sum, level: classOf(sum, allergen.classes)?.level, weight: weightOf(sum, allergen.classes) };
  }).sort((one, other) => other.weight - one.weight || other.sum.highest - one.sum.highest);
}

/** Whether something was high on average. */
export const isHigh = ({ level }) => heavy.has(level);

/** What the air was: `high` if one of the allergens was, `fine` if the level of each is known for nearly all of the time, else `unknown`. */
export function airOfAll(all) {
  if (all.some(isHigh)) return "high";
  const isKnown = all.length > 0 && all.every(({ level, sum }) => level !== undefined && isMostlyKnown(sum.known, sum.unknown));
  return isKnown ? "fine" : "unknown";
}

/** Which one was the main one, in words. */
export function mainWords(all) {
  const known = all.filter(({ sum }) => sum.known > 0);
  if (known.length === 0) return text("trips.main.unknown");
  if (known[0].sum.highest === 0) return text("trips.main.none");
  return text("trips.main", { name: known[0].name, level: levelName(known[0].level) });
}

/** Each allergen, and below them those of a unit together, which have no level: that of a mix depends on what it is of. */
export const withMixes = (all) => [...all, ...mixesOf(all).map(({ unit, sum }) => ({ key: `together ${unit}`, name: text("trips.together"), unit, sum, level: null }))];

/** A table of them; `withMixes` is not for pollutants, which are not of a kind. */
export const exposureTable = (all, heading) => table({ "aria-labelledby": heading }, columns, element("tbody", {}, all.map(({ name, unit, sum, level }) =>
  tableRow(columns, [name, exposureWords(sum, unit), level === null ? "–" : levelName(level), durationWords(sum.unknown)]))));

/** What is remembered of the air of a way once another one is read: for each row its sum, and no place. */
export const sumsOf = (all) => withMixes(all).map(({ key, sum }) => ({ key, sum }));

/** What was in the air on this way, and `before` on another, as `sumsOf` has it; null if nothing is known of both. */
export function besideTable(all, before) {
  const names = ["allergen", "thisWay", "wayBefore"];
  const rows = withMixes(all).map(({ key, name, unit, sum }) => ({ name, unit, now: sum, then: before.find((each) => each.key === key)?.sum }))
    .filter(({ now, then }) => then && now.known > 0 && then.known > 0);
  const words = ({ name, unit, now, then }) => tableRow(names, [name, wholeExposureWords(now, unit), wholeExposureWords(then, unit)]);
  return rows.length === 0 ? null : table({ "aria-labelledby": "before-heading" }, names, element("tbody", {}, rows.map(words)));
}

/** The same way an hour later, for the main one, and whether the forecast tells its hours; empty if its course over the day is not known. */
export function laterWords(all, later, isForecast) {
  const [main] = all;
  const other = later.find(({ key }) => key === main?.key);
  if (!main || !other || main.sum.known === 0 || other.sum.known < main.sum.known || main.sum.highest === 0) return "";
  const words = text("trips.later", { name: main.name, now: exposureWords(main.sum, main.unit), then: exposureWords(other.sum, other.unit) });
  return `${words} ${isForecast ? text("trips.later.forecast") : text("trips.later.course")}`;
}

/** An exposure in words, with what was breathed in. */
function breathedWords(sum, mode, unit) {
  const exposures = [exposureWords(sum, unit), inhaledWords(inhaledDuring([sum], [mode]), unit)];
  return exposures.filter((part) => part !== "").join(", ");
}

/**
 * What of a way was gone in one mode, had it been gone in another: `ways` have a mode, a distance, an exposure, and at another
 * `pace` the `other` exposure. Empty if there are none, or if the air is not known for nearly all of both.
 */
export function otherWords({ name, unit }, mode, ways) {
  const compared = ways.filter((way) => way.mode === mode && way.other);
  const [now, then] = [summed(compared.map(({ exposure }) => exposure)), summed(compared.map(({ other }) => other))];
  if (now.highest === 0 || ![now, then].every(({ known, unknown }) => isMostlyKnown(known, unknown))) return "";
  const [{ pace }] = compared;
  const time = durationWords(compared.reduce((sum, { distance }) => sum + (1_000 * distance) / pace.speed, 0));
  return text(`trips.other.${pace.mode}`, { name, time, then: breathedWords(then, pace.mode, unit), now: breathedWords(now, mode, unit) });
}
