// Where phones send what they record: OwnTracks (owntracks.org/booklet/tech/json), and GeoJSON as Overland writes it
// (github.com/aaronpk/Overland-iOS), with points, or with lines whose properties have a time for each coordinate.

import { isOnEarth, numberOf, numberOrNull } from "./trip-gathering.js";
import { momentOf, timeOf } from "./trip-times.js";

/** A time in ISO 8601, or a count of seconds or of milliseconds since 1970. */
function timeOrCount(value) {
  const count = numberOf(value);
  if (!Number.isFinite(count)) return timeOf(value);
  // In the year 2026 the seconds have ten digits, and the milliseconds thirteen.
  return momentOf(count < 1e11 ? count * 1_000 : count);
}

/** The fix of a message of OwnTracks. */
export function ownTracksFix({ lat, lon, tst, alt, acc }) {
  return { latitude: numberOf(lat), longitude: numberOf(lon), time: timeOrCount(tst), altitude: numberOrNull(alt), accuracy: numberOrNull(acc), said: `${lat}, ${lon}` };
}

function fixOf(coordinates, time, properties = {}) {
  // Old versions of Overland wrote an object with names.
  const [east, north, altitude] = Array.isArray(coordinates) ? coordinates : [coordinates?.longitude, coordinates?.latitude];
  const [longitude, latitude] = [numberOf(east), numberOf(north)];
  return {
    longitude, latitude, time: timeOrCount(time), said: isOnEarth(longitude, latitude) ? undefined : JSON.stringify(coordinates),
    altitude: numberOrNull(properties.altitude ?? altitude), accuracy: numberOrNull(properties.horizontal_accuracy ?? properties.accuracy),
  };
}

function* ofFeature({ geometry, properties: own }) {
  const properties = own ?? {};
  if (geometry?.type === "Point") {
    yield fixOf(geometry.coordinates, properties.timestamp ?? properties.time ?? properties.when, properties);
    return;
  }
  const times = properties.coordinateProperties?.times ?? properties.coordTimes ?? properties.times;
  if (!times || !/LineString$/.test(geometry?.type ?? "")) return;
  const isMany = geometry.type === "MultiLineString";
  const lines = isMany ? geometry.coordinates : [geometry.coordinates];
  for (const [index, line] of lines.entries()) {
    const moments = isMany ? times[index] ?? [] : times;
    for (const [place, coordinates] of line.entries()) yield fixOf(coordinates, moments[place]);
  }
}

/** The fixes of a feature: of a point, or of a line with times. */
export const featureFixes = (feature) => ofFeature(feature);
