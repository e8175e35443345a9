// What the pages of accounts ask of the server. The session is a cookie that no script reads; a request that changes
// something repeats a token that only pages of this site are told.

import { language, text } from "./language.js";
import { isStranger, rememberName } from "./presence.js";
import { Refusal } from "./refusal.js";

let csrfToken = null;
/** Browsers let at most 64 KiB be on their way for pages that were left. */
const mostKeptAlive = 60_000;

/** Asks the server for JSON, or gives it some; `null` when it has nothing to say. */
export async function ask(method, path, value, { body, headers = {} } = {}) {
  const sent = { Accept: "application/json", "Accept-Language": language, ...headers };
  if (value !== undefined) sent["Content-Type"] = "application/json";
  if (csrfToken && method !== "GET") sent["X-CSRF-Token"] = csrfToken;
  const json = value === undefined ? null : JSON.stringify(value);
  const response = await fetch(path, {
    method, headers: sent, body: json ?? body, cache: "no-store", credentials: "same-origin",
    // What was changed arrives even when the page is left at once.
    keepalive: method !== "GET" && body === undefined && (json?.length ?? 0) <= mostKeptAlive,
  }).catch(() => { throw new Error(text("error.unreachable")); });
  if (response.status === 204 || response.status === 202) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer, response.headers.get("Retry-After"));
  if (answer.csrfToken) csrfToken = answer.csrfToken;
  return answer;
}

/** The account that is signed in, or `null`. */
export async function me() {
  try {
    const account = await ask("GET", "/v1/me");
    rememberName(account.name);
    return account;
  } catch (error) {
    if (error.status !== 401) throw error;
    rememberName(null);
    return null;
  }
}

/** The same without a question to the server where nobody has signed in; the page for signing in always asks. */
export const meUnlessStranger = async () => (isStranger() ? null : me());

export const providers = () => ask("GET", "/v1/identity-providers").then((answer) => answer.providers);

/** A path on this site that the address of the page names for afterwards, or the page of the account. */
export function returnPath() {
  const wish = new URLSearchParams(location.search).get("return") ?? "";
  return /^\/(?![/\\])[^\\\s]*$/.test(wish) ? wish : "/account";
}
