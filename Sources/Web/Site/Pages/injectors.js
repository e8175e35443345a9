// Adrenaline injectors: where each one is, and when it expires.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { refreshHelp } from "./help-copy.js";
import { openHelp } from "./help-whose.js";
import { heatLine } from "./injectors-heat.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail } from "./member.js";
import { newKey } from "./queue.js";
import { ask as askReader } from "./question.js";

const monthsOfYear = 12;
const nameOf = (date, options) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(date);
const dateOf = (month) => new Date(`${month}-01T00:00:00Z`);

/** The whole months from this one to the month of expiry. */
function monthsLeft(expires) {
  const [now, end] = [new Date(), dateOf(expires)];
  return (end.getUTCFullYear() - now.getFullYear()) * monthsOfYear + end.getUTCMonth() - now.getMonth();
}

function leftWords(expires) {
  const left = monthsLeft(expires);
  if (left < 0) return text("injectors.over");
  return left === 0 ? text("injectors.thisMonth") : text("injectors.left", { count: left });
}

class Injectors {
  #place;
  /** The injector that is being changed, and the key of a new one, the same for every attempt. */
  #changed = null;
  #key = newKey();

  constructor(place) {
    this.#place = place;
    byId("month").replaceChildren(...Array.from({ length: monthsOfYear }, (_, month) => element("option", { value: String(month + 1).padStart(2, "0") },
      nameOf(new Date(Date.UTC(2025, month, 1)), { month: "long" }))));
    byId("leave").addEventListener("click", () => this.#edit(null));
    onSubmit(byId("form"), byId("form-status"), () => this.#save());
  }

  async load() {
    const { injectors } = await ask("GET", this.#place.path("injectors"));
    injectors.sort((one, other) => one.expires.localeCompare(other.expires));
    byId("list-none").hidden = injectors.length > 0;
    byId("list").replaceChildren(...injectors.map((injector) => this.#row(injector)));
    this.#fill(null);
    this.#warn(injectors.length > 0).catch(() => null);
  }

  /** Says on a hot or freezing day where injectors must not lie. */
  async #warn(hasAny) {
    const line = hasAny ? await heatLine() : [];
    byId("heat").replaceChildren(...line);
    byId("heat").hidden = line.length === 0;
  }

  #row(injector) {
    const { name, place, expires } = injector;
    const until = text("injectors.until", { month: nameOf(dateOf(expires), { month: "long", year: "numeric" }) });
    return element("li", {},
      element("span", { class: "what" }, element("strong", {}, name), element("span", {}, place),
        element("span", { class: monthsLeft(expires) < 0 ? "over" : "hint" }, `${until} · ${leftWords(expires)}`)),
      element("span", { class: "line" },
        element("button", { class: "quiet", type: "button", "aria-label": text("injectors.edit.of", { name }), onclick: () => this.#edit(injector) }, text("injectors.edit")),
        element("button", { class: "quiet", type: "button", "aria-label": text("injectors.delete.of", { name }), onclick: () => this.#delete(injector) }, text("injectors.delete"))));
  }

  #edit(injector) {
    this.#fill(injector);
    byId("name").focus();
  }

  #fill(injector) {
    this.#changed = injector;
    this.#key = newKey();
    byId("form-heading").textContent = text(injector ? "injectors.change" : "injectors.new");
    byId("leave").hidden = injector === null;
    byId("name").value = injector?.name ?? "";
    byId("place").value = injector?.place ?? "";
    const now = new Date();
    [byId("year").value, byId("month").value] = (injector?.expires ?? `${now.getFullYear() + 1}-${String(now.getMonth() + 1).padStart(2, "0")}`).split("-");
    say(byId("form-status"), "");
  }

  async #save() {
    const injector = { name: byId("name").value.trim(), place: byId("place").value.trim(), expires: `${byId("year").value}-${byId("month").value}` };
    const path = this.#place.path("injectors");
    await agreeing(() => (this.#changed
      ? ask("PUT", `${path}/${encodeURIComponent(this.#changed.id)}`, injector)
      : ask("POST", path, injector, { headers: { "Idempotency-Key": this.#key } })), "help");
    await this.load();
    byId("list-heading").focus();
    await refreshHelp().catch(() => null);
  }

  async #delete(injector) {
    const { name } = injector;
    if (!await askReader(text("injectors.delete.ask", { name }), element("p", {}, text("injectors.delete.about")), text("injectors.delete"))) return;
    try {
      await ask("DELETE", `${this.#place.path("injectors")}/${encodeURIComponent(injector.id)}`);
      await this.load();
      byId("list-heading").focus();
      await refreshHelp();
    } catch (error) {
      fail(byId("page-status"), error, () => this.#delete(injector));
    }
  }
}

openHelp((place) => new Injectors(place));
