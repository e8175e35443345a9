// The reports that wait for a network, stored in the browser until the server has them.
//
// Pages and the service worker import this file, so it uses neither the document nor messages. At most 20
// reports wait, each for at most 6 hours: a report describes the air when it arrives, so an old one would not
// be true. Each has a key (`Idempotency-Key`), so that the server acts only once if it is sent twice.

import { longest, news } from "./queue-news.js";

/** The maximum number of waiting reports. */
export const most = 20;
/** The tag of the background synchronisation. */
export const tag = "reports";

/** Refusals after which the same report may be accepted later: too early, too many, or not signed in. */
const passing = new Set([401, 408, 425, 429]);
const passingKinds = new Set(["forged-request", "idempotency-key-in-use", "consent-required"]);

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function store(mode, act) {
  const opening = indexedDB.open("reports", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("waiting", { keyPath: "key" });
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction("waiting", mode).objectStore("waiting")));
  } finally {
    database.close();
  }
}

/** The waiting reports, oldest first: `{key, account, report, made}`. */
export const waiting = () => store("readonly", (reports) => reports.getAll())
  .then((all) => all.sort((a, b) => a.made - b.made));

/** A key for a report, the same for every attempt to send it. */
export const newKey = () => Array.from(
  crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Stores a report for an account until it can be sent.
 *
 * Resolves with `false` if too many are waiting.
 */
export async function add(report, account, key = newKey()) {
  if ((await waiting()).length >= most) return false;
  await store("readwrite", (reports) => reports.put({ key, account, report, made: Date.now() }));
  return true;
}

const remove = (key) => store("readwrite", (reports) => reports.delete(key));

/**
 * Sends the waiting reports, and notifies the pages of the results.
 *
 * Resolves with the number sent. Reports that the server may still accept stay. If the server cannot be
 * reached, the promise rejects, so that the background synchronisation is retried.
 */
export async function sendAll() {
  if ((await waiting()).length === 0) return 0;
  const once = globalThis.navigator?.locks;
  return once ? once.request("reports", sendWaiting) : sendWaiting();
}

async function sendWaiting() {
  const outcome = { sent: 0, refused: [], old: 0, left: 0 };
  try {
    const account = await signedIn();
    for (const entry of await waiting()) {
      if (entry.made < Date.now() - longest) {
        outcome.old += 1;
        await remove(entry.key);
      } else if (account && account.name === entry.account) {
        if (!await send(entry, account.csrfToken, outcome)) break;
      }
    }
  } finally {
    outcome.left = (await waiting()).length;
    if (outcome.sent + outcome.refused.length + outcome.old > 0) tell(outcome);
  }
  return outcome.sent;
}

/** The account of the browser's session, or `null`. */
async function signedIn() {
  const answer = await fetch("/v1/me", { credentials: "same-origin", cache: "no-store" });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`GET /v1/me: ${answer.status}`);
  return answer.json();
}

/** Sends a report; resolves with whether to continue with the next. */
async function send({ key, report }, csrfToken, outcome) {
  const answer = await fetch("/v1/alerts", {
    method: "POST", credentials: "same-origin", body: JSON.stringify(report),
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRF-Token": csrfToken },
  });
  if (answer.ok) {
    outcome.sent += 1;
  } else {
    const kind = await kindOf(answer);
    if (answer.status >= 500) throw new Error(`POST /v1/alerts: ${answer.status}`);
    if (passing.has(answer.status) || passingKinds.has(kind)) return false;
    outcome.refused.push(kind);
  }
  await remove(key);
  return true;
}

async function kindOf(answer) {
  const problem = await answer.json().catch(() => ({}));
  return (problem.type ?? "").split("/").pop();
}

function tell(outcome) {
  const channel = new BroadcastChannel(news);
  channel.postMessage(outcome);
  channel.close();
}
