// The forms of a study beside its main one: each has a name, a workbook, and days on which it is asked.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { chooser, upload } from "./research-form.js";
import { ScheduleFields } from "./research-schedule.js";
import { inWords, trying } from "./research-terms.js";
import { askedOf } from "./study-forms.js";
import { scheduleWords } from "./study-words.js";

/** The most forms, with the main one; one with an answer in each of two windows counts as two. */
const most = 8;
const named = /^[a-z][a-z0-9-]{0,19}$/;

export class FurtherForms {
  #own = null;

  /** `pathOf` is where the study is, and `taken` is called with the study that has been changed. */
  constructor(pathOf, taken) {
    [this.pathOf, this.taken] = [pathOf, taken];
    byId("further-file").addEventListener("change", ({ target }) => chooser(target, (file) => this.#add(file)));
    byId("further-form").addEventListener("submit", (event) => event.preventDefault());
  }

  open(own) {
    this.#own = own;
    const { study, acts } = own;
    const forms = study.furtherForms ?? [];
    const mayChange = acts.includes("change");
    byId("further-part").hidden = forms.length === 0 && !mayChange;
    const asked = askedOf(study).reduce((count, { schedule }) => count + (schedule.eachWindow ? schedule.windows.length : 1), 0);
    const isFull = asked >= most;
    byId("further-form").hidden = !mayChange || isFull;
    byId("further-full").hidden = !mayChange || !isFull;
    byId("further-full").textContent = text("research.forms.full", { count: most });
    byId("further-forms").replaceChildren(...forms.map((form) => this.#row(form, mayChange)));
  }

  #pathTo(name, rest = "") { return `${this.pathOf()}/forms/${encodeURIComponent(name)}${rest}`; }

  /** Takes a change, shows the study that it made, and says so. */
  #change(words, values, act) {
    return trying("further-status", async () => {
      await this.taken(await act());
      say(byId("further-status"), text(words, values));
    });
  }

  #add(file) {
    const name = byId("further-name").value.trim();
    const isKnown = (this.#own.study.furtherForms ?? []).some((form) => form.name === name);
    if (!named.test(name) || name === "main" || isKnown) {
      say(byId("further-status"), text("research.forms.name.mistake"), true);
      byId("further-name").focus();
      return;
    }
    this.#upload(name, file).then((isDone) => { if (isDone) byId("further-name").value = ""; });
  }

  #upload(name, file) {
    return this.#change("research.forms.taken", { file: file.name, name }, () => upload(this.#pathTo(name), file));
  }

  #row({ name, schedule, form }, mayChange) {
    const title = inWords(form.title) || form.id;
    const facts = [
      text("research.form.facts", { title, version: form.version, count: form.items.length }),
      scheduleWords({ schedule }),
    ];
    return element("li", { "data-form": name },
      element("span", { class: "what" }, element("strong", {}, title), element("code", {}, name), facts.map((fact) => element("span", { class: "hint" }, fact))),
      mayChange ? [this.#timing(name, schedule, title), this.#again(name, title), this.#removal(name, title)] : null);
  }

  /** When the form is asked. */
  #timing(name, schedule, title) {
    const fields = new ScheduleFields(`:${name}`);
    fields.fill(schedule);
    const save = () => this.#change("research.forms.scheduled", { title }, () => ask("PUT", this.#pathTo(name, "/schedule"), { schedule: fields.written }));
    return element("details", {}, element("summary", {}, text("research.forms.when")),
      element("form", { class: "form", novalidate: true, onsubmit: (event) => { event.preventDefault(); save(); } },
        fields.nodes, element("button", { class: "main", type: "submit", "aria-label": text("research.forms.save.of", { title }) }, text("research.forms.save"))));
  }

  #again(name, title) {
    return element("label", { class: "quiet file" }, text("research.forms.again"), " ", element("input", {
      type: "file", accept: byId("further-file").accept, "aria-label": text("research.forms.again.of", { title }),
      onchange: ({ target }) => chooser(target, (file) => this.#upload(name, file)),
    }));
  }

  #removal(name, title) {
    const remove = async () => {
      if (!await askReader(text("research.forms.remove.ask", { title }), element("p", {}, text("research.forms.remove.about")), text("research.forms.remove"))) return;
      await this.#change("research.forms.removed", { title }, () => ask("DELETE", this.#pathTo(name)));
    };
    return element("button", { class: "quiet", type: "button", "aria-label": text("research.forms.remove.of", { title }), onclick: remove }, text("research.forms.remove"));
  }
}
