// A station on the map: a circle in the colour of its level, with the level's digit in it.

import { shape } from "./dom.js";

/** The radius of a station with a value, in pixels. */
export const radius = 8;

const Mark = L.CircleMarker.extend({
  onAdd(map) {
    L.CircleMarker.prototype.onAdd.call(this, map);
    const { figure, ink } = this.options;
    if (!figure) return;
    this._figure = shape("text", { class: "station-figure", fill: ink, "aria-hidden": "true" }, figure);
    this._path.after(this._figure);
    this._placeFigure();
  },
  onRemove(map) {
    this._figure?.remove();
    L.CircleMarker.prototype.onRemove.call(this, map);
  },
  _updatePath() {
    L.CircleMarker.prototype._updatePath.call(this);
    this._placeFigure();
  },
  _placeFigure() {
    this._figure?.setAttribute("x", this._point.x);
    this._figure?.setAttribute("y", this._point.y);
  },
});

/**
 * @param {{figure: string, ink: string}} options Added to Leaflet's circle options; without a figure it is a
 * plain circle.
 */
export const stationMark = (position, options) => new Mark(position, options);
