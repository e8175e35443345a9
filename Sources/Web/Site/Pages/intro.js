// What a part of the site is for, told once on each device.

import { byId } from "./dom.js";
import { keep, recall } from "./memory.js";

const memory = "introduced";

/** Shows the element `intro` until somebody has understood it; each part has a name of its own. */
export function introduce(name) {
  const seen = recall(memory, []);
  byId("intro").hidden = seen.includes(name);
  byId("intro-done").addEventListener("click", () => {
    keep(memory, [...new Set([...recall(memory, []), name])]);
    byId("intro").hidden = true;
    byId("main").focus();
  });
}
