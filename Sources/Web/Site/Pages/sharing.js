// What somebody shares of their diary: links to files that are encrypted here, and who has opened them.

import { ask } from "./account-api.js";
import { adding, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { encrypted, newKey } from "./health-link.js";
import { text } from "./language.js";
import { agreeing, fail, forMember } from "./member.js";
import { ask as askReader } from "./question.js";
import { endAfter, fill, linkRow, lives, prepareLink, showLink } from "./shared-links.js";
import { offerPersons, personInAddress } from "./whose.js";

const periods = [30, 90, 365, 1096];
const contentType = "application/fhir+json";

class Sharing {
  #person = null;

  constructor(persons) {
    this.#person = personInAddress(persons);
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
    fill(byId("period"), periods, (days) => text(`lookback.period.${days}`), 90);
    fill(byId("life"), lives, (days) => text(`sharing.life.${days}`), 7);
    prepareLink();
    onSubmit(byId("new"), byId("new-status"), () => this.#make());
  }

  async load() {
    const { links } = await ask("GET", this.#path);
    byId("links-none").hidden = links.length > 0;
    byId("links").replaceChildren(...links.map((link) => linkRow(link, () => this.#close(link))));
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }
  get #path() { return `${this.#home}/links`; }

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
    const expires = endAfter(Number(byId("life").value));
    const label = byId("label").value.trim();
    const request = {
      label, expires: expires.toISOString(), passcode: passcode === "" ? null : passcode,
      files: [{ contentType, content: await encrypted(JSON.stringify(bundle), contentType, key) }],
    };
    const { url } = await agreeing(() => ask("POST", this.#path, request), "health");
    await showLink("/shared", { url, key, expires, label, hasPasscode: passcode !== "" });
    byId("new").reset();
    await this.load();
    byId("made-heading").focus();
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

forMember(async () => {
  const { persons } = await ask("GET", "/v1/me/persons");
  await new Sharing(persons).load();
});
