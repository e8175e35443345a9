// The air at a place: every allergen known there, strongest first, the classes stated for its region, and the
// air quality; of today the weather, too.

import { airQuality } from "./air-quality.js";
import * as api from "./api.js";
import { element, swatch } from "./dom.js";
import { text } from "./language.js";
import { levelColour, levelSwatch } from "./legend.js";
import { pollenGroups } from "./pollen-groups.js";
import { placePath } from "./position.js";
import { badge, failure, indexBar, waiting } from "./sheet.js";
import { readersUnits } from "./units.js";
import { weatherPart } from "./weather.js";
import {
  ageName, basisName, capitalised, distanceName, groupName, levelName, longDate, placeName, quantity, scaleName,
  sourceName,
} from "./words.js";

export function makeAirSheet(sheet, nameOf) {
  let request = new AbortController();

  /** `name` is the place's name, if the reader searched for it. */
  async function open(position, date, colours, name) {
    request.abort();
    request = new AbortController();
    const head = headOf(position, date, name);
    sheet.open(name ? text("air.titleAt", { name }) : text("air.title"), head, waiting());
    try {
      const [air, weather] = await Promise.all([
        api.air(position, date, request.signal), isToday(date) ? weatherAt(position, request.signal) : null,
      ]);
      sheet.update(head, pollenGroups(air.groups, colours), allergens(air.allergens, nameOf, colours),
        air.regions.map((region) => stated(region, nameOf, colours)), airQuality(air.airQuality, nameOf),
        weatherPart(weather), element("p", { class: "small" }, text("air.rest")),
        element("p", {}, element("a", { class: "quiet as-button", href: pageOf(position, date) }, text("place.more"))));
    } catch (error) {
      if (error.name !== "AbortError") sheet.update(head, failure(error, () => open(position, date, colours, name)));
    }
  }

  return { open, cancel: () => request.abort() };
}

/** The day, and where a place without a name is: near a town, or else its coordinates. */
function headOf(position, date, name) {
  if (name) return element("p", { class: "hint" }, longDate(date));
  const where = element("span", {}, placeName(position.lat, position.lng, 2));
  api.nearestTown(position).then((town) => { if (town) where.textContent = text("report.near", { town: town.name }); }, () => {});
  return element("p", { class: "hint" }, `${longDate(date)}, `, where);
}

/** Days of the map are those of UTC. */
const isToday = (date) => date === new Date().toISOString().slice(0, 10);

/** The page of the place, of the day that the map shows. */
const pageOf = (position, date) => placePath(position, isToday(date) ? null : date);

/** The air is shown even if the weather cannot be fetched. */
const weatherAt = (position, signal) => api.weather(position, readersUnits(), signal).catch(() => null);

function allergens(entries, nameOf, colours) {
  const known = entries.filter((entry) => entry.level).sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
  const present = known.filter((entry) => entry.level !== "none");
  const none = known.filter((entry) => entry.level === "none");
  const names = none.map((entry) => nameOf(entry.allergen)).join(", ");
  const [first, ...others] = present;
  const isCommon = others.length > 0 && others.every((entry) => originOf(entry) === originOf(first) && entry.basis === first.basis);
  return [
    known.length === 0 ? element("p", {}, text("air.none")) : null,
    present.length > 0
      ? element("ul", { class: "air" }, present.map((entry) => row(entry, nameOf(entry.allergen), colours, !isCommon))) : null,
    isCommon ? origin(first) : null,
    none.length > 0 ? element("p", { class: "hint" }, text("air.noneFound", { names })) : null,
  ];
}

const originOf = (entry) => [
  entry.basis === "simulated" ? null : basisName(entry.basis),
  entry.station ? `${entry.station.name ?? entry.station.id}, ${distanceName(entry.station.distance)}` : null,
  entry.model ? sourceName(entry.model) : null,
  ageName(entry.age),
].filter((part) => part).join(" · ");

/** Where a value comes from: once for all of them if they share it. */
const origin = (entry) => element("p", { class: "small" }, originOf(entry), " ",
  entry.basis === "simulated" ? badge(text("badge.simulated")) : null);

function row(entry, name, colours, hasOrigin) {
  const fill = levelColour(entry.level, colours);
  return element("li", {},
    element("div", { class: "value" },
      swatch(fill),
      element("span", { class: "value-name" }, capitalised(name)),
      element("strong", { class: "value-level" }, levelName(entry.level)),
      element("span", { class: "value-number" }, quantity(entry.value, entry.unit))),
    indexBar(entry.index ?? 0, fill),
    hasOrigin ? origin(entry) : null,
    tomorrow(entry.tomorrow));
}

function tomorrow(forecast) {
  if (!forecast?.level) return null;
  const words = { level: levelName(forecast.level), basis: basisName(forecast.basis) };
  return element("p", { class: "small" }, text("air.nextDay", words));
}

/** What a source states for a region that contains the place: classes on its own scale, and concentrations. */
function stated(region, nameOf, colours) {
  const values = [...region.classes, ...region.concentrations];
  const bases = [...new Set(values.map((value) => basisName(value.basis)))].join(", ");
  const scales = [...new Set(values.map((value) => scaleName(value.scale)))].filter(Boolean);
  const scale = scales.length > 0 ? text("regions.scale", { scale: scales.join("; ") }) : "";
  return element("section", { class: "stated" },
    element("h3", {}, text("regions.heading", { region: region.name })),
    element("ul", { class: "values" }, values.sort((a, b) => (b.index ?? 0) - (a.index ?? 0))
      .map((value) => statement(value, nameOf, colours))),
    element("p", { class: "small" }, `${capitalised(bases)}. ${scale}`),
    region.partOf ? element("p", { class: "small" }, text("regions.partOf", { area: region.partOf })) : null,
    region.attribution ? element("p", { class: "small" }, sourceName(region.attribution)) : null);
}

const statement = (value, nameOf, colours) => element("li", { class: "value" },
  levelSwatch(value.level, colours),
  element("span", { class: "value-name" }, capitalised(value.allergen ? nameOf(value.allergen) : groupName(value.group))),
  element("strong", { class: "value-level" }, levelName(value.level)),
  element("span", { class: "value-number" },
    value.code === undefined ? quantity(value.value, value.unit) : text("regions.class", { code: value.code })));
