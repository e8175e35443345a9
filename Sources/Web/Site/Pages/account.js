// The account page: it finds out who is signed in, and connects its parts.

import { showConsents } from "./account-consents.js";
import { showDevices } from "./account-devices.js";
import { showPersons } from "./account-persons.js";
import { showProfile } from "./account-profile.js";
import { showStudies } from "./account-studies.js";
import { showTokens } from "./account-tokens.js";
import { showWays } from "./account-ways.js";
import { ask, meUnlessStranger } from "./account-api.js";
import { offerDeviceFile } from "./device-file.js";
import { byId, element } from "./dom.js";
import { forgetEaten } from "./foods-eaten.js";
import { makeEyes, say, wording } from "./form.js";
import { known, text } from "./language.js";
import { ask as askReader } from "./question.js";
import { signOut } from "./sign-out.js";
import { forgetPoints } from "./trips-settings.js";

/** The results of linking with a provider. */
const noticeWords = ["linked", "taken", "denied", "stale", "slow", "failed"];

/** Performs an action and shows its result in a line. */
async function attempt(place, act) {
  say(place, "");
  try {
    await act();
  } catch (error) {
    if (error.status === 401 && error.kind === "unauthorized") return leave();
    say(place, wording(error), true);
  }
}

const leave = () => location.assign("/sign-in");

async function deleteAccount(account) {
  const field = element("input", { class: "field", type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const body = [element("p", {}, text("data.deleteEffect")),
    element("label", { class: "stack" }, text("data.deleteName", { name: account.name }), field)];
  if (!await askReader(text("data.deleteQuestion"), body, text("data.delete"))) return;
  await ask("DELETE", "/v1/me", { confirm: field.value.trim() });
  forgetPoints();
  forgetEaten();
  location.assign("/");
}

function showPerson(account) {
  byId("person-name").textContent = account.name;
  byId("person-email").textContent = account.email ?? text("account.noEmail");
  byId("person-roles").replaceChildren(...account.roles.map((role) => {
    const [kind, station] = role.split(":");
    return element("span", { class: "badge own" }, known(`role.${kind}`, kind) + (station ? ` ${station}` : ""));
  }));
  byId("portrait").hidden = !account.picture;
  if (account.picture) byId("portrait").src = account.picture;
  document.title = `${account.name}: Breathe Easy`;
}

async function start() {
  makeEyes();
  let account;
  try {
    account = await meUnlessStranger();
  } catch (error) {
    return say(byId("page-status"), wording(error), true);
  }
  if (!account) return location.replace("/sign-in?return=/account");
  const notice = new URLSearchParams(location.search).get("notice");
  if (noticeWords.includes(notice)) say(byId("notice"), text(`account.notice.${notice}`), notice !== "linked");
  showPerson(account);
  showProfile(account, showPerson, attempt);
  showConsents(attempt);
  showPersons(attempt);
  showStudies(attempt);
  showWays(account, attempt);
  showDevices(attempt);
  showTokens(attempt);
  offerDeviceFile(account.name, () => say(byId("data-status"), text("device.none")));
  byId("delete").addEventListener("click", () => attempt(byId("data-status"), () => deleteAccount(account)));
  byId("sign-out").addEventListener("click", () => attempt(byId("page-status"), async () => {
    await signOut();
    leave();
  }));
  byId("account").hidden = false;
  byId("sign-out").hidden = false;
}

start();
