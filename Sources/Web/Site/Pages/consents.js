// What is agreed to with a new account: a box for each purpose, none of them ticked. What the service itself is for stands
// there; what else there is to agree to is asked on the page of the account.

import { ask } from "./account-api.js";

/** Has the boxes ask for the texts as they are now; when these cannot be had, nothing is asked, and nothing is agreed to. */
export async function askConsents(group, place) {
  const { purposes } = await ask("GET", "/v1/privacy").catch(() => ({ purposes: [] }));
  const versions = new Map(purposes.map(({ purpose, version }) => [purpose, version]));
  for (const box of place.querySelectorAll("input")) {
    box.disabled = !versions.has(box.value);
    box.dataset.version = versions.get(box.value);
  }
  group.hidden = versions.size === 0;
}

/** What is ticked, with the version of the text that was read. */
export const givenConsents = (place) => [...place.querySelectorAll("input:checked")]
  .map((box) => ({ purpose: box.value, version: Number(box.dataset.version) }));
