// The roles, with the people who have them.

import { ask } from "./account-api.js";
import { roleName } from "./admin-words.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { nestedList, openKeys } from "./nested-list.js";

/** Shows each role with the number of its accounts; `find` is called with a name that was chosen. */
export function makeRoles(find) {
  const fail = (error) => say(byId("roles-status"), wording(error), true);

  async function load() {
    try {
      const { roles } = await ask("GET", "/v1/administration/roles");
      const open = openKeys(byId("roles"));
      byId("roles").replaceChildren(...roles.map((entry) => view(entry, open.has(entry.role))));
      say(byId("roles-status"), "");
    } catch (error) {
      fail(error);
    }
  }

  const view = ({ role, accounts }, isOpen) => nestedList({
    key: role, look: "line", none: text("admin.roles.none"), fail, isOpen,
    heading: [roleName(role), " ", element("span", { class: "badge own" }, text("admin.roles.count", { count: accounts }))],
    load: async (next) => {
      const query = new URLSearchParams({ role, ...next === undefined ? {} : { after: next } });
      const page = await ask("GET", `/v1/accounts?${query}`);
      return {
        rows: page.accounts.map(({ name }) => element("li", {}, element("button", { class: "quiet", type: "button", onclick: () => find(name) }, name))),
        next: page.next,
      };
    },
  });

  return { load };
}
