// What is in the air at a place: every allergen that is known there, the strongest first.

import * as api from "./api.js";
import { element, swatch } from "./dom.js";
import { levelColour } from "./legend.js";
import { badge, failure, indexBar, waiting } from "./sheet.js";
import { ageName, basisName, capitalised, distanceName, levelName, longDate, quantity } from "./words.js";

export function makeAirSheet(sheet, nameOf) {
  let request = new AbortController();

  async function open(position, date, colours) {
    request.abort();
    request = new AbortController();
    const head = element("p", { class: "hint" }, `${longDate(date)}, ${place(position)}`);
    sheet.open("In the air here", head, waiting());
    try {
      const known = (await api.air(position, date, request.signal)).filter((entry) => entry.level)
        .sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
      const present = known.filter((entry) => entry.level !== "none");
      const none = known.filter((entry) => entry.level === "none");
      sheet.update(head,
        known.length === 0 ? element("p", {}, "No data: no station near enough reports this day.") : null,
        present.length > 0
          ? element("ul", { class: "air" }, present.map((entry) => row(entry, nameOf(entry.allergen), colours))) : null,
        none.length > 0
          ? element("p", { class: "hint" }, `None found: ${none.map((entry) => nameOf(entry.allergen)).join(", ")}.`)
          : null,
        element("p", { class: "small" }, "Whatever is not listed is unknown here. Information, not medical advice."));
    } catch (error) {
      if (error.name !== "AbortError") sheet.update(head, failure(error));
    }
  }

  return { open, cancel: () => request.abort() };
}

function row(entry, name, colours) {
  const fill = levelColour(entry.level, colours);
  const origin = [
    entry.basis === "simulated" ? null : basisName(entry.basis),
    entry.station ? `${entry.station.name ?? entry.station.id}, ${distanceName(entry.station.distance)}` : null,
    ageName(entry.age),
  ].filter((part) => part).join(" · ");
  return element("li", {},
    element("div", { class: "value" },
      swatch(fill),
      element("span", { class: "value-name" }, capitalised(name)),
      element("strong", { class: "value-level" }, levelName(entry.level)),
      element("span", { class: "value-number" }, quantity(entry.value, entry.unit))),
    indexBar(entry.index ?? 0, fill),
    element("p", { class: "small" }, origin, " ", entry.basis === "simulated" ? badge("simulated") : null),
    tomorrow(entry.tomorrow));
}

const tomorrow = (forecast) =>
  forecast?.level ? element("p", { class: "small" }, `Next day: ${levelName(forecast.level)} (${basisName(forecast.basis)})`) : null;

function place({ lat, lng }) {
  return `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? "S" : "N"} ${Math.abs(lng).toFixed(2)}° ${lng < 0 ? "W" : "E"}`;
}
