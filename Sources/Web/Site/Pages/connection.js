// Shows in the frame that there is no network, and how old the data are.

import { byId } from "./dom.js";
import { lazily, locale } from "./locale.js";

const day = 86_400_000;
const minute = { hour: "numeric", minute: "2-digit" };
const clock = lazily(() => new Intl.DateTimeFormat(locale, minute));
const dayAndClock = lazily(() => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...minute }));

/** The time of the oldest cached answer on the page; `null` if all are fresh. */
let oldest = null;

export function watchConnection() {
  window.addEventListener("offline", show);
  window.addEventListener("online", () => { oldest = null; show(); });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data.type === "live") oldest = null;
    else if (data.type === "kept") oldest = oldest && oldest < data.at ? oldest : data.at;
    else return;
    show();
  });
  show();
}

function show() {
  const notice = byId("offline-notice");
  const { none, since } = notice.dataset;
  notice.textContent = oldest ? since.replace("{time}", timeName(new Date(oldest))) : none;
  notice.hidden = navigator.onLine && !oldest;
}

const timeName = (time) => (Date.now() - time < day ? clock() : dayAndClock()).format(time);
