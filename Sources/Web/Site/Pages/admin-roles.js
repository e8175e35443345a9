// The roles, with the people who have them.

import { ask } from "./account-api.js";
import { roleName } from "./admin-words.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";

/**
 * Shows each role with the number of its accounts; `find` is called with a name that was chosen. Names are listed once
 * somebody opens a role, because each owner is told who looked.
 */
export function makeRoles(find) {
  const fail = (error) => say(byId("roles-status"), wording(error), true);

  async function load() {
    try {
      const { roles } = await ask("GET", "/v1/administration/roles");
      const open = new Set([...byId("roles").querySelectorAll("[open]")].map((details) => details.dataset.role));
      byId("roles").replaceChildren(...roles.map((entry) => view(entry, open.has(entry.role))));
      say(byId("roles-status"), "");
    } catch (error) {
      fail(error);
    }
  }

  function view({ role, accounts }, isOpen) {
    const names = element("ul", { class: "line" });
    const more = element("button", { class: "quiet", type: "button", hidden: "", onclick: () => add(true).catch(fail) }, text("admin.more"));
    let [next, isAsked] = [undefined, false];

    async function add(isMore = false) {
      const query = new URLSearchParams({ role, ...next === undefined ? {} : { after: next } });
      const page = await ask("GET", `/v1/accounts?${query}`);
      const rows = page.accounts.map(({ name }) => element("li", {}, element("button", { class: "quiet", type: "button", onclick: () => find(name) }, name)));
      names.append(...rows);
      if (isMore) rows[0]?.firstElementChild.focus();
      if (names.childElementCount === 0) names.append(element("li", { class: "hint" }, text("admin.roles.none")));
      next = page.next;
      more.hidden = next === undefined;
    }

    const details = element("details", { "data-role": role },
      element("summary", {}, roleName(role), " ", element("span", { class: "badge own" }, text("admin.roles.count", { count: accounts }))), names, more);
    details.addEventListener("toggle", () => {
      if (!details.open || isAsked) return;
      isAsked = true;
      add().catch((error) => { isAsked = false; fail(error); });
    });
    details.open = isOpen;
    return element("li", {}, details);
  }

  return { load };
}
