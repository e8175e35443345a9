// Permissions of the browser: their state, and how to ask for them.

import { pushAbility } from "./push-ability.js";

/** The state: `granted`, `denied`, `prompt` or `unsupported`. */
export async function stateOf(permission) {
  const isThere = permission === "notifications" ? pushAbility() === "possible" : permission in navigator;
  if (!window.isSecureContext || !isThere) return "unsupported";
  const status = await navigator.permissions?.query({ name: permission }).catch(() => null);
  if (status) return status.state;
  return permission === "notifications" && Notification.permission !== "default" ? Notification.permission : "prompt";
}

/** Makes the browser ask for the position; resolves when the reader has decided. */
export const askForPosition = () =>
  new Promise((resolve) => { navigator.geolocation.getCurrentPosition(resolve, resolve, { timeout: 20_000 }); });
