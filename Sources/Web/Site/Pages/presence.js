// Who was last signed in here. This grants no access. It saves requests for readers who are not signed in,
// and tells offline pages whose page they are.

import { rememberRoles } from "./duties.js";
import { forgetUnits } from "./units.js";

const key = "account";

/** The account's name; `null` if nobody is signed in here, empty if somebody is about to return from another site. */
export const rememberedName = () => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Whether nobody is signed in here; unknown if the browser blocks storage. */
export const isStranger = () => {
  try {
    return localStorage.getItem(key) === null;
  } catch {
    return false;
  }
};

/** Makes the next page ask who is signed in. */
export const expectSomebody = () => rememberName(rememberedName() ?? "");

/** The copy of what helps in an emergency belongs to who is signed in; the service worker deletes it, too. */
const helpCopy = "breathe-help";

/** Where somebody answered the form of a study. */
const answeringPlace = "study-place";

export function rememberName(name) {
  if (name === null) {
    globalThis.caches?.delete(helpCopy).catch(() => {});
    forgetUnits();
    rememberRoles([]);
  }
  try {
    if (name === null) localStorage.removeItem(answeringPlace);
    if (name === null) localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Without storage, every page asks.
  }
}
