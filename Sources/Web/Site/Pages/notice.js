// A word in the frame that goes by itself: that something was kept.

import { byId, element } from "./dom.js";

const patience = 3500;
let last = null;

/** Says something for a moment; it is read out as well, and what it says can be seen on the page. */
export function notice(words) {
  last?.remove();
  const line = element("p", { class: "notice card" }, words);
  last = line;
  byId("notices").append(line);
  setTimeout(() => line.remove(), patience);
}
