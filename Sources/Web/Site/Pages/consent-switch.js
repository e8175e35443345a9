// Asks for a missing consent where it is needed: a switch in a note.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";

/** Manages the switch for a purpose; a page has at most one. */
export function makeConsentSwitch(purpose) {
  let version = null;

  async function refresh() {
    const { purposes } = await ask("GET", "/v1/me/consents");
    const found = purposes.find((other) => other.purpose === purpose);
    version = found.version;
    byId("consent").hidden = found.consent?.version === version;
  }

  return {
    refresh,
    /** Gives the consent if it is missing and the switch is on. */
    async give() {
      if (byId("consent").hidden || !byId("consent-given").checked) return;
      await ask("PUT", `/v1/me/consents/${purpose}`, { version });
      byId("consent").hidden = true;
    },
    async need() {
      await refresh().catch(() => { byId("consent").hidden = false; });
      byId("consent-given").focus();
    },
  };
}
