// By what the days of the chart are measured: what was noted of them, or a kind of health value.

import { element } from "./dom.js";
import { text } from "./language.js";
import { figureOf, figureWords, kindName, kinds, scaleOf, units, wordsOf } from "./values-kinds.js";
import { number } from "./words.js";

/** The highest number of each measure of the diary; `null` where the days themselves tell it. */
const noted = { feeling: 4, dss: 3, csms: 6, vasOverall: 100, count: null };
/** The measures of the diary that an entry states by itself. */
export const stated = Object.keys(noted).filter((key) => key !== "count");
const symptomsOfQuiz = ["nose", "eyes", "throat", "lungs", "skin", "sneezing", "runnyNose", "itchyNose", "blockedNose", "itchyEyes", "wateryEyes", "redEyes"];

/** The number of an entry by a measure of the diary; `null` if the entry does not say. */
export function numberOf(entry, key) {
  if (!entry) return null;
  if (key === "count") {
    return Object.values(entry.symptoms).filter((grade) => grade !== "notPresent").length
      + symptomsOfQuiz.filter((item) => entry.answers[item] > 0).length;
  }
  return (key in entry.answers ? entry.answers[key] : entry.scores[key]) ?? null;
}

/**
 * A measure by its key.
 *
 * `of` gives what an entry and the figures of a day say, as `value` and, of a health value, `figures`; `scale` the lowest
 * and highest number of the chart, `ends` the words for both, and `words` those for what is said of a day.
 */
export const measureOf = (key) => (key in noted ? diaryMeasure(key) : healthMeasure(key));

function diaryMeasure(key) {
  const isFeeling = key === "feeling";
  return {
    name: text(`lookback.measure.${key}`),
    of: (entry) => ({ value: numberOf(entry, key) }),
    scale: (days) => [0, noted[key] ?? Math.max(1, ...days.map(({ value }) => value ?? 0))],
    ends: ([, top]) => (isFeeling ? ["☺", "☹"] : ["0", number(top)]),
    words: ({ value }) => (isFeeling ? text(`diary.feeling.${value}`) : number(value)),
  };
}

function healthMeasure(kind) {
  return {
    name: units[kind] ? `${kindName(kind)} (${units[kind]})` : kindName(kind),
    of: (_, figures) => {
      const found = figures?.find((each) => each.kind === kind);
      return { value: found ? figureOf(found) : null, figures: found };
    },
    scale: (days) => scaleOf(days),
    ends: (scale) => scale.map((value) => figureWords(value, kind)),
    words: ({ figures }) => wordsOf(figures),
  };
}

/** Fills the choice of measures with those of the diary and the kinds that were measured; what was chosen stays if it can. */
export function offerMeasures(select, figures) {
  const chosen = select.value;
  const measured = new Set([...figures.values()].flat().map(({ kind }) => kind));
  const option = (key) => element("option", { value: key }, measureOf(key).name);
  const values = kinds.filter((kind) => measured.has(kind)).map(option);
  select.replaceChildren(...Object.keys(noted).map(option),
    ...(values.length > 0 ? [element("optgroup", { label: text("page.values.heading") }, values)] : []));
  if ([...select.options].some(({ value }) => value === chosen)) select.value = chosen;
}
