// Keys for decisions: one letter each. They do nothing in a field, beside a modifier, or when the reader has switched
// them off, as people do who dictate (WCAG 2.1.4).

import { byId, element } from "./dom.js";
import { text } from "./language.js";

const key = "moderation-keys";

/** What each key does; the first of several is shown. */
const acts = [
  ["next", ["j", "ArrowDown"]], ["previous", ["k", "ArrowUp"]], ["show", ["s"]], ["hide", ["h"]], ["undo", ["u"]],
];

/** Calls the function with the name of the act whose key is pressed, while keys are on. */
export function followKeys(run) {
  const areOn = byId("keys");
  areOn.checked = remembered();
  areOn.addEventListener("change", () => remember(areOn.checked));
  byId("key-list").replaceChildren(...acts.map(([name, [letter]]) =>
    element("li", {}, element("kbd", {}, letter.toUpperCase()), " ", text(`moderation.key.${name}`))));
  document.addEventListener("keydown", (event) => {
    if (!areOn.checked || event.defaultPrevented || event.repeat && !event.key.startsWith("Arrow") || isElsewhere(event)) return;
    const act = acts.find(([, keys]) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!act) return;
    event.preventDefault();
    run(act[0]);
  });
}

/** Whether the key belongs to somebody else: a field, the menu, the arrows of the page, or the browser. */
function isElsewhere({ target, key: pressed, ctrlKey, metaKey, altKey, shiftKey }) {
  if (ctrlKey || metaKey || altKey || shiftKey) return true;
  if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], dialog, .rail")) return true;
  return pressed.startsWith("Arrow") && !target.closest("#queue");
}

/** On unless the reader has switched them off. */
function remembered() {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

function remember(areOn) {
  try {
    if (areOn) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Then the choice lasts as long as the page.
  }
}
