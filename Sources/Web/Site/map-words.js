// What the map shows, in words: for whoever does not see it, and for whoever wants to know exactly.

import { byId, element } from "./dom.js";
import { levelSwatch } from "./legend.js";
import { locale, text } from "./language.js";
import { distanceName, levelName, levels, longDate, number, placeName, quantity } from "./words.js";

/** So many stations are named, those nearest to the middle. */
const most = 8;
/** The map must rest for so long before it is told anew, in milliseconds: who moves it is not talked to all the while. */
const rest = 700;
/** Below this zoom the map is wider than what has a width in kilometres. */
const widthFrom = 4;

const sequence = new Intl.ListFormat(locale, { type: "conjunction" });

/**
 * Makes the part of the panel that tells, and the ways to it.
 *
 * @param {object} map That of `makeMap`.
 * @param {() => {title: string, date: string, colours: Map, alerts: number}} shown What is on it.
 * @param {{onOpen: (feature: object) => void, onWay: () => void}} acts `onWay` makes room for the part on telephones.
 */
export function makeMapWords(map, shown, { onOpen, onWay }) {
  const part = byId("words");
  let timer = 0;

  function tell() {
    if (!part.open) return;
    const features = map.stationsInView();
    const { lat, lng } = map.place().centre;
    const { title, date, colours, alerts } = shown();
    say([
      text("words.view", { title, day: longDate(date), place: placeName(lat, lng, 1) }), width(map.leaflet),
      stations(features), text("words.alerts", { count: alerts }),
    ].filter(Boolean).join(" "));
    const near = features.map((feature) => ({ feature, distance: map.leaflet.distance([lat, lng], positionOf(feature)) }))
      .sort((a, b) => a.distance - b.distance).slice(0, most);
    byId("words-nearest").hidden = near.length === 0;
    byId("words-list").replaceChildren(...near.map(({ feature, distance }) => row(feature, distance, colours)));
  }

  function row(feature, distance, colours) {
    const { name, reading } = feature.properties;
    return element("li", {}, element("button", { class: "value", type: "button", onclick: () => onOpen(feature) },
      levelSwatch(reading?.level, colours),
      element("span", { class: "value-name" }, name, element("span", { class: "small beneath" }, distanceName(distance))),
      element("span", { class: "value-level" }, levelName(reading?.level)),
      element("span", { class: "value-number" }, reading ? quantity(reading.value, reading.unit) : "")));
  }

  part.addEventListener("toggle", tell);
  byId("to-map").addEventListener("click", (event) => { event.preventDefault(); byId("map").focus(); });
  byId("to-words").addEventListener("click", (event) => {
    event.preventDefault();
    onWay();
    part.open = true;
    part.querySelector("summary").focus();
  });
  return { show() { clearTimeout(timer); timer = setTimeout(tell, rest); } };
}

/** What is said again would be heard again. */
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

/** How many stations there are of each level, the highest first. */
function stations(features) {
  if (features.length === 0) return text("words.empty");
  const counts = [...levels].reverse().concat(undefined).map((level) =>
    [level, features.filter(({ properties: { reading } }) => reading?.level === level).length]);
  const words = counts.filter(([, count]) => count > 0).map(([level, count]) => `${number(count)} ${levelName(level)}`);
  return text("words.stations", { count: features.length, levels: sequence.format(words) });
}
