// Articles that an expert writes: the list, and one to write, kept all the time, with its preview beside.

import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import { showPreview } from "./article-preview.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { onSend, say, wording } from "./form.js";
import { known, text } from "./language.js";
import { fail } from "./member.js";
import { smaller } from "./pictures.js";
import { ask as askReader } from "./question.js";
import { newKey } from "./queue.js";
import { showBeside } from "./remarks-beside.js";
import { ArticleForm, languageName } from "./write-form.js";
import { forget, Keeper } from "./write-keeper.js";

const list = "/v1/me/articles";
/** The longest edge of a picture: as wide as the text on a sharp screen. */
const edge = 1600;
const open = new Set(["draft", "returned"]);
const empty = { texts: [], keywords: [], sources: [] };

const titleOf = ({ title }) => title || text("write.untitled");
const stateName = (state) => text(`write.state.${state}`);
const post = (path, value) => ask("POST", path, value, { headers: { "Idempotency-Key": newKey() } });

/** What an article lacks, at its places, in the reader's words. */
const lacking = ({ manuscript }, places) => places.map(({ pointer = "", detail }) => {
  const [, part, index, member] = pointer.split("/");
  const words = known(`write.lacks.${member ?? part}`, detail);
  if (part === "texts" && member) return text("write.lacks.in", { what: words, where: languageName(manuscript.texts[index].language) });
  return part === "sources" && member ? text("write.lacks.in", { what: words, where: text("write.source.number", { number: Number(index) + 1 }) }) : words;
});

class Writing {
  #answer = null;

