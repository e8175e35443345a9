// The account's sign-in methods: providers, password, address.

import { ask, providers } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { dayName } from "./account-words.js";

export function showWays(account, attempt) {
  showIdentities(attempt);
  byId("password-form").hidden = !account.hasPassword;
  byId("password-none").hidden = account.hasPassword;
  byId("confirm-entry").hidden = !account.hasPassword;
  onSubmit(byId("password-form"), byId("password-status"), async () => {
    try {
      await ask("POST", "/v1/me/password", { old: byId("old").value, password: byId("password").value });
    } finally {
      byId("password-form").reset();
    }
    say(byId("password-status"), text("ways.passwordChanged"));
  });
  onSubmit(byId("email-form"), byId("email-status"), async () => {
    const email = byId("email").value.trim();
    const wish = account.hasPassword ? { email, password: byId("confirm").value } : { email };
    await ask("POST", "/v1/me/email", wish);
    byId("email-form").reset();
    say(byId("email-status"), text("ways.emailAsked", { email }));
  });
}

async function showIdentities(attempt) {
  const status = byId("identities-status");
  const [all, { identities }] = await Promise.all([
    providers().catch(() => []), ask("GET", "/v1/me/identities").catch(() => ({ identities: [] })),
  ]);
  const linked = new Map(identities.map((identity) => [identity.provider, identity]));
  const known = new Map(all.map(({ id, name }) => [id, name]));
  const names = [...new Set([...known.keys(), ...linked.keys()])];
  byId("ways-providers").hidden = names.length === 0;
  byId("identities").replaceChildren(...names.map((id) => {
    const name = known.get(id) ?? id;
    const identity = linked.get(id);
    const button = identity
      ? element("button", { class: "quiet", type: "button", "aria-label": `${text("ways.unlink")} ${name}`,
        onclick: () => attempt(status, async () => {
          await ask("DELETE", `/v1/me/identities/${encodeURIComponent(id)}`);
          await showIdentities(attempt);
        }) }, text("ways.unlink"))
      : element("button", { class: "quiet", type: "button", "aria-label": `${text("ways.link")} ${name}`,
        onclick: () => attempt(status, async () => {
          const { location: next } = await ask("POST", `/v1/me/identities/${encodeURIComponent(id)}`);
          location.assign(next);
        }) }, text("ways.link"));
    return element("li", { "data-provider": id },
      element("span", { class: "what" }, element("b", {}, name),
        element("span", { class: "hint" }, identity ? text("ways.linkedSince", { day: dayName(identity.created) }) : text("ways.notLinked"))),
      button);
  }));
}
