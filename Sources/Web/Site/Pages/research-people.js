// The participants of a study with their status, and how many stay from week to week.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { grid, gridRow, trying } from "./research-terms.js";
import { weeksPicture } from "./research-weeks.js";
import { paragraphs } from "./study-words.js";
import { mediumDate, number } from "./words.js";

const statuses = ["invited", "participating", "restricted", "withdrawn"];
const statusName = (status) => text(`research.status.${status}`);
const day = (date) => (date ? mediumDate(date) : "");

export class People {
  #own = null;
  #path = "";
  #next = null;
  /** Another one for each opening: what was asked before it is not shown any more. */
  #visit = null;
  /** What is looked for. */
  #wanted = {};
  /** The labels of those that were shown, which the field proposes. */
  #labels = new Set();

  /** Writes to the person with a pseudonym. */
  #write;

  constructor(write) {
    this.#write = write;
    byId("people-wanted").replaceChildren(...["", ...statuses].map((status) => element("option", { value: status }, status ? statusName(status) : text("research.people.all"))));
    onSend(byId("people-form"), () => this.open(this.#own, this.#path));
    byId("people-more").addEventListener("click", () => trying("people-status", () => this.#more()));
  }

  async open(own, path) {
    const visit = {};
    if (path !== this.#path) this.#clear();
    [this.#own, this.#path, this.#next, this.#visit] = [own, path, null, visit];
    this.#wanted = { status: byId("people-wanted").value, label: byId("people-label").value.trim() };
    byId("people").replaceChildren();
    byId("people-part").hidden = !own.acts.includes("seeParticipants");
    if (byId("people-part").hidden) return;
    await trying("people-status", async () => {
      await this.#more();
      const { weeks, options } = await ask("GET", `${path}/retention`);
      if (visit !== this.#visit) return;
      this.#showWeeks(weeks);
      this.#showOptions(options);
    });
  }

  /** Forgets what was looked for in another study. */
  #clear() {
    for (const id of ["people-wanted", "people-label"]) byId(id).value = "";
    this.#labels.clear();
    byId("people-labels").replaceChildren();
  }

  /** What is looked for, with the page that follows. */
  get #query() {
    const wanted = Object.entries({ ...this.#wanted, after: this.#next }).filter(([, value]) => value);
    const query = new URLSearchParams(wanted).toString();
    return query === "" ? "" : `?${query}`;
  }

  get #columns() {
    const shown = ["number", "status", "label", "name", "joined", ...this.#own.study.mode === "linked" ? ["answers", "latest"] : []];
    return [...shown, ...this.#mayInvite || this.#mayWrite ? ["change"] : []];
  }

  get #mayInvite() { return this.#own.acts.includes("invite"); }

  get #mayWrite() { return this.#own.acts.includes("message") && this.#own.study.mode === "linked"; }

  async #more() {
    const visit = this.#visit;
    const { participants, counts, next } = await ask("GET", `${this.#path}/participants${this.#query}`);
    if (visit !== this.#visit) return;
    const hasAny = statuses.some((status) => counts[status] > 0);
    this.#showCounts(hasAny ? counts : null);
    this.#propose(participants);
    const rows = participants.map((one) => this.#row(one));
    if (this.#next === null) {
      byId("people-none").textContent = text(hasAny ? "research.people.unfound" : "research.people.none");
      byId("people-none").hidden = participants.length > 0;
      byId("people-form").hidden = !hasAny;
      const names = this.#columns.map((name) => text(`research.column.${name}`));
      byId("people").replaceChildren(...participants.length > 0 ? [grid(text("research.people"), names, rows)] : []);
    } else {
      byId("people").querySelector("tbody").append(...rows);
      rows[0]?.querySelector("button")?.focus();
    }
    this.#next = next ?? null;
    byId("people-more").hidden = this.#next === null;
  }

  #row(one) {
    const cells = {
      number: one.number, status: this.#status(one), label: one.label ?? "",
      name: element("code", {}, one.pseudonym ?? one.code ?? ""), joined: day(one.joined), answers: one.answers ?? "", latest: day(one.latest),
      change: this.#buttons(one),
    };
    return gridRow(this.#columns.map((name) => cells[name]), { "data-number": one.number });
  }

  /** The status, and as long as nobody has joined, what became of the mail. */
  #status({ status, letter }) {
    const mail = status === "invited" && letter ? element("span", { class: "hint" }, text(`research.letter.${letter}`)) : null;
    return element("span", { class: "what" }, statusName(status), mail);
  }

  #buttons(one) {
    const isOpen = ["invited", "participating"].includes(one.status);
    const button = (words, name, act) => element("button", {
      class: "quiet", type: "button", "aria-label": name, onclick: act,
    }, words);
    const of = { number: one.number };
    const { pseudonym } = one;
    return element("div", { class: "line" },
      this.#mayInvite ? button(text("research.label"), text("research.label.of", of), () => this.#label(one)) : null,
      this.#mayWrite && pseudonym && one.status === "participating"
        ? button(text("research.message"), text("research.message.of", { pseudonym }), ({ currentTarget }) => this.#tell(pseudonym, currentTarget)) : null,
      this.#mayInvite && isOpen ? button(text("research.restrict"), text("research.restrict.of", of), () => this.#restrict(one)) : null);
  }

  async #tell(pseudonym, button) {
    let isSent = false;
    await trying("people-status", async () => { isSent = await this.#write(pseudonym); });
    if (isSent) say(byId("people-status"), text("research.messages.sent"));
    button.focus();
  }

  async #label(one) {
    const field = element("input", { class: "field", id: "label", maxlength: 60, autocomplete: "off", value: one.label ?? "" });
    const body = element("label", { class: "stack" }, element("span", {}, text("research.label.about")), field);
    if (!await askReader(text("research.label.of", { number: one.number }), body, text("research.save"))) return;
    await this.#change(one, "label", { label: field.value.trim() || null });
  }

  async #restrict(one) {
    const about = element("p", {}, text("research.restrict.about"));
    if (!await askReader(text("research.restrict.ask", { number: one.number }), about, text("research.restrict"))) return;
    await this.#change(one, "restriction");
  }

  /** Changes an invitation, and shows all of them anew. */
  async #change({ number: changed }, what, value) {
    const isDone = await trying("people-status", () => ask("PUT", `${this.#path}/participants/${changed}/${what}`, value));
    if (!isDone) return;
    await this.open(this.#own, this.#path);
    (byId("people").querySelector(`[data-number="${changed}"] button`) ?? byId("people-heading")).focus();
  }

  /** How many agreed to what may be left out, version by version. */
  #showOptions(options) {
    const few = text("research.options.few", { k: number(this.#own.study.k) });
    const places = options.map(({ version }, place) => options.slice(0, place + 1).filter((one) => one.version === version).length);
    const rows = options.map(({ version, words, agreed }, place) => gridRow([
      element("span", { class: "what" }, text("research.options.version", { version: number(version), number: number(places[place]) }), paragraphs(words)),
      agreed === undefined ? few : number(agreed),
    ]));
    const title = text("research.options");
    byId("options-agreed").replaceChildren(...rows.length > 0 ? [element("h3", {}, title), grid(title, [text("research.part.options"), text("research.options.agreed")], rows)] : []);
  }

  /** How many people have each status, whatever is looked for. */
  #showCounts(counts) {
    byId("people-counts").replaceChildren(...counts ? statuses.map((status) => element("div", {},
      element("dt", {}, statusName(status)), element("dd", {}, number(counts[status])))) : []);
  }

  /** Proposes the labels that are in use. */
  #propose(participants) {
    for (const { label } of participants) if (label) this.#labels.add(label);
    byId("people-labels").replaceChildren(...[...this.#labels].sort().map((label) => element("option", { value: label })));
  }

  #showWeeks(weeks) {
    byId("weeks-part").hidden = weeks.length === 0;
    const words = Object.fromEntries(["week", "answering"].map((name) => [name, text(`research.column.${name}`)]));
    const names = [words.week, ...statuses.map(statusName), words.answering];
    const rows = weeks.toReversed().map((week) => gridRow([day(week.monday), ...statuses.map((status) => number(week[status])), week.answering ?? "–"]));
    byId("weeks").replaceChildren(...weeksPicture(weeks, { ...words, participating: statusName("participating") }), grid(text("research.weeks"), names, rows));
  }
}
