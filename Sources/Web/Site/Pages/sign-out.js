// Signing out, after which this browser knows nothing of the account any more.

import { ask } from "./account-api.js";
import { forgetEaten } from "./foods-eaten.js";
import { rememberName } from "./presence.js";
import { forgetPoints } from "./trips-settings.js";

/** Ends this browser's session. */
export async function signOut() {
  await ask("DELETE", "/v1/sessions");
  forgetPoints();
  forgetEaten();
  rememberName(null);
}
