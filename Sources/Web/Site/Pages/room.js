// Gives the style sheet the heights of parts that others make room for, because their text may wrap.

import { byId } from "./dom.js";

/** The custom properties with the heights. */
const properties = new Map([["finder", "--finder-height"], ["dates", "--dates-height"], ["panel", "--panel-height"]]);

export function makeRoom() {
  const { style } = document.documentElement;
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      // An open panel overlays the other parts and needs no room.
      if (target.classList.contains("expanded")) continue;
      style.setProperty(properties.get(target.id), `${borderBoxSize[0].blockSize}px`);
    }
  });
  for (const id of properties.keys()) observer.observe(byId(id));
}
