// Tokens for programs: created, shown once, revoked.

import { instantName } from "./account-words.js";
import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { text } from "./language.js";

/** The scopes that this page offers; the others are for administrators' programs, which use the API directly. */
const scopes = ["read", "write", "metrics"];

export function showTokens(attempt) {
  const status = byId("token-status");

  async function load() {
    const { tokens } = await ask("GET", "/v1/me/tokens");
    byId("tokens").replaceChildren(...tokens.map(row));
  }

  function row(token) {
    const name = token.label ?? token.id;
    return element("li", {},
      element("span", { class: "what" }, element("b", {}, name),
        element("span", { class: "hint" }, text("tokens.facts", {
          scopes: token.scopes.join(", "), created: instantName(token.created), used: instantName(token.lastUsed),
        }))),
      element("button", {
        class: "quiet", type: "button", "aria-label": `${text("tokens.revoke")} ${name}`,
        onclick: () => attempt(status, async () => {
          await ask("DELETE", `/v1/me/tokens/${encodeURIComponent(token.id)}`);
          await load();
        }),
      }, text("tokens.revoke")));
  }

  byId("scopes").replaceChildren(...scopes.map((scope) => element("label", { class: "choice" },
    element("input", { type: "checkbox", name: "scope", value: scope, checked: scope === "read" }), text(`tokens.scope.${scope}`))));
  onSubmit(byId("token-form"), status, async () => {
    const wish = [...byId("scopes").querySelectorAll("input:checked")].map((box) => box.value);
    const made = await ask("POST", "/v1/me/tokens", { label: byId("label").value.trim(), scopes: wish });
    byId("label").value = "";
    show(made.token);
    await load();
  });
  attempt(status, load);
}

/** Shows a new token until the reader leaves the page. */
function show(token) {
  const field = element("input", {
    class: "field", type: "text", readonly: true, value: token, "aria-label": text("tokens.new"), onfocus: () => field.select(),
  });
  byId("new-token").replaceChildren(element("div", { class: "fresh", role: "status" },
    element("p", {}, element("b", {}, text("tokens.shownOnce"))), field));
  byId("new-token").hidden = false;
  field.focus();
}
