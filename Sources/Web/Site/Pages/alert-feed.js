// The alerts in force: fetched every minute while the page is visible, and streamed to signed-in readers.

import * as api from "./api.js";
import { isOver } from "./alert-words.js";

/** Answers may be cached for a minute, so asking more often would bring nothing new. */
const pause = 60_000;
/** How long a streamed alert stays while the list does not contain it yet. */
const grace = 2 * pause;

/**
 * Follows the alerts.
 *
 * @param {boolean} isSignedIn
 * @param {(alerts: object[], news: object | null) => void} onChange With `news`, the alert that just came.
 * @param {(error: Error) => void} onFailure
 */
export function followAlerts(isSignedIn, onChange, onFailure) {
  const told = new Map();
  let listed = null;

  function tell(news = null) {
    for (const [id, { since }] of told) if (Date.now() - since > grace) told.delete(id);
    const streamed = [...told.values()].map(({ alert }) => alert);
    const known = new Map([...listed ?? [], ...streamed].map((alert) => [alert.id, alert]));
    for (const { message, id, references } of streamed) {
      for (const former of references ?? []) known.delete(former);
      if (message === "cancel") known.delete(id);
    }
    onChange([...known.values()].filter((alert) => !isOver(alert)), news);
  }

  async function ask() {
    if (document.visibilityState !== "visible") return;
    try {
      const former = listed && new Set(listed.map(({ id }) => id));
      listed = await api.alerts();
      tell(former && listed.find(({ id, message }) => message === "alert" && !former.has(id) && !told.has(id)));
    } catch (error) {
      onFailure(error);
    }
  }

  function listen() {
    const stream = new EventSource("/v1/me/alerts/stream");
    stream.addEventListener("alert", (event) => {
      const alert = JSON.parse(event.data);
      told.set(alert.id, { alert, since: Date.now() });
      tell(alert.message === "cancel" ? null : alert);
    });
    // Alerts between the last list and the start of the stream are only in the list.
    for (const event of ["open", "gap"]) stream.addEventListener(event, ask);
    window.addEventListener("pagehide", () => stream.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  }

  setInterval(ask, pause);
  document.addEventListener("visibilitychange", ask);
  if (isSignedIn) listen();
  ask();
  return { ask };
}
