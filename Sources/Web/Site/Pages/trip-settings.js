// What is believed of a track; `TripSettings.swift` says where each bound comes from, and a test compares both.

/** Times are in milliseconds, lengths in metres, speeds in metres a second. */
export const tripDefaults = {
  step: 50, stepTolerance: 5, shortestStep: 1_000, worstAccuracy: 35, highestAltitude: 6_000, speedLimit: 0.4 * 222,
  vehicleSpeed: 4, cyclistSpeed: null, slowestCycling: 2.5,
  change: 2, streak: 3, patience: 300_000, vehicleWeight: 1.1, footWeight: 1,
  station: { radius: 75, separation: 350, meanSpeed: 9.17, patience: 90 * 60_000, contrarySteps: 4 },
  airport: { radius: 2_500, separation: 3_500, meanSpeed: 222, patience: 20 * 3_600_000, contrarySteps: 15 },
  longestPause: 300_000, longestInterlude: 120_000, shortestStay: 300_000, stayingSpeed: 100 / 300, shortestLeg: 25,
};

/** The defaults with some settings of one's own. */
export const tripSettings = (own = {}) => ({ ...tripDefaults, ...own });

/** Metres a second. */
export const speedOf = (distance, milliseconds) => distance / (milliseconds / 1_000);
