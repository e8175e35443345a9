// Whom to reach in an emergency: contacts and whether they have agreed, what they are told, and what was sent.

import { ask } from "./account-api.js";
import { dialled } from "./contact-phone.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";
import { offerPersons, personInAddress } from "./whose.js";

const fields = ["name", "relation", "kind", "phone", "email", "order"];

class Contacts {
  #person = null;
  /** The contact in the form, or `null` for a new one. */
  #edited = null;

  constructor(persons) {
    this.#person = personInAddress(persons);
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
    byId("edit-stop").addEventListener("click", () => this.#edit(null));
    onSubmit(byId("edit"), byId("edit-status"), () => this.#save());
    onSubmit(byId("settings"), byId("settings-status"), () => this.#saveSettings());
  }

  /** Shows everything that is kept of the person. */
  async load() {
    await Promise.all([this.#refresh(), this.#loadSettings()]);
  }

  /** Shows contacts and letters anew, and leaves alone what is being typed. */
  async #refresh() {
    const [{ contacts }, log] = await Promise.all(["contacts", "letters"].map((name) => ask("GET", `${this.#home}/${name}`)));
    byId("list-none").hidden = contacts.length > 0;
    byId("list").replaceChildren(...contacts.toSorted((one, other) => one.order - other.order).map((contact) => this.#view(contact)));
    showLog(log);
  }

  async #loadSettings() {
    const { name, values } = await ask("GET", `${this.#home}/sos-settings`);
    byId("known").value = name;
    byId("with-values").checked = values;
  }

  get #home() { return `${this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"}/help`; }

  #choosePerson(id) {
    this.#person = id;
    this.#edit(null);
    return this.load().catch((error) => fail(byId("page-status"), error, () => this.#choosePerson(id)));
  }

  #view(contact) {
    const { name, relation, phone, email, kind, agreement } = contact;
    const about = [relation || text(`contacts.kind.${kind}`), phone, email].filter(Boolean).join(" · ");
    const act = (key, run) => element("button", { class: "quiet", type: "button", "aria-label": text(`contacts.${key}.of`, { name }), onclick: run }, text(`contacts.${key}`));
    return element("li", { "data-contact": contact.id },
      element("strong", {}, name), element("span", { class: "hint" }, about),
      element("span", { class: "state" }, text(email ? `contacts.state.${agreement}` : "contacts.state.noEmail")),
      element("div", { class: "acts" },
        phone ? element("a", { class: "quiet", href: `tel:${dialled(phone)}`, "aria-label": text("contacts.call.of", { name }) }, text("contacts.call")) : null,
        email && ["notAsked", "asked"].includes(agreement) ? act("ask", () => this.#send(contact, "requests", "contacts.asked")) : null,
        email && agreement === "agreed" ? act("test", () => this.#send(contact, "tests", "contacts.tested")) : null,
        act("change", () => this.#edit(contact)), act("delete", () => this.#delete(contact))));
  }

  /** Sends a letter to a contact. */
  async #send({ id, name }, what, done) {
    say(byId("list-status"), "");
    try {
      await ask("POST", `${this.#home}/contacts/${encodeURIComponent(id)}/${what}`);
      notice(text(done, { name }));
      await this.#refresh();
    } catch (error) {
      fail(byId("list-status"), error);
    }
  }

  #edit(contact) {
    this.#edited = contact;
    byId("edit").reset();
    say(byId("edit-status"), "");
    if (contact) for (const field of fields) byId(field).value = contact[field] ?? "";
    byId("edit-heading").textContent = contact ? text("contacts.edit", { name: contact.name }) : text("contacts.add");
    byId("edit-stop").hidden = contact === null;
    if (contact) byId("edit-heading").focus();
  }

  /** Keeps the contact, and asks them at once if the address is a new one. */
  async #save() {
    const email = byId("email").value.trim();
    const contact = {
      name: byId("name").value.trim(), relation: byId("relation").value.trim(), kind: byId("kind").value,
      phone: byId("phone").value.trim(), email: email || null, order: Number(byId("order").value),
    };
    const place = this.#edited ? `/${encodeURIComponent(this.#edited.id)}` : "";
    const kept = await agreeing(() => ask(this.#edited ? "PUT" : "POST", `${this.#home}/contacts${place}`, contact), "help");
    this.#edit(null);
    notice(text("profile.saved"));
    await this.#refresh();
    byId("list-heading").focus();
    const question = [element("p", {}, text("contacts.ask.about", { name: kept.name, email }))];
    const isNew = email && kept.agreement === "notAsked";
    if (isNew && await askReader(text("contacts.ask.question", { name: kept.name }), question, text("contacts.ask"))) {
      await this.#send(kept, "requests", "contacts.asked");
    }
  }

  async #delete({ id, name }) {
    if (!await askReader(text("contacts.delete.of", { name }), element("p", {}, text("contacts.delete.about")), text("contacts.delete"))) return;
    try {
      await ask("DELETE", `${this.#home}/contacts/${encodeURIComponent(id)}`);
      this.#edit(null);
      await this.#refresh();
      byId("list-heading").focus();
    } catch (error) {
      fail(byId("list-status"), error);
    }
  }

  async #saveSettings() {
    const settings = { name: byId("known").value.trim(), values: byId("with-values").checked };
    await agreeing(() => ask("PUT", `${this.#home}/sos-settings`, settings), "help");
    notice(text("profile.saved"));
  }
}

/** What was sent, the newest first. */
function showLog({ letters, sos }) {
  byId("log-none").hidden = letters.length + sos.length > 0;
  const time = (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
  const line = (at, what, state, hasFailed) => ({ at, view: element("li", {},
    element("span", {}, `${time(at)} · ${what}`), element("span", { class: hasFailed ? "failed" : "hint" }, state)) });
  const lines = [
    ...letters.filter(({ kind }) => kind !== "sos").map(({ written, kind, name, state }) =>
      line(written, text(`contacts.letter.${kind}`, { name }), text(`sos.state.${state}`), state === "failed")),
    ...sos.flatMap(({ pressed, contacts }) => contacts.length === 0 ? [line(pressed, text("contacts.letter.sos.nobody"), "", false)]
      : contacts.map(({ name, state, reason }) =>
        line(pressed, text("contacts.letter.sos", { name }), text(reason ? `sos.reason.${reason}` : `sos.state.${state}`), ["failed", "undeliverable"].includes(state)))),
  ];
  byId("log").replaceChildren(...lines.toSorted((one, other) => other.at.localeCompare(one.at)).map(({ view }) => view));
}

forMember(async () => {
  const { persons } = await ask("GET", "/v1/me/persons");
  await new Contacts(persons).load();
});
