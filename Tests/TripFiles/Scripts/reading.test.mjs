// What the pages read of files that recorders write, and what they say of files that are broken.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { SeededGenerator } from "./random-tracks.mjs";
import { TripInference } from "./site/trip-inference.js";
import { readTrack } from "./site/trip-reading.js";
import { tripSettings } from "./site/trip-settings.js";
import { TravelStops } from "./site/trip-stops.js";
import { timeOf } from "./site/trip-times.js";
import { zipped } from "./zipped.mjs";

const folder = `${process.env.REPOSITORY}/Tests/TripFiles`;
const bytes = (name) => readFileSync(`${folder}/Samples/${name}`);
const read = (...parts) => readTrack(new Blob(parts));
const seven = Date.UTC(2026, 4, 4, 7);
/** A fix as a row: longitude, latitude, seconds after seven o'clock, altitude and accuracy. */
const row = ({ longitude, latitude, time, altitude, accuracy }) => [longitude, latitude, (time - seven) / 1_000, altitude, accuracy];

async function expectRead(name, { format, rows, notes = [] }) {
  const found = await read(bytes(name));
  assert.equal(found.format, format);
  assert.deepEqual(found.fixes.map(row), rows);
  assert.deepEqual(found.notes, notes);
}

/** The mistake with which a file is refused. */
async function refusal(...parts) {
  try {
    await read(...parts);
  } catch (error) {
    assert.equal(error.constructor.name, "TrackMistake", error.stack);
    return error;
  }
  return assert.fail("it was read");
}

test("GPX 1.0 with two tracks, segments, offsets, and a time without a zone", () => expectRead("gpx-1.0.gpx", {
  format: "gpx",
  rows: [[11.5, 48.1, 0, 520.5, null], [11.501, 48.1001, 60.5, null, null], [11.502, 48.1002, 120, 519, null], [11.503, 48.1003, 180, null, null]],
  notes: [{ code: "zoneless", count: 1, line: 14, found: "2026-05-04T07:03:00" }],
}));

test("GPX with prefixes, of which each broken point is told with its line", () => expectRead("broken.gpx", {
  format: "gpx",
  rows: [[11.6, 48.2, -60, null, null], [11.5, 48.1, 0, null, null]],
  notes: [
    { code: "position", count: 2, line: 6, found: 'g:trkpt lat="98.1" lon="11.5"' }, { code: "untimed", count: 1, line: 8 },
    { code: "time", count: 2, line: 9, found: "yesterday" }, { code: "ends", count: 1, line: 12 },
  ],
}));

test("a route of Apple Health, with its accuracy", () => expectRead("apple-route.gpx", {
  format: "gpx", rows: [[11.5, 48.1, 1_800, 512.3, 3.25], [11.5001, 48.10001, 1_805, 512.4, -1]],
}));

test("TCX, with a point that has a heart rate only", () => expectRead("ride.tcx", {
  format: "tcx", rows: [[11.5, 48.1, 0, 520.2, null], [11.501, 48.101, 20, null, null]], notes: [{ code: "placeless", count: 1, line: 6 }],
}));

test("KML with tracks, points at times and lines in spans", () => expectRead("track.kml", {
  format: "kml",
  rows: [
    [11.5, 48.1, 0, 520, null], [11.49, 48.09, 0, 515, null], [11.501, 48.101, 60, 0, null], [11.502, 48.102, 120, null, null],
    [11.503, 48.103, 600, 0, null], [11.505, 48.105, 1_200, 0, null],
  ],
  notes: [{ code: "placeless", count: 1, line: 10 }, { code: "pairs", count: 1, line: 13, found: "2 when, 1 coord" }],
}));

test("the Timeline of Android: measured fixes before paths, and paths before ends of activities", async () => {
  const { format, fixes, notes } = await read(bytes("Timeline.json"));
  assert.equal(format, "google-timeline");
  assert.deepEqual(notes, []);
  assert.deepEqual(fixes.map(({ longitude, latitude, time, altitude, accuracy }) => [longitude, latitude, new Date(time).toISOString(), altitude, accuracy]), [
    [11.576124, 48.137154, "2026-03-01T08:04:00.000Z", null, null], [151.2152967, -33.8567844, "2026-03-01T08:10:00.000Z", null, null],
    [11.5, 48.1, "2026-03-02T08:03:00.000Z", null, null], [11.6, 48.2, "2026-03-02T08:12:00.000Z", null, null],
    [11.5761241, 48.1371541, "2026-05-04T07:00:00.000Z", 562.5, 13], [11.5771241, 48.1381541, "2026-05-04T08:00:00.000Z", null, 9],
  ]);
});

