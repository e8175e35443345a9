// What one station reports: its values of the day, and the days around it as a chart.

import * as api from "./api.js";
import { adding } from "./calendar.js";
import { chart } from "./chart.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { badge, failure, waiting } from "./sheet.js";
import { basisName, capitalised, levelName, longDate, quantity, sourceName } from "./words.js";

/** How many days the chart shows before and after the chosen one. */
const around = 30;

export function makeStationSheet(sheet, nameOf) {
  let request = new AbortController();

  async function open(feature, date, colours) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const station = feature.properties;
    const head = about(station);
    sheet.open(station.name, head, waiting());
    try {
      const all = await api.readings(station.id, date, date, undefined, signal);
      const day = all.filter((reading) => typeof reading.value === "number")
        .sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
      const holder = element("div", { class: "chart-holder" });
      const first = station.reading?.allergen ?? day[0]?.allergen;
      sheet.update(head, values(day, date, first, colours, nameOf, draw), holder, sources(station));
      if (first) await draw(first);

      async function draw(allergen) {
        const [from, to] = [adding(date, -around), adding(date, around)];
        const readings = await api.readings(station.id, from, to, allergen, signal);
        const name = capitalised(nameOf(allergen));
        holder.replaceChildren(
          element("h3", {}, text("station.around", { name, days: around })),
          chart(name, readings, from, to, date, colours));
      }
    } catch (error) {
      if (error.name !== "AbortError") sheet.update(head, failure(error), sources(station));
    }
  }

  return { open, cancel: () => request.abort() };
}

function about(station) {
  const altitude = typeof station.altitude === "number" ? text("altitude", { altitude: quantity(station.altitude, "m") }) : null;
  return element("p", { class: "hint" }, text("station.station"), altitude ? `, ${altitude} ` : " ",
    station.simulated ? badge(text("badge.simulated")) : null);
}

function values(day, date, first, colours, nameOf, onChoose) {
  if (day.length === 0) {
    return element("p", {}, text("station.none", { day: longDate(date) }));
  }
  const isShown = (reading) => reading.level !== "none" || reading.allergen === first;
  const none = day.filter((reading) => !isShown(reading)).map((reading) => nameOf(reading.allergen));
  const rows = day.filter(isShown).map((reading) => {
    const choice = element("input", {
      type: "radio", name: "chart", value: reading.allergen, checked: reading.allergen === first,
      onchange: () => onChoose(reading.allergen).catch(() => {}),
    });
    return element("li", {}, element("label", { class: "value" }, choice,
      levelSwatch(reading.level, colours),
      element("span", { class: "value-name" }, capitalised(nameOf(reading.allergen))),
      element("span", { class: "value-level" }, levelName(reading.level)),
      element("span", { class: "value-number" }, quantity(reading.value, reading.unit))));
  });
  const bases = [...new Set(day.map((reading) => basisName(reading.basis)))].join(", ");
  return [
    element("h3", {}, longDate(date)),
    element("ul", { class: "values" }, rows),
    none.length > 0 ? element("p", { class: "hint" }, text("air.noneFound", { names: none.join(", ") })) : null,
    element("p", { class: "hint" }, capitalised(`${bases}.`)),
  ];
}

const sources = (station) =>
  station.attribution ? element("p", { class: "small" }, sourceName(station.attribution)) : null;
