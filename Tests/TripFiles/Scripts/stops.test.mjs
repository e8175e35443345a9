// Stations and airports around a way: from which tiles they come, and why there are no stations.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stopsAround } from "./site/trips-air.js";

const visited = { zoom: 6, tiles: [{ x: 64, y: 15 }] };
const besideStops = { zoom: 7, tiles: [{ x: 129, y: 30 }, { x: 130, y: 30 }] };
const known = { airports: [[2.55, 49.01]], stations: [[2.35, 48.88]], hasStations: true, credits: ["GTFS"] };

/** What comes of a service with one answer to all tiles, and what it was asked for. */
async function around(summary, answer) {
  const asked = [];
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = (path, { credentials }) => {
    asked.push([path, credentials]);
    return Promise.resolve({ ok: answer !== null, status: answer === null ? 404 : 200, json: () => answer });
  };
  try {
    return { ...await stopsAround(summary), asked };
  } finally {
    globalThis.fetch = fetchBefore;
  }
}

test("stations come from the finest tiles, whatever tiles of the air there are, and without a cookie", async () => {
  const { stops, lack, credits, asked } = await around({ visited, besideStops }, known);
  assert.deepEqual(asked, [["/v1/stops/7/129/30", "omit"], ["/v1/stops/7/130/30", "omit"]]);
  assert.deepEqual(stops.slice(0, 2), [{ kind: "airport", longitude: 2.55, latitude: 49.01 }, { kind: "station", longitude: 2.35, latitude: 48.88 }]);
  assert.deepEqual([stops.length, lack, credits], [4, null, ["GTFS"]]);
});

test("on a way of too many tiles there are airports only, and the way is why", async () => {
  const { stops, lack, asked } = await around({ visited, besideStops: null }, { ...known, stations: [] });
  assert.deepEqual(asked.map(([path]) => path), ["/v1/stops/6/64/15"]);
  assert.deepEqual([stops.map(({ kind }) => kind), lack], [["airport"], "long"]);
});

test("a service without stations is why there are none", async () => {
  assert.equal((await around({ visited, besideStops }, { ...known, stations: [], hasStations: false })).lack, "none");
  assert.equal((await around({ visited, besideStops: null }, { ...known, stations: [], hasStations: false })).lack, "none");
  assert.deepEqual(await around({ visited, besideStops }, null).then(({ stops, lack }) => [stops, lack]), [[], "none"]);
});
