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

export function measured(value, kind) {
  const digits = fine.has(kind) ? 1 : 0;
  const figure = value.toLocaleString(locale, { minimumFractionDigits: 0, maximumFractionDigits: digits });
  return units[kind] ? `${figure}\u{a0}${units[kind]}` : figure;
}

/** What stands for a day: its sum where events are counted, the best blow, and else the mean. */
export const figureOf = ({ kind, sum, mean, high }) => sum ?? (meters.includes(kind) ? high : mean);

/** Fills a choice of kinds. */
export function offerKinds(select, choices, chosen) {
  select.replaceChildren(...choices.map((kind) => element("option", { value: kind }, kindName(kind))));
  if (choices.includes(chosen)) select.value = chosen;
}
