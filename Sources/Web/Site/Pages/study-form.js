// A form with its pages: what is shown, what is wrong, and the answers at the end. A licensed form shows its notice on each page.

import { byId, element } from "./dom.js";
import { isAsked } from "./form-answers.js";
import { filledWords, makeForm, mostRepeats, startingAnswers, stateOf } from "./form-state.js";
import { textOf } from "./form-values.js";
import { language, text } from "./language.js";
import { beside, describing, fieldFor } from "./study-fields.js";

/** Now, as expressions see it. */
export function clockNow(now = new Date()) {
  return { moment: now.getTime(), offset: 0 - now.getTimezoneOffset() };
}

/** The codes of a form's languages in the order in which a reader gets them: the page's, English, the first one. */
export function languagesOf({ languages }) {
  const codes = languages.map(({ code }) => code);
  return [...new Set([language, "en", ...codes])].filter((code) => codes.includes(code));
}

/** Words of a form in a language, or else in English, or else in its first one. */
export const formWords = (definition, wording, code) => wording?.[code] ?? wording?.en ?? wording?.[definition.languages[0].code] ?? "";

const isContainer = ({ kind }) => kind === "group" || kind === "repeat";

/** The items page by page: a group or repeat is one, and so are the questions between them. */
export function pagesOf(items) {
  const pages = [];
  for (const item of items) {
    const last = pages.at(-1);
    if (isContainer(item) || !last || isContainer(last[0])) pages.push([item]);
    else last.push(item);
  }
  return pages;
}

export class StudyForm {
  #answers;
  #pages;
  #page = 0;
  #code;
  #parts = [];
  /** Whether the reader has tried to leave the page, so that its mistakes are shown. */
  #isTried = false;
  #state;
  #isStale = false;
  /** What is said of the page as a whole. */
  #status = null;

  /**
   * @param {object} definition The form as the server sends it.
   * @param {Element} place Where it is shown.
   * @param {(answer: {at: string, answers: object}) => void} onSend Called with answers that are right.
   */
  constructor(definition, place, onSend) {
    [this.definition, this.place, this.onSend] = [definition, place, onSend];
    this.form = makeForm(definition);
    this.#answers = startingAnswers(this.form, clockNow());
    this.#pages = pagesOf(definition.items);
    [this.#code] = languagesOf(definition);
    this.#update();
    this.#page = this.#shownPages[0] ?? 0;
    this.#draw();
  }

  /** The places of the pages that have something to show. */
  get #shownPages() {
    const relevant = new Set(this.#state.relevant);
    return this.#pages.flatMap((items, place) => (items.some(({ name, kind }) => relevant.has(name) && kind !== "calculate") ? [place] : []));
  }

  #words(wording, time = null) {
    return filledWords(formWords(this.definition, wording, this.#code), (name) => {
      const { around } = this.form.byName.get(name) ?? {};
      return this.#state.values[around ? `${around.item.name}/${time}/${name}` : name] ?? "";
    });
  }

