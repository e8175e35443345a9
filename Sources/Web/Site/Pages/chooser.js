// A list of allergens to choose from, by group, with a search field.

import { element } from "./dom.js";
import { text } from "./language.js";
import { groupName } from "./words.js";

/** The order of the groups; any others follow. */
const order = ["tree", "grass", "weed", "spore", "pollutant"];
/** Groups that can be chosen as a whole; grass is a single allergen of the same name anyway. */
const whole = ["tree", "weed", "spore"];

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The name of an allergen or of a whole group. */
export function watchName(key, allergens) {
  return whole.includes(key) ? text("chooser.whole", { group: groupName(key) }) : allergens.get(key)?.name ?? key;
}

/**
 * Fills an element with the list.
 *
 * `onChange` is called for each allergen or group that is ticked or unticked. Returns an object with `show`,
 * which marks the chosen ones.
 */
export function makeChooser(place, allergens, onChange) {
  const groups = [...Map.groupBy(allergens, ([, { group, category }]) => group ?? category)]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([group, members]) => makeGroup(group, members, onChange));
  const count = element("p", { class: "small", role: "status" });
  const field = element("input", {
    class: "field", type: "search", id: `${place.id}-search`, autocomplete: "off", spellcheck: "false", oninput: () => search(field.value),
  });

  function search(words) {
    const found = groups.reduce((sum, group) => sum + group.search(plain(words.trim())), 0);
    count.textContent = words.trim() ? text("chooser.found", { count: found }) : "";
  }

  place.replaceChildren(
    element("div", { class: "entry" }, element("label", { for: field.id }, text("chooser.search")), field, count),
    ...groups.map((group) => group.node));
  return { show: (chosen) => groups.forEach((group) => group.show(chosen)) };
}

const rank = (group) => (order.includes(group) ? order.indexOf(group) : order.length);

function makeGroup(group, members, onChange) {
  const boxes = members.map(([key, { name }]) => box(key, name, onChange)).sort((a, b) => a.name.localeCompare(b.name));
  if (whole.includes(group)) boxes.unshift(box(group, text("chooser.whole", { group: groupName(group) }), onChange));
  const chosen = element("span", { class: "badge own" });
  const node = element("details", { class: "chooser-group" },
    element("summary", {}, element("span", {}, groupName(group)), chosen),
    element("ul", { class: "chooser-list" }, ...boxes.map((one) => one.node)));

  return {
    node,
    show(keys) {
      for (const one of boxes) one.input.checked = keys.has(one.key);
      const count = boxes.filter((one) => one.input.checked).length;
      chosen.textContent = count > 0 ? text("chooser.chosen", { count }) : "";
    },
    /** Shows the entries whose names contain the words, and their number; without words, everything is collapsed. */
    search(words) {
      for (const one of boxes) one.node.hidden = words !== "" && !plain(one.name).includes(words);
      const found = boxes.filter((one) => !one.node.hidden).length;
      node.hidden = found === 0;
      node.open = words !== "" && found > 0;
      return found;
    },
  };
}

function box(key, name, onChange) {
  const input = element("input", { type: "checkbox", onchange: () => onChange(key, input.checked) });
  return { key, name, input, node: element("li", {}, element("label", { class: "choice" }, input, element("span", {}, name))) };
}
