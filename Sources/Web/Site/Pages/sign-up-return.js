// Where somebody was going who registers by e-mail: the link in the mail opens another tab, which leads there.

import { forget, keep, recall } from "./memory.js";

const key = "sign-up-return";
/** Milliseconds for which the link in the mail works. */
const life = 86_400_000;

export const keepReturn = (path) => keep(key, { path, at: Date.now() });

/** The path, once; `null` if the browser knows none. */
export function takeReturn() {
  const kept = recall(key, null);
  forget(key);
  return kept && Date.now() - kept.at < life ? kept.path : null;
}
