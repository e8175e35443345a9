// Keeps an article while it is written: in this browser at once, and on the server a moment later. What has not
// reached the server survives a reload and a lost network, by account and article.

import { ask } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";

const key = "articles-unsent";
/** Milliseconds without a change after which the text is sent. */
const pause = 1200;
/** Milliseconds after which a text that could not be sent is sent again. */
const retry = 10_000;

const all = () => recall(key, {});
const place = (id) => `${rememberedName()} ${id}`;

/** What was written here and has not reached the server: `{manuscript, revision, at}`, or nothing. */
const unsent = (id) => all()[place(id)];

function remember(id, value) {
  const { [place(id)]: _, ...others } = all();
  keep(key, value ? { ...others, [place(id)]: value } : others);
}

/** The text in one form, whether it was written here or read from the server. */
const normal = ({ texts, keywords, sources, reviewAgain, byline, keepsByline }) => JSON.stringify([
  texts.map(({ language, title, summary, body, alternative }) => [language, title, summary, body, alternative ?? ""]),
  keywords, sources.map(({ title, publisher, url, date }) => [title, publisher, url, date ?? ""]),
  reviewAgain ?? "", byline ?? "", keepsByline === true,
]);

/** Forgets what was written here, with the article itself. */
export const forget = (id) => remember(id, null);

export class Keeper {
  #id = null;
  #revision = 0;
  #timer = null;
  /** One sending after the other. */
  #sending = Promise.resolve();

  /** `tell` is called with `saving`, `kept`, `here`, `changed` or `refused`, and what belongs to it. */
  constructor(tell) {
    this.tell = tell;
    window.addEventListener("online", () => this.#later(0));
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.#later(0); });
  }

  get path() { return `/v1/me/articles/${encodeURIComponent(this.#id)}`; }
  get revision() { return this.#revision; }

  /** Opens an article of the server; resolves with the text to go on with. */
  open({ article, manuscript }) {
    clearTimeout(this.#timer);
    [this.#id, this.#revision] = [article.id, article.revision];
    const mine = unsent(article.id);
    if (!mine) {
      this.tell("kept", { at: article.changed });
      return manuscript;
    }
    // The server may have taken it, although its answer was lost with the network or the page.
    if (normal(mine.manuscript) === normal(manuscript)) {
      forget(article.id);
      this.tell("kept", { at: article.changed });
      return manuscript;
    }
    if (mine.revision === article.revision) {
      this.#later(0);
      return mine.manuscript;
    }
    this.tell("changed", {});
    return mine.manuscript;
  }

  close() {
    clearTimeout(this.#timer);
    this.#id = null;
  }

  /** Keeps a change here, and sends it in a moment. */
  change(manuscript) {
    remember(this.#id, { manuscript, revision: this.#revision, at: new Date().toISOString() });
    this.#later(pause);
  }

  /** The server has another revision now that holds the same text. */
  follow(revision) { this.#revision = revision; }

  /** Takes the text that is written here in the place of the one on the server. */
  insist(revision) {
    const mine = unsent(this.#id);
    this.#revision = revision;
    if (mine) this.change(mine.manuscript);
  }

  /** Sends what is waiting; resolves with whether the server has all of it. */
  flush() {
    clearTimeout(this.#timer);
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  #later(time) {
    clearTimeout(this.#timer);
    if (this.#id) this.#timer = setTimeout(() => this.flush(), time);
  }

  async #send() {
    const id = this.#id;
    const mine = id && unsent(id);
    if (!mine) return true;
    this.tell("saving", {});
    try {
      const answer = await this.#put(mine.manuscript);
      if (this.#id !== id) return true;
      this.#revision = answer.article.revision;
      const newer = unsent(id);
      if (newer?.at === mine.at) forget(id);
      else remember(id, { ...newer, revision: this.#revision });
      this.tell("kept", { at: answer.article.changed, answer });
      return newer?.at === mine.at || this.#send();
    } catch (error) {
      return this.#fail(error, mine);
    }
  }

  /** Puts a text; if the server has taken the same before and its answer was lost, that counts. */
  async #put(manuscript) {
    try {
      return await ask("PUT", this.path, manuscript, { headers: { "If-Match": `"${this.#revision}"` } });
    } catch (error) {
      const answer = error.status === 412 ? await ask("GET", this.path) : null;
      if (answer && normal(answer.manuscript) === normal(manuscript)) return answer;
      throw error;
    }
  }

  #fail(error, mine) {
    if (error.status === 412) {
      this.tell("changed", {});
    } else if (error.isUnreachable || error.status >= 500 || error.status === 429) {
      this.tell("here", { at: mine.at });
      this.#later(retry);
    } else {
      this.tell("refused", { error });
    }
    return false;
  }
}
