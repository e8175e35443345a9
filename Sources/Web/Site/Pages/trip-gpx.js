// GPX 1.0 and 1.1 (topografix.com/GPX/1/1), with the accuracy that Apple Health and others write as an extension.

import { Gathering, numberOf, numberOrNull } from "./trip-gathering.js";
import { timeOf } from "./trip-times.js";
import { attributeOf } from "./trip-xml.js";

/** Points of tracks, and what a file without any may have instead, if it has times. */
const kinds = ["trkpt", "rtept", "wpt"];
const accuracies = new Set(["hacc", "accuracy", "horizontalaccuracy"]);

export class GpxTrack {
  format = "gpx";
  #reader;
  #gatherings = Object.fromEntries(kinds.map((kind) => [kind, new Gathering()]));
  #point = null;

  constructor(reader) {
    this.#reader = reader;
  }

  open(name, tag) {
    if (!kinds.includes(name)) return;
    this.#point = {
      line: this.#reader.line, latitude: numberOf(attributeOf(tag, "lat")), longitude: numberOf(attributeOf(tag, "lon")), said: tag,
      time: timeOf(), altitude: null, accuracy: null,
    };
  }

  close(name, text) {
    const point = this.#point;
    if (!point) return;
    if (name === "time") point.time = timeOf(text);
    else if (name === "ele") point.altitude = numberOrNull(text);
    else if (accuracies.has(name.toLowerCase())) point.accuracy = numberOrNull(text);
    else if (kinds.includes(name)) {
      this.#gatherings[name].add(point, () => ({ line: point.line }));
      this.#point = null;
    }
  }

  finish() {
    return kinds.map((kind) => this.#gatherings[kind]).find(({ fixes }) => fixes.length > 0) ?? this.#gatherings.trkpt;
  }
}
