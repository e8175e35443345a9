// The consents for a new account: one box per purpose, none of them ticked. This page only asks for the
// consents that the service itself needs; the account page asks for the others.

import { ask } from "./account-api.js";

/** Loads the current texts for the boxes; if that fails, it asks for no consent, and none is given. */
export async function askConsents(group, place) {
  const { purposes } = await ask("GET", "/v1/privacy").catch(() => ({ purposes: [] }));
  const versions = new Map(purposes.map(({ purpose, version }) => [purpose, version]));
  for (const box of place.querySelectorAll("input")) {
    box.disabled = !versions.has(box.value);
    box.dataset.version = versions.get(box.value);
  }
  group.hidden = versions.size === 0;
}

/** The ticked purposes, with the version of the text that was read. */
export const givenConsents = (place) => [...place.querySelectorAll("input:checked")]
  .map((box) => ({ purpose: box.value, version: Number(box.dataset.version) }));
