// When somebody is reminded of a recording that rests while its page is hidden.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Absence } from "./site/trip-absence.js";

const [minute, hour] = [60_000, 3_600_000];
const left = Date.parse("2026-05-04T22:30:00Z");
/** Which of some moments a reminder is due at, in milliseconds since the page was left. */
const due = (absence, moments) => moments.filter((moment) => absence.isDue(left + moment));

test("a reminder comes two hours after the page was left, then one each day", () => {
  const absence = new Absence();
  absence.leave(left);
  const [first, second, third] = [2 * hour, 26 * hour, 50 * hour];
  const moments = [0, first - 1, first, first + 1, first + minute, second - 1, second, second + minute, third - 1, third];
  assert.deepEqual(due(absence, moments), [first, second, third]);
});

test("no reminder comes while the page is seen, and another absence begins anew", () => {
  const absence = new Absence();
  assert.deepEqual(due(absence, [30 * hour]), []);
  absence.leave(left);
  absence.end();
  assert.deepEqual(due(absence, [30 * hour]), []);
  absence.leave(left + 30 * hour);
  assert.deepEqual(due(absence, [31 * hour, 32 * hour]), [32 * hour]);
});

test("leaving a page that is left already changes nothing", () => {
  const absence = new Absence();
  absence.leave(left);
  absence.leave(left + hour);
  assert.deepEqual(due(absence, [2 * hour]), [2 * hour]);
});

test("of the reminders that a device slept through only one comes, and the next at its usual time", () => {
  const absence = new Absence();
  absence.leave(left);
  assert.deepEqual(due(absence, [60 * hour, 60 * hour + minute, 74 * hour - 1, 74 * hour]), [60 * hour, 74 * hour]);
});
