// The switch between the places of the page; the choice stays on this device.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";

const memory = "todayPlace";

const keyOf = ({ name }, place) => `${name ?? ""}/${place.name}`;

const titleOf = ({ name }, place) => (name ? text("today.placeOf", { place: place.name, name }) : place.name);

/** The households with the chosen place alone, or with all places if none is chosen. */
export function chosenHouseholds(households) {
  const chosen = recall(memory, null);
  const found = households
    .map((household) => ({ ...household, places: household.places.filter((place) => keyOf(household, place) === chosen) }))
    .filter(({ places }) => places.length > 0);
  return found.length > 0 ? found : households;
}

/** Shows the places to choose from, if there are several. */
export function showSwitch(households, onChoose) {
  const shown = chosenHouseholds(households);
  const choices = households.flatMap((household) =>
    household.places.map((place) => ({ key: keyOf(household, place), title: titleOf(household, place) })));
  const isAll = shown === households;
  byId("switch").hidden = choices.length < 2;
  const chip = (key, title, isOn) => element("button", {
    class: "chip", type: "button", "data-place": key ?? "", "aria-pressed": String(isOn), onclick: () => {
      keep(memory, key);
      onChoose();
      byId("switch").querySelector("[aria-pressed=true]").focus();
    },
  }, title);
  byId("switch").replaceChildren(chip(null, text("today.allPlaces"), isAll),
    ...choices.map(({ key, title }) => chip(key, title, !isAll && key === recall(memory, null))));
}
