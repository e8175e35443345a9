// The card of the day: the highest value among the reader's allergens and places, in words and as a number,
// with advice.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { failure, indexBar } from "./sheet.js";
import { sourceLinks } from "./source-links.js";
import { ownEntries } from "./today-household.js";
import { ageName, basisName, capitalised, levelName, number, quantity } from "./words.js";

/** The body of the card. */
export function riskCard(households, { colours, nameOf, again }) {
  const stays = households.flatMap(({ name, mine, places }) => places.map((place) => ({ name, mine, place })));
  if (stays.length === 0) return nowhere();
  const wrong = stays.find(({ place }) => place.now.error)?.place.now.error;
  if (stays.every(({ place }) => place.now.error)) return [failure(wrong, again)];
  const found = stays.flatMap(({ name, mine, place }) => ownEntries(place, mine).map((entry) => ({ entry, name, place })));
  if (found.length === 0) return nothingKnown();
  const top = found.reduce((best, other) => ((other.entry.index ?? 0) > (best.entry.index ?? 0) ? other : best));
  return top.entry.level === "none" ? noneFound(colours) : strongest(top, colours, nameOf);
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

const noneFound = (colours) => [
  gauge({ index: 0, level: "none" }, colours, element("p", { class: "risk-level" }, text("today.none"))),
  advice("none"),
];

const strongest = ({ entry, name, place }, colours, nameOf) => [
  gauge(entry, colours,
    element("p", { class: "risk-level" }, `${capitalised(nameOf(entry.allergen))}: ${levelName(entry.level)}`),
    element("p", { class: "hint" }, [
      quantity(entry.value, entry.unit), name ? text("today.placeOf", { place: place.name, name }) : place.name,
      capitalised(basisName(entry.basis)), ageName(entry.age),
    ].filter(Boolean).join(" · "))),
  advice(entry.level),
];

/** The number in the colour of its level; the words beside it say the same. */
function gauge({ index, level }, colours, ...words) {
  const fill = levelColour(level, colours);
  const figure = element("p", { class: "risk-index" },
    element("strong", {}, number(index ?? 0)), element("span", { class: "small" }, text("today.ofTen")));
  figure.style.borderColor = fill;
  return element("div", { class: "risk-gauge" }, figure,
    element("div", { class: "risk-words" }, words, indexBar(index ?? 0, fill)));
}

const advice = (level) => element("div", { class: "advice" },
  element("p", {}, text(`advice.${level}`)),
  element("p", { class: "small" }, text("notMedical"), " ", sourceLinks(sourcesOf(`advice.${level}`))));

/** The sources of a piece of advice, which the page brings along. */
const sourcesOf = (key) => JSON.parse(byId("advice-sources").textContent)[key] ?? [];
