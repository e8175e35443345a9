// Sends waiting answers to studies from any page; loaded only where some wait.

import { me } from "./account-api.js";
import { known, text } from "./language.js";
import { notify } from "./report-news.js";
import { isHeld, isWaiting, sendAll } from "./study-queue.js";

/** Sends what waits, and says on this page what became of it. */
export async function sendAnswers() {
  // A change repeats a token that comes with the account.
  if (!isWaiting() || !await me()) return;
  let count = 0;
  const refusals = await sendAll(() => { count += 1; });
  const words = refusals.map((refusal) => (isHeld(refusal) ? text("study.held") : known(`problem.${refusal.kind}`, refusal.message)));
  const said = [count > 0 ? text("study.sent") : null, ...new Set(words)].filter(Boolean);
  if (said.length > 0 && (count > 0 || !refusals.every(isHeld) || isFirst())) notify(said.join(" "));
}

/** What is held stays so from page to page, and is said once a visit. */
function isFirst() {
  const name = "studies-held";
  try {
    const isSaid = sessionStorage.getItem(name) !== null;
    sessionStorage.setItem(name, "said");
    return !isSaid;
  } catch {
    return true;
  }
}
