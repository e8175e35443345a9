// Describes the map in words: the day and view, the number of stations by level, and the nearest stations.

import { byId, element } from "./dom.js";
import { levelSwatch } from "./legend.js";
import { locale, text } from "./language.js";
import { distanceName, levelName, levels, longDate, number, placeName, quantity } from "./words.js";

/** The number of stations listed, nearest to the centre first. */
const most = 8;
/** Below this zoom, the map is too wide for a width in kilometres. */
const widthFrom = 4;

const sequence = new Intl.ListFormat(locale, { type: "conjunction" });

/** `shown` is the content of the map; `onOpen` receives the chosen station. */
export function tellMap(map, { title, date, colours, alerts }, onOpen) {
  const features = map.stationsInView();
  const { lat, lng } = map.place().centre;
  say([
    text("words.view", { title, day: longDate(date), place: placeName(lat, lng, 1) }), width(map.leaflet),
    stations(features), text("words.alerts", { count: alerts }),
  ].filter(Boolean).join(" "));
  const near = features.map((feature) => ({ feature, distance: map.leaflet.distance([lat, lng], positionOf(feature)) }))
    .sort((a, b) => a.distance - b.distance).slice(0, most);
  byId("words-nearest").hidden = near.length === 0;
  byId("words-list").replaceChildren(...near.map(({ feature, distance }) => row(feature, distance, colours, onOpen)));
}

function row(feature, distance, colours, onOpen) {
  const { name, reading } = feature.properties;
  return element("li", {}, element("button", { class: "value", type: "button", onclick: () => onOpen(feature) },
    levelSwatch(reading?.level, colours),
    element("span", { class: "value-name" }, name, element("span", { class: "small beneath" }, distanceName(distance))),
    element("span", { class: "value-level" }, levelName(reading?.level)),
    element("span", { class: "value-number" }, reading ? quantity(reading.value, reading.unit) : "")));
}

/** Setting the same text again would make screen readers repeat it. */
function say(words) {
  if (byId("words-about").textContent !== words) byId("words-about").textContent = words;
}

const positionOf = ({ geometry: { coordinates: [longitude, latitude] } }) => [latitude, longitude];

function width(leaflet) {
  if (leaflet.getZoom() < widthFrom) return null;
  const { x, y } = leaflet.getSize();
  const [west, east] = [0, x].map((side) => leaflet.containerPointToLatLng([side, y / 2]));
  return text("words.width", { width: number(leaflet.distance(west, east) / 1000) });
}

/** The number of stations at each level, highest first. */
function stations(features) {
  if (features.length === 0) return text("words.empty");
  const counts = [...levels].reverse().concat(undefined).map((level) =>
    [level, features.filter(({ properties: { reading } }) => reading?.level === level).length]);
  const words = counts.filter(([, count]) => count > 0).map(([level, count]) => `${number(count)} ${levelName(level)}`);
  return text("words.stations", { count: features.length, levels: sequence.format(words) });
}
