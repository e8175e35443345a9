// The inference of the pages tells the same of every track as the module `Trips`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { RandomTrack, gridAround, inOrder } from "./random-tracks.mjs";
import { distanceBetween } from "./site/trip-distance.js";
import { exposuresDuring, valueIn } from "./site/trip-exposure.js";
import { inhaledDuring, timesSitting } from "./site/trip-inhaled.js";
import { TripInference } from "./site/trip-inference.js";
import { exposureAtPace, paced } from "./site/trip-pace.js";
import { speedOf, tripDefaults, tripSettings } from "./site/trip-settings.js";
import { TravelStops } from "./site/trip-stops.js";

const folder = `${process.env.REPOSITORY}/Tests/TripFiles`;
const json = (file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
const vectors = readdirSync(`${folder}/Vectors`).filter((file) => file.endsWith(".json"));

function infer({ fixes, stops, settings }) {
  return TripInference.activities(fixes, { stops: new TravelStops(stops), settings: tripSettings(settings) });
}

test("there are vectors", () => assert.ok(vectors.length >= 20));

/** Vectors that are told in other modes than they were travelled: without a cyclist's setting, a ride by bicycle looks like one by car. */
const knownDifferences = new Map([["bicycle.json", ["car"]]]);

for (const file of vectors) {
  const { settings, stops, fixes, travelled, activities } = json(`Vectors/${file}`);
  const told = infer({
    settings,
    stops: stops.map(([kind, longitude, latitude]) => ({ kind, longitude, latitude })),
    fixes: fixes.map(([longitude, latitude, time, altitude, accuracy]) => ({ longitude, latitude, time, altitude, accuracy })),
  });
  test(`${file} is told to the last bit as it says`, () => assert.deepEqual(told, activities));
  test(`${file} is told in the modes in which it was travelled, or is known not to be`, () => {
    const [modes, truth] = [told, travelled].map((each) => each.map(({ mode }) => mode));
    assert.deepEqual(modes, knownDifferences.get(file) ?? truth);
    assert.equal(knownDifferences.has(file), modes.join() !== truth.join());
  });
}

test("random tracks are told to the last bit as the golden file says", () => {
  const golden = json("Golden/random-tracks.json");
  assert.equal(golden.length, 200);
  golden.forEach((activities, seed) => {
    const told = infer(new RandomTrack(seed)).map(({ mode, start, end, distance }) => [mode, start, end, distance]);
    assert.deepEqual(told, activities, `seed ${seed}`);
  });
});

/** A way to the north, with a fix every thousandth of a degree. */
function northward({ intervals, altitude, accuracy }) {
  let time = 0;
  return [0, ...intervals].map((interval, index) => {
    time += interval;
    return { longitude: 11, latitude: 48 + index / 1_000, time, altitude, accuracy };
  });
}

test("at each bound, and by other settings, a track is told as the golden file says", () => {
  const samples = json("Golden/bounds.json");
  assert.ok(samples.length >= 30);
  for (const { says, settings, told, ...way } of samples) {
    const activities = infer({ fixes: northward(way), stops: [], settings });
    assert.deepEqual(activities.map(({ mode, start, end }) => `${mode} ${start}–${end}`), told, says);
  }
});

test("a step at the very speed of a bound is one by car, and the fastest one still counts", () => {
  const fixes = northward({ intervals: Array(12).fill(27_500) });
  const speeds = fixes.slice(1).map((fix, index) => speedOf(distanceBetween(fixes[index], fix), fix.time - fixes[index].time));
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
  const told = (settings) => infer({ fixes, stops: [], settings }).map(({ mode }) => mode);
  assert.deepEqual(told({ vehicleSpeed: slowest }), ["car"]);
  assert.deepEqual(told({ vehicleSpeed: fastest * (1 + Number.EPSILON) }), ["onFoot"]);
  assert.deepEqual(told({ speedLimit: fastest }), ["car"]);
  assert.deepEqual(told({ speedLimit: slowest * (1 - Number.EPSILON) }), []);
});

test("what was in the air along random tracks is as the golden file says, to the last bit", () => {
  const golden = json("Golden/random-exposures.json");
  assert.equal(golden.length, 40);
  golden.forEach((expected, seed) => {
    const track = new RandomTrack(seed);
    const fixes = inOrder(track.fixes);
    const grid = gridAround(fixes[0], seed);
    const activities = infer({ fixes, stops: [], settings: track.settings });
    const exposures = exposuresDuring(activities, fixes, tripSettings(track.settings), (position, time) => valueIn(grid, position, time));
    assert.deepEqual(exposures.map(({ lowest, highest, known, unknown }) => [lowest, highest, known, unknown]), expected, `seed ${seed}`);
  });
});

test("what would have been in the air at another pace is as the golden file says, to the last bit", () => {
  const golden = json("Golden/paced-exposures.json");
  assert.equal(golden.length, 40);
  golden.forEach((expected, seed) => {
    const track = new RandomTrack(seed);
    const fixes = inOrder(track.fixes);
    const grid = gridAround(fixes[0], seed);
    const settings = tripSettings(track.settings);
    const pace = seed % 2 === 0 ? { mode: "bicycle", speed: 6 } : { mode: "onFoot", speed: 1.4 };
    const told = infer({ fixes, stops: [], settings: track.settings })
      .map((activity) => exposureAtPace(paced(activity, fixes, pace), settings, (position, time) => valueIn(grid, position, time)));
    assert.deepEqual(told.map(({ lowest, highest, known, unknown }) => [lowest, highest, known, unknown]), expected, `seed ${seed}`);
  });
});

test("to be twice as fast on the same way is half of the exposure, and a tunnel stays a tunnel", () => {
  const fixes = Array.from({ length: 61 }, (_, index) => ({ longitude: 11 + index / 1_000, latitude: 48, time: index * 60_000 }));
  const walk = { mode: "onFoot", start: 0, end: 3_600_000, distance: 7_200 };
  const at = (speed, way = fixes) => exposureAtPace(paced(walk, way, { mode: "bicycle", speed }), tripSettings(), () => 100);
  assert.ok(Math.abs(at(4).highest - 50) < 1e-9 && at(4).lowest === at(4).highest);
  assert.deepEqual([at(4).known, at(4).unknown], [1_800_000, 0]);
  assert.ok(Math.abs(at(1).highest - 200) < 1e-9);
  assert.equal(at(4, [...fixes.slice(0, 21), ...fixes.slice(26)]).unknown, 180_000);
});

test("what was breathed in is as the golden file says, to the last bit", () => {
  const samples = json("Golden/inhaled.json");
  assert.ok(samples.length >= 5);
  for (const { ways, likely, most, timesSitting: times } of samples) {
    const modes = ways.map(({ mode }) => mode);
    assert.deepEqual(inhaledDuring(ways, modes), { likely, most });
    assert.equal(timesSitting(ways, modes), times);
  }
});

test("the defaults are those of the module", () => {
  assert.deepEqual(tripDefaults, { ...json("Golden/defaults.json"), cyclistSpeed: null });
});
