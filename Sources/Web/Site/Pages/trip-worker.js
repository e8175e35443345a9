// Reads tracks and tells activities beside the page, so that it stays responsive. The track stays here, and is forgotten when
// the page ends this worker: the page learns how many fixes there are, from when to when and where about, and the activities.
//
// It takes three messages: `{ file }` is answered by `{ summary }`, `{ stops, settings }` by `{ activities }`, and
// `{ grids, settings }`, with the pollen of a kind in each grid, by `{ exposures }`, each with an exposure for each activity.
// Instead comes `{ failure }`; and while a file is read, `{ share }` of it.

import { exposuresDuring, valueIn } from "./trip-exposure.js";
import { TrackMistake } from "./trip-gathering.js";
import { TripInference } from "./trip-inference.js";
import { readTrack } from "./trip-reading.js";
import { tripSettings } from "./trip-settings.js";
import { TravelStops } from "./trip-stops.js";

let track = null;
let activities = [];

/** The least and the greatest of some numbers; infinite if there are none. */
function span(numbers) {
  let [least, greatest] = [Infinity, -Infinity];
  for (const number of numbers) {
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return [least, greatest];
}

/** The box around fixes: west of itself to the east, as in GeoJSON, where it goes across the antimeridian. */
function boxOf(fixes) {
  const longitudes = fixes.map(({ longitude }) => longitude);
  const [south, north] = span(fixes.map(({ latitude }) => latitude));
  const [west, east] = span(longitudes);
  if (east - west <= 180) return { west, south, east, north };
  return { west: span(longitudes.filter((longitude) => longitude >= 0))[0], south, east: span(longitudes.filter((longitude) => longitude < 0))[1], north };
}

/** What the page needs to know, so that it can fetch the stops and the pollen around. */
const summaryOf = ({ format, fixes, notes }) => ({ format, notes, count: fixes.length, start: fixes[0].time, end: fixes.at(-1).time, box: boxOf(fixes) });

async function read(file) {
  let [count, told] = [0, 0];
  [track, activities] = [null, []];
  track = await readTrack(file, (bytes) => {
    count += bytes;
    if (count - told < file.size / 50) return;
    told = count;
    self.postMessage({ share: Math.min(1, count / file.size) });
  });
  return { summary: summaryOf(track) };
}

function infer({ stops, settings }) {
  activities = TripInference.activities(track.fixes, { stops: new TravelStops(stops), settings: tripSettings(settings) });
  return { activities };
}

function expose({ grids, settings }) {
  const exposures = (grid) => exposuresDuring(activities, track.fixes, tripSettings(settings), (position, time) => valueIn(grid, position, time));
  return { exposures: grids.map(exposures) };
}

async function answer(data) {
  if (data.file) return read(data.file);
  if (!track) throw new TrackMistake("nothing");
  return data.grids ? expose(data) : infer(data);
}

self.addEventListener("message", async ({ data }) => {
  try {
    self.postMessage(await answer(data));
  } catch (error) {
    const { code = "broken", line, index, found, notes } = error;
    self.postMessage({ failure: { code, line, index, found, notes } });
  }
});
