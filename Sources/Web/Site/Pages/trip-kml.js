// KML 2.2 with Google's gx:Track, KML 2.3, and placemarks with a time (developers.google.com/kml/documentation/kmlreference).

import { Gathering, isOnEarth, numberOf, numberOrNull } from "./trip-gathering.js";
import { timeOf } from "./trip-times.js";

/** A place whose numbers are separated by a sign, or by blanks; what it `said` is kept only if that is none. */
function placeOf(text, separator, line) {
  const first = text.indexOf(separator);
  const second = text.indexOf(separator, first + 1);
  // Splitting takes longer, and hardly any file needs it.
  const isUsual = first > 0 && second > first + 1 && text.indexOf(separator, second + 1) < 0;
  const [longitude, latitude, altitude] = isUsual
    ? [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)] : text.split(/[\s,]+/);
  const place = { line, longitude: numberOf(longitude), latitude: numberOf(latitude), altitude: numberOrNull(altitude), said: undefined, time: null };
  if (!isOnEarth(place.longitude, place.latitude)) place.said = text;
  return place;
}

export class KmlTrack {
  format = "kml";
  #reader;
  #gathering = new Gathering();
  /** The times and coordinates of the track that is being read. */
  #track = null;
  #mark = null;

  constructor(reader) {
    this.#reader = reader;
  }

  open(name) {
    if (name === "Track") this.#track = { line: this.#reader.line, times: [], places: [], joined: 0 };
    else if (name === "Placemark") this.#mark = { times: [], places: [] };
  }

  close(name, text) {
    if (name === "Track") this.#closeTrack();
    else if (name === "Placemark") this.#closeMark();
    else if (this.#track) this.#note(name, text);
    else if (this.#mark && ["when", "begin", "end"].includes(name)) this.#mark.times.push(timeOf(text));
    else if (this.#mark && name === "coordinates") {
      for (const place of text.split(/\s+/)) if (place !== "") this.#mark.places.push(placeOf(place, ",", this.#reader.line));
    }
  }

  /** Joins the first time that has no place yet with the first place that has no time: both come in order, in any mixture. */
  #note(name, text) {
    const track = this.#track;
    if (name === "when") {
      track.times.push(timeOf(text));
    } else if (name === "coord") {
      track.places.push(placeOf(text, " ", this.#reader.line));
    } else {
      return;
    }
    for (; track.joined < Math.min(track.times.length, track.places.length); track.joined += 1) {
      this.#add(track.places[track.joined], track.times[track.joined]);
      // Of a day in seconds there are nearly a hundred thousand.
      track.places[track.joined] = null;
    }
  }

  #closeTrack() {
    const { line, times, places } = this.#track ?? { times: [], places: [] };
    this.#track = null;
    if (times.length !== places.length) this.#gathering.note("pairs", () => ({ line }), `${times.length} when, ${places.length} coord`);
  }

  /** A point at a time, or the ends of a line at the ends of a span. */
  #closeMark() {
    const { times, places } = this.#mark ?? { times: [], places: [] };
    this.#mark = null;
    if (times.length === 0 || places.length === 0) return;
    this.#add(places[0], times[0]);
    if (times.length > 1) this.#add(places.at(-1), times[1]);
  }

  /** An empty coordinate stands for a moment without a place. */
  #add(place, time) {
    const where = () => ({ line: place.line });
    if (place.said === "") {
      this.#gathering.note("placeless", where);
      return;
    }
    place.time = time;
    this.#gathering.add(place, where);
  }

  finish() {
    return this.#gathering;
  }
}
