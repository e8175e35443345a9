// The secret address at which calendar programs read the plan.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { agreeing, fail } from "./member.js";

export class CalendarAddress {
  #place;

  constructor(place) {
    this.#place = place;
    byId("calendar-make").addEventListener("click", () => this.#act("POST"));
    byId("calendar-end").addEventListener("click", () => this.#act("DELETE"));
  }

  async load() {
    say(byId("calendar-status"), "");
    const { addresses: [address] } = await ask("GET", this.#place.path("calendar"));
    byId("calendar-end").hidden = !address;
    byId("calendar-make").textContent = text(address ? "medicines.calendar.anew" : "medicines.calendar.make");
    if (!address) return byId("calendar").replaceChildren();
    const link = new URL(address.path, location.origin);
    byId("calendar").replaceChildren(
      element("p", {}, element("code", {}, link.href)),
      element("p", {}, element("a", { href: link.href.replace(/^https?:/, "webcal:") }, text("medicines.calendar.subscribe"))));
  }

  async #act(method) {
    try {
      await agreeing(() => ask(method, this.#place.path("calendar")), "help");
      await this.load();
      byId("calendar-heading").focus();
    } catch (error) {
      fail(byId("calendar-status"), error, () => this.#act(method));
    }
  }
}
