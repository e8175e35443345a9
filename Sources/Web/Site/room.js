// Tells the style sheet how high the parts are that others make room for: their words may need more lines than usual.

import { byId } from "./dom.js";

/** The parts, with the property that has their height. A panel that is open lies over the others and needs no room. */
const parts = [
  [".finder", "--finder-height"], ["#dates", "--dates-height"], ["#panel:not(.expanded)", "--panel-height"],
];

export function makeRoom() {
  const measure = () => {
    for (const [selector, property] of parts) {
      const node = document.querySelector(selector);
      if (node) document.documentElement.style.setProperty(property, `${node.offsetHeight}px`);
    }
  };
  const observer = new ResizeObserver(measure);
  for (const node of [document.querySelector(".finder"), byId("dates"), byId("panel")]) observer.observe(node);
}
