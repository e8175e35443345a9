// A ring that is filled as far as an index reaches, from 0 to 10.

import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { number } from "./words.js";

const circle = { cx: 50, cy: 50, r: 44, pathLength: 10 };

/** The index in words, with the ring around them. */
export function ring(index, colour) {
  const filled = Math.min(10, Math.max(0, index));
  return element("p", { class: "risk-index" },
    shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      shape("circle", { ...circle, class: "ring-track" }),
      filled > 0 ? shape("circle", { ...circle, class: "ring-fill", stroke: colour, "stroke-dasharray": `${filled} 10` }) : null),
    element("strong", {}, number(index)), element("span", { class: "small" }, text("today.ofTen")));
}
