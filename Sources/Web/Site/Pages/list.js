// The stations in view as a list: access without a pointer.

import { byId, element } from "./dom.js";
import { levelSwatch } from "./legend.js";
import { levelName, quantity } from "./words.js";

/** Nobody would read a longer list; the map has all stations. */
const longest = 40;

export function listStations(features, colours, onOpen) {
  byId("station-count").textContent = features.length;
  if (!byId("stations").open) return;
  byId("station-list").replaceChildren(...features.slice(0, longest).map((feature) => {
    const { name, reading } = feature.properties;
    return element("li", {}, element("button", { class: "value", type: "button", onclick: () => onOpen(feature) },
      levelSwatch(reading?.level, colours),
      element("span", { class: "value-name" }, name),
      element("span", { class: "value-level" }, levelName(reading?.level)),
      element("span", { class: "value-number" }, reading ? quantity(reading.value, reading.unit) : "")));
  }));
}