test("the Timeline of iOS, with minutes since the start", () => expectRead("location-history.json", {
  format: "google-timeline",
  rows: [[-122.356943, 47.620258, 9 * 3_600 + 300, null, null], [-122.346943, 47.630258, 9 * 3_600 + 1_020, null, null],
    [-122.1, 47.1, 34 * 3_600, null, null], [-122.2, 47.2, 35 * 3_600, null, null]],
}));

test("Takeout's records, with ten-millionths of degrees and one that went around", async () => {
  const { fixes, notes } = await read(bytes("Records.json"));
  assert.deepEqual(fixes, [
    { longitude: 11.576124, latitude: 48.137154, time: Date.UTC(2021, 4, 4, 7, 0, 0, 123), altitude: 512, accuracy: 20 },
    { longitude: -122.356943, latitude: -3.8577296, time: Date.UTC(2021, 4, 4, 7, 1), altitude: null, accuracy: 1_200 },
  ]);
  assert.deepEqual(notes, [{ code: "position", count: 1, index: 2, found: "null, null" }]);
});

test("what Takeout keeps of a phone's measurements, in millimetres", () => expectRead("Timeline Edits.json", {
  format: "google-timeline", rows: [[11.576124, 48.137154, 0.999, 520.5, 13.5]],
}));

test("Takeout's semantic history", async () => {
  const { fixes } = await read(bytes("semantic.json"));
  const start = Date.UTC(2022, 4, 4, 7);
  assert.deepEqual(fixes.map(({ longitude, latitude, time, accuracy }) => [longitude, latitude, time - start, accuracy]), [
    [11.5, 48.1, 0, null], [11.55, 48.15, 600_000, 12], [11.6, 48.2, 1_200_500, null], [11.6, 48.2, 7_200_000, null],
  ]);
});

test("OwnTracks' recorder, whose last line broke off", () => expectRead("2026-05.rec", {
  format: "owntracks", rows: [[11.5, 48.1, 0, 520, 8], [11.501, 48.101, 60, null, null]],
  notes: [{ code: "json", count: 1, line: 4, found: '{"_type":"location","lat":48.1\r' }],
}));

for (const [name, accuracy] of [["owntracks.json", 16], ["owntracks.jsonl", null]]) {
  test(`OwnTracks as ${name}`, () => expectRead(name, {
    format: "owntracks", rows: [[11.5, 48.1, 0, null, accuracy], [11.501, 48.101, 60, null, null]],
  }));
}

test("a batch of Overland", () => expectRead("overland.json", {
  format: "geojson", rows: [[11.5, 48.1, 0, 520, 5], [11.501, 48.101, 60, null, 65], [11.502, 48.102, 120, null, 30]],
}));

test("GeoJSON lines with times", () => expectRead("line.geojson", {
  format: "geojson",
  rows: [[11.5, 48.1, 0, 520, null], [11.501, 48.101, 60, 521, null], [11.502, 48.102, 120, null, null], [11.503, 48.103, 180, null, null]],
  notes: [{ code: "untimed", count: 1, index: 2 }],
}));

test("every kind of file that can be read can be chosen", () => {
  const page = readFileSync(`${process.env.REPOSITORY}/Sources/Web/Site/Pages/trips.html`, "utf8");
  const chosen = new Set(page.match(/id="file" accept="([^"]+)"/)[1].split(","));
  for (const name of readdirSync(`${folder}/Samples`)) assert.ok(chosen.has(name.slice(name.lastIndexOf("."))), name);
});

test("an archive of Apple Health, of Takeout, and a folder in which one file is broken", async () => {
  const health = await read(zipped({ "apple_health_export/export.xml": "<HealthData/>", "apple_health_export/workout-routes/route_1.gpx": bytes("apple-route.gpx") }));
  assert.deepEqual([health.format, health.fixes.length], ["gpx", 2]);
  const takeout = await read(zipped({
    "Takeout/Standortverlauf/Standortverlauf.json": bytes("Records.json"), "Takeout/Standortverlauf/Semantic Location History/2021/2021_MAY.json": bytes("semantic.json"),
  }));
  assert.deepEqual([takeout.format, takeout.fixes.length], ["google-records", 2]);
  const lines = await read(zipped({ "owntracks.jsonl": bytes("owntracks.jsonl") }));
  assert.deepEqual(lines.fixes, (await read(bytes("owntracks.jsonl"))).fixes);
  const folderOfTwo = await read(zipped({ "b.kml": bytes("track.kml"), "a.gpx": "<gpx>" }));
  assert.equal(folderOfTwo.fixes.length, 6);
  assert.deepEqual(folderOfTwo.notes.find(({ file }) => file === "a.gpx"), { code: "nothing", count: 1, line: undefined, index: undefined, found: undefined, file: "a.gpx" });
  assert.equal((await refusal(zipped({ "readme.txt": "no tracks" }))).code, "trackless");
  assert.equal((await refusal("PK\x03\x04 not really")).code, "zip");
});

