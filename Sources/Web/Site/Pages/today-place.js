// A place on the page of the day: a row per allergen with today and tomorrow, the air quality and the weather.

import { airQuality } from "./air-quality.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { pollenGroups } from "./pollen-groups.js";
import { placePath } from "./position.js";
import { failure } from "./sheet.js";
import { ownEntries } from "./today-household.js";
import { trend } from "./today-words.js";
import { weatherPart } from "./weather.js";
import { ageName, basisName, capitalised, distanceName, levelName, number, quantity, sourceName } from "./words.js";

/** The maximum number of rows for readers who have named no allergens. */
const most = 8;

/** The card for a place of the reader or of a person in their care. */
export function placeCard(place, { name, mine }, { colours, nameOf }) {
  const title = name ? text("today.placeOf", { place: place.name, name }) : place.name;
  const { air, error } = place.now;
  return element("section", { class: "part card place", "aria-label": title },
    element("div", { class: "row" }, element("h2", {}, title),
      element("a", { class: "small", href: `/#10/${place.lat.toFixed(3)}/${place.lng.toFixed(3)}` }, text("today.onMap"))),
    error ? failure(error) : body(air, place, mine, colours, nameOf), weatherPart(place.weather),
    element("p", {}, element("a", { href: placePath(place) }, text("place.more"))));
}

function body(air, place, mine, colours, nameOf) {
  const entries = ownEntries(place, mine);
  const isShown = (entry) => entry.level !== "none" || mine.named.includes(entry.allergen);
  const shown = entries.filter(isShown).slice(0, mine.isKnown ? undefined : most);
  const none = entries.filter((entry) => !isShown(entry)).map((entry) => nameOf(entry.allergen));
  const known = new Set(air.allergens.map((entry) => entry.allergen));
  const absent = mine.named.filter((key) => !known.has(key) && !air.allergens.some((entry) => isMember(mine, key, entry)));
  const common = commonOrigin(shown);
  return [
    pollenGroups(air.groups, colours),
    entries.length === 0 ? element("p", {}, text("today.noDataHere")) : null,
    shown.length > 0 ? table(shown, common, colours, nameOf) : null,
    common ? element("p", { class: "small" }, common) : null,
    none.length > 0 ? element("p", { class: "hint" }, text("air.noneFound", { names: none.join(", ") })) : null,
    entries.length > 0 && absent.length > 0
      ? element("p", { class: "hint" }, text("today.unknown", { names: absent.map(nameOf).join(", ") })) : null,
    airQuality(air.airQuality, nameOf),
  ];
}

/** Whether an entry represents a group that was named as a whole. */
const isMember = (mine, group, { allergen }) => mine.groupOf(allergen) === group;

const origin = ({ basis, station, model, age }) => [
  capitalised(basisName(basis)),
  station ? `${station.name ?? station.id}, ${distanceName(station.distance)}` : null,
  model ? sourceName(model) : null, ageName(age),
].filter(Boolean).join(" · ");

/** The source of all values, if they share one. */
function commonOrigin(entries) {
  const origins = new Set(entries.map(origin));
  return origins.size === 1 ? [...origins][0] : null;
}

/** The explicit roles match the elements; they survive when the style sheet puts each value on its own line. */
const table = (entries, common, colours, nameOf) => element("table", { class: "day-table", role: "table" },
  element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ["column.allergen", ...days].map((key) =>
    element("th", { scope: "col", role: "columnheader" }, text(key))))),
  element("tbody", { role: "rowgroup" }, entries.map((entry) => row(entry, common, colours, nameOf))));

const days = ["dates.today", "dates.tomorrow"];

const row = (entry, common, colours, nameOf) => element("tr", { role: "row" },
  element("th", { scope: "row", role: "rowheader" }, capitalised(nameOf(entry.allergen)),
    common ? null : element("span", { class: "small beneath" }, origin(entry))),
  [value(entry, entry.unit, colours), tomorrow(entry, colours)].map((cell, index) =>
    element("td", { role: "cell", "data-head": text(days[index]) }, cell)));

const value = ({ level, value: amount, index }, unit, colours) => [
  element("span", { class: "day-level" }, levelSwatch(level, colours), levelName(level)),
  element("span", { class: "small beneath" },
    `${quantity(amount, unit)} · ${text("station.index", { index: number(index ?? 0) })}`),
];

function tomorrow(entry, colours) {
  const expected = entry.tomorrow;
  if (!expected?.level) return element("span", { class: "small" }, levelName(null));
  const { arrow, words } = trend(entry, expected);
  return [
    value(expected, entry.unit, colours),
    element("span", { class: "small beneath" },
      element("strong", {}, element("span", { "aria-hidden": "true" }, `${arrow} `), words),
      ` · ${expectedName(expected.basis)}`),
  ];
}

/** Nobody measures tomorrow: the simulated values of a demonstration stand in for a forecast. */
const expectedName = (basis) =>
  ({ measured: basisName("forecast"), simulated: text("badge.simulated") })[basis] ?? basisName(basis);
