// The page for resetting the password: it requests a link, and the link opens it. The link's secret is in the
// fragment of the address, which browsers do not send.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { makeEyes, onSubmit } from "./form.js";
import { text } from "./language.js";

function show(name) {
  for (const part of ["ask", "sent", "choose", "done"]) byId(part).hidden = part !== name;
  byId(`${name}-heading`).focus();
}

async function askForLink() {
  const email = byId("email").value.trim();
  await ask("POST", "/v1/password-resets", { email });
  byId("sent-text").textContent = text("reset.sent", { email });
  show("sent");
}

async function choose() {
  await ask("POST", "/v1/password-resets/completion", { token: location.hash.slice(1), password: byId("password").value });
  history.replaceState(null, "", location.pathname);
  byId("choose-form").reset();
  show("done");
}

makeEyes();
onSubmit(byId("ask-form"), byId("ask-status"), askForLink);
onSubmit(byId("choose-form"), byId("choose-status"), choose);
if (location.hash.length > 1) show("choose");
addEventListener("hashchange", () => { if (location.hash.length > 1) show("choose"); });
