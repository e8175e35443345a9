// The greenhouse gases of trips, and the factors that they come from.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { averageOf, bandOf, carbonOf, carbonOrStandIn, carDistance, gramsBetween, hasSmog, isOfKnownCarbon, neighbours, standIn, states, union } from "./site/trip-carbon.js";
import { daysOf, keyOf, mondayOf, pastDaysOf, shareOf, slotsOf } from "./site/trip-days.js";
import { hundredthsOf, slicesOf } from "./site/trip-pie.js";
import { besidePollutants, tipOfDay, tipOfWays } from "./site/trip-tip.js";

const { averages, factors, licences } = JSON.parse(readFileSync(`${process.env.REPOSITORY}/Sources/Web/Site/Pages/carbon-factors.json`, "utf8"));

test("every factor says for what it is, where it comes from, of which year and under which licence", () => {
  for (const factor of factors) {
    assert.match(factor.country, /^[A-Z]{2}$/);
    assert.ok(["car", "bus", "train", "metro", "plane"].includes(factor.mode) && ["vehicle", "passenger"].includes(factor.per));
    assert.ok(factor.gramsPerKilometre > 0 && factor.gramsPerKilometre < 500 && Number.isInteger(factor.year));
    assert.ok(factor.source.length > 20 && factor.licence in licences);
  }
  const keys = factors.map(({ country, mode, year }) => `${country} ${mode} ${year}`);
  assert.equal(new Set(keys).size, keys.length);
});

test("ten kilometres by car are shared by those in it, and by train they are one's own", () => {
  assert.equal(carbonOf({ mode: "car", distance: 10_000 }, factors, "GB").grams, 1_750);
  assert.equal(carbonOf({ mode: "car", distance: 10_000 }, factors, "GB", 2).grams, 875);
  const train = carbonOf({ mode: "train", distance: 10_000 }, factors, "GB", 2);
  assert.ok(Math.abs(train.grams - 354.6) < 1e-9 && train.factor.year === 2023);
});

test("walking, cycling and being indoors have none, and what is not known stays unknown", () => {
  for (const mode of ["onFoot", "bicycle", "indoors"]) assert.equal(carbonOf({ mode, distance: 5_000 }, factors, "CH").grams, 0);
  assert.equal(carbonOf({ mode: "train", distance: 5_000 }, factors, "CH"), null);
});

test("every average says where it comes from, and there is one of each country with factors, except for the union", () => {
  for (const { country, kilogramsPerYear, year, source, licence } of averages) {
    assert.match(country, /^[A-Z]{2}$/);
    assert.ok(kilogramsPerYear > 100 && kilogramsPerYear < 10_000 && Number.isInteger(year));
    assert.ok(source.length > 20 && licence in licences);
  }
  for (const { country } of factors.filter((factor) => factor.country !== union)) assert.ok(averages.some((average) => average.country === country));
});

test("the country that stands in has all modes, and only where there is no factor of the country its own are taken", () => {
  for (const mode of ["car", "bus", "train", "metro", "plane"]) assert.notEqual(carbonOf({ mode, distance: 1_000 }, factors, standIn), null);
  const own = { ...factors[0], country: "DE" };
  assert.equal(carbonOrStandIn({ mode: "car", distance: 1_000 }, [...factors, own], "DE").factor, own);
  for (const mode of ["car", "bus", "train", "plane"]) assert.equal(carbonOrStandIn({ mode, distance: 1_000 }, factors, "DE").factor.country, union);
  assert.equal(carbonOrStandIn({ mode: "metro", distance: 1_000 }, factors, "DE").factor.country, standIn);
  assert.equal(carbonOrStandIn({ mode: "metro", distance: 1_000 }, factors, "FR").factor.country, "FR");
  assert.equal(states.length, 27);
  // Neighbours can be chosen by name, and they are no states of the union, so that its means never stand in.
  assert.ok(neighbours.includes("CH") && neighbours.every((code) => /^[A-Z]{2}$/.test(code) && !states.includes(code)));
  for (const code of neighbours) assert.equal(carbonOrStandIn({ mode: "train", distance: 1_000 }, factors, code).factor.country, standIn);
  const lent = carbonOrStandIn({ mode: "car", distance: 1_000 }, factors, "CH");
  assert.deepEqual([lent.grams, lent.factor.country], [175, standIn]);
  assert.equal(averageOf(averages, "CH").country, standIn);
  assert.equal(averageOf(averages, "DE").country, "DE");
  assert.equal(averageOf([], "DE"), null);
});

test("as many grams as a car emits on ten kilometres are ten kilometres by car", () => {
  const { metres, factor } = carDistance(1_750, factors, "GB");
  assert.deepEqual([metres, factor.country], [10_000, "GB"]);
  // The country whose figure it is comes along, so that none of another country is used silently.
  assert.deepEqual(["CH", ""].map((country) => carDistance(1_750, factors, country).factor.country), [standIn, standIn]);
  assert.equal(carDistance(1_430, factors, "DE").metres, 10_000);
  assert.equal(carDistance(1_430, factors, "DE").factor.country, union);
  assert.equal(carDistance(1_540, [{ ...factors[0], country: "DE", gramsPerKilometre: 154 }], "DE").metres, 10_000);
  assert.equal(carDistance(1_750, [], "GB"), null);
});

