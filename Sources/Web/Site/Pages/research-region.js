// The region of a study: the edges of a box in degrees, with its frame on a map whose view can become the box.

import { byId } from "./dom.js";
import { plainMap } from "./plain-map.js";

/** The edges of the box, in the order in which they are written. */
export const edges = ["west", "south", "east", "north"];

/** The nearest zoom at which a frame is shown, and the pixels around it. */
const [nearest, margin] = [11, [24, 24]];

const fieldOf = (edge) => byId(`region-${edge}`);
/** A longitude from −180 to 180 degrees, wherever around the world the map was moved. */
const wrapped = (longitude) => ((longitude + 540) % 360 + 360) % 360 - 180;
const shortened = (degrees) => Number(degrees.toFixed(2));

/** The box that is written; `null` as long as an edge is missing. */
function writtenBox() {
  const fields = edges.map(fieldOf);
  if (fields.some(({ value, validity }) => value === "" || !validity.valid)) return null;
  const [west, south, east, north] = fields.map(({ value }) => Number(value));
  return [[south, west], [north, east < west ? east + 360 : east]];
}

export class RegionMap {
  #map = null;
  #frame = null;

  constructor() {
    const part = byId("region-map-part");
    part.hidden = !globalThis.L;
    part.addEventListener("toggle", () => this.show());
    for (const edge of edges) fieldOf(edge).addEventListener("input", () => this.show());
    byId("region-take").addEventListener("click", () => this.#take());
  }

  /** Shows the frame of the box that is written, if the map is open. */
  show() {
    if (!byId("region-map-part").open) return;
    this.#map ??= plainMap(byId("region-map"));
    this.#map.invalidateSize();
    this.#frame?.remove();
    const box = writtenBox();
    this.#frame = box && L.rectangle(box, { className: "region-frame", weight: 2, fill: false, interactive: false }).addTo(this.#map);
    if (box) this.#map.fitBounds(box, { maxZoom: nearest, padding: margin, animate: false });
  }

  /** Writes what the map shows as the box. */
  #take() {
    const sight = this.#map.getBounds();
    const isWhole = sight.getEast() - sight.getWest() >= 360;
    const [west, east] = isWhole ? [-180, 180] : [wrapped(sight.getWest()), wrapped(sight.getEast())];
    const found = { west, south: Math.max(-90, sight.getSouth()), east, north: Math.min(90, sight.getNorth()) };
    for (const edge of edges) fieldOf(edge).value = shortened(found[edge]);
    // As if it had been typed: the form notes that it has changed, and the frame follows.
    fieldOf("west").dispatchEvent(new Event("input", { bubbles: true }));
  }
}
