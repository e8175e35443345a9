// What was done to an account, in words.

import { known, text } from "./language.js";

/** A role in words, with its station if it has one. */
export function roleName(role) {
  const [kind, station] = role.split(":");
  return [known(`role.${kind}`, kind), station].filter(Boolean).join(" ");
}

/** What somebody did: `Role granted: Moderator, anna`. */
export function actWords({ act, account, object }) {
  const what = known(`admin.act.${act}`, act);
  const matter = act.startsWith("role") && object ? roleName(object) : object;
  return text("admin.act", { what, matter: [matter, account].filter(Boolean).join(", ") });
}