test("the average of a year is shared by its days, and periods have as many as the calendar", () => {
  assert.equal(averageOf([{ country: "GB", year: 2_018, kilogramsPerYear: 365 }], "GB").gramsPerDay, 1_000);
  const days = [["day", "2026-05-04", 1], ["week", "2026-05-04", 7], ["month", "2024-02", 29], ["month", "2026-12", 31], ["year", "2024", 366], ["year", "2026", 365]];
  for (const [period, key, count] of days) assert.equal(daysOf[period](key), count);
  assert.equal(mondayOf("2026-05-10"), "2026-05-04");
  assert.equal(keyOf.year({ start: "2025-12-01T00:00:00Z", count: 2 }), "2025");
});

test("a period has as many days as are over, from the first trip on", () => {
  const [first, today] = ["2026-03-10", "2026-05-06"];
  const days = [
    ["day", "2026-05-06", 1], ["week", "2026-05-04", 3], ["week", "2026-04-27", 7], ["month", "2026-05", 6], ["month", "2026-04", 30], ["month", "2026-03", 22],
    ["year", "2026", 58], ["day", "2026-05-07", 1],
  ];
  for (const [period, key, count] of days) assert.equal(pastDaysOf(period, key, first, today), count, `${period} ${key}`);
});

test("carbon that is not known is not taken for none", () => {
  assert.ok(isOfKnownCarbon({ mode: "onFoot" }) && isOfKnownCarbon({ mode: "car", carbon: { grams: 0 } }));
  for (const carbon of [null, undefined]) assert.ok(!isOfKnownCarbon({ mode: "train", carbon }));
});

test("a slice that is nearly all is a circle, and one too thin to be seen is not drawn", () => {
  const [most, least] = slicesOf([1_000_000, 2]);
  assert.equal(most.path, slicesOf([7])[0].path);
  assert.equal(least.path, "");
  assert.ok(least.share > 0);
});

