// Points for trips, achievements and the garden; points.json says what comes of which trips.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { deviceFile } from "./site/device-file.js";
import { collectsPoints, countProduct, scanned } from "./site/product-points.js";
import { isClosest, isWidest, scrolled, zoomed } from "./site/trip-garden.js";
import { airOf, balanceOf, counted, forgotten, moved, planted, plots, pointsOf, revived, start, won } from "./site/trip-points.js";

const vectors = JSON.parse(readFileSync(`${process.env.REPOSITORY}/Tests/TripFiles/Points/points.json`, "utf8"));
process.env.TZ = vectors.zone;

const classes = new Map(Object.entries(vectors.classes));
const [since, now] = [Date.parse(vectors.since), Date.parse(vectors.now)];

/** A trip of an hour as the service gives it: `birch` is what was in the air on average. */
function trip({ day, hour = 17, mode, distance, birch = null, grams = null, count = 1 }) {
  const at = (hours) => `${day}T${String(hours).padStart(2, "0")}:00:00Z`;
  const exposure = { allergen: "birch", lowest: 0, highest: birch ?? 0, knownMinutes: birch === null ? 0 : 60, unknownMinutes: birch === null ? 60 : 0 };
  return { start: at(hour), end: at(hour + 1), mode, distance, count, minutes: 60, exposures: [exposure], ...(grams === null ? {} : { carbon: { grams, country: "GB", year: 2019 } }) };
}

for (const { name, trips, earned } of vectors.points) {
  test(`points: ${name}`, () => assert.equal(counted(start(since), trips.map(trip), classes, now).earned, earned));
}

for (const { name, trips, won: expected } of vectors.achievements) {
  test(`achievements: ${name}`, () => assert.deepEqual(Object.keys(won(trips.map(trip), classes, now)), expected));
}

const train = trip({ day: "2026-05-04", mode: "train", distance: 100_000, grams: 3_000 });

test("a trip counts once, and its deletion or correction takes nothing away", () => {
  const once = counted(start(since), [train], classes, now);
  assert.equal(once.earned, 700);
  assert.equal(counted(once, [train], classes, now).earned, 700);
  assert.equal(counted(once, [{ ...train, mode: "plane" }], classes, now).earned, 700);
  const gone = counted(once, [], classes, now);
  assert.equal(gone.earned, 700);
  assert.deepEqual(Object.keys(gone.won), ["lightWeek"]);
  assert.equal(counted(forgotten(once, now), [train], classes, now).earned, 700);
  assert.equal(counted(gone, [train], classes, now).earned, 700);
  assert.deepEqual(forgotten(once, now).counted, {});
});

test("trips of long ago count for nothing, so that their starts need not be kept", () => {
  const later = now + 100 * 86_400_000;
  const state = counted(counted(start(since), [train], classes, now), [train], classes, later);
  assert.equal(state.earned, 700);
  assert.deepEqual(state.counted, {});
});

test("of trips only the points of their days are remembered, for a month, and a day brings what it has more", () => {
  const once = counted(start(since), [train], classes, now);
  assert.deepEqual(once.counted, { "2026-05-04": 700 });
  const another = counted(once, [train, trip({ day: "2026-05-04", hour: 9, mode: "car", distance: 10_000 })], classes, now);
  assert.deepEqual([another.earned, another.counted], [730, { "2026-05-04": 730 }]);
  const moment = String(Date.parse(train.start));
  assert.ok(!JSON.stringify(another).includes(moment) && !JSON.stringify(another).includes(train.start));
  const ofStarts = { ...once, counted: [Date.parse(train.start)] };
  assert.deepEqual(revived(ofStarts, now), { ...once, since: now, counted: {} });
  assert.equal(revived(once, now), once);
  assert.equal(revived(null, now), null);
});

test("air is fine only if the level of every allergen is known for nearly all of the time", () => {
  const exposure = (known, unknown, allergen = "birch") => ({ allergen, lowest: 0, highest: 1, knownMinutes: known, unknownMinutes: unknown });
  assert.equal(airOf({ exposures: [exposure(60, 6)] }, classes), "fine");
  assert.equal(airOf({ exposures: [exposure(60, 7)] }, classes), "unknown");
  assert.equal(airOf({ exposures: [exposure(60, 0), exposure(60, 0, "ash")] }, classes), "unknown");
  assert.equal(airOf({ exposures: [exposure(60, 0), exposure(0, 60)] }, classes), "unknown");
  assert.equal(airOf({ exposures: [{ ...exposure(10, 50), highest: 100 }] }, classes), "high");
  assert.equal(airOf({ exposures: [] }, classes), "unknown");
});

test("points begin in the morning of the day on which they were switched on", () => {
  const morning = trip({ day: "2026-05-01", hour: 6, mode: "train", distance: 10_000 });
  assert.equal(counted(start(since), [morning], classes, now).earned, 70);
});

test("without the levels of an allergen, walking brings nothing", () => {
  assert.equal(pointsOf(trip({ day: "2026-05-04", mode: "onFoot", distance: 2_000, birch: 1 }), new Set(), new Map()), 0);
});

