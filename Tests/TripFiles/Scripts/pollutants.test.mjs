// Pollutants on a way of another day are asked for today too, so that no tip says to walk where one is high now.

import assert from "node:assert/strict";
import { test } from "node:test";

const day = 86_400_000;
const start = Date.parse("2026-05-04T06:00:00Z");
const summary = { start, end: start + 3_600_000, visited: { zoom: 7, tiles: [{ x: 136, y: 29 }] } };
const ozone = { key: "ozone", name: "Ozone", unit: "ug/m3" };
globalThis.document = { documentElement: { lang: "en" }, getElementById: () => ({ textContent: "{}", replaceChildren() {} }) };
const { TripPollutants } = await import("./site/trips-pollutants.js");

/** Pollutants of a service that answers by path, on a track on which there was `mean` for an hour; `asked` has what was asked for. */
async function pollutantsOn(mean, { keys = [ozone], isDown = () => false } = {}) {
  const asked = [];
  globalThis.fetch = (path) => {
    asked.push(path);
    const body = path.endsWith("legend.json") ? { classes: [{ level: "low", from: 0 }, { level: "high", from: 120 }] } : { values: [mean] };
    return Promise.resolve({ ok: !isDown(path), status: 200, json: () => body });
  };
  const track = {
    ask(message) {
      asked.push(message);
      return { exposures: message.air.map(() => [{ lowest: mean, highest: mean, known: 3_600_000, unknown: 0 }]) };
    },
  };
  const pollutants = new TripPollutants(track);
  pollutants.use(keys);
  await pollutants.breathe(summary, () => false);
  return { pollutants, asked };
}

test("a pollutant that is high today is known to be, from tiles of today", async () => {
  const { pollutants, asked } = await pollutantsOn(121);
  assert.equal(await pollutants.isHighOn(summary, 3 * day, { modes: ["car"] }), true);
  assert.equal(asked.at(-2), "/v1/grid/ozone/7/136/29?date=2026-05-07");
  assert.deepEqual([asked.at(-1).later, asked.at(-1).modes], [3 * day, ["car"]]);
  assert.equal(await (await pollutantsOn(119)).pollutants.isHighOn(summary, 3 * day, {}), false);
});

test("without pollutants, or where they cannot be had, none is high", async () => {
  assert.equal(await (await pollutantsOn(121, { keys: [] })).pollutants.isHighOn(summary, day, {}), false);
  const down = await pollutantsOn(121, { isDown: (path) => path.endsWith("2026-05-05") });
  assert.equal(await down.pollutants.isHighOn(summary, day, {}), false);
});
