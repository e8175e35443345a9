// Values from a table: what was kept is told, and each line that was not.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { known, text } from "./language.js";
import { agreeing } from "./member.js";

const longest = 4 << 20;
const told = 20;

export class ValueFiles {
  #place;

  constructor(place) {
    this.#place = place;
    byId("file").addEventListener("change", ({ target }) => this.#send(target));
  }

  async #send(input) {
    const [file] = input.files;
    if (!file) return;
    const status = byId("file-status");
    say(status, text("values.file.sending"));
    try {
      if (file.size > longest) throw new Error(text("values.file.tooLong"));
      const table = await file.text();
      this.#tell(status, await agreeing(() => ask("POST", this.#place.path(), undefined, { body: table, headers: { "Content-Type": "text/csv" } }), "health"));
      await this.#place.changed();
    } catch (error) {
      say(status, wording(error), true);
    } finally {
      input.value = "";
    }
  }

  #tell(status, { kept, refusedCount, refused }) {
    status.classList.toggle("error", kept === 0);
    const lines = refused.slice(0, told).map(({ at, reason, detail }) => element("li", {}, text("values.file.line", { place: at.replace(/^\D+/, ""), reason: known(`values.refused.${reason}`, detail) })));
    if (refusedCount > told) lines.push(element("li", {}, text("values.file.more", { count: refusedCount - told })));
    status.replaceChildren(element("p", {}, text("values.file.kept", { count: kept })), lines.length > 0 ? element("ul", { class: "refusals" }, lines) : "");
  }
}
