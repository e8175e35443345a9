// Handing over what helps: a link for a babysitter, a school or a coach, whose content is encrypted here.

import { ask } from "./account-api.js";
import { dayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { encrypted, newKey } from "./health-link.js";
import { contentOf, noPlan } from "./help-copy.js";
import { ifOffered } from "./help-offer.js";
import { dataAddress } from "./help-view.js";
import { openHelp } from "./help-whose.js";
import { language, text } from "./language.js";
import { agreeing, fail } from "./member.js";
import { smaller } from "./pictures.js";
import { ask as askReader } from "./question.js";
import { endAfter, fill, linkRow, lives, prepareLink, showLink } from "./shared-links.js";
import { longDate } from "./words.js";

const contentType = "application/vnd.breathe-easy.help+json";
/** The lists that can be handed over beside the plan, where the service has them. */
const lists = ["injectors", "foods", "contacts"];
/** The longest edge of a picture that is handed over: a page that can be read on a phone. */
const edge = 1600;
/** The most characters of an encrypted file that the service keeps. */
const mostBytes = 12 * 1024 * 1024;

const isWritten = ({ call, text: words, zones }) => [call, words, ...Object.values(zones)].some((part) => part !== "");

class Handover {
  #place;
  #held = {};
  #documents = [];

  constructor(place) {
    this.#place = place;
    fill(byId("life"), lives, (days) => text(`sharing.life.${days}`), 1);
    prepareLink();
    onSubmit(byId("new"), byId("new-status"), () => this.#make());
  }

  get #path() { return this.#place.path("links"); }

  async load() {
    const [plan, { documents }, found] = await Promise.all([
      ifOffered(ask("GET", this.#place.path("plan")), noPlan), ifOffered(ask("GET", this.#place.path("documents")), { documents: [] }), Promise.all(lists.map((name) => this.#list(name)))]);
    this.#held = { ...isWritten(plan) ? { plan } : {}, ...Object.fromEntries(lists.map((name, index) => [name, found[index]]).filter(([, all]) => all.length > 0)) };
    this.#documents = documents;
    byId("made").hidden = true;
    this.#offer();
    await this.#loadLinks();
  }

  async #list(name) { return (await ifOffered(ask("GET", this.#place.path(name)), { [name]: [] }))[name]; }

  #offer() {
    const choice = (value, words) => element("label", { class: "choice" }, element("input", { type: "checkbox", value, checked: true }), " ", element("span", {}, words));
    const rows = [
      ...Object.keys(this.#held).map((part) => choice(part, text(`handover.part.${part}`))),
      ...this.#documents.map((document) => choice(document.id, text("handover.document", { title: titleOf(document) }))),
    ];
    byId("parts").replaceChildren(...rows);
    byId("empty").hidden = rows.length > 0;
    byId("new").hidden = rows.length === 0;
  }

  async #loadLinks() {
    const { links } = await ask("GET", this.#path);
    byId("links-none").hidden = links.length > 0;
    byId("links").replaceChildren(...links.map((link) => linkRow(link, () => this.#close(link))));
  }

  async #make() {
    const chosen = new Set([...byId("parts").querySelectorAll("input:checked")].map(({ value }) => value));
    if (chosen.size === 0) throw new Error(text("handover.choose"));
    const [key, passcode, label] = [newKey(), byId("passcode").value, byId("label").value.trim()];
    const expires = endAfter(Number(byId("life").value));
    const content = await encrypted(JSON.stringify(await this.#content(chosen)), contentType, key);
    if (content.length > mostBytes) throw new Error(text("handover.large"));
    const request = { label, expires: expires.toISOString(), passcode: passcode === "" ? null : passcode, files: [{ contentType, content }] };
    const { url } = await agreeing(() => ask("POST", this.#path, request), "help");
    await showLink("/handed", { url, key, expires, label, hasPasscode: passcode !== "" });
    byId("new").reset();
    await this.#loadLinks();
    byId("made-heading").focus();
  }

  /** What was chosen, with all that is needed to show it without the service. */
  async #content(chosen) {
    const parts = Object.fromEntries(Object.entries(this.#held).filter(([part]) => chosen.has(part)));
    if (parts.foods) parts.foods = await named(parts.foods);
    const documents = await Promise.all(this.#documents.filter(({ id }) => chosen.has(id)).map((document) => this.#file(document)));
    return { made: new Date().toISOString(), ...parts, documents };
  }

  async #file(document) {
    const response = await fetch(contentOf(this.#place.person, document.id), { credentials: "same-origin", cache: "no-store" });
    if (!response.ok) throw new Error(text("error.unreachable"));
    const file = await smaller(await response.blob(), edge);
    return { title: titleOf(document), type: file.type, data: await dataAddress(file) };
  }

  async #close(link) {
    if (!await askReader(text("sharing.close.ask", { name: link.label }), element("p", {}, text("sharing.close.about")), text("sharing.close"))) return;
    try {
      await ask("DELETE", `${this.#path}/${encodeURIComponent(link.id)}`);
      await this.#loadLinks();
      byId("links-heading").focus();
    } catch (error) {
      fail(byId("page-status"), error, () => this.#close(link));
    }
  }
}

const titleOf = ({ title, created }) => title || longDate(dayHere(created));

/** Foods with the names of the catalogue, in the language of who hands them over. */
async function named(foods) {
  const { foods: catalogue = [] } = await ask("GET", "/v1/foods").catch(() => ({}));
  const names = new Map(catalogue.map(({ code, names: all }) => [code, all[language] ?? all.en]));
  return foods.map((food) => ({ ...food, name: food.name ?? names.get(food.food) ?? food.food }));
}

openHelp((place) => new Handover(place));
