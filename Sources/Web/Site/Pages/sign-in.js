// The page for signing in.

import { ask, landing, me, returnPath } from "./account-api.js";
import { byId } from "./dom.js";
import { makeEyes, onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { showProviders } from "./providers.js";

/** Failures after which the page suggests a password reset; the server counts as well. */
const patience = 3;
let failures = 0;

/** The reasons why a sign-in through a provider failed. */
const failureWords = ["denied", "stale", "slow", "failed", "known", "suspended"];

async function signIn() {
  const name = byId("name").value.trim();
  const attempt = { [name.includes("@") ? "email" : "username"]: name, password: byId("password").value, kind: "cookie" };
  try {
    await ask("POST", "/v1/sessions", attempt);
  } catch (error) {
    if (error.kind === "wrong-password" || error.kind === "too-many-failures") refuse(error);
    throw error;
  }
  await me().catch(() => null);
  location.assign(await nextPath());
}

/** The welcome quiz comes first for those who have neither answered it nor named what they react to. */
async function nextPath() {
  if (new URLSearchParams(location.search).has("return")) return returnPath();
  const quiz = await ask("GET", "/v1/me/quiz/welcome").catch(() => null);
  return quiz && !quiz.answered && quiz.profile.allergens.length === 0 ? "/welcome" : landing;
}

/** A failed attempt clears the fields. */
function refuse(error) {
  failures += 1;
  byId("form").reset();
  byId("name").focus();
  byId("suggestion").hidden = !(error.suggestsReset || failures >= patience);
}

/** Fills in the name with which an account was opened just before, unless somebody types already. */
function fillName() {
  const name = new URLSearchParams(location.hash.slice(1)).get("name");
  if (!name || byId("name").value !== "") return;
  byId("name").value = name;
  byId("password").focus();
}

async function start() {
  makeEyes();
  fillName();
  const query = new URLSearchParams(location.search);
  const path = returnPath();
  if (path !== landing) byId("other").href = `/sign-up?return=${encodeURIComponent(path)}`;
  const failure = failureWords.includes(query.get("failure")) ? query.get("failure") : null;
  if (failure) say(byId("notice"), text(`signIn.${failure}`), true);
  onSubmit(byId("form"), byId("status"), signIn);
  const [account] = await Promise.all([me().catch(() => null), showProviders(path)]);
  if (account && !failure) location.replace(path);
}

start();
