// A short notice in the frame that disappears by itself, such as that something was saved.

import { byId, element } from "./dom.js";

const patience = 3500;
let last = null;

/** Shows a notice for a moment; screen readers announce it, and its content is also visible on the page. */
export function notice(words) {
  last?.remove();
  const line = element("p", { class: "notice card" }, words);
  last = line;
  byId("notices").append(line);
  setTimeout(() => line.remove(), patience);
}
