// Points for ways that burn little, and a garden to spend them on: no loss, no rank, and nothing on days when one's own
// allergens are high. The numbers are those of Alter Eco (M. Asara, 2020).

import { dayHere } from "./calendar.js";
import { isOfKnownCarbon } from "./trip-carbon.js";
import { mondayOf } from "./trip-days.js";
import { isMostlyKnown } from "./trip-exposure.js";

const day = 86_400_000;
/** Points for a kilometre. */
export const perKilometre = { onFoot: 10, bicycle: 10, train: 7, metro: 7, car: 3, bus: 3, plane: 0, indoors: 0 };
/** What can be had for points. */
export const shop = [{ kind: "apple", price: 500 }, { kind: "pine", price: 350 }, { kind: "round", price: 300 }];
/** The plots of the garden. */
export const plots = 24;
/** As many of them stand in a row. */
export const columns = 6;

/** Trips that ended longer ago are not counted any more. The service puts those of a month ago and more together. */
const patience = 27 * day;
/** A trip lasts at most three days, so a day that began longer ago has none that still counts. */
const remembrance = 30 * day;
const outdoors = new Set(["onFoot", "bicycle"]);
const heavy = new Set(["high", "veryHigh"]);
/** What people in London emit in a week on their ways, in grams. */
const lightWeek = 15_800;
/** Metres on foot or by bicycle in a week. */
const longWalk = 10_000;

/** Somebody without points, from the morning of a day on. */
export const start = (now) => ({ since: new Date(now).setHours(0, 0, 0, 0), earned: 0, spent: 0, counted: {}, won: {}, garden: [] });

export const balanceOf = ({ earned, spent }) => earned - spent;

/** The level that a kept exposure had on average; undefined if nothing is known. */
function levelOf({ allergen, highest, knownMinutes }, classes) {
  if (!(knownMinutes > 0)) return undefined;
  const mean = highest / (knownMinutes / 60);
  return (classes.get(allergen) ?? []).findLast(({ from = 0 }) => mean >= from)?.level;
}

/** What the air of a trip was for its owner: `high`, `fine`, or `unknown` if there is no level of an allergen or for much of the time. */
export function airOf({ exposures }, classes) {
  const levels = exposures.map((exposure) => levelOf(exposure, classes));
  if (levels.some((level) => heavy.has(level))) return "high";
  const isKnown = levels.every((level) => level !== undefined) && exposures.every(({ knownMinutes, unknownMinutes }) => isMostlyKnown(knownMinutes, unknownMinutes));
  return levels.length > 0 && isKnown ? "fine" : "unknown";
}

/** The days of this device on which the air of one of the trips was high. */
export const highDays = (trips, classes) => new Set(trips.filter((trip) => airOf(trip, classes) === "high").map(({ start: moment }) => dayHere(moment)));

const isOfHighDay = ({ start: moment }, days) => days.has(dayHere(moment));

/** Whether a way in the open counts: its air is known, and nothing of that day was high. */
const isFine = (trip, days, classes) => airOf(trip, classes) === "fine" && !isOfHighDay(trip, days);

/** The points of a trip; none on a day with high air, so that nobody is drawn out of the house for them, whichever way. */
export function pointsOf(trip, days, classes) {
  if (isOfHighDay(trip, days) || (outdoors.has(trip.mode) && !isFine(trip, days, classes))) return 0;
  return Math.round((trip.distance / 1_000) * perKilometre[trip.mode]);
}

/** The points that the trips of each day bring now. */
function pointsByDay(trips, classes, earliest) {
  const [days, points] = [highDays(trips, classes), new Map()];
  for (const trip of trips.filter(({ end, count }) => count === 1 && Date.parse(end) >= earliest)) {
    const key = dayHere(trip.start);
    points.set(key, (points.get(key) ?? 0) + pointsOf(trip, days, classes));
  }
  return points;
}