test("a plant is bought only for enough points and on a free plot, and moving it costs nothing", () => {
  const rich = { ...start(since), earned: 800 };
  const first = planted(rich, "apple", 3);
  assert.equal(balanceOf(first), 300);
  assert.equal(first.earned, 800);
  assert.equal(planted(first, "pine", 4), null);
  assert.equal(planted(first, "round", 3), null);
  assert.equal(balanceOf(planted(first, "round", plots - 1)), 0);
  for (const plot of [-1, plots, 1.5]) assert.equal(planted(first, "round", plot), null);
  assert.equal(planted(first, "oak", 4), null);
  const other = moved(first, 3, 9);
  assert.deepEqual(other.garden, [{ kind: "apple", plot: 9 }]);
  assert.equal(balanceOf(other), 300);
  assert.equal(moved(first, 5, 9), null);
  assert.equal(moved(first, 3, 3), null);
});

test("the first product of a day brings 15 points, and only to somebody who collects them", () => {
  const on = { ...start(since), isOn: true };
  const once = scanned(on, now);
  assert.deepEqual([balanceOf(once), once.scanned], [15, "2026-05-11"]);
  assert.equal(scanned(once, now), once);
  assert.equal(scanned(once, now - 86_400_000), once);
  // Half past midnight in Zurich is another day there, and not yet in UTC.
  assert.equal(balanceOf(scanned(once, Date.parse("2026-05-11T22:30:00Z"))), 30);
  assert.equal(scanned(start(since), now).earned, 0);
  assert.equal(scanned({ ...on, isOn: false }, now).earned, 0);
  assert.equal(scanned(undefined, now), undefined);
});

test("a product is counted for whom it was looked up, and points for trips go on from there", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  assert.equal(countProduct("anna", "/v1/me", now), 0);
  assert.equal(kept.size, 0);
  kept.set("trip-points", JSON.stringify({ "anna /v1/me": { ...start(since), isOn: true }, "anna /v1/me/persons/3": start(since) }));
  assert.equal(countProduct("anna", "/v1/me", now), 15);
  assert.equal(countProduct("anna", "/v1/me", now), 0);
  assert.equal(countProduct("anna", "/v1/me/persons/3", now), 0);
  assert.deepEqual([collectsPoints("anna", "/v1/me"), collectsPoints("anna", "/v1/me/persons/3"), collectsPoints("ben", "/v1/me")], [true, false, false]);
  const state = JSON.parse(kept.get("trip-points"))["anna /v1/me"];
  assert.equal(counted(state, [train], classes, now).earned, 715);
  assert.equal(forgotten(state, now).scanned, "2026-05-11");
  globalThis.localStorage.setItem = () => { throw new Error("full"); };
  assert.equal(countProduct("anna", "/v1/me", now + 86_400_000), 0);
  delete globalThis.localStorage;
});

test("a file has what this device keeps for an account and for those in its care, and nothing of others", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null };
  assert.equal(deviceFile("anna", now), null);
  const anna = planted({ ...counted({ ...start(since), isOn: true }, [train], classes, now), scanned: "2026-05-10" }, "apple", 3);
  kept.set("trip-points", JSON.stringify({ "anna /v1/me": anna, "anna /v1/me/persons/3": start(since), "anna /v1/messages": anna, "joanna /v1/me": anna }));
  const beef = { name: "Mince", type: "beef", grams: 100, share: 1, isGuessed: false, day: "2026-05-09" };
  kept.set("food-carbon", JSON.stringify([beef]));
  const { saved, points, food } = deviceFile("anna", now);
  assert.deepEqual([saved, food], ["2026-05-11T20:00:00.000Z", [beef]]);
  assert.deepEqual(points.map(({ data, isOn }) => [data, isOn]), [["/v1/me", true], ["/v1/me/persons/3", false]]);
  const [{ since: began, ...own }] = points;
  assert.equal(Date.parse(began), start(since).since);
  assert.deepEqual(own, {
    data: "/v1/me", isOn: true, earned: 700, spent: 500, balance: 200, days: { "2026-05-04": 700 }, achievements: { lightWeek: "2026-05-11" },
    latestProduct: "2026-05-10", garden: [{ plant: "apple", place: 4 }],
  });
  delete globalThis.localStorage;
});

test("the garden is seen from closer within bounds, and what is under a finger stays there", () => {
  assert.deepEqual([zoomed(1, 0.5), zoomed(1, 1.5), zoomed(2.5, 1.5), zoomed(3, 0.5)], [1, 1.5, 3, 1.5]);
  assert.deepEqual([isWidest(zoomed(1.2, 0.5)), isClosest(zoomed(2.9, 2)), isWidest(1.5), isClosest(1.5)], [true, true, false, false]);
  // 40 pixels from the edge of a view that is scrolled by 60, all is at 100; twice as large, at 200.
  assert.equal(scrolled(60, 40, 2), 160);
  assert.equal(scrolled(160, 40, 0.5), 60);
  assert.equal(scrolled(0, 40, 0.5), 0);
});
