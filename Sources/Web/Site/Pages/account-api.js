// Requests of the account pages. The session is a cookie that scripts cannot read; a changing request repeats
// a token that only pages of this site receive.

import { rememberRoles } from "./duties.js";
import { language, text } from "./language.js";
import { isStranger, rememberName } from "./presence.js";
import { Refusal } from "./refusal.js";

let csrfToken = null;
/** Browsers allow at most 64 KiB in requests that outlive their page. */
const mostKeptAlive = 60_000;

/** What a changing request of a signed-in page says besides, once the account is known. */
export const changeHeaders = (method) => (csrfToken && method !== "GET" ? { "X-CSRF-Token": csrfToken } : {});

/** Sends a request with or without JSON; resolves with the answer's JSON, or `null` if it has none. */
export async function ask(method, path, value, { body, headers = {} } = {}) {
  const sent = { Accept: "application/json", "Accept-Language": language, ...headers };
  if (value !== undefined) sent["Content-Type"] = "application/json";
  Object.assign(sent, changeHeaders(method));
  const json = value === undefined ? null : JSON.stringify(value);
  const response = await fetch(path, {
    method, headers: sent, body: json ?? body, cache: "no-store", credentials: "same-origin",
    // A change is completed even if the reader leaves the page at once.
    keepalive: method !== "GET" && body === undefined && (json?.length ?? 0) <= mostKeptAlive,
  }).catch(() => { throw Object.assign(new Error(text("error.unreachable")), { isUnreachable: true }); });
  if (response.status === 204 || response.status === 202) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer, response.headers.get("Retry-After"));
  if (answer.csrfToken) csrfToken = answer.csrfToken;
  return answer;
}

/** The signed-in account, or `null`. */
export async function me() {
  try {
    const account = await ask("GET", "/v1/me");
    rememberName(account.name);
    rememberRoles(account.roles);
    return account;
  } catch (error) {
    if (error.status !== 401) throw error;
    rememberName(null);
    return null;
  }
}

/** The same, but without a request if nobody has signed in here; the sign-in page always asks. */
export const meUnlessStranger = async () => (isStranger() ? null : me());

export const providers = () => ask("GET", "/v1/identity-providers").then((answer) => answer.providers);

/** Where somebody lands who was not on the way to another page. */
export const landing = "/today";

/** The path on this site to return to, from the page's address, or else the landing. */
export function returnPath() {
  const wish = new URLSearchParams(location.search).get("return") ?? "";
  return /^\/(?![/\\])[^\\\s]*$/.test(wish) ? wish : landing;
}
