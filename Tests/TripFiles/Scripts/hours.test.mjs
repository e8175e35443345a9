// The same way an hour later: by the hours of the forecast where the service tells them, else by those of a mean day.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hoursAgoOf, placeOf, withHours } from "./site/trip-hours.js";
import { airIn } from "./site/trip-tiles.js";
import { withForecast } from "./site/trips-air.js";

const hour = 3_600_000;
const start = Date.parse("2026-05-04T00:00:00Z");
const flat = Array.from({ length: 24 }, () => 1);
/** A tile of 4 × 4 cells with 10 in all, and 40 in the one that is asked for. */
const tile = (more = {}) => ({
  start, origin: { longitude: 8, latitude: 47 }, step: 0.5, columns: 4, rows: 4, values: Array.from({ length: 16 }, (_, index) => (index === 10 ? 40 : 10)), hours: flat, ...more,
});
/** What the service tells of a day: 20, and in the afternoon 80. */
const told = (more = {}) => Array.from({ length: 24 }, (_, index) => ({
  time: new Date(start + (index + 1) * hour).toISOString(), value: index < 12 ? 20 : 80, knowsWeather: true, ...more,
}));

test("the hours begin with the day of a tile, as the tile has it, and go back to yesterday", () => {
  const now = start + 9.5 * hour;
  const days = [-2, -1, 0, 1, 2].map((day) => hoursAgoOf({ start: start + day * 24 * hour }, now));
  assert.deepEqual(days, [null, 33, 9, 9, null]);
  // The service takes at most 48.
  assert.equal(hoursAgoOf({ start: start - 24 * hour }, start + 24 * hour - 1), 47);
});

test("what is asked for is the middle of a cell of the tile, wherever somebody went", () => {
  assert.deepEqual(placeOf(tile()), { longitude: 9.25, latitude: 48.25 });
  const { origin, step } = tile();
  assert.equal(airIn([tile()])({ longitude: origin.longitude + 2.5 * step, latitude: origin.latitude + 2.5 * step }, start), 40);
});

test("hours of the forecast are shares of the mean of their place, also at other places", () => {
  const one = withHours(tile(), told());
  assert.equal(one.isForecast, true);
  const air = airIn([one]);
  const at = { longitude: 8.1, latitude: 47.1 };
  assert.deepEqual([air(at, start + 11 * hour), air(at, start + 12 * hour)], [5, 20]);
  assert.equal(airIn([one], hour)(at, start + 11 * hour), 20);
});

test("hours whose weather is not known, that are missing, or of too small a value leave those of a mean day", () => {
  const few = tile({ values: tile().values.map(() => 0.9) });
  for (const [each, hours] of [[tile(), told({ knowsWeather: false })], [tile(), told().slice(1)], [few, told()], [tile({ values: tile().values.map(() => null) }), told()], [tile({ hours: null }), told()]]) {
    assert.equal(withHours(each, hours), each);
  }
});

test("each place is asked for once for all allergens, without a cookie, and without an answer nothing changes", async () => {
  const asked = [];
  const answer = { allergens: [{ allergen: "birch", hours: told() }] };
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async (path, { credentials }) => {
    asked.push([path, credentials]);
    return { ok: true, status: 200, json: async () => answer };
  };
  try {
    const now = start + 9.5 * hour;
    const [birch, grass] = await withForecast([[tile()], [tile()]], ["birch", "grass"], now);
    assert.deepEqual(asked, [["/v1/air/hours?lon=9.250&lat=48.250&ago=9", "omit"]]);
    assert.deepEqual([birch[0].isForecast, grass[0].isForecast], [true, undefined]);
    // A trip of last week is not asked about.
    assert.deepEqual(await withForecast([[tile()]], ["birch"], now + 7 * 24 * hour), [[tile()]]);
    assert.equal(asked.length, 1);
    globalThis.fetch = async () => { throw new TypeError("offline"); };
    assert.deepEqual(await withForecast([[tile()]], ["birch"], now), [[tile()]]);
  } finally {
    globalThis.fetch = fetchBefore;
  }
});
