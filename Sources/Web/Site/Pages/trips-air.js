// The air and the stops around a way, from tiles of a degree and more: requests carry neither cookies nor a place on the way.

import { adding } from "./calendar.js";
import { hoursAgoOf, placeOf, withHours } from "./trip-hours.js";

const dayLength = 86_400_000;
const hour = 3_600_000;
/** How many requests are under way at once, so that pages with many allergens do not overwhelm a phone. */
const lanes = 6;
const utcDay = (time) => new Date(time).toISOString().slice(0, 10);

/** The answer as JSON, or `null` where there is nothing. */
async function fetched(path) {
  const response = await fetch(path, { credentials: "omit" });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
  return response.json();
}

/** The answers to some paths, in the same order. */
async function fetchedAll(paths) {
  const answers = [];
  let next = 0;
  const lane = async () => {
    while (next < paths.length) {
      const index = next;
      next += 1;
      answers[index] = await fetched(paths[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, paths.length) }, lane));
  return answers;
}

/** The days of UTC that a way touches, and that the same way touches an hour later. */
function daysOf({ start, end }) {
  const days = [];
  for (let day = utcDay(start); day <= utcDay(end + hour); day = adding(day, 1)) days.push(day);
  return days;
}

function lackOf(answers, isLong) {
  if (answers.every(({ hasStations }) => hasStations === false)) return "none";
  return isLong ? "long" : null;
}

/**
 * Stations and airports around a way, why there are no stations, and where the service has them from. They `lack` because the
 * service knows `none`, because the way is too `long` to ask for them, or not at all: then it is null.
 */
export async function stopsAround({ visited, besideStops }) {
  const { zoom, tiles } = besideStops ?? visited;
  const answers = (await fetchedAll(tiles.map(({ x, y }) => `/v1/stops/${zoom}/${x}/${y}`))).filter((answer) => answer);
  const of = (kind, places) => (places ?? []).map(([longitude, latitude]) => ({ kind, longitude, latitude }));
  return {
    stops: answers.flatMap(({ airports, stations }) => [...of("airport", airports), ...of("station", stations)]),
    lack: lackOf(answers, besideStops === null),
    credits: [...new Set(answers.flatMap(({ credits }) => credits ?? []))],
  };
}

/** For each allergen, the tiles of all days; those that are not known, as of tomorrow's tomorrow, are left out. */
export async function airAround(summary, allergens) {
  const { zoom, tiles } = summary.visited;
  // The service has no values from the day after tomorrow on.
  const last = utcDay(Date.now() + dayLength);
  const days = daysOf(summary).filter((day) => day <= last);
  const paths = allergens.flatMap((allergen) => days.flatMap((day) => tiles.map(({ x, y }) => `/v1/grid/${allergen}/${zoom}/${x}/${y}?date=${day}`)));
  const answers = await fetchedAll(paths);
  const each = days.length * tiles.length;
  return allergens.map((_, index) => answers.slice(index * each, (index + 1) * each).filter((tile) => tile));
}

/**
 * The same tiles with the hours of the forecast where it tells them. `allergens` are those of the tiles, in their order; what is asked
 * for is the middle of a tile, and where nothing comes the hours stay those of a mean day.
 */
export async function withForecast(air, allergens, now) {
  const pathOf = (tile) => {
    const [ago, { longitude, latitude }] = [hoursAgoOf(tile, now), placeOf(tile)];
    return ago === null || !tile.hours ? null : `/v1/air/hours?lon=${longitude.toFixed(3)}&lat=${latitude.toFixed(3)}&ago=${ago}`;
  };
  const paths = [...new Set(air.flat().map(pathOf))].filter((path) => path !== null);
  const answers = new Map((await fetchedAll(paths).catch(() => [])).map((answer, index) => [paths[index], answer]));
  return air.map((tiles, index) => tiles.map((tile) => {
    const told = answers.get(pathOf(tile))?.allergens.find(({ allergen }) => allergen === allergens[index]);
    return told ? withHours(tile, told.hours) : tile;
  }));
}

/** For each allergen the classes of its levels, each `from` a concentration; none if the service has none. */
export async function classesOfAll(allergens) {
  const legends = await fetchedAll(allergens.map((allergen) => `/tiles/${allergen}/legend.json`)).catch(() => []);
  return allergens.map((_, index) => legends[index]?.classes ?? []);
}
