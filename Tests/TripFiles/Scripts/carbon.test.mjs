// The greenhouse gases of trips, and the factors that they come from.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { carbonOf } from "./site/trip-carbon.js";

const { factors, licences } = JSON.parse(readFileSync(`${process.env.REPOSITORY}/Sources/Web/Site/Pages/carbon-factors.json`, "utf8"));

test("every factor says for what it is, where it comes from, of which year and under which licence", () => {
  for (const factor of factors) {
    assert.match(factor.country, /^[A-Z]{2}$/);
    assert.ok(["car", "train", "plane"].includes(factor.mode) && ["vehicle", "passenger"].includes(factor.per));
    assert.ok(factor.gramsPerKilometre > 0 && factor.gramsPerKilometre < 500 && Number.isInteger(factor.year));
    assert.ok(factor.source.length > 20 && factor.licence in licences);
  }
  const keys = factors.map(({ country, mode, year }) => `${country} ${mode} ${year}`);
  assert.equal(new Set(keys).size, keys.length);
});

test("ten kilometres by car are shared by those in it, and by train they are one's own", () => {
  assert.equal(carbonOf({ mode: "car", distance: 10_000 }, factors, "GB").grams, 1_750);
  assert.equal(carbonOf({ mode: "car", distance: 10_000 }, factors, "GB", 2).grams, 875);
  assert.equal(carbonOf({ mode: "train", distance: 10_000 }, factors, "GB", 2).grams, 300);
});

test("walking and cycling have none, and what is not known stays unknown", () => {
  for (const mode of ["onFoot", "bicycle"]) assert.equal(carbonOf({ mode, distance: 5_000 }, factors, "CH").grams, 0);
  assert.equal(carbonOf({ mode: "train", distance: 5_000 }, factors, "FR"), null);
});

test("the newest factor counts", () => {
  const newer = { ...factors[0], year: 2_025, gramsPerKilometre: 160 };
  assert.equal(carbonOf({ mode: "car", distance: 1_000 }, [newer, ...factors], "GB").factor, newer);
  assert.equal(carbonOf({ mode: "car", distance: 1_000 }, [...factors, newer], "GB").factor, newer);
});
