// The pages of studies, which say everything without this script: what a browser can do with one, and what its reader agreed to.

import { byId } from "./dom.js";
import { offerPage } from "./page-acts.js";
import { isStranger } from "./presence.js";

/** Shows the link to the consent to readers who gave one. */
async function offerConsent(link) {
  if (isStranger()) return;
  const answer = await fetch("/v1/me/studies", { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { studies } = await answer.json();
  link.hidden = !studies.some(({ study, consents }) => study?.id === link.dataset.study && consents.length > 0);
}

// The list of studies has no such buttons.
if (byId("share")) {
  offerPage();
  offerConsent(byId("own-consent"));
}
