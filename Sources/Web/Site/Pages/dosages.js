// What the clinic has prescribed, by allergen, and the form for one more. Which one is current is a tap.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { amountName } from "./dose-words.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";

const own = "own";

export class Dosages {
  #list = [];
  /** The dosage that the form changes; `null` for a new one. */
  #changed = null;

  /** @param {{path: (end: string) => string, names: object, changed: () => Promise<void>}} place */
  constructor(place) {
    this.place = place;
    byId("dosage-allergen").addEventListener("change", () => this.#showOwn());
    byId("current-only").addEventListener("change", () => this.#draw());
    byId("dosage-new").addEventListener("click", () => this.#open(null));
    byId("dosage-cancel").addEventListener("click", () => this.#close());
    onSubmit(byId("dosage"), byId("dosage-status"), () => this.#save());
  }

  /** @param {object[]} foods Those that the reader keeps, which are offered first. */
  show(list, foods) {
    this.#list = list;
    if (byId("dosage").hidden) this.#offer(foods);
    byId("dosages-none").hidden = list.length > 0;
    byId("current-only").closest("label").hidden = list.length < 2;
    this.#draw();
  }

  #offer(keptFoods) {
    const { kept, foods, air } = this.place.names.choices(keptFoods);
    const groups = [[text("foods.own"), kept], [text("foods.own.group"), foods], [text("dose.air"), air]].filter(([, choices]) => choices.length > 0);
    byId("dosage-allergen").replaceChildren(...groups.map(([label, choices]) =>
      element("optgroup", { label }, choices.map(({ key, name }) => element("option", { value: key }, name)))), element("option", { value: own }, text("dose.allergen.own")));
    this.#showOwn();
  }

  #draw() {
    const isShown = ({ current }) => current || !byId("current-only").checked;
    const allergens = [...new Set(this.#list.filter(isShown).map(({ allergen }) => allergen))];
    byId("dosages").replaceChildren(...allergens.map((allergen) => element("section", {},
      element("h3", {}, this.place.names.name(allergen)),
      element("ul", { class: "rows" }, this.#list.filter((one) => one.allergen === allergen && isShown(one)).map((one) => this.#row(one))))));
  }

  #row(dosage) {
    const { name, notes, route, current, halfAmount, unit } = dosage;
    return element("li", { "data-dosage": name },
      element("span", { class: "what" },
        element("span", {}, element("strong", {}, name), current ? element("span", { class: "badge own" }, text("dose.current")) : null),
        element("span", { class: "hint" }, `${amountName(dosage)} · ${text(`dose.route.${route}`)}`),
        halfAmount === undefined ? null : element("span", { class: "hint half" }, text("dose.halfOf", { name, amount: amountName({ amount: halfAmount, unit }) })),
        notes ? element("span", { class: "small notes" }, notes) : null),
      element("span", { class: "acts" },
        current ? null : element("button", { class: "quiet make-current", type: "button", "aria-label": text("dose.makeCurrent.of", { name }), onclick: () => this.#change(dosage, { current: true }) }, text("dose.makeCurrent")),
        element("button", { class: "quiet", type: "button", "aria-label": text("dose.change.of", { name }), onclick: () => this.#open(dosage) }, text("dose.change")),
        element("button", { class: "quiet danger", type: "button", "aria-label": text("dose.remove.of", { name }), onclick: () => this.#remove(dosage) }, text("foods.remove"))));
  }

  #open(dosage) {
    this.#changed = dosage;
    const [form, value] = [byId("dosage"), dosage ?? { allergen: this.#list.at(-1)?.allergen, name: "", amount: "", unit: "mg", route: "oral", notes: "", current: true, half: false }];
    form.hidden = false;
    const select = byId("dosage-allergen");
    select.value = value.allergen ?? "";
    if (select.selectedIndex < 0) select.value = value.allergen ? own : select.options[0].value;
    byId("dosage-own").value = value.allergen?.startsWith("own:") ? value.allergen.slice(4) : "";
    for (const part of ["name", "amount", "unit", "route", "notes"]) byId(`dosage-${part}`).value = value[part];
    byId("dosage-current").checked = value.current;
    byId("dosage-half").checked = value.half;
    say(byId("dosage-status"), "");
    this.#showOwn();
    byId("dosage-allergen").focus();
  }

  #close() {
    byId("dosage").hidden = true;
    byId("dosage-new").focus();
  }

  #showOwn() { byId("dosage-own-part").hidden = byId("dosage-allergen").value !== own; }

  async #save() {
    const chosen = byId("dosage-allergen").value;
    const dosage = {
      allergen: chosen === own ? `own:${byId("dosage-own").value.trim()}` : chosen, name: byId("dosage-name").value.trim(),
      amount: Number(byId("dosage-amount").value), unit: byId("dosage-unit").value.trim(), route: byId("dosage-route").value,
      notes: byId("dosage-notes").value.trim(), current: byId("dosage-current").checked, half: byId("dosage-half").checked,
    };
    const path = this.place.path(this.#changed ? `/dosages/${encodeURIComponent(this.#changed.id)}` : "/dosages");
    await agreeing(() => ask(this.#changed ? "PUT" : "POST", path, dosage), "help");
    this.#close();
    notice(text("profile.saved"));
    await this.place.changed();
  }

  async #change({ id, allergen, name, amount, unit, route, notes, current, half }, change) {
    await this.#attempt(() => ask("PUT", this.place.path(`/dosages/${encodeURIComponent(id)}`), { allergen, name, amount, unit, route, notes, current, half, ...change }));
  }

  async #remove({ id, name }) {
    if (!await askReader(text("dose.remove.of", { name }), element("p", {}, text("dose.remove.about")), text("foods.remove"))) return;
    await this.#attempt(() => ask("DELETE", this.place.path(`/dosages/${encodeURIComponent(id)}`)));
    byId("dosages-heading").focus();
  }

  async #attempt(act) {
    say(byId("status"), "");
    try {
      await act();
      await this.place.changed();
    } catch (error) {
      say(byId("status"), wording(error), true);
      byId("status").scrollIntoView({ block: "nearest" });
    }
  }
}
