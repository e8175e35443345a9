// Messages to all who take part in a study, or to one of them, and those that were written before.

import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { inWords, languageName, trying } from "./research-terms.js";
import { number } from "./words.js";

/** The most characters of a message in a language. */
const longest = 2000;

/** A field for each language of a study. */
const fieldsOf = ({ title }) => Object.keys(title).map((code) => element("label", { class: "stack" },
  element("span", {}, text("research.messages.words", { language: languageName(code) })),
  element("textarea", { class: "field", rows: 4, maxlength: longest, lang: code, "data-language": code })));

/** What was written in the fields of a place, by language. */
function wordsIn(place) {
  const fields = [...place.querySelectorAll("textarea")];
  const words = Object.fromEntries(fields.map((field) => [field.dataset.language, field.value.trim()]).filter(([, value]) => value !== ""));
  if (Object.keys(words).length === 0) throw new Error(text("research.messages.empty"));
  return words;
}

export class Messages {
  #own = null;
  #path = "";
  /** What is being written to one person, by pseudonym: it is still there after a refusal. */
  #drafts = new Map();

  constructor() {
    onSend(byId("messages-form"), () => trying("messages-status", () => this.#send()));
  }

  async open(own, path) {
    [this.#own, this.#path] = [own, path];
    this.#drafts.clear();
    const mayWrite = own.acts.includes("message");
    byId("messages-form").hidden = !mayWrite;
    byId("messages-about").textContent = text(`research.messages.about.${own.study.mode}`);
    byId("messages-words").replaceChildren(...fieldsOf(own.study));
    say(byId("messages-status"), "");
    await trying("messages-status", async () => {
      const messages = await this.#load();
      byId("messages-part").hidden = !mayWrite && messages.length === 0;
    });
  }

  async #load() {
    const path = this.#path;
    const { messages } = await ask("GET", `${path}/messages`);
    // Another study was opened meanwhile.
    if (path === this.#path) byId("messages").replaceChildren(...messages.map((message) => element("li", {}, element("span", { class: "what" },
      element("span", { class: "hint" }, this.#facts(message)), element("span", {}, inWords(message.words))))));
    return messages;
  }

  /** When it was written, by which account, and for which or how many people. */
  #facts({ written, by, told, to }) {
    const readers = to ? text("research.messages.one", { pseudonym: to }) : null;
    return [instantName(written), by, readers ?? (told === undefined ? null : text("research.messages.told", { count: number(told) }))].filter(Boolean).join(" · ");
  }

  /** Asks for words to the person with a pseudonym, and sends them; resolves with whether that was done. */
  async writeTo(pseudonym) {
    const body = this.#drafts.get(pseudonym) ?? element("div", {}, element("p", {}, text("research.message.about")), ...fieldsOf(this.#own.study));
    this.#drafts.set(pseudonym, body);
    if (!await askReader(text("research.message.of", { pseudonym }), body, text("research.message.send"))) return false;
    await ask("POST", `${this.#path}/messages`, { words: wordsIn(body), to: pseudonym });
    this.#drafts.delete(pseudonym);
    await this.#load();
    return true;
  }

  async #send() {
    const words = wordsIn(byId("messages-words"));
    const about = element("p", {}, text(`research.messages.about.${this.#own.study.mode}`));
    if (!await askReader(text("research.messages.ask"), about, text("research.messages.send"))) return;
    await ask("POST", `${this.#path}/messages`, { words });
    for (const field of byId("messages-words").querySelectorAll("textarea")) field.value = "";
    await this.#load();
    say(byId("messages-status"), text("research.messages.sent"));
  }
}
