// Garmin's Training Center Database, version 2 (TrainingCenterDatabasev2.xsd).

import { Gathering, numberOf, numberOrNull } from "./trip-gathering.js";
import { timeOf } from "./trip-times.js";

export class TcxTrack {
  format = "tcx";
  #reader;
  #gathering = new Gathering();
  #point = null;

  constructor(reader) {
    this.#reader = reader;
  }

  open(name) {
    if (name === "Trackpoint") this.#point = { line: this.#reader.line, latitude: NaN, longitude: NaN, said: "", hasPlace: false, time: timeOf(), altitude: null };
  }

  close(name, text) {
    const point = this.#point;
    if (!point) return;
    if (name === "Time") point.time = timeOf(text);
    else if (name === "LatitudeDegrees") this.#place("latitude", text);
    else if (name === "LongitudeDegrees") this.#place("longitude", text);
    else if (name === "AltitudeMeters") point.altitude = numberOrNull(text);
    else if (name === "Trackpoint") {
      const where = () => ({ line: point.line });
      // A watch also writes down heart rates when it knows no place.
      if (point.hasPlace) this.#gathering.add(point, where);
      else this.#gathering.note("placeless", where);
      this.#point = null;
    }
  }

  #place(name, text) {
    this.#point[name] = numberOf(text);
    this.#point.said = `${this.#point.said} ${text}`.trim();
    this.#point.hasPlace = true;
  }

  finish() {
    return this.#gathering;
  }
}
