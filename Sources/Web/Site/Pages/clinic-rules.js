// What the clinic has said about doses, copied by the reader. Empty fields are what it has not said.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { spanName } from "./dose-words.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";

const hours = ["beforeSport", "afterSport"];
const texts = ["clinic", "phone", "whenIll", "notes"];
const minutesPerHour = 60;

export class ClinicRules {
  #list = [];
  #changed = null;

  constructor(place) {
    this.place = place;
    byId("rule-new").addEventListener("click", () => this.#open(null));
    byId("rule-cancel").addEventListener("click", () => this.#close());
    onSubmit(byId("rule"), byId("rule-status"), () => this.#save());
  }

  /** @param {string[]} allergens Those that are treated, for which rules may differ. */
  show(list, allergens) {
    this.#list = list;
    byId("rules-none").hidden = list.length > 0;
    byId("rules").replaceChildren(...list.map((rules) => this.#row(rules)));
    byId("rule-allergen").replaceChildren(element("option", { value: "" }, text("dose.rules.all")),
      ...[...new Set([...allergens, ...list.map(({ allergen }) => allergen).filter(Boolean)])].map((key) => element("option", { value: key }, this.place.names.name(key))));
  }

  /** The rules for an allergen: its own, or else those for all. */
  for(allergen) {
    return this.#list.find((rules) => rules.allergen === allergen) ?? this.#list.find((rules) => !rules.allergen);
  }

  #title({ allergen, clinic }) {
    return [clinic, allergen ? this.place.names.name(allergen) : text("dose.rules.all")].filter(Boolean).join(" · ");
  }

  #row(rules) {
    const title = this.#title(rules);
    const lines = [
      rules.phone ? element("a", { href: `tel:${rules.phone.replace(/[^+\d]/g, "")}` }, rules.phone) : null,
      rules.beforeSport ? text("dose.rule.beforeSport", { span: spanName(rules.beforeSport) }) : null,
      rules.afterSport ? text("dose.rules.afterSport.of", { span: spanName(rules.afterSport) }) : null,
      rules.awake ? text("dose.rules.awake.of", { span: spanName(rules.awake) }) : null,
      rules.callAfter ? text("dose.call.rule", { count: rules.callAfter }) : null,
      rules.whenIll ? text("dose.rule.ill", { words: rules.whenIll }) : null,
      rules.notes || null,
    ].filter(Boolean);
    return element("li", {},
      element("span", { class: "what" }, element("strong", {}, title), lines.map((line) => element("span", { class: "hint notes" }, line))),
      element("span", { class: "acts" },
        element("button", { class: "quiet", type: "button", "aria-label": text("dose.change.of", { name: title }), onclick: () => this.#open(rules) }, text("dose.change")),
        element("button", { class: "quiet danger", type: "button", "aria-label": text("dose.remove.of", { name: title }), onclick: () => this.#remove(rules) }, text("foods.remove"))));
  }

  #open(rules) {
    this.#changed = rules;
    byId("rule").hidden = false;
    byId("rule-allergen").value = rules?.allergen ?? "";
    for (const part of texts) byId(`rule-${part}`).value = rules?.[part] ?? "";
    for (const part of hours) byId(`rule-${part}`).value = rules?.[part] ? rules[part] / minutesPerHour : "";
    for (const part of ["awake", "callAfter"]) byId(`rule-${part}`).value = rules?.[part] ?? "";
    say(byId("rule-status"), "");
    byId("rule-clinic").focus();
  }

  #close() {
    byId("rule").hidden = true;
    byId("rule-new").focus();
  }

  async #save() {
    const figure = (part, unit) => (byId(`rule-${part}`).value === "" ? null : Math.round(Number(byId(`rule-${part}`).value) * unit));
    const rules = {
      allergen: byId("rule-allergen").value || null, ...Object.fromEntries(texts.map((part) => [part, byId(`rule-${part}`).value.trim()])),
      ...Object.fromEntries(hours.map((part) => [part, figure(part, minutesPerHour)])), awake: figure("awake", 1), callAfter: figure("callAfter", 1),
    };
    const path = this.place.path(this.#changed ? `/rules/${encodeURIComponent(this.#changed.id)}` : "/rules");
    await agreeing(() => ask(this.#changed ? "PUT" : "POST", path, rules), "help");
    this.#close();
    notice(text("profile.saved"));
    await this.place.changed();
  }

  async #remove(rules) {
    if (!await askReader(text("dose.remove.of", { name: this.#title(rules) }), [], text("foods.remove"))) return;
    say(byId("status"), "");
    try {
      await ask("DELETE", this.place.path(`/rules/${encodeURIComponent(rules.id)}`));
      await this.place.changed();
      byId("rules-heading").focus();
    } catch (error) {
      say(byId("status"), wording(error), true);
    }
  }
}
