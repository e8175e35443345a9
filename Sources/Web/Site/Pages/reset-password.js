// The page for resetting the password: it requests a link, and the link opens it. The link's secret is in the
// fragment of the address, which browsers do not send. A session in this browser ends
// with it, also one of another account: the page for signing in would lead back to that account.

import { ask, meUnlessStranger } from "./account-api.js";
import { byId } from "./dom.js";
import { makeEyes, onSubmit } from "./form.js";
import { text } from "./language.js";
import { signOut } from "./sign-out.js";

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
  await endSession();
  show("done");
}

/** Ends the session in this browser, if the new password has not ended it. */
async function endSession() {
  if (await meUnlessStranger()) await signOut();
}

/** Says that a session in this browser is going to end. */
async function tellSession() {
  const account = await meUnlessStranger();
  byId("choose-here").hidden = account === null;
  if (account) byId("choose-here").textContent = text("reset.chooseHere", { name: account.name });
}

/** Shows the part that the link opens. */
function open() {
  show("choose");
  tellSession().catch(() => null);
}

makeEyes();
onSubmit(byId("ask-form"), byId("ask-status"), askForLink);
onSubmit(byId("choose-form"), byId("choose-status"), choose);
if (location.hash.length > 1) open();
addEventListener("hashchange", () => { if (location.hash.length > 1) open(); });
