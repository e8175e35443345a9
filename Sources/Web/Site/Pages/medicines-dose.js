// Whether and when the day's dose is asked for.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { ifOffered } from "./help-offer.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { notice } from "./notice.js";

export class DoseQuestion {
  #place;
  #kept = null;

  constructor(place) {
    this.#place = place;
    onSubmit(byId("dose"), byId("dose-status"), () => this.#save());
  }

  async load() {
    const list = await ifOffered(ask("GET", this.#place.path("doseReminders")), null);
    byId("dose-part").hidden = list === null;
    const [kept = null] = list?.doseReminders ?? [];
    this.#kept = kept;
    byId("dose-on").checked = kept?.on ?? false;
    byId("dose-time").value = kept?.times[0] ?? "19:00";
    say(byId("dose-status"), "");
  }

  async #save() {
    const [path, kept] = [this.#place.path("doseReminders"), this.#kept];
    const wish = { on: byId("dose-on").checked, times: [byId("dose-time").value, ...(kept?.times.slice(1) ?? [])], weekdays: kept?.weekdays ?? null };
    await agreeing(() => (kept ? ask("PUT", `${path}/${encodeURIComponent(kept.id)}`, wish) : ask("POST", path, wish)), "help");
    notice(text("profile.saved"));
    await this.load();
  }
}
