// The list of stations, nearest first if the reader's place is known.

import { byId, element } from "./dom.js";
import { locale, text } from "./language.js";
import { locate } from "./position.js";
import { distance, rememberedPlace } from "./today-household.js";
import { distanceName, mediumDate, sourceName } from "./words.js";

/** Stations shown at first, and added at each press. */
const portion = 20;

const alphabet = new Intl.Collator(locale);

/** @param {object[]} features GeoJSON features, each with its latest reading. */
export function showStations(features) {
  const stations = features.map(({ geometry, properties }) => ({
    ...properties, lat: geometry.coordinates[1], lng: geometry.coordinates[0],
  }));
  let [place, shown] = [rememberedPlace(), portion];
  const far = (station) => distance(place, station);

  function show() {
    const wish = byId("filter").value.trim().toLocaleLowerCase(locale);
    const found = stations.filter(({ name }) => name.toLocaleLowerCase(locale).includes(wish))
      .sort((a, b) => (place ? far(a) - far(b) : alphabet.compare(a.name, b.name)));
    byId("rows").replaceChildren(...found.slice(0, shown).map((station) => row(station, place ? far(station) : null)));
    byId("more").hidden = found.length <= shown;
    byId("list-status").textContent = text(place ? "about.list.byDistance" : "about.list.byName", { count: found.length });
  }

  byId("count").textContent = text("about.count", { count: stations.length });
  byId("filter").oninput = () => { shown = portion; show(); };
  byId("more").onclick = () => {
    const first = shown;
    shown += portion;
    show();
    byId("rows").children[first]?.focus();
  };
  byId("near").onclick = () => locate().then((here) => { place = here; show(); })
    .catch(() => { byId("list-status").textContent = text("position.none"); });
  show();
}

function row({ name, attribution, reading, altitude, simulated }, metres) {
  const facts = [
    metres === null ? null : distanceName(metres),
    altitude === undefined ? null : text("altitude", { altitude: `${Math.round(altitude).toLocaleString(locale)} m` }),
    reading ? text("about.list.latest", { day: mediumDate(reading.day) }) : text("about.list.silent"),
  ];
  return element("li", { tabindex: "-1" }, element("span", { class: "what" },
    element("span", {}, element("b", {}, name), simulated ? element("span", { class: "badge" }, text("badge.simulated")) : null),
    element("span", { class: "small" }, facts.filter(Boolean).join(" · ")),
    attribution && !simulated ? element("span", { class: "small" }, sourceName(attribution)) : null));
}
