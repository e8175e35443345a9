// Reads tracks and tells activities beside the page, so that it stays responsive. The track stays here, and is forgotten when
// the page ends this worker: the page learns how many fixes there are, from when to when, on which days and in which tiles of
// a degree or more, and the activities.
//
// It takes these messages. `{ file }` or `{ fixes }` is answered by `{ summary }`, `{ day }` too: then all that follows is about
// that day, or about everything if it is null. `{ stops, settings }` is answered by `{ activities }`, and `{ air, settings }`, with
// the tiles of each kind of pollen, by `{ exposures }`, each with an exposure for each activity; `modes` says how somebody
// really travelled, and `later` asks for the same way some milliseconds later. Instead comes `{ failure }`; and while a file is
// read, `{ share }` of it. A recorded fix with `isFirst` is the first after a pause.

import { exposuresDuring } from "./trip-exposure.js";
import { TrackMistake } from "./trip-gathering.js";
import { TripInference } from "./trip-inference.js";
import { exposureAtPace, paced } from "./trip-pace.js";
import { readTrack } from "./trip-reading.js";
import { tripSettings } from "./trip-settings.js";
import { TravelStops } from "./trip-stops.js";
import { airIn, finestTiles, visitedTiles } from "./trip-tiles.js";

/** How many tiles are fetched for each kind of pollen: longer ways get coarser ones. */
const mostTiles = 6;
/** How many of the finest tiles are fetched for stations, which come once for all kinds of pollen. */
const mostStopTiles = 60;

let track = null;
/** The fixes that count: all, or those of a day. */
let fixes = [];
let activities = [];

const twoDigits = (number) => String(number).padStart(2, "0");

/** The day of a time here, as `2026-05-04`. */
function dayOf(time) {
  const moment = new Date(time);
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

/** The start of a day here, and of the next one. */
function endsOf(day) {
  const [year, month, date] = day.split("-").map(Number);
  return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}

/** The days here with fixes, in order. */
function daysOf(all) {
  const days = [];
  let end = -Infinity;
  for (const { time } of all) {
    if (time < end) continue;
    days.push(dayOf(time));
    end = endsOf(days.at(-1))[1];
  }
  return days;
}

/** What the page needs to know, so that it can fetch the stops and the pollen around. */
const summary = () => ({
  summary: {
    format: track.format, notes: track.notes, count: fixes.length, start: fixes[0].time, end: fixes.at(-1).time, days: track.days,
    visited: visitedTiles(fixes, mostTiles), besideStops: finestTiles(fixes, mostStopTiles),
  },
});

function take(opened) {
  track = { ...opened, days: daysOf(opened.fixes) };
  [fixes, activities] = [track.fixes, []];
  return summary();
}

async function read(file) {
  let [count, told] = [0, 0];
  [track, fixes, activities] = [null, [], []];
  return take(await readTrack(file, (bytes) => {
    count += bytes;
    if (count - told < file.size / 50) return;
    told = count;
    self.postMessage({ share: Math.min(1, count / file.size) });
  }));
}

/** Takes what somebody recorded here. */
function record(recorded) {
  if (recorded.length === 0) throw new TrackMistake("nothing", { notes: [] });
  return take({ format: "recorded", fixes: recorded, notes: [] });
}

function narrow(day) {
  const [start, end] = day === null ? [-Infinity, Infinity] : endsOf(day);
  fixes = track.fixes.filter(({ time }) => time >= start && time < end);
  activities = [];
  return summary();
}

/** The fixes between pauses of a recording: what somebody did in a pause is not known. */
function stretches() {
  const found = [];
  for (const fix of fixes) {
    if (fix.isFirst || found.length === 0) found.push([]);
    found.at(-1).push(fix);
  }
  return found;
}

function infer({ stops, settings }) {
  const options = { stops: new TravelStops(stops), settings: tripSettings(settings) };
  activities = stretches().flatMap((stretch) => TripInference.activities(stretch, options));
  return { activities };
}

/** `paces` say for each activity how else the same way could have been gone; null for those that are not asked for. */
function expose({ air, settings, modes, later, paces }) {
  if (paces) return exposeAtPaces(air, tripSettings(settings), paces);
  const ways = activities.map((activity, index) => ({ ...activity, mode: modes?.[index] ?? activity.mode }));
  return { exposures: air.map((tiles) => exposuresDuring(ways, fixes, tripSettings(settings), airIn(tiles, later))) };
}

function exposeAtPaces(air, settings, paces) {
  const ways = activities.map((activity, index) => paces[index] && paced(activity, fixes, paces[index]));
  return { exposures: air.map((tiles) => ways.map((way) => way && exposureAtPace(way, settings, airIn(tiles)))) };
}

async function answer(data) {
  if (data.file) return read(data.file);
  if (data.fixes) return record(data.fixes);
  if (!track) throw new TrackMistake("nothing");
  if (data.day !== undefined) return narrow(data.day);
  return data.air ? expose(data) : infer(data);
}

self.addEventListener("message", async ({ data }) => {
  try {
    self.postMessage(await answer(data));
  } catch (error) {
    const { code = "broken", line, index, found, notes } = error;
    self.postMessage({ failure: { code, line, index, found, notes } });
  }
});
