// Joining a study: the code, what the study is, the consent and its points one by one, those too that may be left out, a name. Nothing is stored before the end.
// With `?study=` somebody who takes part agrees to a newer version.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { canSend, sendConsent } from "./consent-file.js";
import { byId, element } from "./dom.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { forMember } from "./member.js";
import { forgetCode, leadBack, takeCode } from "./study-code.js";
import { makeSignature } from "./study-signature.js";
import { askedOf, formTitle } from "./study-forms.js";
import { answerPath, consentPath, languageOf, modeWords, paragraphs, reminderWords, scheduleWords, spanOf, titleOf, worded } from "./study-words.js";

/** The code that a link brought here. */
const invited = takeCode();
const wish = new URLSearchParams(location.search);

/** When a study asks: its days, and how often each of its forms is answered. */
function schedules(study) {
  const asked = askedOf(study);
  if (asked.length === 1) return [element("p", { class: "hint" }, `${spanOf(study)}. ${scheduleWords(study)}`)];
  return [element("p", { class: "hint" }, `${spanOf(study)}.`), ...asked.map((one) => {
    const { code, words } = formTitle(one);
    return element("p", { class: "hint" }, element("span", { lang: code }, words), `: ${scheduleWords(one)}`);
  })];
}

class Joining {
  #study;
  #steps = [];
  #step = 0;
  #agreed = [];
  /** What is agreed to of what may be left out. */
  #chosen = [];
  #isSending = false;

  constructor(send) {
    this.send = send;
    this.signature = makeSignature();
    byId("step-next").addEventListener("click", () => this.#next());
    byId("step-back").addEventListener("click", () => this.#show(this.#step - 1));
  }

  begin(study) {
    this.#study = study;
    this.#agreed = study.points.map(() => false);
    this.#chosen = study.options.map(() => false);
    this.#steps = [this.#about(), this.#consent(), ...study.points.map((point, place) => this.#point(point, place)),
      ...study.options.map((option, place) => this.#option(option, place)), this.#sign()];
    byId("code-part").hidden = true;
    byId("step").hidden = false;
    this.#show(0);
  }

  // Steps: each has a title, what it says, and perhaps a box.

  #about() {
    const study = this.#study;
    const title = worded("h3", study.title);
    const parts = [title, ...schedules(study), paragraphs(study.purpose), element("h3", {}, text("study.contact")), paragraphs(study.contact),
      study.ethics ? element("p", {}, text("study.ethics", { number: study.ethics })) : null, element("h3", {}, text("study.mode")), modeWords(study), study.reminders ? element("p", {}, reminderWords(study)) : null];
    return { title: text("study.about"), body: parts.flat().filter(Boolean) };
  }

  #consent() {
    return { title: text("study.consent"), body: paragraphs(this.#study.consent) };
  }

  #point(point, place) {
    const { box, label } = this.#box(this.#agreed, place);
    return { title: text("study.point", { number: place + 1, count: this.#agreed.length }), body: [...paragraphs(point), label], box };
  }

  #option(option, place) {
    const { label } = this.#box(this.#chosen, place);
    const about = element("p", { class: "hint" }, text("study.option.about"));
    return { title: text("study.option", { number: place + 1, count: this.#chosen.length }), body: [...paragraphs(option), about, label] };
  }

  /** A box with its label that says yes at a place of a list. */
  #box(list, place) {
    const box = element("input", { type: "checkbox", id: "agree", onchange: () => {
      list[place] = box.checked;
      say(byId("step-status"), "");
    } });
    return { box, label: element("label", { class: "radio" }, box, element("span", {}, text("study.agree.box"))) };
  }

  #sign() {
    return { title: text("study.sign"), body: [element("p", {}, text("study.sign.about"))], isLast: true };
  }

  #show(place) {
    this.#step = place;
    const { title, body, isLast = false } = this.#steps[place];
    byId("step-count").textContent = text("study.page", { page: place + 1, pages: this.#steps.length });
    byId("step-heading").textContent = title;
    byId("step-body").replaceChildren(...body);
    byId("sign").hidden = !isLast;
    byId("step-back").hidden = place === 0;
    byId("step-next").textContent = text(isLast ? "study.take" : "study.next");
    say(byId("step-status"), "");
    byId("step-heading").focus();
  }

  #next() {
    const { box, isLast } = this.#steps[this.#step];
    if (box && !box.checked) {
      say(byId("step-status"), text("study.agree.needed"), true);
      return box.focus();
    }
    return isLast ? this.#finish() : this.#show(this.#step + 1);
  }

  async #finish() {
    if (this.#isSending) return;
    this.#isSending = true;
    const { version, consent } = this.#study;
    const agreement = { version, language: languageOf(consent), agreed: this.#agreed, options: this.#chosen, name: byId("signer").value.trim(), signature: this.signature.path() };
    try {
      await this.send(this.#study, agreement);
    } catch (error) {
      say(byId("step-status"), wording(error), true);
    } finally {
      this.#isSending = false;
    }
  }
}

function welcome({ id, title, version }, pseudonym) {
  byId("step").hidden = true;
  byId("joined").hidden = false;
  const known = pseudonym ? text("study.pseudonym", { pseudonym }) : "";
  byId("joined-about").textContent = `${text("study.joined.about", { title: titleOf({ title }) })} ${known}`.trim();
  byId("joined-answer").href = answerPath(id);
  byId("joined-consent").href = consentPath(id, version);
  byId("joined-send").hidden = !canSend();
  byId("joined-send").onclick = () => sendConsent(consentPath(id, version), titleOf({ title }))
    .catch((error) => say(byId("joined-status"), wording(error), true));
  byId("joined-heading").focus();
}

function join() {
  let code = "";
  const joining = new Joining(async (study, agreement) => {
    const part = await ask("POST", "/v1/me/studies", { code, day: todayHere(), ...agreement });
    forgetCode();
    welcome(study, part.pseudonym);
  });
  byId("code").value = invited;
  // Another invitation, opened in the same tab.
  addEventListener("hashchange", () => { byId("code").value = takeCode(); });
  onSubmit(byId("code-form"), byId("code-status"), async () => {
    code = byId("code").value.trim();
    joining.begin(await ask("POST", "/v1/me/studies/invitation", { code }));
  });
}

async function agreeAgain(id) {
  const { studies } = await ask("GET", "/v1/me/studies");
  const part = studies.findLast(({ study, status }) => study?.id === id && status === "participating");
  if (!part) throw new Error(text("problem.not-participating"));
  byId("code-part").hidden = true;
  if (!part.asksAgain) return welcome(part.study, part.pseudonym);
  const joining = new Joining(async (study, agreement) => {
    await ask("PUT", `/v1/me/studies/${encodeURIComponent(id)}/consent`, agreement);
    welcome(study, part.pseudonym);
  });
  byId("member").hidden = false;
  return joining.begin(part.study);
}

leadBack();
forMember(() => (wish.has("study") ? agreeAgain(wish.get("study")) : join()));
