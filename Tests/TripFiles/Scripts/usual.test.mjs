// A day beside one's own usual days: the middle values of the four weeks before.

import assert from "node:assert/strict";
import { test } from "node:test";

import { besideUsual, leastDays, medianOf, reach } from "./site/trip-usual.js";

process.env.TZ = "Europe/Zurich";
const day = "2026-05-29";

/** A trip of half an hour: `birch` is what was outside, null if nobody knows. */
const trip = (date, { hour = 8, mode = "car", distance = 1_000, grams = 100, birch = 10, unknown = 0, count = 1 } = {}) => ({
  start: `${date}T${String(hour).padStart(2, "0")}:00:00Z`, end: `${date}T${String(hour).padStart(2, "0")}:30:00Z`, mode, distance, minutes: 30, count,
  carbon: grams === null ? null : { grams, country: "GB", year: 2_019 },
  exposures: [{ allergen: "birch", lowest: 0, highest: birch ?? 0, knownMinutes: birch === null ? 0 : 30 - unknown, unknownMinutes: birch === null ? 30 : unknown }],
});
const dates = (count) => Array.from({ length: count }, (_, index) => `2026-05-${String(28 - index).padStart(2, "0")}`);
const rowsOf = (ways, trips) => Object.fromEntries(besideUsual(ways, day, trips, ["birch"]).rows.map(({ key, ...rest }) => [key, rest]));

test("the middle value is that of the middle, or between the two of the middle, and does not follow one great one", () => {
  assert.deepEqual([[3], [3, 1], [9, 1, 2], [1, 2, 3, 1_000]].map(medianOf), [3, 2, 2, 2.5]);
  const numbers = [10, 9, 100];
  medianOf(numbers);
  assert.deepEqual(numbers, [10, 9, 100]);
});

test("trips of a day are taken together, and compared with the middle of the days before", () => {
  const trips = dates(5).flatMap((date, index) => [trip(date, { birch: index, distance: 500 }), trip(date, { hour: 17, birch: index, grams: index * 100 })]);
  const rows = rowsOf([trip(day, { birch: 7 }), trip(day, { hour: 9, birch: 1 })], trips);
  assert.deepEqual(rows, {
    distance: { now: 2_000, usual: 1_500, count: 5 }, carbon: { now: 200, usual: 300, count: 5 }, birch: { now: 8, usual: 4, count: 5 },
  });
});

test("fewer days than enough are counted, and nothing is said to be usual", () => {
  const few = besideUsual([trip(day)], day, dates(leastDays - 1).map((date) => trip(date)), ["birch"]);
  assert.deepEqual(few, { days: leastDays - 1, rows: [] });
  assert.deepEqual(besideUsual([trip(day)], day, [], []), { days: 0, rows: [] });
});

test("the day itself, days after it, days of more than four weeks ago and sums of months are not usual days", () => {
  const trips = [trip(day), trip("2026-05-30"), trip("2026-05-01"), trip("2026-04-30"), trip("2026-05-02", { count: 2 })];
  assert.equal(reach, 28);
  assert.equal(besideUsual([trip(day)], day, trips, []).days, 1);
});

test("a trip after midnight of this device is one of its own day", () => {
  // 22:30 in UTC is half past midnight in Zurich.
  assert.equal(besideUsual([trip(day)], day, [trip("2026-05-28", { hour: 22 })].map((each) => ({ ...each, start: "2026-05-28T22:30:00Z" })), []).days, 0);
  assert.equal(besideUsual([trip(day)], day, [{ ...trip("2026-05-28"), start: "2026-05-28T21:30:00Z" }], []).days, 1);
});

test("what is not known of a day is not taken for none, and a day without a trip is no day without air", () => {
  const trips = dates(6).map((date, index) => trip(date, index === 0 ? { birch: null, grams: null } : { birch: 20 + index }));
  const rows = rowsOf([trip(day)], trips);
  assert.deepEqual([rows.distance.count, rows.carbon.count, rows.birch], [6, 5, { now: 10, usual: 23, count: 5 }]);
  assert.deepEqual(Object.keys(rowsOf([trip(day, { birch: null, grams: null })], trips)), ["distance"]);
  assert.deepEqual(Object.keys(rowsOf([trip(day, { unknown: 3 })], trips)), ["distance", "carbon"]);
  // A trip that was kept without an allergen says nothing of it.
  assert.equal(rowsOf([trip(day), { ...trip(day), exposures: [] }], trips).birch, undefined);
});
