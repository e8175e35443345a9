// The devices on which the account is signed in.

import { instantName } from "./account-words.js";
import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";

export function showDevices(attempt) {
  const status = byId("devices-status");

  async function load() {
    const { sessions } = await ask("GET", "/v1/me/sessions");
    byId("devices").replaceChildren(...sessions.map(row));
  }

  function row(session) {
    const name = session.device ?? text("devices.unknown");
    return element("li", {},
      element("span", { class: "what" },
        element("span", {}, element("b", {}, name),
          session.current ? element("span", { class: "badge own" }, text("devices.current")) : null),
        element("span", { class: "hint" }, text("devices.times", {
          created: instantName(session.created), used: instantName(session.lastUsed),
        }))),
      session.current ? null : element("button", {
        class: "quiet", type: "button", "aria-label": `${text("devices.end")} ${name}`,
        onclick: () => attempt(status, async () => {
          await ask("DELETE", `/v1/me/sessions/${encodeURIComponent(session.id)}`);
          await load();
        }),
      }, text("devices.end")));
  }

  byId("end-all").addEventListener("click", () => attempt(status, async () => {
    if (!await askReader(text("devices.endAllQuestion"), element("p", {}, text("devices.endAllEffect")), text("devices.endAll"))) return;
    await ask("DELETE", "/v1/me/sessions");
    location.assign("/sign-in");
  }));
  attempt(status, load);
}
