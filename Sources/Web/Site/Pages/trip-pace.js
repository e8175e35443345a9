// What would have been in the air on the same way at another pace; the same as `TripExposure+Pace.swift`, which explains it.

import { exposuresDuring } from "./trip-exposure.js";

/** An activity and its fixes, with the times stretched to a mode and a speed in metres a second; `factor` is by how much. */
export function paced({ start, end, distance }, fixes, { mode, speed }) {
  const factor = ((distance / speed) * 1_000) / (end - start);
  const stretched = (milliseconds) => Math.round(milliseconds * factor);
  const way = fixes.filter(({ time }) => time >= start && time <= end).map((fix) => ({ ...fix, time: start + stretched(fix.time - start) }));
  return { activity: { mode, start, end: start + stretched(end - start), distance }, way, factor };
}

/** The exposure on a way that was `paced`. */
export function exposureAtPace({ activity, way, factor }, settings, concentration) {
  const [exposure] = exposuresDuring([activity], way, { ...settings, patience: Math.round(settings.patience * factor) }, concentration);
  return exposure;
}
