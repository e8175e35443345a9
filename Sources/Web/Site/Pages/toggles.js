// Buttons that are on or off, in groups: allergens and symptoms.

import { element } from "./dom.js";

/**
 * A group of buttons.
 *
 * @param {{key: string, name: string, icon?: Element}[]} choices
 * @param {Set<string>} chosen Updated by the buttons.
 * @param {(key: string, isOn: boolean) => void} onChange
 */
export function toggles(choices, chosen, onChange) {
  return element("div", { class: "toggles" }, choices.map(({ key, name, icon }) => {
    const button = element("button", {
      class: "toggle", type: "button", "data-key": key, "aria-pressed": String(chosen.has(key)),
      onclick: () => onChange(key, !chosen.has(key)),
    }, element("span", { class: "tick", "aria-hidden": "true" }), icon, element("span", {}, name));
    return button;
  }));
}

/** Updates the buttons: the same key may have several. */
export function showToggles(node, chosen) {
  for (const button of node.querySelectorAll(".toggle")) {
    button.setAttribute("aria-pressed", String(chosen.has(button.dataset.key)));
  }
}
