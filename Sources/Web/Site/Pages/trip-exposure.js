// How much pollen of a kind was in the air along a way; the same as `TripExposure.swift` and `HourlyGrid.swift`, which explain it.

const hour = 3_600_000;
const outdoors = new Set(["onFoot", "bicycle"]);

/** Whether the air was not known for at most a tenth of the time for which it was: else it may have been high meanwhile. */
export const isMostlyKnown = (known, unknown) => known > 0 && unknown <= known / 10;

/**
 * The exposure during each activity: grain hours per cubic metre at least and at most, and the milliseconds for which the air
 * is known and not known. `concentration` tells grains per cubic metre at a position and a time; null if nobody knows.
 */
export function exposuresDuring(activities, fixes, { patience, highestAltitude }, concentration) {
  let index = 0;
  return activities.map(({ mode, start, end }) => {
    const exposure = { lowest: 0, highest: 0, known: 0, unknown: 0 };
    while (index < fixes.length && fixes[index].time < start) index += 1;
    let [before, value] = [null, null];
    for (; index < fixes.length && fixes[index].time <= end; index += 1) {
      const fix = fixes[index];
      const isHigh = fix.altitude != null && fix.altitude > highestAltitude;
      const next = mode === "plane" || isHigh ? null : concentration(fix, fix.time);
      if (before !== null) add(exposure, fix.time - before <= patience ? value : null, next, fix.time - before, mode);
      [before, value] = [fix.time, next];
    }
    index = Math.max(0, index - 1);
    exposure.unknown = end - start - exposure.known;
    return exposure;
  });
}

function add(exposure, first, second, milliseconds, mode) {
  if (milliseconds <= 0 || first === null || second === null) return;
  const outside = ((first + second) / 2) * (milliseconds / hour);
  exposure.highest += outside;
  if (outdoors.has(mode)) exposure.lowest += outside;
  exposure.known += milliseconds;
}

/**
 * For each unit in which the air of a way is known for several kinds of pollen or pollutants, what all of these were together;
 * `all` have a `unit` and a `sum`. The time for which the air is not known is that of the one that is known least.
 */
export function mixesOf(all) {
  return [...new Set(all.map(({ unit }) => unit))].flatMap((unit) => {
    const sums = all.filter((each) => each.unit === unit).map(({ sum }) => sum);
    const told = sums.filter(({ known }) => known > 0);
    if (told.length < 2) return [];
    const total = (part) => told.reduce((count, sum) => count + sum[part], 0);
    const most = (part) => Math.max(...sums.map((sum) => sum[part]));
    return [{ unit, sum: { lowest: total("lowest"), highest: total("highest"), known: most("known"), unknown: most("unknown") } }];
  });
}

/** What a grid of hours, rows from the south and columns from the west tells at a position and a time; null if nothing. */
export function valueIn({ origin, step, columns, rows, start, values }, position, time) {
  const east = position.longitude - origin.longitude;
  const column = Math.floor((east < 0 ? east + 360 : east) / step);
  const row = Math.floor((position.latitude - origin.latitude) / step);
  const index = (Math.floor((time - start) / hour) * rows + row) * columns + column;
  if (column >= columns || row < 0 || row >= rows || time < start || index >= values.length) return null;
  return values[index];
}