  #update() {
    this.#state = stateOf(this.form, this.#answers, clockNow());
  }

  #draw() {
    this.#isTried = false;
    this.#parts = this.#pages[this.#page].filter(({ kind }) => kind !== "calculate").map((item) => this.#part(item, this.#answers));
    const shown = this.#shownPages;
    const at = shown.indexOf(this.#page);
    const step = element("p", { class: "hint", id: "form-step", lang: language, tabindex: -1 }, text("study.page", { page: at + 1, pages: shown.length }));
    this.#status = element("p", { class: "status error", lang: language, role: "alert" });
    this.place.replaceChildren(...[this.#languages(), shown.length > 1 ? step : null, this.#notice(), this.#parts.map(({ node }) => node),
      this.#status, this.#buttons(at)].flat().filter(Boolean));
    this.place.lang = this.#code === "und" ? "" : this.#code;
    this.#refresh();
  }

  #notice() {
    const { licence, notice } = this.definition;
    if (!licence && !notice) return null;
    return element("p", { class: "note study-notice" }, [formWords(this.definition, notice, this.#code), licence].filter(Boolean).join(" "));
  }

  #languages() {
    const { languages } = this.definition;
    if (languages.length < 2) return null;
    const choice = element("select", { class: "field", id: "form-language", onchange: () => {
      this.#code = choice.value;
      this.#draw();
      byId("form-language").focus();
    } }, languages.map(({ code, name }) => element("option", { value: code, lang: code, selected: code === this.#code }, name)));
    return element("label", { class: "pick", lang: language }, element("span", {}, text("language")), choice);
  }

  #buttons(at) {
    const isLast = this.#shownPages.at(-1) === this.#page;
    return element("p", { class: "line", lang: language },
      element("button", { class: "main", type: "button", id: "form-next", onclick: () => this.#next() }, text(isLast ? "study.send" : "study.next")),
      at > 0 ? element("button", { class: "quiet", type: "button", onclick: () => this.#go(-1) }, text("study.back")) : null);
  }

  #go(step) {
    const shown = this.#shownPages;
    this.#page = shown[shown.indexOf(this.#page) + step];
    this.#draw();
    byId("form-step")?.focus();
  }

  /** Goes on, or sends; mistakes of this page hold it back. */
  #next() {
    this.#update();
    this.#isTried = true;
    this.#refresh();
    if (this.#focusMistake()) return;
    if (this.#shownPages.at(-1) !== this.#page) return this.#go(1);
    this.#finish();
  }

  #finish() {
    const clock = clockNow();
    this.#state = stateOf(this.form, this.#answers, clock);
    const { failures, kept } = this.#state;
    if (failures.length === 0) return this.onSend({ at: textOf(clock), answers: kept });
    const [name] = failures[0].path.split("/");
    const place = this.#pages.findIndex((items) => contains(items, name));
    if (place >= 0) this.#page = place;
    this.#draw();
    this.#isTried = true;
    this.#refresh();
    this.#focusMistake();
  }

  #focusMistake() {
    const wrong = this.place.querySelector("[data-wrong]");
    wrong?.querySelector("input, select, textarea, button")?.focus();
    this.#status.textContent = wrong ? text("study.mistakes") : "";
    return wrong !== null;
  }

  /** Shows what the answers lead to, again where a repeat has got more or fewer times. */
  #refresh() {
    do {
      this.#isStale = false;
      this.#update();
      const relevant = new Set(this.#state.relevant);
      const failures = new Map(this.#isTried ? this.#state.failures.map(({ path, kind }) => [path, kind]) : []);
      for (const part of this.#parts) part.show(relevant, failures);
      if (failures.size === 0) this.#status.textContent = "";
    } while (this.#isStale);
  }

  // Parts: each has a node, and `show`.

  #part(item, answers, repeat = null, time = null) {
    const path = repeat ? `${repeat}/${time}/${item.name}` : item.name;
    if (item.kind === "repeat") return this.#repeat(item);
    if (item.kind === "group") return this.#group(item, path, answers, repeat, time);
    return isAsked(item) ? this.#question(item, path, answers, time) : this.#note(item, path, time);
  }

  #note(item, path, time) {
    const node = element("p", {});
    return { node, show: (relevant) => {
      node.hidden = !relevant.has(path);
      node.textContent = this.#words(item.label, time);
    } };
  }

  #group(item, path, answers, repeat, time) {
    const children = inside(item).map((child) => this.#part(child, answers, repeat, time));
    const legend = element("legend", {});
    const node = element("fieldset", { class: "study-group" }, legend, children.map((child) => child.node));
    return { node, show: (relevant, failures) => {
      node.hidden = !relevant.has(path);
      legend.textContent = this.#words(item.label, time);
      for (const child of children) child.show(relevant, failures);
    } };
  }

  /** A repeat: the form says how often it is asked, or the reader adds and removes. */
  #repeat(item) {
    const { name } = item;
    const all = () => (this.#answers[name] ??= []);
    const legend = element("legend", {});
    const list = element("div", {});
    const add = element("button", { class: "quiet", type: "button", onclick: () => {
      all().push(startingAnswers(this.form, clockNow(), name));
      this.#refresh();
    } }, text("study.add"));
    const node = element("fieldset", { class: "study-group" }, legend, list, item.count ? null : add);
    let times = null;
    const build = (count) => Array.from({ length: count }, (_, time) => {
      all()[time] ??= startingAnswers(this.form, clockNow(), name);
      const children = inside(item).map((child) => this.#part(child, all()[time], name, time));
      const remove = item.count ? null : element("button", { class: "link", type: "button", onclick: () => {
        all().splice(time, 1);
        times = null;
        this.#refresh();
        add.focus();
      } }, text("study.remove"));
      return { children, node: element("div", { class: "study-time" }, element("p", { class: "hint" }, String(time + 1)), children.map((child) => child.node), remove) };
    });
    return { node, show: (relevant, failures) => {
      node.hidden = !relevant.has(name);
      legend.textContent = this.#words(item.label);
      const count = this.#state.kept[name]?.length ?? 0;
      add.hidden = count >= mostRepeats;
      if (count !== times?.length) {
        times = build(count);
        list.replaceChildren(...times.map((one) => one.node));
        this.#isStale = true;
      }
      for (const { children } of times) for (const child of children) child.show(relevant, failures);
    } };
  }

  #question(item, path, answers, time) {
    const id = `answer-${path}`;
    const choices = (this.definition.choices[item.choices] ?? []).map(({ name, label }) => ({ name, label: () => this.#words(label, time) }));
    const say = (answer) => {
      if (answer === null) delete answers[item.name]; else answers[item.name] = answer;
      this.#refresh();
    };
    const field = fieldFor(item, id, choices, say);
    const label = element(field.isGroup ? "legend" : "label", field.isGroup ? {} : { for: id });
    const hint = element("p", { class: "small", id: beside(id).hint });
    const error = element("p", { class: "field-error", id: beside(id).error });
    const node = element(field.isGroup ? "fieldset" : "div", { class: "entry study-question", ...field.isGroup ? describing(id) : {} }, label, hint, field.nodes, error);
    return { node, show: (relevant, failures) => {
      node.hidden = !relevant.has(path);
      label.textContent = this.#words(item.label, time);
      hint.textContent = this.#words(item.hint, time);
      hint.hidden = hint.textContent === "";
      field.show(answers[item.name] ?? null);
      const kind = failures.get(path);
      node.toggleAttribute("data-wrong", kind !== undefined);
      error.textContent = kind ? this.#complaint(item, kind, time) : "";
      if (!field.isGroup) field.controls[0].setAttribute("aria-invalid", String(kind !== undefined));
    } };
  }

  /** What is wrong, in the form's own words if it has some. */
  #complaint(item, kind, time) {
    const own = { required: item.requiredMessage, constraint: item.constraintMessage }[kind];
    return this.#words(own, time) || text(`study.failure.${kind}`);
  }
}

const inside = ({ items = [] }) => items.filter(({ kind }) => kind !== "calculate");

const contains = (items, name) => items.some((item) => item.name === name || contains(item.items ?? [], name));