  constructor(keywords) {
    this.keeper = new Keeper((state, about) => this.#tell(state, about));
    this.form = new ArticleForm(keywords, () => this.#change(), () => this.#preview());
    byId("begin").addEventListener("click", () => this.#try(async () => this.#open(await post(list, empty))));
    byId("leave").addEventListener("click", () => this.#leave());
    byId("take-theirs").addEventListener("click", () => this.#resolve(false));
    byId("keep-mine").addEventListener("click", () => this.#resolve(true));
    byId("picture-file").addEventListener("change", ({ target }) => this.#sendPicture(target));
    byId("picture-remove").addEventListener("click", () => this.#changePicture("DELETE"));
    onSend(byId("form"), () => this.#act("submit"));
    for (const act of ["withdraw", "discard"]) byId(act).addEventListener("click", () => this.#act(act));
    onSend(byId("correct-form"), () => this.#act("correct", byId("correction").value.trim()));
    byId("retire").addEventListener("click", () => this.#retire());
    byId("delete").addEventListener("click", () => this.#delete());
  }

  async load() {
    const { articles } = await ask("GET", list);
    byId("list-none").hidden = articles.length > 0;
    byId("list").replaceChildren(...articles.toReversed().map((article) => this.#row(article)));
  }

  #row(article) {
    return element("li", { "data-article": article.id },
      element("span", { class: "what" }, element("strong", {}, titleOf(article)),
        element("span", { class: "hint" }, [stateName(article.state), instantName(article.changed)].join(" · "))),
      element("span", { class: "line" },
        article.page ? element("a", { href: article.page }, text("write.read")) : null,
        element("button", {
          class: "quiet", type: "button", "aria-label": text("write.open.of", { title: titleOf(article) }),
          onclick: () => this.#try(async () => this.#open(await ask("GET", `${list}/${article.id}`))),
        }, text("write.open"))));
  }

  #open(answer) {
    byId("list-part").hidden = true;
    byId("editor").hidden = false;
    this.form.fill(this.keeper.open(answer));
    this.#show(answer);
    this.#preview();
    byId("editor-heading").focus();
  }

  /** Shows what belongs to the state of the article. */
  #show(answer) {
    this.#answer = answer;
    const { article, picture, remarks, version } = answer;
    const isOpen = open.has(article.state);
    byId("editor-heading").textContent = titleOf(article);
    byId("state").textContent = stateName(article.state);
    say(byId("form-status"), "");
    this.form.lock(!isOpen);
    byId("picture-own").hidden = !picture;
    if (picture) this.#showPicture();
    byId("picture-remove").hidden = !picture;
    byId("alternative-row").hidden = !picture;
    byId("submit").hidden = !isOpen;
    byId("withdraw").hidden = !["submitted", "accepted"].includes(article.state);
    byId("correct-part").hidden = article.state !== "published";
    byId("discard").hidden = !isOpen || !version;
    byId("retire").hidden = !version || article.state === "retired";
    byId("delete").hidden = Boolean(version);
    byId("remarks-part").hidden = remarks.length === 0;
    byId("remarks").replaceChildren(...remarks.toReversed().map((remark) => element("li", {},
      remark.quote ? element("blockquote", { lang: remark.language }, remark.quote) : null,
      element("p", {}, remark.text),
      element("p", { class: "hint" }, [languageName(remark.language), instantName(remark.at)].join(" · ")))));
  }

  /** Browsers show a picture that they have shown before at an address, although it has changed. */
  async #showPicture() {
    const response = await fetch(`${this.keeper.path}/picture`, { cache: "no-store" }).catch(() => null);
    if (!response?.ok) return;
    const reader = new FileReader();
    reader.onload = () => { byId("picture-own").src = reader.result; };
    reader.readAsDataURL(await response.blob());
  }

  #change() {
    this.keeper.change(this.form.manuscript);
    say(byId("kept"), text("write.changed"));
  }

  #tell(state, { at, answer, error }) {
    byId("conflict").hidden = state !== "changed";
    if (state === "saving") say(byId("kept"), text("write.saving"));
    if (state === "kept") say(byId("kept"), text("write.kept", { time: instantName(at) }));
    if (state === "here") say(byId("kept"), text("write.here", { time: instantName(at) }));
    if (state === "changed") say(byId("kept"), "");
    if (state === "refused") say(byId("kept"), wording(error), true);
    if (!answer) return;
    this.#answer = answer;
    byId("editor-heading").textContent = titleOf(answer.article);
    this.#preview();
  }

  async #preview() {
    if (this.#answer.manuscript.texts.length === 0) {
      byId("preview").replaceChildren(element("p", { class: "hint" }, text("write.preview.none")));
      return;
    }
    // Without a network, the one from before stays.
    const language = await showPreview(byId("preview"), this.keeper.path, this.form.language).catch(() => null);
    if (language) showBeside(byId("preview"), this.#answer.remarks, language);
  }

  async #leave() {
    await this.keeper.flush();
    this.keeper.close();
    byId("editor").hidden = true;
    byId("list-part").hidden = false;
    await this.#try(() => this.load());
    byId("list-heading").focus();
  }

  /** Somebody, perhaps on another device, has changed the article meanwhile. */
  #resolve(isMine) {
    return this.#try(async () => {
      const answer = await ask("GET", this.keeper.path);
      if (isMine) {
        this.keeper.insist(answer.article.revision);
      } else {
        forget(answer.article.id);
        this.#open(answer);
      }
      byId("conflict").hidden = true;
    });
  }

  async #sendPicture(input) {
    const [chosen] = input.files;
    input.value = "";
    if (chosen) await this.#changePicture("PUT", await smaller(chosen, edge));
  }

  #changePicture(method, file) {
    return this.#try(async () => {
      if (!await this.keeper.flush()) return;
      const headers = { "If-Match": `"${this.keeper.revision}"`, ...file ? { "Content-Type": file.type } : {} };
      await ask(method, `${this.keeper.path}/picture`, undefined, { body: file, headers });
      const answer = await ask("GET", this.keeper.path);
      this.keeper.follow(answer.article.revision);
      this.#show(answer);
      await this.#preview();
    });
  }

  #act(act, correction) {
    return this.#try(async () => {
      if (!await this.keeper.flush()) return;
      const revision = this.keeper.revision;
      const answer = await post(`${this.keeper.path}/acts`, { act, revision, ...correction === undefined ? {} : { correction } });
      byId("correction").value = "";
      this.#open(answer);
      say(byId("form-status"), text(`write.done.${act}`));
    });
  }

  async #retire() {
    const title = titleOf(this.#answer.article);
    if (!await askReader(text("write.retire.ask", { title }), element("p", {}, text("write.retire.about")), text("write.retire"))) return;
    await this.#try(async () => this.#open(await post(`${this.keeper.path}/retirement`)));
  }

  async #delete() {
    const { article } = this.#answer;
    if (!await askReader(text("write.delete.ask", { title: titleOf(article) }), [], text("injectors.delete"))) return;
    await this.#try(async () => {
      await ask("DELETE", this.keeper.path);
      forget(article.id);
      await this.#leave();
    });
  }

  async #try(act) {
    try {
      await act();
    } catch (error) {
      const place = byId("editor").hidden ? byId("page-status") : byId("form-status");
      if (error.kind === "incomplete-article") say(place, lacking(this.#answer, error.places).join(" "), true);
      else fail(place, error);
    }
  }
}

forRole("expert", async () => {
  const { keywords } = await ask("GET", list);
  const writing = new Writing(keywords);
  await writing.load();
});
