// The researchers of a study with their roles, leaving it, and deleting a draft.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSend } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { inWords, trying } from "./research-terms.js";

const roleName = (role) => text(`research.role.${role}`);

export class Team {
  #own = null;
  #path = "";

  /** `gone` is called when the study is no longer the reader's. */
  constructor(me, gone) {
    this.me = me;
    onSend(byId("team-form"), () => this.#give(byId("team-name").value.trim(), byId("team-role").value));
    byId("leave").addEventListener("click", () => this.#end("leave", () => ask("DELETE", `${this.#path}/role`), gone));
    byId("delete").addEventListener("click", () => this.#end("delete", () => ask("DELETE", this.#path), gone));
  }

  async open(own, path) {
    [this.#own, this.#path] = [own, path];
    byId("team-form").hidden = !this.#may("appoint");
    byId("leave").hidden = !this.#may("leave");
    byId("delete").hidden = !this.#may("delete");
    await trying("team-status", () => this.#load());
  }

  #may(act) { return this.#own.acts.includes(act); }

  async #load() {
    const { researchers } = await ask("GET", `${this.#path}/researchers`);
    byId("team").replaceChildren(...researchers.map(({ name, role }) => element("li", {},
      element("span", { class: "what" }, element("b", {}, name), element("span", { class: "hint" }, roleName(role))),
      this.#may("appoint") && name !== this.me.name ? element("button", {
        class: "quiet", type: "button", "aria-label": text("research.team.remove.of", { name }), onclick: () => this.#remove(name),
      }, text("research.team.remove")) : null)));
  }

  #give(name, role) {
    return trying("team-status", async () => {
      await ask("PUT", `${this.#path}/researchers/${encodeURIComponent(name)}`, { role });
      byId("team-name").value = "";
      await this.#load();
      byId("team-heading").focus();
    });
  }

  async #remove(name) {
    if (!await askReader(text("research.team.remove.ask", { name }), [], text("research.team.remove"))) return;
    await trying("team-status", async () => {
      await ask("DELETE", `${this.#path}/researchers/${encodeURIComponent(name)}`);
      await this.#load();
      byId("team-heading").focus();
    });
  }

  async #end(what, act, gone) {
    const title = inWords(this.#own.study.title);
    if (!await askReader(text(`research.${what}.ask`, { title }), element("p", {}, text(`research.${what}.about`)), text(`research.${what}`))) return;
    if (await trying("team-status", act)) await gone();
  }
}
