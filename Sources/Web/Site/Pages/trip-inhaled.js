// How many grains or spores somebody breathed in on the way; the same as `InhaledAmount.swift`, which explains it.

/** Cubic metres of air that an adult breathes in an hour (US EPA, Exposure Factors Handbook, 2011, table 6-2). */
const breathing = { onFoot: 1.14, bicycle: 2.28, car: 0.252, bus: 0.252, train: 0.252, metro: 0.252, plane: 0.252, indoors: 0.72 };

/** What was breathed in during activities in these modes: what is `likely`, and the `most` if all came into vehicles and rooms that was outside. */
export const inhaledDuring = (exposures, modes) => exposures.reduce(({ likely, most }, { lowest, highest }, index) => ({
  likely: likely + lowest * breathing[modes[index]], most: most + highest * breathing[modes[index]],
}), { likely: 0, most: 0 });
