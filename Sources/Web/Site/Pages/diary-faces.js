// Five faces from very good to very bad, and an empty circle for a day without an answer.

import { element, shape } from "./dom.js";
import { text } from "./language.js";

/** The curves of the mouths, from a smile to its opposite. */
const mouths = ["M7.500 13.400h9c-.600 2.900-2.400 4.200-4.500 4.200s-3.900-1.300-4.500-4.200z", "M8 14c1.500 1.800 6.500 1.800 8 0", "M8 15h8", "M8 16.200c1.500-1.800 6.500-1.800 8 0", "M7.500 17c1.200-3 7.800-3 9 0"];

/** The picture of a feeling, 0 to 4, or of none. */
export function face(feeling) {
  const attributes = { viewBox: "0 0 24 24", "aria-hidden": "true" };
  const circle = shape("circle", { cx: 12, cy: 12, r: 10 });
  if (feeling === undefined || feeling === null) return shape("svg", { ...attributes, class: "face blank" }, circle);
  const eyes = [8.6, 15.4].map((cx) => shape("circle", { class: "eye", cx, cy: 9.6, r: 1.3 }));
  return shape("svg", { ...attributes, class: "face" }, circle, ...eyes, shape("path", { d: mouths[feeling] }));
}

const feelings = [0, 1, 2, 3, 4];

/**
 * A button for each feeling.
 *
 * @param {(feeling: number, button: Element) => void} onChoose
 */
export const faceButtons = (onChoose) => feelings.map((feeling) => element("button", {
  type: "button", "data-feeling": feeling, "aria-pressed": "false", onclick: ({ currentTarget }) => onChoose(feeling, currentTarget),
}, face(feeling), text(`diary.feeling.${feeling}`)));