test("hundredths add to a hundred", () => {
  assert.deepEqual(hundredthsOf([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
  assert.deepEqual(hundredthsOf([0.995, 0.004, 0.001]), [100, 0, 0]);
  assert.deepEqual(hundredthsOf([0.126, 0.263, 0.611]), [13, 26, 61]);
  assert.deepEqual(hundredthsOf([0.127, 0.268, 0.605]), [13, 27, 60]);
  assert.deepEqual(hundredthsOf([]), []);
});

test("slices of a pie are its shares, and one alone is a circle", () => {
  const [half, quarter, other] = slicesOf([2, 1, 1]);
  assert.deepEqual([half.share, quarter.share, other.share], [0.5, 0.25, 0.25]);
  assert.equal(half.path, "M50 50L50 0A50 50 0 0 1 50 100Z");
  assert.equal(quarter.path, "M50 50L50 100A50 50 0 0 1 0 50Z");
  assert.equal(slicesOf([3, 1])[0].path, "M50 50L50 0A50 50 0 1 1 0 50Z");
  assert.equal(slicesOf([7])[0].path, "M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z");
  assert.deepEqual(slicesOf([0, 0]), []);
  assert.deepEqual(slicesOf([]), []);
});

test("the newest factor counts", () => {
  const newer = { ...factors[0], year: 2_025, gramsPerKilometre: 160 };
  assert.equal(carbonOf({ mode: "car", distance: 1_000 }, [newer, ...factors], "GB").factor, newer);
  assert.equal(carbonOf({ mode: "car", distance: 1_000 }, [...factors, newer], "GB").factor, newer);
});

const trip = (start, end, grams, more = {}) => ({ start, end, count: 1, mode: "car", distance: 1_000, minutes: 60, exposures: [], carbon: grams === null ? null : { grams }, ...more });

test("a trip is split among two hours each by its time, also when the clocks are changed", () => {
  const zone = process.env.TZ;
  process.env.TZ = "Europe/Zurich";
  // From 9:30 to 12:30 in Zurich.
  assert.deepEqual(slotsOf(trip("2026-05-04T07:30:00Z", "2026-05-04T10:30:00Z", 0)).map(({ slot, share }) => [new Date(slot).toISOString().slice(11, 16), Math.round(60 * share)]),
    [["06:00", 10], ["08:00", 40], ["10:00", 10]]);
  assert.deepEqual(slotsOf(trip("2026-05-04T06:00:00Z", "2026-05-04T08:00:00Z", 0)).map(({ share }) => share), [1]);
  assert.deepEqual(slotsOf(trip("2026-05-04T06:30:00Z", "2026-05-04T06:30:00Z", 0)).map(({ share }) => share), [1]);
  for (const [start, end] of [["2026-03-28T23:30:00Z", "2026-03-29T04:30:00Z"], ["2026-10-24T22:30:00Z", "2026-10-25T04:30:00Z"]]) {
    const parts = slotsOf(trip(start, end, 0));
    assert.ok(Math.abs(parts.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9 && parts.every(({ share }) => share > 0));
    assert.equal(new Set(parts.map(({ slot }) => slot)).size, parts.length);
  }
  process.env.TZ = zone;
});

test("a share of a trip has a share of all that adds up", () => {
  const exposure = { allergen: "birch", lowest: 2, highest: 4, knownMinutes: 60, unknownMinutes: 20 };
  const half = shareOf(trip("2026-05-04T06:00:00Z", "2026-05-04T08:00:00Z", 100, { exposures: [exposure] }), 0.5);
  assert.deepEqual([half.distance, half.minutes, half.carbon.grams], [500, 30, 50]);
  assert.deepEqual(half.exposures, [{ allergen: "birch", lowest: 1, highest: 2, knownMinutes: 30, unknownMinutes: 10 }]);
  assert.equal(shareOf(trip("2026-05-04T06:00:00Z", "2026-05-04T08:00:00Z", null), 0.5).carbon, null);
});

test("smog comes with the average of a day within 24 hours, and goes when less is within them", () => {
  const now = Date.parse("2026-05-05T12:00:00Z");
  const trips = [trip("2026-05-04T11:00:00Z", "2026-05-04T13:00:00Z", 2_000), trip("2026-05-05T08:00:00Z", "2026-05-05T09:00:00Z", 500), trip("2026-05-05T10:00:00Z", "2026-05-05T11:00:00Z", null)];
  assert.equal(gramsBetween(trips, now - 86_400_000, now), 1_500);
  assert.ok(hasSmog(trips, 1_500, now) && !hasSmog(trips, 1_501, now));
  assert.ok(!hasSmog(trips, 1_500, now + 60_000));
  assert.ok(!hasSmog([trip("2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z", 90_000, { count: 9 })], 1, now));
});

test("what a day emits is told in four bands beside the average", () => {
  for (const [grams, band] of [[0, "tiny"], [799, "tiny"], [801, "small"], [1_401, "some"], [13_699, "some"], [13_700, "much"], [90_000, "much"]]) assert.equal(bandOf(grams, 13_700), band);
});

test("a short drive brings a tip only if the air was fine there, and is fine there today", () => {
  const airs = ["fine", "high", "unknown"];
  const ways = [{ mode: "train", distance: 90_000 }, { mode: "car", distance: 3_000 }];
  const tips = airs.map((there) => airs.map((today) => tipOfWays(ways, there, today)));
  assert.deepEqual(tips, [["short", "lungsToday", null], ["lungs", "lungs", "lungs"], [null, "lungsToday", null]]);
  const others = [[], [{ mode: "car", distance: 3_001 }], [{ mode: "onFoot", distance: 500 }]];
  for (const there of airs) for (const today of airs) for (const each of others) assert.equal(tipOfWays(each, there, today), null);
});

test("beside a high pollutant no tip says to walk, and what allergens are stays as it is", () => {
  const drive = [{ mode: "car", distance: 3_000 }];
  assert.deepEqual(["fine", "high", "unknown"].map((air) => besidePollutants(air, true)), ["unknown", "high", "unknown"]);
  assert.deepEqual(["fine", "high", "unknown"].map((air) => besidePollutants(air, false)), ["fine", "high", "unknown"]);
  assert.equal(tipOfWays(drive, "fine", besidePollutants("fine", true)), null);
  assert.equal(tipOfWays(drive, "fine", besidePollutants("high", true)), "lungsToday");
});

test("the tip of a day puts the lungs first where a trip of it was in high air, and never says to walk", () => {
  const classes = new Map([["birch", [{ level: "low", from: 1 }, { level: "high", from: 100 }]]]);
  const way = (mode, distance, highest, unknownMinutes = 0) => trip("2026-05-04T06:00:00Z", "2026-05-04T07:00:00Z", null,
    { mode, distance, exposures: [{ allergen: "birch", lowest: 0, highest, knownMinutes: 60, unknownMinutes }] });
  assert.equal(tipOfDay([way("car", 3_000, 99), way("train", 20_000, 2)], classes), null);
  assert.equal(tipOfDay([way("car", 3_001, 99)], classes), null);
  assert.equal(tipOfDay([way("car", 3_000, 99), way("train", 20_000, 100)], classes), "lungs");
  assert.equal(tipOfDay([way("onFoot", 1_000, 100)], classes), "lungs");
  assert.equal(tipOfDay([way("car", 3_000, 99), way("train", 20_000, 2, 7)], classes), null);
  assert.equal(tipOfDay([way("car", 3_000, 99)], new Map()), null);
  assert.equal(tipOfDay([trip("2026-05-04T06:00:00Z", "2026-05-04T07:00:00Z", null)], classes), null);
});