test("bytes of other encodings, marks at the start, carriage returns, and gzip", async () => {
  const text = bytes("gpx-1.0.gpx").toString();
  const plain = await read(text);
  const windows = text.replaceAll("\n", "\r\n");
  for (const parts of [[`\ufeff${text}`], [windows], [Buffer.from(`\ufeff${text}`, "utf16le")], [Buffer.from(`\ufeff${text}`, "utf16le").swap16()], [gzipSync(text)]]) {
    assert.deepEqual(await read(...parts), plain);
  }
  const latin = Buffer.from(text.replace('version="1.0"?', 'version="1.0" encoding="ISO-8859-1"?').replace("Tea", "T\xe9"), "latin1");
  assert.deepEqual(await read(latin), plain);
  assert.equal((await refusal(text.replace('version="1.0"?', 'version="1.0" encoding="klingon"?'))).code, "encoding");
});

for (const name of readdirSync(`${folder}/Samples`)) {
  test(`${name} is the same however it is cut into pieces`, async () => {
    const whole = bytes(name);
    const expected = await read(whole);
    for (const size of [1, 7, 64]) {
      const stream = () => new ReadableStream({
        start(controller) {
          for (let start = 0; start < whole.length; start += size) controller.enqueue(new Uint8Array(whole.subarray(start, start + size)));
          controller.close();
        },
      });
      assert.deepEqual(await readTrack({ stream, slice: (start, end) => new Blob([whole.subarray(start, end)]) }), expected);
    }
  });

  test(`${name} cut off anywhere gives what is there, or says why not`, async () => {
    const whole = bytes(name);
    for (let length = 0; length < whole.length; length += 13) {
      try {
        assert.ok((await read(whole.subarray(0, length))).fixes.length > 0);
      } catch (error) {
        assert.equal(error.constructor.name, "TrackMistake", error.stack);
      }
    }
  });
}

/** Reads a broken text, which has to give what is left of it, or to say why not. */
async function expectSense(text) {
  try {
    assert.ok((await read(text)).fixes.every(({ time, latitude }) => Number.isInteger(time) && Math.abs(latitude) <= 90), text);
  } catch (error) {
    assert.equal(error.constructor.name, "TrackMistake", `${error.stack}\n${text}`);
  }
}

test("texts with nonsense in random places give what is left, or say why not", async () => {
  const nonsense = ["", "null", "-1e999", "<", ">", "</", "&#0;", "&#x110000;", "\u0000", "\"", "999999999999999999999", "]]>", "{", "}", "["];
  const generator = new SeededGenerator(7);
  for (const name of readdirSync(`${folder}/Samples`)) {
    const text = bytes(name).toString();
    for (let round = 0; round < 80; round += 1) {
      const place = generator.draw(text.length);
      await expectSense(text.slice(0, place) + nonsense[generator.draw(nonsense.length)] + text.slice(place + generator.draw(6)));
    }
  }
});

/** Every value in a tree, as the object that has it and its key. */
const placesIn = (tree) => Object.entries(tree ?? {}).flatMap(([key, value]) => [[tree, key], ...(typeof value === "object" ? placesIn(value) : [])]);

for (const name of readdirSync(`${folder}/Samples`).filter((each) => /json$/.test(each))) {
  test(`${name} with nonsense in the place of any value gives what is left, or says why not`, async () => {
    const source = bytes(name).toString();
    const nonsense = [null, [], {}, [null], [[1, 2]], -1, "x", true, { latLng: null }];
    for (let index = 0; index < placesIn(JSON.parse(source)).length; index += 1) {
      for (const value of nonsense) {
        const tree = JSON.parse(source);
        const [owner, key] = placesIn(tree)[index];
        owner[key] = value;
        await expectSense(JSON.stringify(tree));
      }
    }
  });
}

test("what is no track is refused with what was found", async () => {
  assert.deepEqual({ ...await refusal("") }, { code: "empty" });
  assert.deepEqual({ ...await refusal("  \n ") }, { code: "empty" });
  assert.deepEqual({ ...await refusal("name;age\nAnna;7") }, { code: "unknown", line: 1, found: "name;age\nAnna;7" });
  assert.deepEqual({ ...await refusal("<?xml version='1.0'?>\n<html></html>") }, { code: "unknown", line: 2, found: "html" });
  assert.equal((await refusal('{"name": "Anna"}')).code, "unknown");
  assert.equal((await refusal("[1, 2, 3]")).code, "unknown");
  const planned = await refusal('<gpx>\n<trkpt lat="1" lon="2"></trkpt>\n</gpx>');
  assert.deepEqual([planned.code, planned.notes], ["nothing", [{ code: "untimed", count: 1, line: 2 }]]);
});

