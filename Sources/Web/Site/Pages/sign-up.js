// The page for creating an account: with address and password, or for somebody whom a provider has verified.

import { ask, landing, returnPath } from "./account-api.js";
import { askConsents, givenConsents } from "./consents.js";
import { byId } from "./dom.js";
import { makeEyes, onSubmit } from "./form.js";
import { language, text } from "./language.js";
import { showProviders } from "./providers.js";
import { keepReturn } from "./sign-up-return.js";

/** The fields that are always required, and what the device tells. */
function person() {
  const wish = { username: byId("username").value.trim(), language, consents: givenConsents(byId("purposes")) };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (Intl.supportedValuesOf?.("timeZone").includes(timeZone)) wish.timeZone = timeZone;
  if (byId("dateOfBirth").value) wish.dateOfBirth = byId("dateOfBirth").value;
  return wish;
}

async function signUp() {
  const email = byId("email").value.trim();
  await ask("POST", "/v1/accounts", { ...person(), email, password: byId("password").value });
  if (returnPath() !== landing) keepReturn(returnPath());
  byId("sent-text").textContent = text("signUp.sent", { email });
  byId("sent").previousElementSibling.hidden = true;
  byId("sent").hidden = false;
  byId("sent-heading").focus();
}

async function register() {
  const { location: next } = await ask("POST", "/v1/registration", person());
  // Unless the reader was on the way to another page, the welcome quiz comes next.
  location.assign(next === landing ? "/welcome" : next);
}

/** Shows the page for somebody who comes from a provider. */
function welcome({ provider, name, email }) {
  byId("heading").textContent = text("signUp.registration");
  byId("about").textContent = email
    ? text("signUp.registrationEmail", { provider, email }) : text("signUp.registrationAbout", { provider });
  byId("own").hidden = true;
  if (/^[A-Za-z0-9]{4,8}$/.test(name ?? "")) byId("username").value = name;
  byId("username").focus();
}

async function start() {
  makeEyes();
  const path = returnPath();
  if (path !== landing) byId("other").href = `/sign-in?return=${encodeURIComponent(path)}`;
  const isRegistration = new URLSearchParams(location.search).has("registration");
  const registration = isRegistration ? await ask("GET", "/v1/registration").catch(() => null) : null;
  if (isRegistration && !registration) return location.replace("/sign-in?failure=stale");
  if (registration) welcome(registration);
  else await showProviders(path);
  await askConsents(byId("consents"), byId("purposes"));
  onSubmit(byId("form"), byId("status"), registration ? register : signUp);
}

start();
