// The page for reporting: symptoms first, and what can help afterwards.

import { ask, meUnlessStranger } from "./account-api.js";
import { allergenNames } from "./allergen-choice.js";
import { makeConsentSwitch } from "./consent-switch.js";
import { byId, showAwaited } from "./dom.js";
import { middle } from "./fence-shape.js";
import { keepFocusInSight } from "./focus-sight.js";
import { onSend, say, wording } from "./form.js";
import { text } from "./language.js";
import { rememberPlace } from "./position.js";
import { rememberedName } from "./presence.js";
import { waiting } from "./queue.js";
import { Draft } from "./report-draft.js";
import { showHelps } from "./report-helps.js";
import { makeHow, makeSymptoms, toldWords } from "./report-how.js";
import { sendReport } from "./report-send.js";
import { makeWhat } from "./report-what.js";
import { makeWhere } from "./report-where.js";

/** Milliseconds that the rest of the form waits for the position, which may take much longer to find. */
const patience = 500;

const draft = new Draft();
const consent = makeConsentSwitch("reports");
let account = null;
/** Resolves with what the account says of the reader. */
let asked = null;
let what = null;
const where = makeWhere(draft, (place) => what?.offerFor(place));

async function submit() {
  const button = byId("send");
  say(byId("report-status"), "");
  if (draft.symptoms.size + draft.allergens.size === 0) return say(byId("report-status"), text("report.noSymptom"), true);
  button.disabled = true;
  try {
    await asked;
    if (!await where.check()) return undefined;
    if (!account) return location.assign("/sign-in?return=/report");
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
  return undefined;
}

function failureWords(error) {
  if (error.kind !== "too-many-reports") return wording(error);
  const minutes = Math.ceil((error.retryAfter ?? 3600) / 60);
  return text("report.tooMany", { count: minutes });
}

/** Shows what can help now; a report that could not be sent stays in the queue. */
function finish({ isSent, isKept, path }) {
  if (!isSent && !isKept) return say(byId("report-status"), text("report.full"), true);
  byId("done-about").textContent = isSent ? `${text("report.sent")} ${toldWords(draft, account)}` : text("report.waits");
  showHelps(draft, isSent ? path : null);
  draft.forget();
  byId("report").hidden = true;
  byId("done").hidden = false;
  byId("done-heading").focus({ preventScroll: true });
  return scrollTo(0, 0);
}

/** The centre of the reader's first place. */
const home = async () => {
  if (!account) return null;
  const { fences } = await ask("GET", "/v1/me/fences").catch(() => ({ fences: [] }));
  if (fences.length === 0) return null;
  const { lat, lng } = middle(fences[0]);
  return { lat, lng, name: fences[0].name };
};

async function aboutAccount() {
  // Without a network, the remembered account has to do.
  account = await meUnlessStranger().catch(() => (rememberedName() === null ? null : { name: rememberedName() }));
  byId("stranger").hidden = account !== null;
  byId("send").textContent = text(account ? "report.submit" : "report.signInFirst");
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
  keepFocusInSight(byId("main"), document.documentElement);
  makeSymptoms(draft);
  asked = aboutAccount();
  onSend(byId("report"), submit);
  const placed = where.begin(() => asked.then(home));
  const [{ own, persons }, names] = await Promise.all([asked, allergenNames()]);
  what = makeWhat(draft, names, own);
  if (draft.place) what.offerFor(draft.place);
  makeHow(draft, persons, account);
  tellWaiting().catch(() => null);
  await Promise.race([placed, new Promise((resolve) => { setTimeout(resolve, patience); })]);
}

start().catch((error) => say(byId("report-status"), wording(error), true)).finally(showAwaited);