test("waypoints and routes count where there is no track", async () => {
  const { fixes } = await read('<gpx><wpt lat="1" lon="2"><time>2026-05-04T07:00:00Z</time></wpt><rte><rtept lat="1" lon="2"></rtept></rte></gpx>');
  assert.equal(fixes.length, 1);
});

test("times in all forms that are written", () => {
  const moments = {
    "2026-05-04T07:00:00Z": seven, "2026-05-04T09:00:00+02:00": seven, "2026-05-04T09:00:00+0200": seven, "2026-05-04T09:00:00+02": seven,
    "2026-05-04 07:00:00.25 Z": seven + 250, "2026-05-04T07:00Z": seven, "2026-05-04T03:30:00-03:30": seven, "2026-05-04T07:00:00,123456789Z": seven + 123,
    "2026-05-04": Date.UTC(2026, 4, 4), "2016-12-31T23:59:60Z": Date.UTC(2017, 0, 1),
  };
  for (const [text, milliseconds] of Object.entries(moments)) assert.equal(timeOf(text).milliseconds, milliseconds, text);
  for (const text of ["2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-05-04T25:00:00Z", "2026-05-04T07:61:00Z", "04.05.2026"]) assert.ok(Number.isNaN(timeOf(text).milliseconds), text);
});

for (const file of readdirSync(`${folder}/Vectors`).filter((name) => name.endsWith(".gpx"))) {
  test(`${file} is the track of its vector, and tells the same`, async () => {
    const vector = JSON.parse(readFileSync(`${folder}/Vectors/${file.replace(".gpx", ".json")}`, "utf8"));
    const { fixes, notes } = await read(readFileSync(`${folder}/Vectors/${file}`));
    assert.deepEqual(notes, []);
    const rows = fixes.map(({ longitude, latitude, time, altitude, accuracy }) => [longitude, latitude, time, altitude, accuracy]);
    assert.deepEqual(rows, vector.fixes.toSorted((one, other) => one[2] - other[2]));
    // A recorder whose clock went back has told them in another order.
    if (file === "clock-backwards.gpx") return;
    const stops = new TravelStops(vector.stops.map(([kind, longitude, latitude]) => ({ kind, longitude, latitude })));
    assert.deepEqual(TripInference.activities(fixes, { stops, settings: tripSettings(vector.settings) }), vector.activities);
  });
}

/** What is told of a track that somebody else recorded. */
async function told(name, settings = {}) {
  const { fixes, notes } = await read(readFileSync(`${folder}/HeldBack/${name}`));
  assert.deepEqual(notes, []);
  return { count: fixes.length, activities: TripInference.activities(fixes, { stops: new TravelStops([]), settings: tripSettings(settings) }) };
}

/** The share of the time of activities that is told in a mode. */
function shareOf(mode, activities) {
  const length = (some) => some.reduce((sum, { start, end }) => sum + end - start, 0);
  return length(activities.filter((activity) => activity.mode === mode)) / length(activities);
}

test("a walk around a lake is told as one walk of its length", async () => {
  const { count, activities: [walk, ...others] } = await told("cerknica-lake.gpx");
  assert.equal(count, 65);
  assert.deepEqual(others, []);
  assert.equal(walk.mode, "onFoot");
  assert.equal(walk.end - walk.start, 761_000);
  // Point to point it is 652 m.
  assert.ok(walk.distance > 580 && walk.distance < 700, `${walk.distance} m`);
});

test("nobody rides from one place to another that is reached in hours", async () => {
  const { count, activities } = await told("sloth-at-le-mans.gpx");
  assert.equal(count, 17);
  assert.ok(activities.every(({ mode }) => mode === "onFoot"), JSON.stringify(activities));
});

test("a run is told as a way on foot", async () => {
  const { count, activities } = await told("run.tcx");
  assert.equal(count, 400);
  assert.equal(shareOf("onFoot", activities), 1, JSON.stringify(activities));
});

for (const [name, count] of [["leiden-ride.gpx", 96], ["berkelland-ride.gpx", 400], ["stavelot-ride.gpx", 400]]) {
  test(`${name} is told as a ride by bicycle to a cyclist who goes fast, and by car to somebody who is none`, async () => {
    const { count: positions, activities } = await told(name, { cyclistSpeed: 12 });
    assert.equal(positions, count);
    assert.equal(shareOf("bicycle", activities), 1, JSON.stringify(activities));
    assert.equal(shareOf("car", (await told(name)).activities), 1);
  });
}

test("a ride that is faster than the cyclist says is told as one by car, in large part", async () => {
  const { activities } = await told("leiden-ride.gpx", { cyclistSpeed: 6 });
  assert.ok(shareOf("car", activities) > 0.5, JSON.stringify(activities));
});

test("points that nothing can connect are read, and tell no activity", async () => {
  assert.deepEqual(await told("garmin-extensions.gpx"), { count: 3, activities: [] });
});
