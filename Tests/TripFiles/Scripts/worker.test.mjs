// What a page hears of a track: never a place on the way, only in which tiles of a degree or more it is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { mixesOf } from "./site/trip-exposure.js";

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
  assert.deepEqual(Object.keys(summary), ["format", "notes", "count", "start", "end", "days", "visited", "besideStops"]);
  assert.deepEqual(summary.visited, { zoom: 7, tiles: [{ x: 136, y: 29 }] });
  const vector = JSON.parse(readFileSync(`${folder}/train.json`, "utf8"));
  const { activities } = await ask({ stops: vector.stops.map(([kind, longitude, latitude]) => ({ kind, longitude, latitude })), settings: {} });
  assert.deepEqual(activities, vector.activities);
  const tile = { origin: { longitude: 11, latitude: 48 }, step: 1, columns: 1, rows: 1, start: summary.start, values: [36], hours: null };
  const [[walk, train], [, unknown]] = (await ask({ air: [[tile], [{ ...tile, values: [null] }]] })).exposures;
  assert.ok(Math.abs(walk.lowest - 36 * ((activities[0].end - activities[0].start) / 3_600_000)) < 1e-9 && walk.lowest === walk.highest);
  assert.ok(train.lowest === 0 && train.highest > 7 && train.unknown === 0);
  assert.deepEqual([unknown.highest, unknown.known], [0, 0]);
});

test("the same way an hour later, in a car or indoors, is another exposure", async () => {
  const { summary } = await ask({ fixes: [0, 1, 2, 3, 4].map((count) => ({ longitude: 11.5, latitude: 48.1 + count / 2_000, time: count * 40_000 })) });
  assert.deepEqual([summary.format, summary.count, summary.days.length], ["recorded", 5, 1]);
  assert.deepEqual((await ask({ stops: [] })).activities.map(({ mode }) => mode), ["onFoot"]);
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 1 ? 2 : 1));
  const tile = { origin: { longitude: 11, latitude: 48 }, step: 1, columns: 1, rows: 1, start: 0, values: [90], hours };
  const [[now]] = (await ask({ air: [[tile]] })).exposures;
  const [[later]] = (await ask({ air: [[tile]], later: 3_600_000 })).exposures;
  assert.ok(Math.abs(now.highest - 4) < 1e-9 && Math.abs(later.highest - 8) < 1e-9);
  for (const mode of ["car", "indoors"]) {
    const [[within]] = (await ask({ air: [[tile]], modes: [mode] })).exposures;
    assert.deepEqual([within.lowest, within.highest, within.unknown], [0, now.highest, 0]);
  }
  const [[cycled]] = (await ask({ air: [[tile]], paces: [{ mode: "bicycle", speed: 6 }] })).exposures;
  assert.ok(Math.abs(cycled.highest - now.highest * (220 / 6 / 160)) < 0.1 && cycled.unknown === 0 && cycled.lowest === cycled.highest);
  assert.deepEqual((await ask({ air: [[tile]], paces: [null] })).exposures, [[null]]);
  const [[elsewhere]] = (await ask({ air: [[{ ...tile, origin: { longitude: 20, latitude: 48 } }]] })).exposures;
  assert.deepEqual([elsewhere.known, elsewhere.unknown], [0, 160_000]);
});

test("the way of a pause is not told", async () => {
  const steps = [0, 1, 2, 3, 4].map((count) => ({ longitude: 11.5, latitude: 48.1 + count / 2_000, time: count * 40_000 }));
  const later = steps.map(({ longitude, latitude, time }, index) => ({ longitude, latitude: latitude + 0.1, time: time + 600_000, isFirst: index === 0 }));
  await ask({ fixes: [...steps, ...later] });
  const { activities } = await ask({ stops: [] });
  assert.deepEqual(activities.map(({ mode, start, end }) => [mode, start, end]), [["onFoot", 0, 160_000], ["onFoot", 600_000, 760_000]]);
});

test("of a track of several days, one is looked at alone", async () => {
  const recorded = [4, 5].flatMap((day) => [0, 1, 2, 3].map((count) => ({ longitude: 11.5, latitude: 48.1 + count / 2_000, time: new Date(2026, 4, day, 12, count).getTime() })));
  const { summary } = await ask({ fixes: recorded });
  assert.deepEqual(summary.days, ["2026-05-04", "2026-05-05"]);
  assert.equal((await ask({ day: "2026-05-05" })).summary.count, 4);
  assert.ok((await ask({ stops: [] })).activities.every(({ start }) => start >= recorded[4].time));
  assert.equal((await ask({ day: null })).summary.count, 8);
});

test("a long way has coarser tiles, and one over the antimeridian has those on both sides", async () => {
  const way = (longitudes) => longitudes.map((longitude, index) => ({ longitude, latitude: 48.1, time: index * 60_000 }));
  assert.deepEqual((await ask({ fixes: way([0, 3, 6, 9, 12, 15, 18]) })).summary.visited.zoom, 5);
  assert.deepEqual((await ask({ file: file("antimeridian") })).summary.visited.tiles.map(({ x }) => x).sort((one, other) => one - other), [0, 255]);
});

test("stations are asked for in the finest tiles also on a way with coarser tiles of the air, unless there are too many", async () => {
  const along = async (count) => {
    const fixes = Array.from({ length: count }, (_, index) => ({ longitude: -100 + index * 1.40625, latitude: 48.1, time: index * 60_000 }));
    return (await ask({ fixes })).summary;
  };
  assert.deepEqual((await along(2)).besideStops, (await along(2)).visited);
  const seven = await along(7);
  assert.deepEqual([seven.visited.zoom, seven.besideStops.zoom, seven.besideStops.tiles.length], [6, 7, 7]);
  const [most, longer] = [await along(60), await along(61)];
  assert.deepEqual([most.besideStops.zoom, most.besideStops.tiles.length, longer.besideStops], [7, 60, null]);
});

test("after a file that could not be read, the one before is forgotten", async () => {
  await ask({ file: file("walk") });
  assert.deepEqual((await ask({ file: new Blob(["no track"]) })).failure.code, "unknown");
  assert.deepEqual((await ask({ stops: [] })).failure.code, "nothing");
});

test("what has the same unit is added up, and what nobody knows is not taken for nothing", () => {
  const sum = (lowest, highest, known, unknown) => ({ lowest, highest, known, unknown });
  const of = (unit, ...parts) => ({ unit, sum: sum(...parts) });
  const birch = of("grains/m3", 1, 4, 60, 0);
  assert.deepEqual(mixesOf([birch, of("grains/m3", 2, 3, 50, 10), of("ug/m3", 7, 7, 60, 0)]), [of("grains/m3", 3, 7, 60, 10)]);
  assert.deepEqual(mixesOf([birch, birch, of("grains/m3", 0, 0, 0, 60)]), [of("grains/m3", 2, 8, 60, 60)]);
  const pollutants = [of("ug/m3", 7, 7, 60, 0), of("ug/m3", 1, 1, 60, 0)];
  assert.deepEqual(mixesOf([birch, birch, ...pollutants]).map(({ unit, sum: { highest } }) => [unit, highest]), [["grains/m3", 8], ["ug/m3", 8]]);
  assert.deepEqual([mixesOf([birch]), mixesOf([birch, of("grains/m3", 0, 0, 0, 60)]), mixesOf([])], [[], [], []]);
});
