// Stations and airports, found by position; the same as `TravelStop.swift`, which explains it.

import { cosine, distanceBetween, metresPerDegree, radians } from "./trip-distance.js";

/** Degrees that are searched besides, so that rounding loses no stop at the edge. */
const slack = 1e-9;
/** The height of a row in degrees. */
const rowHeight = 0.05;

export class TravelStops {
  #sorted;

  /** Keeps stops with their kind, longitude and latitude, in any order. */
  constructor(stops) {
    const of = (kind) => stops.filter((stop) => stop.kind === kind).sort((one, other) => rowOf(one) - rowOf(other) || one.longitude - other.longitude);
    this.#sorted = { airport: of("airport"), station: of("station") };
  }

  /** The nearest stop of a kind within some metres, or null; of equally near ones the southernmost, then westernmost. */
  nearest(kind, position, radius) {
    const reach = radius / metresPerDegree + slack;
    let [found, least] = [null, radius];
    for (const stop of around(this.#sorted[kind], position, reach)) {
      const distance = distanceBetween(position, stop);
      if (distance > least || (distance === least && found && isBefore(found, stop))) continue;
      [found, least] = [stop, distance];
    }
    return found;
  }
}

/** The stops in reach of a position in degrees, and a few more. */
function* around(stops, position, reach) {
  const windows = windowsAround(position, reach);
  for (let row = rowAt(position.latitude - reach); row <= rowAt(position.latitude + reach); row += 1) {
    for (const [west, east] of windows) {
      for (let index = first(stops, row, west); index < stops.length; index += 1) {
        if (rowOf(stops[index]) !== row || stops[index].longitude > east) break;
        yield stops[index];
      }
    }
  }
}

const rowAt = (latitude) => Math.floor(latitude / rowHeight);
const rowOf = ({ latitude }) => rowAt(latitude);

/** The longitudes, or a few more, within which every stop in reach is; near a pole all of them. */
function windowsAround({ longitude, latitude }, reach) {
  const farthest = Math.abs(latitude) + reach;
  const breadth = farthest < 89 ? (1.1 * reach) / cosine(radians(farthest)) : 180;
  if (breadth >= 180) return [[-180, 180]];
  const [west, east] = [longitude - breadth, longitude + breadth];
  if (west < -180) return [[-180, east], [west + 360, 180]];
  return east > 180 ? [[west, 180], [-180, east - 360]] : [[west, east]];
}

/** Whether a stop is south of another, or west of it on the same latitude. */
const isBefore = (one, other) => one.latitude < other.latitude || (one.latitude === other.latitude && one.longitude < other.longitude);

/** The index of the first stop of a row, or of those to its north, that is not west of a longitude. */
function first(stops, row, longitude) {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const own = rowOf(stops[middle]);
    if (own < row || (own === row && stops[middle].longitude < longitude)) low = middle + 1;
    else high = middle;
  }
  return low;
}
