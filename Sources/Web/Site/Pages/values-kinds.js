// The kinds of health values, their names and units.

import { element } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";

/** Each kind with its unit as people read it. */
export const units = {
  peakFlow: "L/min", peakFlowWright: "L/min", heartRate: "/min", restingHeartRate: "/min", oxygenSaturation: "%", respiratoryRate: "/min",
  bodyTemperature: "°C", systolicPressure: "mmHg", diastolicPressure: "mmHg", weight: "kg", inhalerUses: "", altitude: "m", airPressure: "hPa",
};
export const kinds = Object.keys(units);
/** The kinds with zones, by the scales of their meters. */
export const scales = { peakFlow: "EN 13826", peakFlowWright: "Wright" };
export const meters = Object.keys(scales);

/** Kinds whose tenths matter. */
const fine = new Set(["bodyTemperature", "weight"]);

export const kindName = (kind) => text(`values.kind.${kind}`);

/** A number as exact as its kind, without the unit. */
export const figureWords = (value, kind) =>
  value.toLocaleString(locale, { minimumFractionDigits: 0, maximumFractionDigits: fine.has(kind) ? 1 : 0 });

export function measured(value, kind) {
  const figure = figureWords(value, kind);
  return units[kind] ? `${figure}\u{a0}${units[kind]}` : figure;
}

/** What stands for a day: its sum where events are counted, the best blow, and else the mean. */
export const figureOf = ({ kind, sum, mean, high }) => sum ?? (meters.includes(kind) ? high : mean);

/** What was measured on a day, with the lowest and highest where there are several values. */
export function wordsOf(figures) {
  const { kind, count, low, high, sum } = figures;
  const words = measured(figureOf(figures), kind);
  return count === 1 || sum !== undefined ? words : `${words} (${measured(low, kind)} – ${measured(high, kind)})`;
}

/** The lowest and highest value of days, with room around them, so that a steady value is a line in the middle. */
export function scaleOf(days) {
  const known = days.map(({ figures }) => figures).filter(Boolean);
  if (known.length === 0) return [0, 1];
  const values = known.flatMap((figures) => (figures.sum === undefined ? [figures.low, figures.high] : [0, figures.sum]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.08, Math.abs(high) * 0.02, 0.5);
  return [low === 0 ? 0 : low - room, high + room];
}

/** Fills a choice of kinds. */
export function offerKinds(select, choices, chosen) {
  select.replaceChildren(...choices.map((kind) => element("option", { value: kind }, kindName(kind))));
  if (choices.includes(chosen)) select.value = chosen;
}
