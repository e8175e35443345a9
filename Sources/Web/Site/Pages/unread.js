// The number of unread alerts: a badge on their link, and on the app's icon if there is one.

import { element } from "./dom.js";
import { locale, text } from "./language.js";
import { rememberedName, rememberName } from "./presence.js";

const channel = new BroadcastChannel("unread");
const key = "unread";
/** How long a count stays valid when another page opens. */
const freshness = 60_000;

/** Sends a new count to all open pages. */
export function tellUnread(count) {
  show(count);
  keep(count);
  channel.postMessage(count);
}

/** Shows the count now and after each change. Nothing is requested for readers who are not signed in. */
export function followUnread() {
  if (rememberedName() === null) return;
  channel.addEventListener("message", ({ data }) => show(data));
  const kept = read();
  if (kept) show(kept.count);
  if (!kept || kept.time < Date.now() - freshness) ask();
  navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (data.type === "alert") ask(); });
  const askAgain = () => {
    if (document.visibilityState === "visible" && (read()?.time ?? 0) <= Date.now() - freshness) ask();
  };
  document.addEventListener("visibilitychange", askAgain);
  setInterval(askAgain, freshness);
}

async function ask() {
  const answer = await fetch("/v1/me/alerts/unread", { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.status === 401) {
    rememberName(null);
    return show(0);
  }
  if (!answer?.ok) return undefined;
  return tellUnread((await answer.json()).unread);
}

function show(count) {
  const link = document.querySelector('.tabs a[href="/inbox"]');
  link.querySelector(".unread")?.remove();
  if (count > 0) {
    link.append(element("span", { class: "unread" }, element("span", { "aria-hidden": "true" }, short(count)),
      element("span", { class: "unseen" }, ` (${text("inbox.unread", { count })})`)));
  }
  (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => null);
}

/** There is room for two digits. */
const short = (count) => (count > 99 ? "99+" : count.toLocaleString(locale));

function keep(count) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ count, time: Date.now() }));
  } catch {
    // Then the next page asks.
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
