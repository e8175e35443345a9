// The classes that sources state for whole regions, as a layer of areas that can be switched on.

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { levelName, quantity, scaleName, sourceName } from "./words.js";

/** The margin to load beyond the view, as a fraction of it, so that short moves need no request. */
const around = 0.4;

export function makeRegions(map, shows, onFailure) {
  const control = byId("regions");
  const areas = L.layerGroup().addTo(map);
  const renderer = L.svg({ pane: "regions", padding: 0.3 });
  let wanted = null;
  let loaded = null;
  let attribution = "";
  let request = new AbortController();

  control.addEventListener("change", () => load());
  map.on("moveend", () => { if (!loaded?.bounds.contains(visible(map))) load(); });

  /** Shows the data of another layer or date; `colours` maps each level to its colour. */
  function show(layer, date, colours) {
    const isOther = wanted?.date !== date;
    wanted = { layer, date, colours };
    if (isOther) forget();
    if (isOther || !loaded) load();
    else draw();
  }

  /** Clears the layer, because its data would appear under the wrong date. */
  function forget() {
    request.abort();
    loaded = null;
    draw();
  }

  async function load() {
    request.abort();
    request = new AbortController();
    loaded = null;
    if (!wanted || !control.checked) return draw();
    const bounds = visible(map, around);
    const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()].map((edge) => edge.toFixed(3));
    try {
      loaded = { bounds, features: await api.regions(box.join(","), wanted.date, request.signal) };
      draw();
    } catch (error) {
      if (error.name === "AbortError") return;
      draw();
      onFailure(error);
    }
  }

  function draw() {
    areas.clearLayers();
    const found = loaded ? places(loaded.features, wanted.layer, shows) : [];
    for (const place of found) area(place).addTo(areas);
    tell(found.filter(({ strongest }) => strongest));
  }

  function area({ geometry, members, strongest }) {
    const words = members.map(({ name, value }) => `${name}: ${value ? said(value) : levelName(null)}`);
    const lines = words.map((line) => element("span", { class: "tooltip-line" }, line));
    return L.geoJSON(geometry, {
      pane: "regions", renderer,
      style: {
        className: strongest ? "region" : "region without", weight: 1.5,
        fillColor: strongest ? levelColour(strongest.level, wanted.colours) : undefined,
      },
    }).bindTooltip(element("span", {}, lines), { sticky: true });
  }

  /** Names the scales and sources of the visible data, beside the switch and in the map's corner. */
  function tell(found) {
    map.attributionControl.removeAttribution(attribution);
    const values = found.flatMap(({ members }) => members.filter(({ value }) => value));
    const scales = [...new Set(values.map(({ value }) => scaleName(value.scale)))].filter(Boolean);
    const sources = [...new Set(values.map((member) => member.attribution))].filter(Boolean);
    const parts = [text("regions.count", { count: values.length }), text("regions.scale", { scale: scales.join("; ") }),
      sources.length > 0 ? sourceName(...sources) : null];
    byId("regions-about").hidden = !loaded;
    byId("regions-about").textContent = values.length === 0 ? text("regions.none") : parts.filter(Boolean).join(" ");
    attribution = element("span", {}, sources.join(" · ")).innerHTML;
    if (attribution) map.attributionControl.addAttribution(attribution);
  }

  return { show, forget };
}

/** The view with a margin, limited to one copy of the world. */
function visible(map, margin = 0) {
  const view = map.getBounds().pad(margin);
  if (view.getEast() - view.getWest() >= 360) return L.latLngBounds([-90, -180], [90, 180]);
  const shift = Math.round(view.getCenter().lng / 360) * 360;
  const clamp = (value, limit) => Math.min(Math.max(value, -limit), limit);
  const corner = (latitude, longitude) => [clamp(latitude, 90), clamp(longitude - shift, 180)];
  return L.latLngBounds(
    corner(view.getSouth(), view.getWest()), corner(view.getNorth(), view.getEast()));
}

/** The areas with their strongest value: several regions may share the outline of a larger area. */
function places(features, layer, shows) {
  const found = new Map();
  for (const { geometry, properties } of features) {
    if (!geometry) continue;
    const outline = JSON.stringify(geometry.coordinates);
    if (!found.has(outline)) found.set(outline, { geometry, members: [], strongest: null });
    const place = found.get(outline);
    const values = [...properties.classes ?? [], ...properties.concentrations ?? []];
    const value = strongest(values.filter((about) => shows(layer, about)));
    place.members.push({ name: properties.name, attribution: properties.attribution, value });
    place.strongest = strongest([place.strongest, value]);
  }
  return [...found.values()];
}

const strongest = (values) =>
  values.filter((value) => value?.level).reduce((best, value) => (best && best.index >= value.index ? best : value), null);

const said = (value) =>
  (value.code === undefined ? `${levelName(value.level)} (${quantity(value.value, value.unit)})`
    : `${levelName(value.level)} (${text("regions.class", { code: value.code })})`);
