// The code of an invitation that a link brings along. It stands behind the `#`, which browsers send to no server, and waits
// in this browser while its reader registers or signs in: for a day, as long as the link in a mail works.

import { forget, keep, recall } from "./memory.js";

/** The page on which a code is entered. */
export const joining = "/studies/join";

/** The name under which the browser keeps it. */
const key = "study-code";
const life = 86_400_000;

/** The address that an invitation's QR code shows. */
export const invitationTo = (code) => `${location.origin}${joining}#code=${code}`;

/** Takes a code out of the page's address, so that no history keeps it: empty if there is none. Older links have `?code=`. */
export function takeCode() {
  const query = new URLSearchParams(location.search);
  const code = new URLSearchParams(location.hash.slice(1)).get("code") ?? query.get("code");
  if (code === null) return recallCode();
  query.delete("code");
  history.replaceState(history.state, "", [location.pathname, query].filter(String).join("?"));
  keep(key, { code, at: Date.now() });
  return code;
}

function recallCode() {
  const kept = recall(key, null);
  return kept && Date.now() - kept.at < life ? kept.code : "";
}

/** Forgets a code that was used. */
export const forgetCode = () => forget(key);

/** Has the links of the guests' card lead back to this page, where the code waits, or to the study that its address names. */
export function leadBack() {
  const back = encodeURIComponent(`${location.pathname}${location.search}`);
  for (const page of ["/sign-in", "/sign-up"]) {
    for (const link of document.querySelectorAll(`#guest a[href^="${page}"]`)) link.href = `${page}?return=${back}`;
  }
}
