// Pages for accounts with a role: they open for them, and tell others whose page it is.

import { byId } from "./dom.js";
import { forMember } from "./member.js";

/** Shows `#duty`, filled by `show`, for accounts with one of the roles; `#others` for the rest, and `#guest` for strangers. */
export const forRole = (roles, show) => forMember(async (account) => {
  const isTheirs = [roles].flat().some((role) => account.roles.includes(role));
  if (isTheirs) await show(account);
  byId("duty").hidden = !isTheirs;
  byId("others").hidden = isTheirs;
});
