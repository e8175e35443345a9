// One station's values: the chosen day between its neighbours, and a chart of the days around it.

import * as api from "./api.js";
import { adding } from "./calendar.js";
import { chart } from "./chart.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { badge, failure, waiting } from "./sheet.js";
import { daysTable } from "./station-days.js";
import { capitalised, quantity, sourceName } from "./words.js";

/** How many days the chart shows before and after the chosen one. */
const around = 30;
/** A place this close to a station, in metres, uses the station's own values. */
const atStation = 100;

/** @param {{today: string, mine: object, nameOf: (key: string) => string}} about */
export function makeStationSheet(sheet, { today, mine, nameOf }) {
  let request = new AbortController();

  async function open(feature, date, colours) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const station = feature.properties;
    const head = about(station);
    sheet.open(station.name, head, waiting());
    try {
      const days = await stationDays(feature, date, signal);
      const holder = element("div", { class: "chart-holder" });
      const table = daysTable(days, { date, today, mine, nameOf, colours, shown: station.reading?.allergen, onChoose: draw });
      sheet.update(head, notes(days.notes, date), table.node, holder, sources(station), more(station));
      if (table.first) await draw(table.first);

      async function draw(allergen) {
        const [from, to] = [adding(date, -around), adding(date, around)];
        const readings = await api.readings(station.id, from, to, allergen, signal);
        const name = capitalised(nameOf(allergen));
        holder.replaceChildren(
          element("h3", {}, text("station.around", { name, days: around })),
          chart(name, readings, { from, to, selected: date, colours }));
      }
    } catch (error) {
      if (error.name !== "AbortError") {
        sheet.update(head, failure(error, () => open(feature, date, colours)), sources(station));
      }
    }
  }

  /** The values of three days. Tomorrow's forecast only has an index for the station's place. */
  async function stationDays(feature, date, signal) {
    const [longitude, latitude] = feature.geometry.coordinates;
    const tomorrow = adding(today, 1);
    const sees = date === today || date === tomorrow;
    const [answer, air] = await Promise.all([
      api.stationDays(feature.properties.id, adding(date, -1), adding(date, 1), signal),
      sees ? api.air({ lng: longitude, lat: latitude }, today, signal).catch(() => null) : null,
    ]);
    const expected = (air?.allergens ?? [])
      .filter((entry) => entry.tomorrow && entry.station?.id === feature.properties.id && entry.station.distance <= atStation)
      .map(({ allergen, unit, tomorrow: value }) => ({ allergen, unit, day: tomorrow, ...value }));
    const stated = answer.forecasts.map((forecast) => ({ ...forecast, day: forecast.valid }));
    // The first match wins: a reading, then values with an index, then those without.
    return { values: [...answer.readings, ...expected, ...stated], notes: answer.notes };
  }

  return { open, cancel: () => request.abort() };
}

function about(station) {
  const altitude = typeof station.altitude === "number" ? text("altitude", { altitude: quantity(station.altitude, "m") }) : null;
  return element("p", { class: "hint" }, text("station.station"), altitude ? `, ${altitude} ` : " ",
    station.simulated ? badge(text("badge.simulated")) : null);
}

const notes = (all, date) => all.filter((note) => note.day === date).map((note) => element("figure", { class: "station-note" },
  element("figcaption", { class: "small" }, text("station.note")),
  element("blockquote", { class: "comment" }, note.text)));

const more = ({ id }) => element("p", {},
  element("a", { class: "quiet as-button", href: `/station/${encodeURIComponent(id)}` }, text("place.moreStation")));

const sources = (station) =>
  station.attribution ? element("p", { class: "small" }, sourceName(station.attribution)) : null;
