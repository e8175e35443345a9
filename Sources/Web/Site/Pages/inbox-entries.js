// The entries of the inbox: fetched, followed live, and marked as read.

import { ask } from "./account-api.js";

/** Entries in one answer. */
const portion = 100;

/**
 * The newest entries before one, and where to continue: `next` is missing if there are no more.
 *
 * @param {number | undefined} before The `next` of the previous answer; without it, the newest entries.
 */
export const entriesBefore = (before) =>
  ask("GET", `/v1/me/alerts?order=newest&limit=${portion}${before === undefined ? "" : `&before=${before}`}`);

/** The entries after one, newest first. */
export const entriesAfter = async (id) => (await ask("GET", `/v1/me/alerts?after=${id}`)).alerts.reverse();

export async function markRead(entry, isRead) {
  await ask(isRead ? "PUT" : "DELETE", `/v1/me/alerts/${entry.id}/read`);
  if (isRead) entry.read = new Date().toISOString();
  else delete entry.read;
}

/** The number of unread entries. */
export const unreadCount = async () => (await ask("GET", "/v1/me/alerts/unread")).unread;

/** Marks the entries, and all older ones, as read. */
export async function markAllRead(entries) {
  await ask("PUT", "/v1/me/alerts/read", { until: Math.max(...entries.map(({ id }) => id)) });
  for (const entry of entries) entry.read ??= new Date().toISOString();
}

/**
 * Calls `onNews` whenever there may be new entries: also when the stream has opened, since something may have come
 * before. The browser reconnects by itself.
 */
export function followAlerts(onNews) {
  const stream = new EventSource("/v1/me/alerts/stream");
  for (const name of ["open", "alert", "gap"]) stream.addEventListener(name, () => onNews());
  addEventListener("pagehide", () => stream.close());
}
