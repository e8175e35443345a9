// The hours of the forecast for tiles of the air: it knows the weather of the days around now, which the mean course of a day does not.

const hour = 3_600_000;
const dayLength = 24 * hour;
/** Values below this are rounded too much to tell how an hour differs from its day. */
const least = 1;

const dayStart = (time) => Math.floor(time / dayLength) * dayLength;

/**
 * How many hours before the current one `GET /v1/air/hours` has to begin, so that it has the day of a tile as the tile has it.
 *
 * From the first hour of today on, it has today as it is known and tomorrow as forecast, and of yesterday the first day likewise. It
 * goes back no further: null for other days.
 */
export function hoursAgoOf(tile, now) {
  const today = dayStart(now);
  const sinceMidnight = Math.floor((now - today) / hour);
  if (tile.start === today || tile.start === today + dayLength) return sinceMidnight;
  return tile.start === today - dayLength ? sinceMidnight + 24 : null;
}

/** The place that is asked for: the middle of a cell in the middle of a tile, the same for all ways in it. */
export function placeOf({ origin, step, columns, rows }) {
  const middle = (start, count) => start + (Math.floor(count / 2) + 0.5) * step;
  return { longitude: middle(origin.longitude, columns), latitude: middle(origin.latitude, rows) };
}

/** The mean of the day at that place; null if it is not known. */
const valueAtPlace = ({ values, columns, rows }) => values[Math.floor(rows / 2) * columns + Math.floor(columns / 2)] ?? null;

/**
 * A tile with the hours that the service tells at its place, `isForecast` then; the same tile where none is told with the weather of the
 * day. `told` are the hours of its allergen, each with the `time` at which it ends.
 */
export function withHours(tile, told) {
  const mean = valueAtPlace(tile);
  if (!tile.hours || mean === null || mean < least) return tile;
  const known = new Map(told.filter(({ knowsWeather }) => knowsWeather).map(({ time, value }) => [Date.parse(time), value / mean]));
  const factors = tile.hours.map((_, index) => known.get(tile.start + (index + 1) * hour));
  // Hours of two kinds would jump where they meet.
  return factors.every((factor) => factor !== undefined) ? { ...tile, hours: factors, isForecast: true } : tile;
}