/**
 * The state after trips were counted that ended since it began; `classes` are those of levels for each allergen.
 *
 * Of each of the last days it remembers only the most points that it had, and a day brings what it has more than that: so
 * nothing counts twice, nothing is taken away, and no device remembers when somebody was on the way.
 */
export function counted(state, trips, classes, now) {
  const points = pointsByDay(trips, classes, Math.max(state.since, now - patience));
  const recent = Object.entries(state.counted).filter(([key]) => key >= dayHere(now - remembrance));
  const before = new Map(recent);
  const fresh = [...points].filter(([key, sum]) => sum > (before.get(key) ?? 0));
  return {
    ...state, earned: state.earned + fresh.reduce((sum, [key, most]) => sum + most - (before.get(key) ?? 0), 0),
    counted: Object.fromEntries([...recent, ...fresh]), won: { ...won(trips, classes, now), ...state.won },
  };
}

/** Nothing that was kept until now counts again: for when all trips are deleted. */
export const forgotten = (state, now) => ({ ...state, since: now, counted: {} });

/** A state as it was remembered; the starts of trips that it was once made of are forgotten. */
export const revived = (state, now) => (Array.isArray(state?.counted) ? forgotten(state, now) : state);

/** Whether trips go back so many days, and of these some are within them, none in one of some modes. */
function isWithout(modes, days, trips, now) {
  const from = now - days * day;
  const within = trips.filter(({ end }) => Date.parse(end) >= from);
  return trips.some((trip) => Date.parse(trip.start) < from) && within.length > 0 && within.every(({ mode }) => !modes.includes(mode));
}

/** The trips of each whole week that is over, of which the service has not put any into the sum of a month. */
function weeksOf(trips, now) {
  const [weeks, earliest] = [new Map(), dayHere(now - patience)];
  for (const trip of trips.filter(({ count }) => count === 1)) {
    const monday = mondayOf(dayHere(trip.start));
    if (monday >= earliest) weeks.set(monday, [...weeks.get(monday) ?? [], trip]);
  }
  weeks.delete(mondayOf(dayHere(now)));
  return [...weeks.values()];
}

const isLight = (week) => week.every(isOfKnownCarbon) && week.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0) < lightWeek;

/** What was achieved by now, each with its day: only where trips go back far enough to tell. */
export function won(trips, classes, now) {
  const days = highDays(trips, classes);
  const walked = (week) => week.filter((trip) => outdoors.has(trip.mode) && isFine(trip, days, classes)).reduce((sum, { distance }) => sum + distance, 0);
  const weeks = weeksOf(trips, now);
  const holds = {
    noPlane: isWithout(["plane"], 183, trips, now), noCar: isWithout(["car", "bus"], 31, trips, now),
    lightWeek: weeks.some(isLight), longWalks: weeks.some((week) => walked(week) > longWalk),
  };
  return Object.fromEntries(achievements.filter((name) => holds[name]).map((name) => [name, dayHere(now)]));
}

export const achievements = ["noPlane", "noCar", "lightWeek", "longWalks"];

const isFree = ({ garden }, plot) => Number.isInteger(plot) && plot >= 0 && plot < plots && garden.every((plant) => plant.plot !== plot);

/** The state with a plant on a free plot, paid for; `null` if the points do not suffice or the plot is not free. */
export function planted(state, kind, plot) {
  const item = shop.find((each) => each.kind === kind);
  if (!item || balanceOf(state) < item.price || !isFree(state, plot)) return null;
  return { ...state, spent: state.spent + item.price, garden: [...state.garden, { kind, plot }] };
}

/** The state with a plant on another, free plot; `null` if there is none to move, or the plot is not free. */
export function moved(state, from, to) {
  if (!isFree(state, to) || isFree(state, from)) return null;
  return { ...state, garden: state.garden.map((plant) => (plant.plot === from ? { ...plant, plot: to } : plant)) };
}
