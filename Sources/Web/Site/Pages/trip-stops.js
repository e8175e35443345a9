// Stations and airports, found by position; the same as `TravelStop.swift`.

import { cosine, distanceBetween, metresPerDegree, radians, turnBetween } from "./trip-distance.js";

/** Degrees that are searched besides, so that rounding loses no stop at the edge. */
const slack = 1e-9;

export class TravelStops {
  #sorted;

  /** Keeps stops with their kind, longitude and latitude, in any order. */
  constructor(stops) {
    const of = (kind) => stops.filter((stop) => stop.kind === kind).sort((one, other) => one.latitude - other.latitude || one.longitude - other.longitude);
    this.#sorted = { airport: of("airport"), station: of("station") };
  }

  /** The nearest stop of a kind within some metres, or null; of equally near ones the southernmost, then westernmost. */
  nearest(kind, position, radius) {
    const stops = this.#sorted[kind];
    const reach = radius / metresPerDegree + slack;
    const breadth = breadthOf(reach, position.latitude);
    let [found, least] = [null, radius];
    for (let index = first(stops, position.latitude - reach); index < stops.length; index += 1) {
      const stop = stops[index];
      if (stop.latitude > position.latitude + reach) break;
      if (Math.abs(turnBetween(position, stop)) > breadth) continue;
      const distance = distanceBetween(position, stop);
      if (found === null ? distance <= least : distance < least) [found, least] = [stop, distance];
    }
    return found;
  }
}

/** Degrees of longitude, or a few more, within which every stop in reach is; near a pole all of them. */
function breadthOf(reach, latitude) {
  const farthest = Math.abs(latitude) + reach;
  return farthest < 89 ? (1.1 * reach) / cosine(radians(farthest)) : 180;
}

/** The index of the first stop that is not south of a latitude. */
function first(stops, latitude) {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle].latitude < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}
