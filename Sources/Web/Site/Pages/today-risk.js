// The card of the day: the highest value among the reader's allergens and places, in words and as a number,
// with advice.

import { adviceAt, adviceView } from "./advice.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { failure } from "./sheet.js";
import { ownEntries } from "./today-household.js";
import { ring } from "./today-ring.js";
import { ageName, basisName, capitalised, levelName, quantity } from "./words.js";

/** The body of the card. `reported` is the number of people who reported symptoms near the places today. */
export function riskCard(households, { colours, nameOf, reported, again }) {
  const stays = households.flatMap(({ name, mine, places }) => places.map((place) => ({ name, mine, place })));
  if (stays.length === 0) return nowhere();
  const wrong = stays.find(({ place }) => place.now.error)?.place.now.error;
  if (stays.every(({ place }) => place.now.error)) return [failure(wrong, again)];
  const found = stays.flatMap(({ name, mine, place }) => ownEntries(place, mine).map((entry) => ({ entry, name, place })));
  if (found.length === 0) return nothingKnown();
  const top = found.reduce((best, other) => ((other.entry.index ?? 0) > (best.entry.index ?? 0) ? other : best));
  const said = top.entry.level === "none" ? noneFound(top.name, colours) : strongest(top, colours, nameOf);
  return [...said, contradiction(top.entry.level, reported)].filter(Boolean);
}

/** Low values do not mean that nobody suffers. */
function contradiction(level, count) {
  if (count === 0 || !["none", "low"].includes(level)) return null;
  return element("p", { class: "note" }, text("today.contradiction", { count }), " ",
    element("a", { href: "#alerts" }, text("today.alerts")));
}

const nowhere = () => [
  element("p", { class: "risk-level" }, text("today.noPlace")),
  element("p", {}, text("today.noPlaceAbout")),
];

/** Missing data do not mean a low value. */
const nothingKnown = () => [
  element("p", { class: "risk-level" }, text("today.noData")),
  element("p", {}, text("today.noDataAbout")),
];

const noneFound = (name, colours) => [
  gauge({ index: 0, level: "none" }, colours,
    element("p", { class: "risk-level" }, name ? text("today.noneOf", { name }) : text("today.none"))),
  name ? element("p", { class: "advice small" }, text("notMedical")) : adviceView(adviceAt("none")),
];

const strongest = ({ entry, name, place }, colours, nameOf) => [
  gauge(entry, colours,
    name ? element("p", { class: "small" }, text("today.riskOf", { name })) : null,
    element("p", { class: "risk-level" }, `${capitalised(nameOf(entry.allergen))}: ${levelName(entry.level)}`),
    element("p", { class: "hint" }, [
      quantity(entry.value, entry.unit), name ? text("today.placeOf", { place: place.name, name }) : place.name,
      capitalised(basisName(entry.basis)), ageName(entry.age),
    ].filter(Boolean).join(" · "))),
  adviceView(ofPollutant(entry, place) ?? adviceAt(entry.level)),
];

/** The number in the colour of its level; the words beside it say the same. */
const gauge = ({ index, level }, colours, ...words) => element("div", { class: "risk-gauge" },
  ring(index ?? 0, levelColour(level, colours)), element("div", { class: "risk-words" }, words));

/** Air quality indices have advice of their own: that on pollen says nothing about a pollutant. */
function ofPollutant({ allergen, unit }, place) {
  if (unit !== "ug/m3") return null;
  const rated = (place.now.air.airQuality ?? []).filter((index) => index.advice);
  const index = rated.find(({ mainPollutants }) => mainPollutants.includes(allergen)) ?? rated[0];
  return index ? { words: index.advice, sources: index.adviceSources } : null;
}
