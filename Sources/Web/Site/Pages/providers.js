// The sign-in buttons of identity providers.

import { providers } from "./account-api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { expectSomebody } from "./presence.js";

/** Shows a button for each provider; hidden if there are none. */
export async function showProviders(returnPath) {
  const all = await providers().catch(() => []);
  byId("providers").replaceChildren(...all.map(({ id, name }) => element("a", {
    class: "quiet wide provider", "data-provider": id, onclick: expectSomebody,
    href: `/auth/${encodeURIComponent(id)}?return=${encodeURIComponent(returnPath)}`,
  }, element("span", { class: "initial", "aria-hidden": "true" }, name.slice(0, 1)), text("signIn.with", { name }))));
  byId("providers").hidden = all.length === 0;
  byId("or").hidden = all.length === 0;
}
