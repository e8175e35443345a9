// The colours of the levels, as the reader chose them on this device: the map's own, or those of traffic lights.

import { keep, recall } from "./memory.js";

const key = "ramp";
const trafficLight = "traffic-light";

/** The chosen ramp; `undefined` for the one that each layer has by itself. */
export const ramp = () => (recall(key, null) === trafficLight ? trafficLight : undefined);

/** The choice as a part of addresses of tiles. */
export const rampQuery = () => (ramp() ? `&ramp=${ramp()}` : "");

/** Connects the switch on the map; all that has colours is drawn anew. */
export function offerRamp(button) {
  button.checked = ramp() !== undefined;
  button.addEventListener("change", () => {
    keep(key, button.checked ? trafficLight : null);
    location.reload();
  });
}
