// Tells of a recording that is paused by a notification, where notifications are allowed: a page can do so only while it is open.

import { language, text } from "./language.js";
import { Absence } from "./trip-absence.js";

const tag = "trip-recording";

export class PauseNotice {
  #absence = new Absence();

  /** Tells that a recording is paused as nobody moved. */
  tellStill() { return show(text("trips.record.still")); }

  /** The page of an unfinished recording is hidden, and so it rests. */
  leave(now) { this.#absence.leave(now); }

  /** The page is seen again, or the recording goes on or has ended: what was told is over. */
  end() {
    this.#absence.end();
    return close();
  }

  /** Reminds of the recording, if that is due. */
  look(now) { return this.#absence.isDue(now) ? show(text("trips.record.left")) : Promise.resolve(); }
}

/** Browsers of phones show notifications only through the service worker. */
const worker = async () => (globalThis.Notification?.permission === "granted" ? navigator.serviceWorker?.getRegistration() : undefined);

async function show(body) {
  const registration = await worker();
  await registration?.showNotification(text("trips.record.pausedTitle"), {
    body, tag, lang: language, renotify: true, icon: "/assets/icon-192.png", badge: "/assets/badge-96.png", data: { url: "/trips", isOfPage: true },
  });
}

async function close() {
  const registration = await worker();
  for (const one of await registration?.getNotifications({ tag }) ?? []) one.close();
}
