// Accounts by name: their roles, whether they are suspended, their new names, and their end.

import { roleName } from "./admin-words.js";
import { ask } from "./account-api.js";
import { dayName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { onSend, say, wording } from "./form.js";
import { text } from "./language.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";

const roles = ["expert", "moderator", "researcher", "administrator"];

/**
 * Connects the search; `onAct` is called after each change. Nothing is listed before somebody searches, because each owner
 * is told who looked. Returns what finds an account by its name.
 */
export function makeAccounts(me, onAct) {
  let name = "";
  let next;

  async function load(isFirst = true) {
    const query = new URLSearchParams({ name });
    if (!isFirst) query.set("after", next);
    const page = await ask("GET", `/v1/accounts?${query}`);
    next = page.next;
    const rows = page.accounts.map(view);
    if (isFirst) byId("accounts").replaceChildren(...rows);
    else byId("accounts").append(...rows);
    byId("accounts-more").hidden = next === undefined;
    say(byId("accounts-status"), page.accounts.length === 0 ? text("admin.accounts.none") : "");
  }

  /** Performs an act on an account, which has a name afterwards, and shows all of them anew. */
  async function act(method, account, path, done, value, renamed = account.name) {
    try {
      await ask(method, `/v1/accounts/${encodeURIComponent(account.name)}${path}`, value);
      notice(text(done, { name: renamed }));
      await load();
      focus({ name: renamed });
      await onAct();
    } catch (error) {
      say(byId("accounts-status"), wording(error), true);
    }
  }

  function focus({ name: shown }) {
    (byId("accounts").querySelector(`[data-account="${CSS.escape(shown)}"] summary`) ?? byId("accounts-heading")).focus();
  }

  const isMe = (account) => account.name === me.name;

  function view(account) {
    const { suspended, created } = account;
    return element("li", { "data-account": account.name },
      element("div", { class: "what" },
        element("b", {}, account.name),
        element("span", { class: "hint" }, text("admin.accounts.since", { day: dayName(created) })),
        element("span", { class: "badges" }, account.roles.map((role) => element("span", { class: "badge own" }, roleName(role))),
          suspended ? element("span", { class: "badge" }, text("admin.accounts.suspended", { day: dayName(suspended) })) : null)),
      element("details", {}, element("summary", {}, text("admin.accounts.change"), element("span", { class: "unseen" }, ` ${account.name}`)),
        element("div", { class: "line" }, ...roleButtons(account), renaming(account), suspension(account), deletion(account))));
  }

  function roleButtons(account) {
    return [...new Set([...roles, ...account.roles])].map((role) => {
      const has = account.roles.includes(role);
      return element("button", { class: "quiet", type: "button", onclick: () => changeRole(account, role, has) },
        text(has ? "admin.role.revoke" : "admin.role.grant", { role: roleName(role) }));
    });
  }

  async function changeRole(account, role, has) {
    const question = text(has ? "admin.role.revoke.question" : "admin.role.grant.question", { role: roleName(role), name: account.name });
    if (!await askReader(question, element("p", {}, text("admin.role.about")), text(has ? "admin.role.revoke.yes" : "admin.role.grant.yes"))) return;
    await act(has ? "DELETE" : "PUT", account, `/roles/${encodeURIComponent(role)}`, has ? "admin.role.revoked" : "admin.role.granted");
  }

  function suspension(account) {
    if (isMe(account)) return null;
    const isSuspended = Boolean(account.suspended);
    return element("button", { class: "quiet danger", type: "button", onclick: () => changeSuspension(account, isSuspended) },
      text(isSuspended ? "admin.restore" : "admin.suspend"));
  }

  async function changeSuspension(account, isSuspended) {
    const words = isSuspended ? "admin.restore" : "admin.suspend";
    if (!await askReader(text(`${words}.question`, { name: account.name }), element("p", {}, text(`${words}.about`)), text(words))) return;
    await act(isSuspended ? "DELETE" : "PUT", account, "/suspension", `${words}.done`);
  }

  /** One's own name is changed on the page of one's account. */
  const renaming = (account) => (isMe(account) ? null
    : element("button", { class: "quiet", type: "button", onclick: () => rename(account) }, text("admin.rename")));

  async function rename(account) {
    const field = element("input", {
      class: "field", id: "renamed", maxlength: 8, autocomplete: "off", autocapitalize: "none", spellcheck: "false", value: account.name,
    });
    const body = element("label", { class: "stack" }, element("span", {}, text("username")), field, element("span", { class: "small" }, text("admin.rename.about")));
    if (!await askReader(text("admin.rename.question", { name: account.name }), body, text("admin.rename"))) return;
    const username = field.value.trim();
    await act("PATCH", account, "", "admin.rename.done", { username }, username);
  }

  const deletion = (account) => (isMe(account) ? null
    : element("button", { class: "quiet danger", type: "button", onclick: () => remove(account) }, text("admin.delete")));

  async function remove(account) {
    const field = element("input", { class: "field", id: "confirmed", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const body = [element("p", {}, text("admin.delete.about")), element("label", { class: "stack" }, element("span", {}, text("admin.delete.confirm")), field)];
    if (!await askReader(text("admin.delete.question", { name: account.name }), body, text("admin.delete"))) return;
    await act("DELETE", account, "", "admin.delete.done", { confirm: field.value.trim() });
  }

  onSend(byId("find"), () => {
    name = byId("name").value.trim();
    return load().catch((error) => say(byId("accounts-status"), wording(error), true));
  });
  byId("accounts-more").addEventListener("click", () => load(false).catch((error) => say(byId("accounts-status"), wording(error), true)));

  return (wanted) => {
    byId("name").value = wanted;
    byId("find").requestSubmit();
    byId("accounts-heading").focus();
  };
}
