// The form of an article: what is in its fields, and what is written.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";

export const languages = ["en", "de", "fr", "it", "es"];
const perText = ["title", "summary", "body", "alternative"];
const mostSources = 99;
const names = new Intl.DisplayNames([locale], { type: "language" });

export const languageName = (language) => names.of(language);

/** The form of the article that is open; `changed` is called after each change by the author. */
export class ArticleForm {
  #texts = {};
  #language = languages[0];

  constructor(keywords, changed, chosen) {
    this.changed = changed;
    byId("text-language").replaceChildren(...languages.map((language) => element("option", { value: language }, languageName(language))));
    byId("text-language").addEventListener("change", ({ target }) => { this.#take(); this.show(target.value); chosen(); });
    byId("keywords").replaceChildren(...keywords.map(({ id, name }) => element("label", { class: "choice" },
      element("input", { type: "checkbox", name: "keyword", value: id }), " ", name)));
    byId("form").addEventListener("input", ({ target }) => { if (target.id !== "text-language" && target.type !== "file") this.changed(); });
    byId("add-source").addEventListener("click", () => {
      this.#addSource({});
      byId("sources").lastElementChild.querySelector("input").focus();
    });
  }

  get language() { return this.#language; }

  /** Fills in what is written, in a language that it has. */
  fill(manuscript) {
    this.#texts = Object.fromEntries(manuscript.texts.map((part) => [part.language, part]));
    for (const box of byId("keywords").querySelectorAll("input")) box.checked = manuscript.keywords.includes(box.value);
    byId("sources").replaceChildren();
    for (const source of manuscript.sources) this.#addSource(source);
    byId("reviewAgain").value = manuscript.reviewAgain ?? "";
    byId("byline").value = manuscript.byline ?? "";
    byId("keepsByline").checked = manuscript.keepsByline === true;
    const first = manuscript.texts.some(({ language }) => language === this.#language) ? this.#language : manuscript.texts[0]?.language;
    this.show(first ?? document.documentElement.lang);
  }

  /** Shows the text in a language. */
  show(language) {
    this.#language = languages.includes(language) ? language : languages[0];
    byId("text-language").value = this.#language;
    for (const part of perText) {
      byId(part).value = this.#texts[this.#language]?.[part] ?? "";
      byId(part).lang = this.#language;
    }
  }

  #take() {
    const part = Object.fromEntries(perText.map((name) => [name, byId(name).value]));
    if (perText.some((name) => part[name] !== "")) this.#texts[this.#language] = { language: this.#language, ...part };
    else delete this.#texts[this.#language];
  }

  /** What is written now. */
  get manuscript() {
    this.#take();
    const sources = [...byId("sources").children].map((row) => Object.fromEntries(
      [...row.querySelectorAll("input")].map((field) => [field.name, field.value.trim()])));
    return {
      texts: languages.filter((language) => this.#texts[language]).map((language) => this.#texts[language]),
      keywords: [...byId("keywords").querySelectorAll("input:checked")].map(({ value }) => value),
      sources: sources.map(({ date, ...source }) => (date ? { ...source, date } : source)),
      reviewAgain: byId("reviewAgain").value || null, byline: byId("byline").value.trim(), keepsByline: byId("keepsByline").checked,
    };
  }

  /** Nothing can be changed while others read it. */
  lock(isLocked) { byId("fields").disabled = isLocked; }

  #addSource(source) {
    const number = byId("sources").children.length + 1;
    const field = (name, attributes = {}) => element("label", { class: "stack" }, element("span", {}, text(`write.source.${name}`)),
      element("input", { class: "field", name, autocomplete: "off", value: source[name] ?? "", maxlength: 300, ...attributes }));
    const row = element("li", {},
      field("title"), field("publisher"), field("url", { type: "url", inputmode: "url", maxlength: 500, placeholder: "https://" }),
      element("div", { class: "line" }, field("date", { maxlength: 10, placeholder: text("write.source.form") }),
        element("button", {
          class: "quiet", type: "button", "aria-label": text("write.source.remove.of", { number }),
          onclick: () => { row.remove(); this.#count(); this.changed(); byId("add-source").focus(); },
        }, text("write.source.remove"))));
    byId("sources").append(row);
    this.#count();
  }

  #count() { byId("add-source").disabled = byId("sources").children.length >= mostSources; }
}
