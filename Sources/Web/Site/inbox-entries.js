// The entries of the inbox: asked for, followed as they come, and marked as read.

import { ask } from "./account-api.js";

/**
 * Every entry, the newest first.
 *
 * The server lists them from the oldest on, in pages; `next` leads through all of them.
 */
export async function allEntries() {
  const found = [];
  let after = 0;
  do {
    const page = await ask("GET", `/v1/me/alerts?after=${after}`);
    found.push(...page.alerts);
    after = page.next;
  } while (after !== undefined);
  return found.reverse();
}

/** Those that came after an entry, the newest first. */
export const entriesAfter = async (id) => (await ask("GET", `/v1/me/alerts?after=${id}`)).alerts.reverse();

export async function markRead(entry, isRead) {
  await ask(isRead ? "PUT" : "DELETE", `/v1/me/alerts/${entry.id}/read`);
  if (isRead) entry.read = new Date().toISOString();
  else delete entry.read;
}

export async function markAllRead(entries) {
  await ask("PUT", "/v1/me/alerts/read", { until: Math.max(...entries.map(({ id }) => id)) });
  for (const entry of entries) entry.read ??= new Date().toISOString();
}

/** Calls `onNews` whenever there is something that may be new; the browser connects again by itself. */
export function followAlerts(onNews) {
  const stream = new EventSource("/v1/me/alerts/stream");
  for (const name of ["alert", "gap"]) stream.addEventListener(name, () => onNews());
  addEventListener("pagehide", () => stream.close());
}
