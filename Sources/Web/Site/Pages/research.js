// The researchers' page: their studies, and one of them with all that belongs to it.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { newKey } from "./queue.js";
import { Answers } from "./research-answers.js";
import { Codes } from "./research-codes.js";
import { connectForm, showForm } from "./research-form.js";
import { FurtherForms } from "./research-forms.js";
import { Letters } from "./research-mail.js";
import { Messages } from "./research-messages.js";
import { People } from "./research-people.js";
import { showPreview } from "./research-preview.js";
import { connectResults, showResults } from "./research-results.js";
import { Team } from "./research-team.js";
import { inWords, list, partNames, trying } from "./research-terms.js";
import { StudyWords } from "./research-words.js";
import { mediumDate } from "./words.js";

const steps = ["publish", "open", "close", "archive"];
/** What only a study has that was begun. */
const begunParts = ["steps-part", "form-part", "preview-part", "codes-part", "mail-part", "people-part", "messages-part", "progress-part", "answers-part", "results-part", "team-part"];
const stateName = (state) => text(`research.state.${state}`);
const span = ({ begin, end }) => text("research.span", { begin: mediumDate(begin), end: mediumDate(end) });

class Research {
  #own = null;

  constructor(me) {
    const path = () => this.#path;
    this.words = new StudyWords();
    this.people = new People((pseudonym) => this.messages.writeTo(pseudonym));
    this.answers = new Answers();
    this.messages = new Messages();
    this.codes = new Codes(path, () => this.people.open(this.#own, this.#path));
    this.letters = new Letters(path, () => this.people.open(this.#own, this.#path));
    this.team = new Team(me, () => this.#close());
    connectForm(path, (own) => this.#show(own));
    this.forms = new FurtherForms(path, (own) => this.#show(own));
    connectResults(path, async () => this.#show(await ask("GET", this.#path)));
    byId("begin").addEventListener("click", () => this.#begin());
    byId("leave-page").addEventListener("click", () => this.#leave());
    onSend(byId("words-form"), () => this.#save());
  }

  get #path() { return `${list}/${encodeURIComponent(this.#own.study.id)}`; }

  async load() {
    const { studies } = await ask("GET", list);
    byId("list-none").hidden = studies.length > 0;
    byId("list").replaceChildren(...studies.toReversed().map(({ study, role }) => element("li", { "data-study": study.id },
      element("span", { class: "what" }, element("strong", {}, inWords(study.title)),
        element("span", { class: "hint" }, [stateName(study.state), span(study), text(`research.role.${role}`)].join(" · "))),
      element("button", {
        class: "quiet", type: "button", "aria-label": text("research.open.of", { title: inWords(study.title) }), onclick: () => this.open(study.id),
      }, text("research.open")))));
  }

  open(id) {
    return trying("page-status", async () => {
      const own = await ask("GET", `${list}/${encodeURIComponent(id)}`);
      await this.#show(own);
      byId("study-heading").focus();
    });
  }

  /** Shows an empty form for a study that is not begun yet. */
  #begin() {
    this.#own = null;
    this.#reveal(text("research.begin"), "", "");
    for (const id of begunParts) byId(id).hidden = true;
    this.words.fill(null, { isLocked: false, isSettled: false });
    byId("title").focus();
  }

  #reveal(title, state, facts) {
    byId("list-part").hidden = true;
    byId("study").hidden = false;
    byId("study-heading").textContent = title;
    byId("study-state").textContent = state;
    byId("study-state").hidden = state === "";
    byId("study-facts").textContent = facts;
    for (const id of ["words-status", "steps-status"]) say(byId(id), "");
  }

  async #show(own) {
    const isSame = this.#own?.study.id === own.study.id;
    this.#own = own;
    const { study, acts } = own;
    const published = study.version ? text("research.version", { version: study.version, day: mediumDate(study.published.slice(0, 10)) }) : text("research.version.none");
    this.#reveal(inWords(study.title), stateName(study.state), [published, span(study), text(`research.mode.${study.mode}`), text(`research.role.${own.role}`)].join(" · "));
    for (const id of begunParts) byId(id).hidden = false;
    history.replaceState(null, "", `#${study.id}`);
    // What is written and not kept yet stays.
    if (!isSame || !this.words.isChanged) this.words.fill(study, { isLocked: !acts.includes("change"), isSettled: Boolean(study.version) });
    this.#showSteps();
    showForm(own);
    this.forms.open(own);
    showPreview(study);
    showResults(own);
    this.codes.open(own);
    this.letters.open(own);
    await Promise.all([this.people.open(own, this.#path), this.messages.open(own, this.#path), this.answers.open(own, this.#path), this.team.open(own, this.#path)]);
  }

  #showSteps() {
    const { acts, missing, study } = this.#own;
    const offered = steps.filter((act) => acts.includes(act) && (act !== "open" || study.version));
    byId("missing").hidden = missing.length === 0 || !acts.includes("publish");
    byId("missing").textContent = missing.length > 0 ? text("research.missing", { parts: partNames(missing) }) : "";
    byId("unpublished").hidden = !acts.includes("publish");
    byId("steps-part").hidden = offered.length === 0;
    byId("steps").replaceChildren(...offered.map((act) => element("button", {
      class: act === "close" || act === "archive" ? "quiet" : "main", type: "button", id: `step-${act}`,
      disabled: act === "publish" && missing.length > 0, onclick: () => this.#step(act),
    }, text(`research.step.${act}`))));
  }

  async #step(act) {
    const title = inWords(this.#own.study.title);
    if (!await askReader(text(`research.step.${act}.ask`, { title }), element("p", {}, text(`research.step.${act}.about`)), text(`research.step.${act}`))) return;
    if (act === "publish" && this.words.isChanged && !await this.#save()) return;
    await trying("steps-status", async () => {
      await this.#show(await ask("POST", `${this.#path}/acts`, { act }));
      say(byId("steps-status"), text(`research.step.${act}.done`));
      byId("study-heading").focus();
    });
  }

  #save() {
    return trying("words-status", async () => {
      try {
        const own = this.#own
          ? await ask("PUT", this.#path, this.words.written)
          : await ask("POST", list, this.words.written, { headers: { "Idempotency-Key": newKey() } });
        this.words.isChanged = false;
        await this.#show(own);
        say(byId("words-status"), text("research.saved"));
      } catch (error) {
        if (error.kind !== "invalid-study") throw error;
        throw new Error(text("research.mistaken", { parts: partNames([...new Set(error.places.map(({ pointer }) => pointer.split("/")[1]))]) }), { cause: error });
      }
    });
  }

  async #leave() {
    if (this.words.isChanged && !await askReader(text("research.unsaved.ask"), element("p", {}, text("research.unsaved.about")), text("research.unsaved.leave"))) return;
    await this.#close();
  }

  async #close() {
    this.words.isChanged = false;
    byId("study").hidden = true;
    byId("list-part").hidden = false;
    history.replaceState(null, "", location.pathname);
    await trying("page-status", () => this.load());
    byId("list-heading").focus();
  }
}

forRole("researcher", async (me) => {
  const research = new Research(me);
  await research.load();
  if (location.hash.length > 1) await research.open(decodeURIComponent(location.hash.slice(1)));
});
