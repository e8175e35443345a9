// Notifications on this device: whether they are possible, and the button that turns them on or off.

import { ask } from "./account-api.js";
import { forgetChannel, ownChannel, rememberChannel, subscribe } from "./device.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { pushAbility } from "./push-ability.js";

/** The state: `insecure`, `apple`, `unsupported`, `denied`, `off` or `on`. */
async function state(channels) {
  const ability = pushAbility();
  if (ability !== "possible") return ability;
  if (Notification.permission === "denied") return "denied";
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  const own = await ownChannel();
  return Notification.permission === "granted" && subscription && channels.some(({ id }) => id === own) ? "on" : "off";
}

/** Shows the state; resolves with the channel of this device. */
export async function showDevice(channels) {
  const now = await state(channels);
  byId("device-state").textContent = text(`device.${now}.title`);
  byId("device-state").dataset.state = now;
  byId("device-about").textContent = text(`device.${now}`);
  byId("device-on").hidden = now !== "off";
  byId("device-off").hidden = now !== "on";
  byId("device-how").hidden = now !== "denied";
  return now === "on" ? ownChannel() : null;
}

/** Asks for permission, subscribes, and registers the subscription with the server. */
export async function turnOn() {
  if (await Notification.requestPermission() !== "granted") return;
  const { pushManager } = await ready();
  const subscription = await subscribe(pushManager).catch(() => { throw new Error(text("device.failed")); });
  await rememberChannel((await open(subscription, pushManager)).id);
}

/**
 * If the server knows the subscription but this page has forgotten it, it subscribes again; the server drops
 * the old one.
 */
async function open(subscription, pushManager) {
  const send = (subject) => ask("POST", "/v1/me/channels", { kind: "push", subscription: subject });
  try {
    return await send(subscription);
  } catch (error) {
    if (error.kind !== "known-channel") throw error;
    await subscription.unsubscribe();
    return send(await subscribe(pushManager));
  }
}

export async function turnOff() {
  const own = await ownChannel();
  const registration = await navigator.serviceWorker.getRegistration();
  if (own) await ask("DELETE", `/v1/me/channels/${encodeURIComponent(own)}`).catch((error) => { if (error.status !== 404) throw error; });
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await forgetChannel();
}

/** The service worker, if there can be one: private windows have none to wait for. */
async function ready() {
  const late = new Promise((_, reject) => { setTimeout(() => reject(new Error(text("device.failed"))), 10_000); });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
