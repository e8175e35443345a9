// The action plan that a doctor wrote, as the person has copied it.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId } from "./dom.js";
import { onSubmit } from "./form.js";
import { refreshHelp } from "./help-copy.js";
import { openHelp } from "./help-whose.js";
import { text } from "./language.js";
import { agreeing, fail } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";
import { longDate } from "./words.js";

const zones = ["green", "yellow", "red"];
const lines = (id) => byId(id).value.trim();

class PlanPage {
  #place;

  constructor(place) {
    this.#place = place;
    onSubmit(byId("plan"), byId("plan-status"), () => this.#save());
    byId("delete").addEventListener("click", () => this.#delete());
  }

  async load() { this.#show(await ask("GET", this.#place.path("plan"))); }

  #show(plan) {
    for (const part of ["doctor", "written", "review", "text", "call"]) byId(part).value = plan[part] ?? "";
    for (const zone of zones) byId(zone).value = plan.zones[zone];
    byId("zones").open = zones.some((zone) => plan.zones[zone] !== "");
    byId("delete").hidden = !plan.changed;
    byId("due").hidden = !plan.review || plan.review > todayHere();
    byId("due").textContent = plan.review ? text("plan.due", { date: longDate(plan.review) }) : "";
  }

  async #save() {
    const plan = {
      doctor: lines("doctor"), written: byId("written").value || null, review: byId("review").value || null, text: lines("text"),
      zones: Object.fromEntries(zones.map((zone) => [zone, lines(zone)])), call: lines("call"),
    };
    this.#show(await agreeing(() => ask("PUT", this.#place.path("plan"), plan), "help"));
    notice(text("profile.saved"));
    await refreshHelp().catch(() => null);
  }

  async #delete() {
    const words = document.createElement("p");
    words.textContent = text("plan.delete.about");
    if (!await askReader(text("plan.delete.ask"), words, text("injectors.delete"))) return;
    try {
      await ask("DELETE", this.#place.path("plan"));
      await this.load();
      byId("doctor").focus();
      await refreshHelp();
    } catch (error) {
      fail(byId("page-status"), error, () => this.#delete());
    }
  }
}

openHelp((place) => new PlanPage(place));
