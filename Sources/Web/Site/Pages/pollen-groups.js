// The pollen of trees, grasses and weeds at a place: the count and the highest level of each.

import { element } from "./dom.js";
import { text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { groupName, levelName, quantity } from "./words.js";

/** The list of groups, or nothing if none is known. */
export function pollenGroups(groups, colours) {
  if (!groups || groups.length === 0) return null;
  return element("ul", { class: "pollen-groups", "aria-label": text("groups.heading") }, groups.map(({ group, value, unit, level }) =>
    element("li", {}, levelSwatch(level, colours), element("strong", {}, groupName(group)), element("span", {}, levelName(level)),
      element("span", { class: "small" }, quantity(value, unit)))));
}
