// The account's consents: each can be given and withdrawn, and says what stops working without it.

import { ask } from "./account-api.js";
import { dayName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { forgetPoints } from "./trips-settings.js";

export function showConsents(attempt) {
  const status = byId("consents-status");
  const show = ({ purposes }) => byId("consents").replaceChildren(...purposes.map(row));

  function row({ purpose, version, consent }) {
    const name = text(`purpose.${purpose}`);
    const isOld = consent && consent.version !== version;
    return element("li", { "data-purpose": purpose },
      element("span", { class: "what" },
        element("b", {}, name),
        consent ? element("span", { class: "hint" }, since(consent, isOld)) : null,
        element("span", { class: "hint" }, text(`purpose.${purpose}.about`)),
        consent ? null : element("span", { class: "hint" }, text(`purpose.${purpose}.lost`))),
      element("span", { class: "line" },
        !consent || isOld ? button("consents.give", name, () => give(purpose, version)) : null,
        consent ? button("consents.withdraw", name, () => withdraw(purpose, name)) : null));
  }

  const since = (consent, isOld) => text(isOld ? "consents.newText" : "consents.given", {
    day: dayName(consent.given), version: consent.version,
  });

  const button = (words, name, act) => element("button", {
    class: "quiet", type: "button", "aria-label": `${text(words)}: ${name}`, onclick: () => attempt(status, act),
  }, text(words));

  async function give(purpose, version) {
    show(await ask("PUT", `/v1/me/consents/${purpose}`, { version }));
    focus(purpose);
  }

  async function withdraw(purpose, name) {
    const effects = ["about", "lost"].map((key) => element("p", {}, text(`purpose.${purpose}.${key}`)));
    if (!await askReader(text("consents.withdrawQuestion", { purpose: name }), effects, text("consents.withdraw"))) return;
    show(await ask("DELETE", `/v1/me/consents/${purpose}`));
    if (purpose === "trips") forgetPoints();
    focus(purpose);
  }

  /** The button that was pressed is gone; its replacement takes the focus. */
  const focus = (purpose) => byId("consents").querySelector(`[data-purpose="${purpose}"] button`)?.focus();

  attempt(status, async () => show(await ask("GET", "/v1/me/consents")));
}
