// The choice between the reader and the persons in the reader's care.

import { byId, element } from "./dom.js";
import { text } from "./language.js";

/** The person that the page's address names, if in the reader's care; `null` for the reader. */
export function personInAddress(persons) {
  const wish = new URLSearchParams(location.search).get("person");
  return persons.some(({ id }) => id === wish) ? wish : null;
}

/** Offers the choice where there is one. */
export function offerPersons(persons, chosen, onChoose) {
  byId("whose").hidden = persons.length === 0;
  byId("whose-choices").replaceChildren(...[{ id: null, name: text("whom.me") }, ...persons].map(({ id, name }) =>
    element("label", { class: "radio" },
      element("input", { type: "radio", name: "whose", checked: id === chosen, onchange: () => onChoose(id) }),
      element("span", {}, name))));
}
