// Tells the style sheet how high the parts are that others make room for: their words may need more lines than usual.

import { byId } from "./dom.js";

/** The properties that have the heights of the parts. */
const properties = new Map([["finder", "--finder-height"], ["dates", "--dates-height"], ["panel", "--panel-height"]]);

export function makeRoom() {
  const { style } = document.documentElement;
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      // A panel that is open lies over the others and needs no room.
      if (target.classList.contains("expanded")) continue;
      style.setProperty(properties.get(target.id), `${borderBoxSize[0].blockSize}px`);
    }
  });
  for (const id of properties.keys()) observer.observe(byId(id));
}
