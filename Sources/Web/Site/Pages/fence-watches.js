// What a place watches: the profile's allergens, or allergens and levels of its own.

import { showAllergenChoice } from "./allergen-choice.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { levelName } from "./words.js";

const levels = ["low", "moderate", "high", "veryHigh"];

export function makeWatches(names, own, onChange) {
  const chosen = new Set();
  const watches = new Map();

  const isOwn = () => byId("watch-own").checked;

  function show() {
    byId("watch-list").hidden = !isOwn();
    byId("watch-levels").replaceChildren(...[...chosen].map((key) => element("li", {},
      element("label", { class: "row" }, element("span", {}, names.name(key)), levelChoice(key)))));
  }

  const levelChoice = (key) => element("select", { class: "field", onchange: (event) => {
    watches.set(key, { ...watches.get(key), level: event.target.value || null });
    onChange();
  } }, ["", ...levels].map((level) => element("option", { value: level, selected: level === (watches.get(key)?.level ?? "") },
    level === "" ? text("watch.levelOfProfile") : text("watch.from", { level: levelName(level) }))));

  for (const id of ["watch-profile", "watch-own"]) byId(id).addEventListener("change", () => { show(); onChange(); });

  return {
    open(fence) {
      chosen.clear();
      watches.clear();
      for (const watch of fence?.allergens ?? []) {
        chosen.add(watch.allergen);
        watches.set(watch.allergen, watch);
      }
      byId(chosen.size > 0 ? "watch-own" : "watch-profile").checked = true;
      showAllergenChoice(byId("watch-choice"), names, { own, chosen, onChange: (key, isOn) => {
        if (isOn) chosen.add(key);
        else chosen.delete(key);
        show();
        onChange();
      } });
      show();
    },
    /** An empty list means the profile's allergens. */
    value: () => (isOwn() ? [...chosen].map((key) => ({ ...watches.get(key), allergen: key })) : []),
    /** Whether a required choice is missing. */
    isMissing: () => isOwn() && chosen.size === 0,
  };
}
