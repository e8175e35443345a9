// Invitations by mail: a list of addresses; each gets a link of its own. The list stays on this page.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { languageName, trying } from "./research-terms.js";
import { number } from "./words.js";

/** The most addresses that the server takes at once. */
const most = 200;

/** The addresses in a list, each with the number of its line; one line may have several. */
const addressesIn = (list) => list.split("\n").flatMap((line, index) =>
  line.split(/[\s,;"<>]+/).filter(Boolean).map((address) => ({ address, line: index + 1 })));

/** Each address that stands in the list once more. */
function repeatedIn(found) {
  const known = new Set();
  return found.filter(({ address }) => {
    const isKnown = known.has(address.toLowerCase());
    known.add(address.toLowerCase());
    return isKnown;
  });
}

/** The place of an address in what was sent, as a problem names it. */
const placeIn = ({ pointer }) => Number(/^\/addresses\/(\d+)$/.exec(pointer)?.[1] ?? -1);

export class Letters {
  /** `changed` is called after people were invited. */
  constructor(pathOf, changed) {
    this.pathOf = pathOf;
    onSend(byId("mail-form"), () => trying("mail-status", () => this.#send(changed)));
    byId("mail-file").addEventListener("change", ({ target }) => trying("mail-status", async () => {
      if (target.files.length > 0) byId("mail-addresses").value = await target.files[0].text();
      target.value = "";
    }));
  }

  open({ study, acts }) {
    byId("mail-part").hidden = !acts.includes("mail");
    const codes = Object.keys(study.title);
    byId("mail-language").replaceChildren(...codes.map((code) => element("option", { value: code }, languageName(code))));
    this.#list([]);
    say(byId("mail-status"), "");
  }

  async #send(changed) {
    const found = addressesIn(byId("mail-addresses").value);
    this.#list([]);
    if (found.length === 0 || found.length > most) throw new Error(text("research.mail.count", { most: number(most) }));
    const repeated = repeatedIn(found);
    if (repeated.length > 0) return this.#refuse(repeated, "twice");
    try {
      const { invitations } = await ask("POST", `${this.pathOf()}/letters`, {
        addresses: found.map(({ address }) => address), language: byId("mail-language").value,
      });
      byId("mail-addresses").value = "";
      say(byId("mail-status"), text("research.mail.sent", { count: number(invitations.length) }));
      await changed();
      return null;
    } catch (error) {
      const refused = (error.places ?? []).map((place) => found[placeIn(place)]).filter(Boolean);
      if (refused.length === 0) throw error;
      return this.#refuse(refused, error.kind === "recently-invited" ? "recent" : "wrong");
    }
  }

  /** Says which lines cannot be used and why; nobody was written to. */
  #refuse(refused, why) {
    this.#list(refused.map(({ address, line }) => text(`research.mail.refused.${why}`, { line: number(line), address })));
    throw new Error(text("research.mail.refused"));
  }

  #list(mistakes) {
    byId("mail-mistakes").hidden = mistakes.length === 0;
    byId("mail-mistakes").replaceChildren(...mistakes.map((mistake) => element("li", {}, mistake)));
  }
}
