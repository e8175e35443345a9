// What somebody shares of their diary: links to files that are encrypted here, and who has opened them.

import { ask } from "./account-api.js";
import { adding, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { encrypted, linkOf, newKey } from "./health-link.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";

const periods = [30, 90, 365, 1096];
/** The days for which a link can be opened. */
const lives = [1, 7, 30, 365];
const contentType = "application/fhir+json";
const secondsPerDay = 86_400;

class Sharing {
  #person = new URLSearchParams(location.search).get("person");

  constructor(persons) {
    if (!persons.some(({ id }) => id === this.#person)) this.#person = null;
    this.#offerPersons(persons);
    fill(byId("period"), periods, (days) => text(`lookback.period.${days}`), 90);
    fill(byId("life"), lives, (days) => text(`sharing.life.${days}`), 7);
    byId("copy").addEventListener("click", () => copy());
    byId("send").hidden = !navigator.share;
    byId("send").addEventListener("click", () => navigator.share({ url: byId("link").value }).catch(() => null));
    onSubmit(byId("new"), byId("new-status"), () => this.#make());
  }

  async load() {
    const { links } = await ask("GET", this.#path);
    byId("links-none").hidden = links.length > 0;
    byId("links").replaceChildren(...links.map((link) => this.#view(link)));
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }
  get #path() { return `${this.#home}/links`; }

  #offerPersons(persons) {
    byId("whose").hidden = persons.length === 0;
    byId("whose-choices").replaceChildren(...[{ id: null, name: text("whom.me") }, ...persons].map(({ id, name }) =>
      element("label", { class: "radio" },
        element("input", { type: "radio", name: "whose", checked: id === this.#person, onchange: () => this.#choosePerson(id) }),
        element("span", {}, name))));
  }

  #choosePerson(id) {
    this.#person = id;
    byId("made").hidden = true;
    return this.load().catch((error) => fail(byId("page-status"), error, () => this.#choosePerson(id)));
  }

  /** Encrypts the diary of the period, and keeps it under a new link, which is shown once. */
  async #make() {
    const [days, passcode] = [Number(byId("period").value), byId("passcode").value];
    const to = todayHere();
    const bundle = await ask("GET", `${this.#home}/diary/fhir?from=${adding(to, 1 - days)}&to=${to}`);
    const key = newKey();
    const expires = new Date(Date.now() + 1000 * secondsPerDay * Number(byId("life").value));
    const label = byId("label").value.trim();
    const request = {
      label, expires: expires.toISOString(), passcode: passcode === "" ? null : passcode,
      files: [{ contentType, content: await encrypted(JSON.stringify(bundle), contentType, key) }],
    };
    const { url } = await agreeing(() => ask("POST", this.#path, request), "health");
    const payload = { url, key, exp: Math.floor(expires / 1000), label, v: 1, ...passcode === "" ? {} : { flag: "P" } };
    byId("link").value = `${location.origin}/shared#${linkOf(payload)}`;
    byId("made-passcode").hidden = passcode === "";
    byId("made").hidden = false;
    byId("new").reset();
    await this.load();
    byId("made-heading").focus();
  }

  #view(link) {
    const isOpen = link.state === "open";
    const close = element("button", { class: "quiet", type: "button", "aria-label": text("sharing.close.of", { name: link.label }), onclick: () => this.#close(link) }, text("sharing.close"));
    const openings = link.openings.map(({ at, recipient, outcome }) =>
      element("li", { class: outcome === "opened" ? "" : "wrong" }, text(`sharing.${outcome}`, { name: recipient, time: moment(at) })));
    return element("li", {},
      element("div", { class: "head" }, element("strong", {}, link.label), isOpen ? close : ""),
      element("span", { class: "hint" }, text(`sharing.state.${link.state}`, { time: moment(link.expires) }), link.passcode ? ` ${text("sharing.hasPasscode")}` : ""),
      openings.length > 0 ? element("ol", { class: "small" }, openings) : element("span", { class: "small" }, text("sharing.unopened")));
  }

  async #close(link) {
    const title = text("sharing.close.ask", { name: link.label });
    if (!await askReader(title, element("p", {}, text("sharing.close.about")), text("sharing.close"))) return;
    try {
      await ask("DELETE", `${this.#path}/${encodeURIComponent(link.id)}`);
      await this.load();
      byId("links-heading").focus();
    } catch (error) {
      fail(byId("page-status"), error, () => this.#close(link));
    }
  }
}

function fill(select, values, name, chosen) {
  select.replaceChildren(...values.map((value) => element("option", { value, selected: value === chosen }, name(value))));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byId("link").value);
    notice(text("channel.copied"));
  } catch {
    // Without TLS, a page cannot use the clipboard.
    byId("link").select();
    say(byId("new-status"), "");
  }
}

const moment = (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));

forMember(async () => {
  const { persons } = await ask("GET", "/v1/me/persons");
  await new Sharing(persons).load();
});
