// The page behind a link that verifies an address. Malware scanners follow links, so nothing happens until
// the button is pressed.

import { ask, meUnlessStranger } from "./account-api.js";
import { byId } from "./dom.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { signOut } from "./sign-out.js";
import { takeReturn } from "./sign-up-return.js";

/** The address that the link confirms, once it is known. */
let confirmed = null;

function show(name) {
  for (const part of ["ask", "done", "void"]) byId(part).hidden = part !== name;
  byId(`${name}-heading`)?.focus();
}

async function verify() {
  const wish = { token: location.hash.slice(1) };
  if (!byId("another").hidden) wish.username = byId("username").value.trim();
  try {
    await finish(await ask("POST", "/v1/verifications", wish));
  } catch (error) {
    if (error.kind === "void-link") return show("void");
    // Somebody else has taken the name since; the link still works.
    if (error.kind === "name-taken") byId("another").hidden = false;
    throw error;
  }
}

async function finish({ purpose, name }) {
  history.replaceState(null, "", location.pathname);
  const isNew = purpose === "signUp";
  byId("done-heading").textContent = isNew ? text("verify.welcome", { name }) : text("verify.changedHeading");
  byId("done-text").textContent = isNew ? text("verify.welcomeText") : text("verify.changed");
  const account = await meUnlessStranger().catch(() => null);
  const isOther = account !== null && (isNew || (confirmed !== null && account.email !== confirmed));
  if (isNew || isOther) {
    const path = isNew ? takeReturn() : "/account";
    if (path) byId("next").href = `/sign-in?return=${encodeURIComponent(path)}`;
    // The name is not typed once more.
    if (isNew) byId("next").hash = `name=${encodeURIComponent(name)}`;
  } else {
    byId("next").href = "/account";
    byId("next").textContent = text("verify.toAccount");
  }
  if (isOther) tellSession(account);
  show("done");
}

/** Says that the session of another account ends on the way: the page for signing in would lead back to it. */
function tellSession({ name }) {
  byId("done-here").textContent = text("verify.here", { name });
  byId("done-here").hidden = false;
  byId("next").addEventListener("click", leave);
}

async function leave(event) {
  event.preventDefault();
  try {
    await signOut();
  } catch (error) {
    // A session that has ended meanwhile needs no end.
    if (error.status !== 401) return say(byId("done-status"), wording(error), true);
  }
  location.assign(byId("next").href);
}

/** Says which address the link confirms; without an answer, the button still works. */
async function tellAddress() {
  try {
    const { address } = await ask("POST", "/v1/verifications", { token: location.hash.slice(1), look: true });
    confirmed = address;
    byId("about").textContent = text("verify.aboutAddress", { address });
  } catch (error) {
    if (error.kind === "void-link") show("void");
  }
}

onSubmit(byId("form"), byId("status"), verify);
if (location.hash.length < 2) show("void");
else tellAddress();
