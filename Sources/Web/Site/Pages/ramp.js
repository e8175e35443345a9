// The colours of the levels: the map's own for light or dark pages, or those of traffic lights, if the reader chose them on
// this device.

import { keep, recall } from "./memory.js";

const key = "ramp";
const trafficLight = "traffic-light";
/** On dark ground the highest level is the brightest; on light ground, the darkest. */
const night = "night";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

const isTrafficLight = () => recall(key, null) === trafficLight;

/** The ramp to ask for; `undefined` for the one that each layer has by itself. */
export function ramp() {
  if (isTrafficLight()) return trafficLight;
  return dark.matches ? night : undefined;
}

/** The choice as a part of addresses of tiles. */
export const rampQuery = () => (ramp() ? `&ramp=${ramp()}` : "");

/** The colour of what was looked for and not found, where a legend has none. */
export const noneColour = () => (ramp() === night ? "#66736e" : "#ffffff");

/** Calls `act` when the page turns dark or light, and its colours with it. */
export function followRamp(act) {
  dark.addEventListener("change", () => { if (!isTrafficLight()) act(); });
}

/** Connects the switch on the map; all that has colours is drawn anew. */
export function offerRamp(button) {
  button.checked = isTrafficLight();
  button.addEventListener("change", () => {
    keep(key, button.checked ? trafficLight : null);
    location.reload();
  });
}
