// The first page after signing up: a few questions, one at a time, each of which can be skipped.

import { ask } from "./account-api.js";
import { allergens as askAllergens } from "./api.js";
import { adoptZone } from "./device-zone.js";
import { byId } from "./dom.js";
import { known, text } from "./language.js";
import { agreeing, fail, forMember } from "./member.js";
import { answerField } from "./welcome-answers.js";
import { showWishes } from "./welcome-wishes.js";

/** The answers that the quiz sends. */
const members = ["allergens", "severeReactions", "diagnosedBy", "medication", "conditions"];

class Quiz {
  #step = 0;
  #field;

  constructor({ questions, note }, answers, allergens) {
    this.questions = questions;
    this.allergens = allergens;
    this.answers = Object.fromEntries(members.filter((name) => answers[name] != null).map((name) => [name, answers[name]]));
    byId("note").textContent = known(note, "");
    byId("progress").max = questions.length;
    byId("quiz-form").addEventListener("submit", (event) => { event.preventDefault(); this.#next(); });
    byId("skip").addEventListener("click", () => this.#go(this.#step + 1));
    byId("back").addEventListener("click", () => { this.#take(); this.#go(this.#step - 1); });
    byId("skip-all").addEventListener("click", () => this.#finish(false));
    byId("again").addEventListener("click", () => this.#go(0));
  }

  /** Shows the first question without moving the focus. */
  start() { this.#draw(); }

  #go(step) {
    if (step >= this.questions.length) return this.#send();
    this.#step = step;
    byId("quiz").hidden = false;
    byId("finish").hidden = true;
    this.#draw();
    byId("question-heading").focus();
  }

  #draw() {
    const question = this.questions[this.#step];
    const count = this.questions.length;
    byId("step").textContent = text("welcome.step", { step: this.#step + 1, count });
    byId("progress").value = this.#step + 1;
    byId("question-heading").textContent = known(question.message, question.id);
    byId("next").textContent = text(this.#step + 1 < count ? "welcome.next" : "welcome.save");
    byId("back").hidden = this.#step === 0;
    byId("quiz-status").textContent = "";
    this.#field = answerField(question, this.answers[question.id], this.allergens);
    byId("answers").replaceChildren(this.#field.node);
  }

  /** Stores the answer of this step; an empty answer counts as none. */
  #take() {
    const { id } = this.questions[this.#step];
    const answer = this.#field.answer();
    if (answer === null) delete this.answers[id];
    else this.answers[id] = answer;
  }

  #next() {
    this.#take();
    this.#go(this.#step + 1);
  }

  async #send() {
    byId("quiz-form").setAttribute("aria-busy", "true");
    byId("next").disabled = true;
    try {
      await agreeing(() => ask("PUT", "/v1/me/quiz/welcome", this.answers));
      adoptZone();
      this.#finish(true);
    } catch (error) {
      fail(byId("quiz-status"), error, () => this.#send());
    } finally {
      byId("next").disabled = false;
      byId("quiz-form").removeAttribute("aria-busy");
    }
  }

  #finish(isSaved) {
    byId("finish-about").textContent = text(isSaved ? "welcome.finishAbout" : "welcome.skipped");
    byId("quiz").hidden = true;
    byId("finish").hidden = false;
    byId("finish-heading").focus();
    // The ways below work without the wishes.
    showWishes().catch(() => null);
  }
}

forMember(async () => {
  const [questions, answers, allergens] = await Promise.all([
    ask("GET", "/v1/quiz/welcome"), ask("GET", "/v1/me/quiz/welcome"), askAllergens(),
  ]);
  new Quiz(questions, answers, allergens).start();
});
