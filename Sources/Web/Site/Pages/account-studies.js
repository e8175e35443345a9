// The studies of the account: what its owner is in each, who looked at the answers, and the way out.

import { ask } from "./account-api.js";
import { dayName } from "./account-words.js";
import { canSend, sendConsent } from "./consent-file.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { answerPath, consentPath, paragraphs, reminderWords, spanOf, titleOf, worded } from "./study-words.js";
import { erase, withdraw } from "./study-withdraw.js";
import { mediumDate, number } from "./words.js";

export function showStudies(attempt) {
  const status = byId("studies-status");

  async function load() {
    const { studies } = await ask("GET", "/v1/me/studies");
    const known = studies.filter(({ study }) => study);
    byId("studies").replaceChildren(...known.map(row));
    byId("studies-none").hidden = studies.length > 0;
  }

  function row(part) {
    const { study, consents, pseudonym, looks, left } = part;
    const isIn = part.status === "participating";
    const agreed = consents.at(-1);
    const facts = [
      text(`study.status.${part.status}`, { day: mediumDate(isIn ? part.joined : left ?? part.joined) }), spanOf(study),
      agreed ? text("study.agreed", { version: agreed.version, day: dayName(agreed.given) }) : null,
      ...chosen(study, agreed),
      pseudonym ? text("study.pseudonym", { pseudonym }) : null,
      part.label ? text("study.label", { label: part.label }) : null,
      seen("study.looks", looks.filter(({ kind }) => kind === "read")),
      // Where answers belong to nobody, only researchers' files are known, and not what is in them.
      seen(study.mode === "linked" ? "study.taken" : "study.taken.maybe", looks.filter(({ kind }) => kind === "exported")),
      isIn && study.reminders ? reminderWords(study) : null,
      part.asksAgain ? text("study.again") : null,
    ];
    return element("li", {},
      element("span", { class: "what" }, element("b", {}, element("a", { href: `/studies/${encodeURIComponent(study.id)}` }, titleOf(study))),
        facts.filter(Boolean).map((fact) => element("span", { class: "hint" }, fact)), part.messages.length > 0 ? news(part) : null),
      element("span", { class: "line" },
        isIn && study.state === "open" ? link(part) : null,
        agreed ? consentLink(study, agreed) : null,
        agreed && canSend() ? element("button", {
          class: "quiet", type: "button", "aria-label": `${text("consent.send")}: ${titleOf(study)}`,
          onclick: () => attempt(status, () => sendConsent(consentPath(study.id, agreed.version), titleOf(study))),
        }, text("consent.send")) : null,
        isIn && study.reminders ? button(part.reminders.on ? "study.reminders.stop" : "study.reminders.start", part, () => remind(study, !part.reminders.on)) : null,
        isIn ? button("study.leave", part, withdraw) : null,
        part.status === "withdrawn" && study.mode === "linked" ? button("study.erase", part, erase) : null));
  }

  /** What was agreed to of what may be left out; the words of older versions are in the document. */
  const chosen = (study, { version, options = [] } = {}) => (version === study.version ? options : []).map((isAgreed, place) => [
    text(isAgreed ? "study.option.yes" : "study.option.no"), " ", worded("span", study.options[place]),
  ]);

  /** What researchers wrote, the latest first. */
  const news = ({ study, messages }) => element("details", {}, element("summary", {}, text("study.messages.of", { count: number(messages.length), title: titleOf(study) })),
    messages.map(({ written, words, to }) => element("div", {},
      element("p", { class: "hint" }, [dayName(written), to ? text("study.messages.own") : null].filter(Boolean).join(" · ")), paragraphs(words))));

  /** How often researchers did something, the latest first; `null` for never. */
  const seen = (words, looks) => (looks.length > 0 ? text(words, { count: looks.length, day: dayName(looks[0].at) }) : null);

  /** Has the reader reminded, or not any more; resolves with whether that was done. */
  async function remind({ id }, on) {
    await ask("PUT", `/v1/me/studies/${encodeURIComponent(id)}/reminders`, { on });
    return true;
  }

  const link = ({ study, asksAgain }) => element("a", {
    class: "quiet", href: asksAgain ? `/studies/join?study=${encodeURIComponent(study.id)}` : answerPath(study.id),
    "aria-label": `${text(asksAgain ? "study.agree" : "study.answer")}: ${titleOf(study)}`,
  }, text(asksAgain ? "study.agree" : "study.answer"));

  const consentLink = (study, { version }) => element("a", {
    class: "quiet", href: consentPath(study.id, version), download: "", "aria-label": `${text("consent.get")}: ${titleOf(study)}`,
  }, text("consent.get"));

  const button = (words, { study, pseudonym }, act) => element("button", {
    class: "quiet", type: "button", "aria-label": `${text(words)}: ${titleOf(study)}`,
    onclick: () => attempt(status, async () => { if (await act(study, pseudonym)) await load(); }),
  }, text(words));

  attempt(status, load);
}
