// The air at a place by each air quality index: value, class, main pollutant and advice.

import { element, swatch } from "./dom.js";
import { known, text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { sourceLinks } from "./source-links.js";
import { capitalised } from "./words.js";

const clock = lazily(() => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));

/** The air quality section, or nothing if no pollutant is known. */
export function airQuality(indices, nameOf) {
  if (!indices || indices.length === 0) return null;
  return element("div", { class: "quality", role: "group", "aria-label": text("quality.heading") },
    element("h3", {}, text("quality.heading")),
    element("ul", { class: "air" }, indices.filter(isRated).map((index) => rated(index, nameOf))),
    indices.filter((index) => !isRated(index)).map((index) => element("p", { class: "small" }, unrated(index, nameOf))));
}

const isRated = (index) => index.category !== undefined;

const titleOf = (index) => known(`airIndex.${index.scale}`, index.title);

function rated(index, nameOf) {
  const value = index.index ?? text("quality.beyond", { value: index.beyond });
  const main = index.mainPollutants.map((pollutant) => nameOf(pollutant)).join(", ");
  return element("li", {},
    element("div", { class: "value" },
      swatch(index.colour),
      element("span", { class: "value-name" }, titleOf(index)),
      element("strong", { class: "value-level" }, value)),
    element("p", {}, capitalised(index.categoryName)),
    element("p", { class: "small" }, text("quality.main", { names: main }), hours(index)),
    element("p", { class: "small" }, index.advice, " ", sourceLinks(index.adviceSources)));
}

/** The hours of which the deciding value is the mean; nothing for that of a day. */
function hours({ mainPollutants, pollutants }) {
  const part = pollutants.find(({ pollutant, ending }) => ending && pollutant === mainPollutants[0]);
  if (!part) return null;
  return ` · ${text(`quality.hours.${part.period}`, { time: clock().format(new Date(part.ending)) })}`;
}

function unrated(index, nameOf) {
  const reasons = new Map();
  for (const gap of index.absent) {
    const reason = known(`absent.${gap.kind}`, gap.reason);
    reasons.set(reason, [...reasons.get(reason) ?? [], gap]);
  }
  const words = [...reasons].map(([reason, gaps]) => `${gaps.map((gap) => nameOf(gap.pollutant)).join(", ")}: ${reason}`);
  if (index.incomplete) words.unshift(text("quality.incomplete"));
  return `${titleOf(index)}: ${text("quality.unrated")} ${capitalised(words.join("; "))}.`;
}
