// The switches of what the map shows besides the field: their state, which the browser remembers.

import { byId } from "./dom.js";
import { keep, recall } from "./memory.js";
import { usual } from "./state.js";

/** The switches, by their names in the address, with their controls. */
const controls = Object.entries({ regions: "regions", stations: "show-stations", alerts: "show-alerts", allAlerts: "all-alerts" });
/** The key for the switches in the browser's storage. */
const memory = "layers";

/** How the switches stand without an address that says so: as the reader left them. */
export const remembered = () => ({ ...usual, ...recall(memory, {}) });

/**
 * Sets the switches, and tells when the reader changes one.
 *
 * @param {object} stand What is switched on, by name.
 */
export function makeSwitches(stand, onChange) {
  const read = () => Object.fromEntries(controls.map(([name, id]) => [name, byId(id).checked]));
  for (const [name, id] of controls) {
    byId(id).checked = stand[name];
    byId(id).addEventListener("change", () => { keep(memory, read()); onChange(); });
  }
  return {
    read,
    /** Switches to what an address says, if it says so. */
    follow(wanted) {
      for (const [name, id] of controls) {
        if (wanted && wanted[name] !== byId(id).checked) byId(id).click();
      }
    },
  };
}
