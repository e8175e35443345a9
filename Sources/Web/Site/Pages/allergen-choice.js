// The choice of allergens: the reader's own first, then whole groups, then all others by group.

import * as api from "./api.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { showToggles, toggles } from "./toggles.js";
import { capitalised, groupName } from "./words.js";

const groups = ["tree", "grass", "weed", "spore"];

/** The names of allergens and groups by key, with a capital letter. */
export async function allergenNames() {
  const known = await api.allergens();
  const name = (key) => (groups.includes(key) ? groupName(key) : capitalised(known.get(key)?.name ?? key));
  return { known, name, list: (keys) => folded(keys, known).map(name).join(", ") };
}

/** The keys, with a group in place of its members if all of them are included. */
function folded(keys, known) {
  const whole = groups.filter((group) => {
    const members = [...known].filter(([key, entry]) => entry.group === group && key !== group).map(([key]) => key);
    return members.length > 1 && members.every((key) => keys.includes(key));
  });
  return [...whole, ...keys.filter((key) => !whole.includes(key) && !whole.includes(known.get(key)?.group))];
}

/**
 * Shows the choice.
 *
 * @param {HTMLElement} node
 * @param {{known: Map, name: (key: string) => string}} names
 * @param {{own: string[], chosen: Set<string>, onChange: (key: string, isOn: boolean) => void}} options
 */
export function showAllergenChoice(node, { known, name }, { own, chosen, onChange }) {
  const change = (key, isOn) => { onChange(key, isOn); showToggles(node, chosen); };
  const choices = (keys) => keys.map((key) => ({ key, name: name(key) }));
  const section = (title, keys) => (keys.length === 0 ? null : element("fieldset", { class: "choice-group" },
    element("legend", {}, title), toggles(choices(keys), chosen, change)));
  node.replaceChildren(...[
    section(text("choice.own"), own),
    section(text("choice.groups"), groups.filter((group) => !own.includes(group))),
    ...[...families(known)].map(([family, keys]) => element("details", { class: "choice-more", open: keys.some((key) =>
      chosen.has(key) && !own.includes(key)) },
      element("summary", {}, groupName(family)),
      element("fieldset", { class: "choice-group" },
        element("legend", { class: "unseen" }, groupName(family)), toggles(choices(keys), chosen, change)))),
  ].filter((part) => part));
}

/** The allergens by family: kinds of plants and spores, or else their category. */
function families(known) {
  const found = new Map();
  for (const [key, { group, category }] of known) {
    if (groups.includes(key)) continue;
    const family = group ?? category;
    found.set(family, [...found.get(family) ?? [], key]);
  }
  return found;
}
