// The page for reporting: three steps, and the result.

import { ask, meUnlessStranger } from "./account-api.js";
import { allergenNames } from "./allergen-choice.js";
import { makeConsentSwitch } from "./consent-switch.js";
import { byId } from "./dom.js";
import { middle } from "./fence-shape.js";
import { onSend, say, wording } from "./form.js";
import { text } from "./language.js";
import { leaveNotice } from "./report-news.js";
import { rememberPlace } from "./position.js";
import { rememberedName } from "./presence.js";
import { waiting } from "./queue.js";
import { Draft } from "./report-draft.js";
import { makeHow, makeWhat } from "./report-how.js";
import { sendReport } from "./report-send.js";
import { makeWhere } from "./report-where.js";

const steps = ["where", "what", "how"];
const draft = new Draft();
const checks = {};
const consent = makeConsentSwitch("reports");
let account = null;
let step = "where";

/** Shows a step; the browser's back button also moves between steps. */
function show(name, hasFocus = true) {
  step = steps.includes(name) ? name : "where";
  const number = steps.indexOf(step);
  for (const other of steps) byId(`step-${other}`).hidden = other !== step;
  [...document.querySelectorAll(".steps-line li")].forEach((part, index) => part.classList.toggle("done", index <= number));
  byId("step-count").textContent = text("report.step", { number: number + 1, count: steps.length });
  byId("back").hidden = number === 0;
  byId("next").textContent = text(step !== "how" ? "report.next" : account ? "report.submit" : "report.signInFirst");
  say(byId("report-status"), "");
  if (step === "where") checks.where?.shown();
  if (!hasFocus) return;
  byId(`${step}-heading`).focus({ preventScroll: true });
  scrollTo(0, 0);
}

const stepOfAddress = () => location.hash.slice(1) || "where";

function goOn() {
  if (step === "kept") return beginAnew();
  if (checks[step] && !checks[step].check()) return undefined;
  if (step === "how") return submit();
  location.hash = steps[steps.indexOf(step) + 1];
  return undefined;
}

function beginAnew() {
  history.replaceState(null, "", location.pathname);
  location.reload();
}

async function submit() {
  const button = byId("next");
  say(byId("report-status"), "");
  if (!account) return location.assign("/sign-in?return=/report%23how");
  button.disabled = true;
  try {
    await consent.give();
    rememberPlace(draft.place);
    finish(await sendReport(draft, account.name));
  } catch (error) {
    if (error.kind === "consent-required") await consent.need();
    if (error.status === 401) account = null;
    say(byId("report-status"), failureWords(error), true);
  } finally {
    button.disabled = false;
  }
}

function failureWords(error) {
  if (error.kind !== "too-many-reports") return wording(error);
  const minutes = Math.ceil((error.retryAfter ?? 3600) / 60);
  return text("report.tooMany", { count: minutes });
}

/** Goes to the map, which shows the report now; a report that could not be sent stays in the queue. */
function finish({ isSent, isKept, path }) {
  if (isSent) {
    draft.forget();
    leaveNotice("report.sent");
    location.assign(path);
  } else if (isKept) {
    draft.forget();
    say(byId("report-status"), text("report.waits"));
    step = "kept";
    byId("next").textContent = text("report.another");
    byId("back").hidden = true;
    byId("step-how").inert = true;
  } else {
    say(byId("report-status"), text("report.full"), true);
  }
}

/** The centre of the reader's first place. */
const home = async () => {
  if (!account) return null;
  const { fences } = await ask("GET", "/v1/me/fences").catch(() => ({ fences: [] }));
  return fences.length > 0 ? middle(fences[0]) : null;
};

async function aboutAccount() {
  // Without a network, the remembered account has to do.
  account = await meUnlessStranger().catch(() => (rememberedName() === null ? null : { name: rememberedName() }));
  byId("stranger").hidden = account !== null;
  const [profile, { persons }] = account === null ? [null, { persons: [] }] : await Promise.all([
    ask("GET", "/v1/me/profile").catch(() => null), ask("GET", "/v1/me/persons").catch(() => ({ persons: [] })),
    consent.refresh().catch(() => null),
  ]);
  return { own: (profile?.allergens ?? []).map(({ allergen }) => allergen), persons };
}

/** Shows the number of earlier reports that are still waiting. */
async function tellWaiting() {
  const count = (await waiting()).length;
  byId("waiting").textContent = count > 0 ? text("report.waiting", { count }) : "";
}

async function start() {
  checks.where = makeWhere(draft);
  show(draft.place ? stepOfAddress() : "where", false);
  onSend(byId("report"), goOn);
  byId("back").addEventListener("click", () => { location.hash = steps[steps.indexOf(step) - 1]; });
  addEventListener("hashchange", () => show(stepOfAddress()));
  const [{ own, persons }, names] = await Promise.all([aboutAccount(), allergenNames()]);
  checks.what = makeWhat(draft, names, own);
  makeHow(draft, persons, account);
  show(step, false);
  tellWaiting().catch(() => null);
  await checks.where.begin(home);
}

start().catch((error) => say(byId("report-status"), wording(error), true));
