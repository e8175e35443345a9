// Push messages: `{ id, title, body, url, tag, lang, urgency }`, and for a reminder `{ answer, answers }`: what can be
// answered from the notification, and where the answer goes. What is told gently makes no sound, and an alarm stays. A corrected or cancelled alert has the tag of the
// first one, and so replaces it on the screen without another sound.

import { ownChannel, rememberChannel, subscribe } from "./device.js";
import { names } from "./worker-cache.js";

export async function showNote({ data }) {
  const note = read(data);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: "alert", note });
  await self.registration.showNotification(note.title, notificationOf(note, note.answers ?? (isAlert(note) ? await actions(note.lang) : [])));
}

const notificationOf = (note, choices) => ({
  body: note.body, tag: note.tag, lang: note.lang, icon: "/assets/icon-192.png", badge: "/assets/badge-96.png",
  data: { url: note.url, answer: note.answer, note }, actions: choices,
  silent: note.urgency === "gentle" || undefined, requireInteraction: note.urgency === "alarm",
});

/** Browsers cancel a subscription that shows nothing, so even an unreadable message is shown. */
function read(data) {
  try {
    const { title, body = "", url = "/inbox", tag = "", lang = "", urgency = "", answer, answers } = data.json();
    const reminder = Array.isArray(answers) ? { answers, ...(answer ? { answer: String(answer) } : {}) } : {};
    return { title: String(title), body: String(body), url: String(url), tag: String(tag), lang: String(lang), urgency: String(urgency), ...reminder };
  } catch {
    return { title: "Breathe Easy", body: "", url: "/inbox", tag: "", lang: "" };
  }
}

const isAlert = ({ tag }) => tag !== "" && tag !== "digest" && tag !== "trial";

async function actions(language) {
  const path = `/assets/messages/${/^[a-z]{2}$/.test(language) ? language : "en"}.json`;
  const response = await caches.match(path) ?? await fetch(path).catch(() => null);
  const words = response?.ok ? await response.json() : null;
  return words ? ["map", "inbox"].map((action) => ({ action, title: words[`nav.${action}`] })) : [];
}

/** Answers a reminder from its notification, which comes back if the answer did not arrive. */
async function answerReminder({ answer, note }, action) {
  const { pathname } = new URL(answer, self.location.origin);
  const response = await fetch(pathname, {
    method: "POST", body: JSON.stringify({ answer: action }), headers: { "Content-Type": "application/json", Accept: "application/json" },
  }).catch(() => null);
  // A day that is over needs no answer any more.
  if (response && (response.ok || response.status < 500)) return;
  await self.registration.showNotification(note.title, notificationOf(note, note.answers));
}

/** Opens the page of a notification, in an existing window if there is one. */
export async function followNote({ notification, action }) {
  notification.close();
  if (action && notification.data.answer) return answerReminder(notification.data, action);
  const address = new URL(action === "inbox" ? "/inbox" : notification.data.url, self.location.origin);
  // Links contain the service's address; this may be another name for it.
  const target = address.pathname + address.search + address.hash;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((window) => new URL(window.url).pathname === address.pathname);
  // A page that has shown this itself would lose what it holds if it were loaded again.
  if (same && notification.data.isOfPage) return same.focus();
  for (const window of same ? [same] : windows) {
    const moved = await window.focus().then(() => window.navigate(target)).catch(() => null);
    if (moved) return;
  }
  await self.clients.openWindow(target);
}

/** The browser has replaced its subscription: the server is updated, if somebody is signed in. */
export async function renewSubscription({ newSubscription }) {
  const subscription = newSubscription ?? await subscribe(self.registration.pushManager);
  const account = await fetch("/v1/me");
  if (!account.ok) return;
  const { csrfToken } = await account.json();
  const send = (method, path, body) => fetch(path, {
    method, body, headers: { "Content-Type": "application/json", "X-CSRF-Token": csrfToken },
  });
  const former = await ownChannel();
  const answer = await send("POST", "/v1/me/channels", JSON.stringify({ kind: "push", subscription }));
  if (!answer.ok) return;
  await rememberChannel((await answer.json()).id);
  if (former) await send("DELETE", `/v1/me/channels/${encodeURIComponent(former)}`);
  await caches.delete(names.personal);
}
