// The time zone of this device, for profiles that were made without one, such as those of invited people.

import { ask } from "./account-api.js";

/** What a profile has whose time zone nobody has said. */
const unsaid = "GMT";

/** Gives a profile the time zone of this device, unless it has one; a failure leaves it as it is. */
export async function adoptZone(path = "/v1/me/profile") {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!Intl.supportedValuesOf?.("timeZone").includes(timeZone)) return;
  const profile = await ask("GET", path).catch(() => null);
  if (profile?.timeZone === unsaid) await ask("PATCH", path, { timeZone }).catch(() => null);
}
