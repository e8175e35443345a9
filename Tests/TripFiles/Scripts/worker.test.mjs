// What a page hears of a track: never a place on the way, only the box around all of it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const folder = `${process.env.REPOSITORY}/Tests/TripFiles/Vectors`;
const posted = [];
let send = null;
globalThis.self = { addEventListener: (_, listener) => { send = listener; }, postMessage: (message) => posted.push(message) };
await import("./site/trip-worker.js");

/** The answer to a message. */
async function ask(data) {
  await send({ data });
  return posted.at(-1);
}

const file = (name) => new Blob([readFileSync(`${folder}/${name}.gpx`)]);

test("a journey by train is read, told, and what was in the air is added up", async () => {
  assert.deepEqual((await ask({ stops: [] })).failure.code, "nothing");
  const { summary } = await ask({ file: file("train") });
  assert.deepEqual(posted.at(-2), { share: 1 });
  assert.deepEqual(Object.keys(summary), ["format", "notes", "count", "start", "end", "box"]);
  assert.ok(summary.box.west < 11.561 && summary.box.east > 11.77 && summary.box.south < 48.141 && summary.box.north > 48.19);
  const vector = JSON.parse(readFileSync(`${folder}/train.json`, "utf8"));
  const { activities } = await ask({ stops: vector.stops.map(([kind, longitude, latitude]) => ({ kind, longitude, latitude })), settings: {} });
  assert.deepEqual(activities, vector.activities);
  const grid = { origin: { longitude: 11, latitude: 48 }, step: 1, columns: 1, rows: 1, start: summary.start, values: [36] };
  const [[walk, train], [, unknown]] = (await ask({ grids: [grid, { ...grid, values: [null] }] })).exposures;
  assert.ok(Math.abs(walk.lowest - 36 * ((activities[0].end - activities[0].start) / 3_600_000)) < 1e-9 && walk.lowest === walk.highest);
  assert.ok(train.lowest === 0 && train.highest > 7 && train.unknown === 0);
  assert.deepEqual([unknown.highest, unknown.known], [0, 0]);
});

test("a track over the antimeridian has a small box, which begins in the east", async () => {
  const { box } = (await ask({ file: file("antimeridian") })).summary;
  assert.ok(box.west > 179.9 && box.east < -179.9);
});

test("after a file that could not be read, the one before is forgotten", async () => {
  await ask({ file: file("walk") });
  assert.deepEqual((await ask({ file: new Blob(["no track"]) })).failure.code, "unknown");
  assert.deepEqual((await ask({ stops: [] })).failure.code, "nothing");
});
