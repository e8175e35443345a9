// A place on the page of the day: a row per allergen for today and the days that are forecast, the air quality and the
// weather.

import { airQuality } from "./air-quality.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { pollenGroups } from "./pollen-groups.js";
import { placePath } from "./position.js";
import { failure } from "./sheet.js";
import { course, wholeSeason } from "./today-course.js";
import { dayTable, daysOf } from "./today-days.js";
import { ownEntries } from "./today-household.js";
import { weatherPart } from "./weather.js";
import { ageName, basisName, capitalised, distanceName, sourceName } from "./words.js";

/** Up to this many rows, low ones are shown as well. */
const few = 3;
const felt = ["moderate", "high", "veryHigh"];

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
  const isFelt = (entry) => daysOf(entry).some((day) => felt.includes(day?.level));
  const [shown, rest] = entries.length <= few ? [entries, []] : [entries.filter(isFelt), entries.filter((entry) => !isFelt(entry))];
  const known = new Set(air.allergens.map((entry) => entry.allergen));
  const absent = mine.named.filter((key) => !known.has(key) && !air.allergens.some((entry) => isMember(mine, key, entry)));
  const common = commonOrigin(entries);
  const look = { date: air.date, origin: common ? null : origin, colours, nameOf };
  return [
    pollenGroups(air.groups, colours),
    entries.length === 0 ? element("p", {}, text("today.noDataHere")) : null,
    shown.length > 0 ? dayTable(shown, look) : null,
    rest.length > 0 ? quiet(rest, shown.length === 0, look) : null,
    common ? element("p", { class: "small" }, common) : null,
    entries.length > 0 && absent.length > 0
      ? element("p", { class: "hint" }, text("today.unknown", { names: absent.map(nameOf).join(", ") })) : null,
    course(entries[0], air.date, colours, nameOf),
    wholeSeason(entries[0], place, air.date, nameOf),
    airQuality(air.airQuality, nameOf),
  ];
}

/** What is low or none, today and as far as forecasts reach: one line that opens. */
function quiet(entries, isAll, look) {
  const low = entries.filter((entry) => daysOf(entry).some((day) => day?.level === "low"));
  const none = entries.filter((entry) => !low.includes(entry)).map((entry) => look.nameOf(entry.allergen));
  return element("details", { class: "quiet-rows" },
    element("summary", {}, text(isAll ? "today.quietAll" : "today.quietMore", { count: entries.length })),
    low.length > 0 ? dayTable(low, look) : null,
    none.length > 0 ? element("p", { class: "hint" }, text("air.noneFound", { names: none.join(", ") })) : null);
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
