// What somebody chose for trips in this browser: no position is among it.

import { forget, keep, recall } from "./memory.js";

const memory = "trips";
/** Under which name points for trips are remembered. */
export const pointsMemory = "trip-points";
/** Whose points they are: those of an account, or of a person in its care, by the address of their data. */
export const pointsOwner = (account, home) => `${account} ${home}`;
/** Metres a second: what a cyclist goes on average, if nobody says otherwise (Alter Eco). */
const usualSpeed = 6;

/**
 * Metres a second of somebody who walks at ease: women and men from 20 to 59 go 1.27 to 1.46 (R. W. Bohannon, Age and Ageing 26,
 * 1997).
 */
const walkingSpeed = 1.4;

/** `isCyclist`, `speed` in metres a second, whether a recording `stopsStill`, and the `country` for carbon, which may be empty. */
export function tripChoices() {
  const { isCyclist = false, speed = usualSpeed, stopsStill = true, country = "" } = recall(memory, {});
  return { isCyclist, speed: speed >= 4 && speed <= 12 ? speed : usualSpeed, stopsStill, country };
}

export const chooseForTrips = (change) => keep(memory, { ...tripChoices(), ...change });

/** How a way on foot or by bicycle could have been gone otherwise; null for other modes, as a car may not go where people walk. */
export function otherPace(mode) {
  if (mode === "onFoot") return { mode: "bicycle", speed: tripChoices().speed };
  return mode === "bicycle" ? { mode: "onFoot", speed: walkingSpeed } : null;
}

/** Deletes the points of all on this device. */
export const forgetPoints = () => forget(pointsMemory);

/** The settings of the inference that differ from the defaults. */
export function inferenceSettings() {
  const { isCyclist, speed } = tripChoices();
  return isCyclist ? { cyclistSpeed: speed } : {};
}
