// What is agreed to with a new account: a box for each purpose, none of them ticked.

import { ask } from "./account-api.js";
import { element } from "./dom.js";
import { text } from "./language.js";

/** What the service itself is for; what else there is to agree to is asked on the page of the account. */
const asked = ["warnings", "reports"];

/** Shows the purposes; when they cannot be had, nothing is asked, and nothing is agreed to. */
export async function askConsents(group, place) {
  const { purposes } = await ask("GET", "/v1/privacy").catch(() => ({ purposes: [] }));
  place.replaceChildren(...purposes.filter(({ purpose }) => asked.includes(purpose)).map(box));
  group.hidden = place.children.length === 0;
}

function box({ purpose, version }) {
  const words = [`purpose.${purpose}.about`, `purpose.${purpose}.lost`].map((key) => text(key)).join(" ");
  return element("label", { class: "choice consent" },
    element("input", {
      type: "checkbox", name: "consent", value: purpose, "data-version": version, "aria-describedby": `about-${purpose}`,
    }),
    element("span", {}, element("b", {}, text(`purpose.${purpose}`)),
      element("span", { class: "small", id: `about-${purpose}` }, words)));
}

/** What is ticked, with the version of the text that was read. */
export const givenConsents = (place) => [...place.querySelectorAll("input:checked")]
  .map((box) => ({ purpose: box.value, version: Number(box.dataset.version) }));
