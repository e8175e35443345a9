// Meridians and parallels with their degrees, so that the map is readable without a basemap.

import { element } from "./dom.js";
import { text } from "./language.js";

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

export function addGraticule(map, pane) {
  const lines = L.layerGroup().addTo(map);
  const renderer = L.svg({ pane, padding: 0.5 });

  function draw() {
    lines.clearLayers();
    const view = map.getBounds();
    const span = view.getEast() - view.getWest();
    const step = steps.findLast((candidate) => span / candidate <= map.getSize().x / 110) ?? steps[0];
    const [south, north] = [Math.max(view.getSouth(), -85), Math.min(view.getNorth(), 85)];

    const line = (from, to) => L.polyline([from, to], {
      renderer, pane, className: "graticule", weight: 1, interactive: false, noClip: true,
    }).addTo(lines);
    for (const longitude of multiples(step, view.getWest(), view.getEast())) {
      line([-85, longitude], [85, longitude]);
      label([north, longitude], degrees(wrapped(longitude), text("compass.east"), text("compass.west"), step), "above");
    }
    for (const latitude of multiples(step, south, north)) {
      line([latitude, view.getWest() - span], [latitude, view.getEast() + span]);
      label([latitude, view.getEast()], degrees(latitude, text("compass.north"), text("compass.south"), step), "beside");
    }
  }

  function label(position, words, side) {
    L.marker(position, {
      pane, interactive: false, keyboard: false,
      icon: L.divIcon({ html: element("span", {}, words), className: `degrees ${side}`, iconSize: null }),
    }).addTo(lines);
  }

  map.on("moveend", draw);
  draw();
}

function multiples(step, from, to) {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

const wrapped = (longitude) => ((longitude + 540) % 360 + 360) % 360 - 180;

function degrees(value, positive, negative, step) {
  const figure = Math.abs(value).toFixed(step < 1 ? 1 : 0);
  if (Number(figure) === 0) return "0°";
  return `${figure}° ${value > 0 ? positive : negative}`;
}
