// The reviewers' page: the articles of experts that wait, and one to read, with remarks on its passages and decisions.

import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import { showPreview } from "./article-preview.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { onSend, say, wording } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { newKey } from "./queue.js";
import { paragraphsOf, showBeside } from "./remarks-beside.js";
import { agoName } from "./times.js";
import { languageName } from "./write-form.js";

const list = "/v1/review/articles";
const waiting = new Set(["submitted", "accepted"]);
/** The most characters of a passage that a remark repeats. */
const longestQuote = 300;
const acts = ["accept", "publish", "return", "retire"];

const titleOf = ({ title }) => title || text("write.untitled");
const nameOf = (by) => by ?? text("moderation.by.gone");
const stateName = (state) => text(`write.state.${state}`);
const pathOf = (id) => `${list}/${encodeURIComponent(id)}`;

class Review {
  #articles = [];
  #answer = null;
  /** The paragraph that the next remark is about; 0 for the whole. */
  #paragraph = 0;
  #isBusy = false;

  constructor() {
    for (const act of acts) byId(act).addEventListener("click", () => this.#decide(act));
    byId("text-language").addEventListener("change", () => this.#run(() => this.#read()));
    onSend(byId("remark-form"), () => this.#remark());
    byId("remark-whole").addEventListener("click", () => { this.#choose(0, ""); byId("remark").focus(); });
  }

  /** Loads the queue. */
  async refresh() {
    this.#articles = await wholeQueue();
    const isWaiting = ({ article }) => waiting.has(article.state);
    const queue = this.#articles.filter(isWaiting);
    const published = this.#articles.filter((entry) => !isWaiting(entry));
    byId("queue-none").hidden = queue.length > 0;
    byId("queue-count").textContent = text("moderation.count", { count: queue.length });
    byId("queue").replaceChildren(...queue.map((entry) => this.#row(entry)));
    byId("published-heading").hidden = published.length === 0;
    byId("published").replaceChildren(...published.map((entry) => this.#row(entry)));
  }

  #row({ article }) {
    return element("li", {}, element("button", {
      class: "case-row", type: "button", "data-article": article.id,
      "aria-current": article.id === this.#answer?.article.id ? "true" : null,
      onclick: () => this.#run(async () => { await this.#open(await ask("GET", pathOf(article.id))); byId("case-heading").focus(); }),
    },
    element("strong", {}, titleOf(article)), element("span", { class: "hint" }, agoName(article.changed)),
    element("span", { class: "badges" }, element("span", { class: "badge own" }, stateName(article.state)))));
  }

  async #open(answer) {
    const isSame = this.#answer?.article.id === answer.article.id;
    this.#answer = answer;
    for (const row of document.querySelectorAll(".case-row")) {
      if (row.dataset.article === answer.article.id) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    byId("case").hidden = false;
    if (!isSame) {
      const languages = answer.manuscript.texts.map(({ language }) => language);
      byId("text-language").replaceChildren(...languages.map((language) => element("option", { value: language }, languageName(language))));
      const own = document.documentElement.lang;
      byId("text-language").value = languages.includes(own) ? own : languages[0];
      byId("language-row").hidden = languages.length < 2;
      byId("remark").value = "";
    }
    this.#show();
    await this.#read();
  }

  #show() {
    const { article, correction, events, own, remarks } = this.#answer;
    const { state } = article;
    byId("case-heading").textContent = titleOf(article);
    byId("state").textContent = stateName(state);
    byId("own").hidden = !own;
    byId("correction").hidden = !correction;
    byId("correction").textContent = correction ? text("review.corrects", { what: correction }) : "";
    byId("acts").hidden = own;
    byId("accept").hidden = state !== "submitted";
    byId("publish").hidden = state !== "accepted";
    byId("return").hidden = !waiting.has(state);
    byId("retire").hidden = !article.page;
    byId("remark-form").hidden = own || !waiting.has(state);
    byId("remarks-none").hidden = remarks.length > 0;
    byId("remarks").replaceChildren(...remarks.map(({ at, by, language, quote, revision, text: words }) => element("li", {},
      quote ? element("blockquote", { lang: language }, quote) : null, element("p", {}, words),
      element("p", { class: "hint" }, [
        nameOf(by), languageName(language), instantName(at), revision === article.revision ? null : text("review.remark.former"),
      ].filter(Boolean).join(" · ")))));
    byId("history").replaceChildren(...events.map(({ act, at, by }) =>
      element("li", {}, text(`review.event.${act}`, { name: nameOf(by), time: instantName(at) }))));
  }

  /** Shows the text with what was said of its paragraphs, and with a button for a remark at each. */
  async #read() {
    this.#choose(0, "");
    const language = await showPreview(byId("reading"), pathOf(this.#answer.article.id), byId("text-language").value);
    showBeside(byId("reading"), this.#answer.remarks, language);
    if (byId("remark-form").hidden) return;
    paragraphsOf(byId("reading")).forEach((block, index) => {
      if (block.matches("hr")) return;
      const passage = block.textContent;
      // A list holds items only.
      (block.matches("ul, ol") ? block.lastElementChild : block).append(element("button", {
        class: "mark", type: "button", "aria-label": text("review.remark.on", { number: index + 1 }),
        onclick: () => { this.#choose(index + 1, chosenWords(block) || passage); byId("remark").focus(); },
      }, "✎"));
    });
  }

  #choose(paragraph, passage) {
    this.#paragraph = paragraph;
    byId("quote").textContent = passage.trim().slice(0, longestQuote);
    byId("quote").hidden = paragraph === 0;
    byId("remark-whole").hidden = paragraph === 0;
    paragraphsOf(byId("reading")).forEach((block, index) => block.toggleAttribute("data-chosen", index + 1 === paragraph));
  }

  #remark() {
    const words = byId("remark").value.trim();
    if (words === "") {
      byId("remark").focus();
      return null;
    }
    return this.#run(async () => {
      const remark = { language: byId("text-language").value, paragraph: this.#paragraph, quote: byId("quote").textContent, text: words };
      const answer = await post(`${pathOf(this.#answer.article.id)}/remarks`, remark);
      byId("remark").value = "";
      await this.#open(answer);
      byId("remarks-heading").focus();
    });
  }

  async #decide(act) {
    const { article } = this.#answer;
    const title = titleOf(article);
    if (act === "retire" && !await askReader(text("write.retire.ask", { title }), element("p", {}, text("write.retire.about")), text("review.retire"))) return;
    await this.#run(async () => {
      const answer = await post(`${pathOf(article.id)}/acts`, { act, revision: article.revision });
      await this.refresh();
      if (waiting.has(answer.article.state)) {
        await this.#open(answer);
      } else {
        byId("case").hidden = true;
        this.#answer = null;
      }
      byId("queue-heading").focus();
      say(byId("decided"), text(`review.done.${act}`, { title }));
    });
  }

  /** One act at a time: until it is done, the buttons say that they wait. */
  async #run(act) {
    if (this.#isBusy) return;
    const focused = document.activeElement;
    this.#wait(true);
    say(byId("decided"), "");
    try {
      await act();
    } catch (error) {
      say(byId("decided"), wording(error), true);
    } finally {
      this.#wait(false);
      // A button that waits has no focus.
      if (document.activeElement === document.body) focused?.focus();
    }
  }

  #wait(isBusy) {
    this.#isBusy = isBusy;
    for (const button of document.querySelectorAll("#queue button, #published button, #case button")) button.disabled = isBusy;
  }
}

const post = (path, value) => ask("POST", path, value, { headers: { "Idempotency-Key": newKey() } });

/** The words that the reader has selected inside of a block. */
function chosenWords(block) {
  const selection = getSelection();
  return selection.rangeCount > 0 && block.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString() : "";
}

/** All articles that reviewers can read; the server answers in pages. */
async function wholeQueue() {
  const found = [];
  let after = 0;
  do {
    const page = await ask("GET", `${list}?after=${after}`);
    found.push(...page.articles);
    after = page.next;
  } while (after);
  return found;
}

forRole(["moderator", "administrator"], async () => {
  const review = new Review();
  byId("duty").hidden = false;
  await review.refresh();
});
