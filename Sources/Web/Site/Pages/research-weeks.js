// How many people take part at the end of each week, and how many answered in it, as a picture above the table.

import { element, shape } from "./dom.js";
import { mediumDate, number, shortDate } from "./words.js";

/** How many weeks the picture shows; the table has all of them. */
const shownWeeks = 52;
/** The picture is stretched to the page, so its words stand beside it. */
const size = { width: 600, height: 130, top: 4 };

/** The picture with its key; `names` has the words for a week, for taking part, and for answering. */
export function weeksPicture(weeks, names) {
  const shown = weeks.slice(-shownWeeks);
  if (shown.length === 0) return [];
  const step = size.width / Math.max(shown.length, 14);
  const most = Math.max(1, ...shown.flatMap(({ participating, answering }) => [participating, answering ?? 0]));
  const bar = (kind, value, index) => {
    const height = (value / most) * (size.height - size.top);
    return shape("rect", { class: kind, x: index * step + step * 0.1, y: size.height - height, width: step * 0.8, height });
  };
  const bars = shown.flatMap(({ participating, answering }, index) => [bar("bar staying", participating, index), bar("bar", answering ?? 0, index)]);
  const { monday, ...last } = shown.at(-1);
  const told = ["participating", "answering"].filter((kind) => Number.isFinite(last[kind]));
  const summary = `${names.week} ${mediumDate(monday)}: ${told.map((kind) => `${names[kind]} ${number(last[kind])}`).join(", ")}`;
  const key = told.map((kind) => element("span", {}, element("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), names[kind]));
  const ends = [shown[0].monday, ...shown.length > 7 ? [monday] : []].map((day) => element("span", {}, shortDate(day)));
  return [
    element("p", { class: "hint" }, number(most)),
    shape("svg", { class: "days-chart", viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none", role: "img", "aria-label": summary }, bars),
    element("p", { class: "days-ends" }, ends), element("p", { class: "hint weeks-key" }, key), element("p", { class: "hint" }, summary),
  ];
}
