// The choice of allergens for readers without an account; it stays in this browser.

import { element } from "./dom.js";
import { text } from "./language.js";
import { choose } from "./mine.js";
import { capitalised, groupName } from "./words.js";

const groups = ["tree", "grass", "weed", "spore"];

/** Shows the choice below `node`; `onChange` is called after each change. */
export function showChoice(node, allergens, mine, onChange) {
  const focused = document.activeElement?.dataset?.key;
  const chosen = new Set(mine.named);
  const chip = (key, name) => element("button", {
    class: "chip", type: "button", "data-key": key, "aria-pressed": String(chosen.has(key)), onclick: () => {
      if (!chosen.delete(key)) chosen.add(key);
      choose([...chosen]);
      onChange();
    },
  }, name);
  const members = (group) => [...allergens].filter(([key, about]) => about.group === group && key !== group);
  node.replaceChildren(
    element("div", { class: "chips", role: "group", "aria-label": text("picker.overview") },
      groups.map((group) => chip(group, groupName(group)))),
    element("details", { open: [...chosen].some((key) => !groups.includes(key)) },
      element("summary", {}, text("today.single")),
      groups.map((group) => [
        element("h3", {}, groupName(group)),
        element("div", { class: "chips", role: "group", "aria-label": groupName(group) },
          members(group).map(([key, { name }]) => chip(key, capitalised(name)))),
      ])));
  if (focused) node.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}
