// What a recording keeps of positions, and what pauses do to it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recording } from "./site/trip-recording.js";

const [second, minute] = [1_000, 60_000];
const began = Date.parse("2026-05-04T08:00:00Z");
/** A position so many metres to the north of the start. */
const at = (metres) => ({ longitude: 8.5, latitude: 47 + metres / 111_195, altitude: 400, accuracy: 5 });

function recording(positions) {
  const made = new Recording(began);
  for (const [metres, time] of positions) made.take(at(metres), began + time);
  return made;
}

const firsts = ({ fixes }) => fixes.map(({ isFirst }) => isFirst);

test("positions are kept when they are a step apart, and of somebody who stands still one each minute", () => {
  const one = recording([[0, 0], [20, 10 * second], [60, 40 * second], [62, 60 * second], [64, 100 * second]]);
  assert.deepEqual(one.fixes.map(({ time }) => time - began), [0, 40 * second, 100 * second]);
  // Small errors are no way: the last one is where the one before it was.
  assert.equal(one.fixes[2].latitude, one.fixes[1].latitude);
  assert.equal(Math.round(one.distance), 60);
  assert.equal(one.spent(began + 100 * second), 100 * second);
});

test("a pause ends a stretch: the way over it is neither counted nor timed", () => {
  const one = recording([[0, 0], [60, minute]]);
  one.pause(began + minute);
  assert.equal(one.spent(began + 30 * minute), minute);
  one.resume(began + 30 * minute);
  one.take(at(5_000), began + 30 * minute);
  one.take(at(5_060), began + 31 * minute);
  assert.deepEqual(firsts(one), [true, false, true, false]);
  assert.deepEqual([Math.round(one.distance), one.spent(began + 32 * minute), one.missed], [120, 3 * minute, 0]);
});

test("a page that is hidden pauses a recording from when it was hidden, and says for how long", () => {
  const one = recording([[0, 0], [60, minute]]);
  one.hide(began + 2 * minute);
  one.reveal(began + 12 * minute);
  one.take(at(3_000), began + 12 * minute);
  assert.deepEqual(firsts(one), [true, false, true]);
  assert.deepEqual([Math.round(one.distance), one.spent(began + 12 * minute), one.missed], [60, 2 * minute, 10 * minute]);
  one.hide(began + 13 * minute);
  one.reveal(began + 15 * minute);
  assert.equal(one.missed, 12 * minute);
});

test("a page that is hidden for less than a minute does not break the stretch", () => {
  const one = recording([[0, 0], [60, minute]]);
  one.hide(began + minute);
  one.reveal(began + minute + 59 * second);
  one.take(at(120), began + 2 * minute);
  assert.deepEqual([firsts(one), Math.round(one.distance), one.missed], [[true, false, false], 120, 0]);
  one.reveal(began + 9 * minute);
  assert.equal(one.missed, 0);
});

test("twenty minutes without a step are a stay, counted from the last step, a start or a pause", () => {
  const one = recording([[0, 0], [60, minute], [62, 3 * minute]]);
  assert.deepEqual([20.9, 21].map((minutes) => one.isStill(began + minutes * minute)), [false, true]);
  one.pause(began + 21 * minute);
  one.resume(began + 60 * minute);
  assert.deepEqual([79.9, 80].map((minutes) => one.isStill(began + minutes * minute)), [false, true]);
});
