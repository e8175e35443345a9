// What to say of ways that were short: on foot one breathes what is outside, so the lungs come before the climate.

import { airOf } from "./trip-points.js";

/** Ways by car up to here, in metres, are what most people can walk or ride. */
const shortWay = 3_000;

/** Whether a short way was driven. */
export const hasShortDrive = (ways) => ways.some(({ mode, distance }) => mode === "car" && distance <= shortWay);

/**
 * The tip for ways, of which the air was `there`, and on the same ways is `today`: each of them is `high`, `fine` or `unknown`.
 *
 * It is `lungs` or `lungsToday` where one of them is high, `short` where both are fine, and null where nothing short was driven
 * or the air is not known.
 */
export function tipOfWays(ways, there, today) {
  if (!hasShortDrive(ways)) return null;
  if (there === "high") return "lungs";
  if (today === "high") return "lungsToday";
  return there === "fine" && today === "fine" ? "short" : null;
}

/** What the air is for a tip where a pollutant `isHigh` beside it: no longer fine, though nothing is said of allergens. */
export const besidePollutants = (air, isHigh) => (air === "fine" && isHigh ? "unknown" : air);

/**
 * The tip for the kept trips of today: `lungs` if the air of one was high, and else null. It never says to walk, as kept trips
 * do not tell how the air is now, and have no pollutants. `classes` are those of levels for each allergen.
 */
export const tipOfDay = (trips, classes) => (trips.some((trip) => airOf(trip, classes) === "high") ? "lungs" : null);
