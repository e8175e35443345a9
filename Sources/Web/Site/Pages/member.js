// Pages for signed-in readers: they open for them, and tell others why to sign in.

import { ask, meUnlessStranger } from "./account-api.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";

/** Shows `#member`, filled by `show`, or else `#guest`; a failure comes with a retry button. */
export async function forMember(show) {
  const main = byId("main");
  say(byId("page-status"), "");
  main.setAttribute("aria-busy", "true");
  try {
    const account = await meUnlessStranger();
    if (account) await show(account);
    byId("member").hidden = !account;
    byId("guest").hidden = account !== null;
  } catch (error) {
    fail(byId("page-status"), error, () => forMember(show));
  } finally {
    main.removeAttribute("aria-busy");
  }
}

/** Shows what went wrong, with a retry button. */
export function fail(place, error, again) {
  say(place, wording(error), true);
  if (again) place.append(" ", element("button", { class: "link", type: "button", onclick: again }, text("again")));
}

/** Performs an action that needs the consent to a purpose, and asks for it if it is missing. */
export async function agreeing(act, purpose = "warnings") {
  try {
    return await act();
  } catch (error) {
    if (error.kind !== "consent-required") throw error;
    const { purposes } = await ask("GET", "/v1/privacy");
    const words = [`purpose.${purpose}.about`, `purpose.${purpose}.lost`].map((key) => element("p", {}, text(key)));
    const isGiven = await askReader(text("consents.ask", { purpose: text(`purpose.${purpose}`) }), words, text("consents.give"));
    if (!isGiven) throw new Error(text("consents.refused"));
    const { version } = purposes.find((other) => other.purpose === purpose);
    await ask("PUT", `/v1/me/consents/${purpose}`, { version });
    return act();
  }
}
