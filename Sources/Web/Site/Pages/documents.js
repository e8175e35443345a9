// Documents: photographs and PDFs of plans, letters and prescriptions, named, opened and deleted.

import { ask } from "./account-api.js";
import { dayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit, say, wording } from "./form.js";
import { contentOf, keptContent, keptHelp, refreshHelp } from "./help-copy.js";
import { openHelp } from "./help-whose.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail } from "./member.js";
import { smaller } from "./pictures.js";
import { newKey } from "./queue.js";
import { ask as askReader } from "./question.js";
import { longDate } from "./words.js";

const kinds = ["plan", "letter", "prescription", "test", "other"];
/** The longest edge of a picture that is sent: a page of small print, in less than 16 million pixels. */
const edge = 3500;
const bytesPerMegabyte = 1024 * 1024;

const titleOf = ({ title, created }) => title || text("documents.untitled", { date: longDate(dayHere(created)) });

class Documents {
  #place;
  #chosen = null;

  constructor(place) {
    this.#place = place;
    byId("kind").replaceChildren(...kinds.map((kind) => element("option", { value: kind }, text(`documents.kind.${kind}`))));
    for (const id of ["photograph", "file"]) byId(id).addEventListener("change", ({ target }) => this.#send(target));
    byId("kind").addEventListener("change", ({ target }) => { if (target.value === "plan") byId("offline").checked = true; });
    byId("leave").addEventListener("click", () => this.#edit(null));
    onSubmit(byId("form"), byId("form-status"), () => this.#save());
  }

  get #path() { return this.#place.path("documents"); }

  async load() {
    this.#edit(null);
    try {
      this.#show(await ask("GET", this.#path), false);
    } catch (error) {
      const kept = error.isUnreachable ? await keptHelp() : null;
      const person = kept?.people.find(({ id }) => id === this.#place.person);
      if (!person) throw error;
      this.#show({ documents: person.documents.filter(({ offline }) => offline) }, true);
    }
  }

  #show({ documents, used, budget }, isOffline) {
    byId("only-here").hidden = !isOffline;
    byId("new").hidden = isOffline;
    byId("list-none").hidden = documents.length > 0;
    byId("list").replaceChildren(...documents.toReversed().map((document) => this.#row(document, isOffline)));
    const megabytes = (bytes) => (bytes / bytesPerMegabyte).toLocaleString(locale, { maximumFractionDigits: 1 });
    byId("used").textContent = isOffline ? "" : text("documents.used", { used: megabytes(used), budget: megabytes(budget), count: documents.length });
  }

  #row(document, isOffline) {
    const title = titleOf(document);
    const button = (act, label, words) => element("button", { class: "quiet", type: "button", "aria-label": label, onclick: () => act.call(this, document) }, words);
    const about = [text(`documents.kind.${document.kind}`), document.date ? longDate(document.date) : "", document.offline ? text("documents.here") : ""];
    return element("li", {},
      element("span", { class: "what" }, element("strong", {}, title), element("span", { class: "hint" }, about.filter(Boolean).join(" · "))),
      element("span", { class: "line" }, button(this.#open, text("documents.open.of", { title }), text("documents.open")),
        ...isOffline ? [] : [
          button(this.#edit, text("documents.edit.of", { title }), text("documents.edit")),
          button(this.#delete, text("documents.delete.of", { title }), text("injectors.delete"))]));
  }

  async #open(document) {
    const path = contentOf(this.#place.person, document.id);
    const kept = await keptContent(path);
    const address = kept ? URL.createObjectURL(kept) : path;
    const isPicture = document.type.startsWith("image/");
    element("a", isPicture ? { href: address, target: "_blank" } : { href: address, download: `${titleOf(document)}.pdf` }).click();
    if (kept) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  async #send(input) {
    const [chosen] = input.files;
    input.value = "";
    if (!chosen) return;
    say(byId("new-status"), text("documents.sending"));
    try {
      const file = await smaller(chosen, edge);
      const headers = { "Content-Type": file.type || "application/octet-stream", "Idempotency-Key": newKey() };
      const document = await agreeing(() => ask("POST", this.#path, undefined, { body: file, headers }), "help");
      say(byId("new-status"), "");
      await this.load();
      this.#edit(document);
    } catch (error) {
      say(byId("new-status"), wording(error), true);
    }
  }

  #edit(document) {
    this.#chosen = document;
    byId("details").hidden = document === null;
    say(byId("form-status"), "");
    if (!document) return;
    byId("details-heading").textContent = titleOf(document);
    byId("title").value = document.title;
    byId("kind").value = document.kind;
    byId("date").value = document.date ?? "";
    byId("offline").checked = document.offline;
    byId("title").focus();
  }

  async #save() {
    const details = { title: byId("title").value.trim(), kind: byId("kind").value, date: byId("date").value || null, offline: byId("offline").checked };
    await agreeing(() => ask("PUT", `${this.#path}/${encodeURIComponent(this.#chosen.id)}`, details), "help");
    await refreshHelp().catch(() => null);
    await this.load();
    byId("list-heading").focus();
  }

  async #delete(document) {
    const title = titleOf(document);
    if (!await askReader(text("documents.delete.ask", { title }), element("p", {}, text("documents.delete.about")), text("injectors.delete"))) return;
    try {
      await ask("DELETE", `${this.#path}/${encodeURIComponent(document.id)}`);
      await this.load();
      byId("list-heading").focus();
      await refreshHelp();
    } catch (error) {
      fail(byId("page-status"), error, () => this.#delete(document));
    }
  }
}

openHelp((place) => new Documents(place));
