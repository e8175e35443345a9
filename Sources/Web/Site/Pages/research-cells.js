// Where answers come from, on a map: a square for each cell with its number, and a hatched one where the number is hidden.

import { byId, element, escaped, shape } from "./dom.js";
import { plainMap } from "./plain-map.js";

/** Half of the side of a cell, in degrees. */
const half = 0.05;
/** The zoom from which on a cell has room for its number, and the nearest one that shows all cells. */
const [roomy, nearest] = [9, 10];
const hatch = "few-hatch";

/** The lines of hatched squares, which the map's drawing refers to. */
const pattern = () => shape("svg", { class: "hatch", width: 0, height: 0, "aria-hidden": "true" },
  shape("pattern", { id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    shape("line", { x1: 0, y1: 0, x2: 0, y2: 7 })));

const square = ({ latitude, longitude, people }, words) => L.rectangle([[latitude - half, longitude - half], [latitude + half, longitude + half]], {
  className: people === undefined ? "cell few" : "cell", weight: 1.5, ...people === undefined ? { fillColor: `url(#${hatch})`, fillOpacity: 1 } : {},
}).bindTooltip(escaped(words));

const label = ({ latitude, longitude }, words) => L.marker([latitude, longitude], {
  icon: L.divIcon({ className: "cell-count", html: element("span", {}, words).outerHTML, iconSize: [0, 0] }), interactive: false, keyboard: false,
});

export class CellMap {
  #map = null;
  #squares = null;
  #labels = null;
  #shown = [];

  /** Shows cells; `told` writes the number of one, and nothing is shown where there are none. */
  show(cells, told) {
    const isOn = cells.length > 0 && Boolean(globalThis.L);
    for (const id of ["cells-map", "cells-key"]) byId(id).hidden = !isOn;
    if (!isOn) return;
    this.#shown = cells.map((cell) => ({ cell, words: told(cell) }));
    this.#prepare();
    this.#map.invalidateSize();
    this.#squares.clearLayers();
    for (const { cell, words } of this.#shown) this.#squares.addLayer(square(cell, words));
    this.#map.fitBounds(this.#squares.getBounds(), { maxZoom: nearest, animate: false });
    this.#showLabels();
  }

  #prepare() {
    if (this.#map) return;
    byId("cells-map").before(pattern());
    this.#map = plainMap(byId("cells-map"));
    [this.#squares, this.#labels] = [L.featureGroup(), L.layerGroup()];
    for (const layer of [this.#squares, this.#labels]) layer.addTo(this.#map);
    this.#map.on("moveend", () => this.#showLabels());
  }

  /** Numbers stand only where there is room, and only in sight: there may be thousands of cells. */
  #showLabels() {
    this.#labels.clearLayers();
    if (this.#map.getZoom() < roomy) return;
    const sight = this.#map.getBounds();
    for (const { cell, words } of this.#shown) {
      if (sight.contains([cell.latitude, cell.longitude])) this.#labels.addLayer(label(cell, words));
    }
  }
}
