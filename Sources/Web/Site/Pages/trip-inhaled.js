// How many grains or spores somebody breathed in on the way; the same as `InhaledAmount.swift`, which explains it.

/** Cubic metres of air that an adult breathes in an hour (US EPA, Exposure Factors Handbook, 2011, table 6-2). */
const sitting = 0.252;
const breathing = { onFoot: 1.14, bicycle: 2.28, car: sitting, bus: sitting, train: sitting, metro: sitting, plane: sitting, indoors: 0.72 };

/** What was breathed in during activities in these modes: what is `likely`, and the `most` if all came into vehicles and rooms that was outside. */
export const inhaledDuring = (exposures, modes) => exposures.reduce(({ likely, most }, { lowest, highest }, index) => ({
  likely: likely + lowest * breathing[modes[index]], most: most + highest * breathing[modes[index]],
}), { likely: 0, most: 0 });

/** How many times as much was breathed in in the open as by somebody who sits there as long; null if nothing was. */
export function timesSitting(exposures, modes) {
  const still = exposures.reduce((sum, { lowest }) => sum + lowest * sitting, 0);
  return still > 0 ? inhaledDuring(exposures, modes).likely / still : null;
}
