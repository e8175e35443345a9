// Foods that somebody is allergic to: of the catalogue by a tap, or one's own, and the card for a restaurant.

import { ask } from "./account-api.js";
import { offerDeviceFile } from "./device-file.js";
import { byId, element } from "./dom.js";
import { foodCatalogue, foodName, foodPicture, foodSign } from "./food-catalogue.js";
import { RestaurantCard } from "./foods-card.js";
import { FoodProduct } from "./foods-product.js";
import { onSubmit, say, wording } from "./form.js";
import { introduce } from "./intro.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { collectsPoints, countProduct } from "./product-points.js";
import { ask as askReader } from "./question.js";
import { offerPersons, personInAddress } from "./whose.js";

const longestSeverity = 200;
const longestNote = 1000;

class Foods {
  #person = null;
  #kept = [];

  constructor({ name: account }, persons, catalogue) {
    this.catalogue = catalogue;
    this.card = new RestaurantCard(catalogue);
    this.product = new FoodProduct(catalogue, {
      isOn: () => collectsPoints(account, this.#home), count: () => countProduct(account, this.#home, Date.now()),
    });
    this.#person = personInAddress(persons);
    // The list that the button is beside is not empty, so there is always something to save.
    offerDeviceFile(account, () => {});
    this.#offer();
    onSubmit(byId("another"), byId("another-status"), () => this.#addOwn());
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }

  get #path() { return `${this.#home}/help/foods`; }

  async load() {
    say(byId("status"), "");
    const { foods: kept } = await ask("GET", this.#path);
    const nameOf = (food) => foodName(food, this.catalogue);
    const foods = kept.sort((one, other) => nameOf(one).localeCompare(nameOf(other), locale));
    this.#kept = foods;
    byId("own-none").hidden = foods.length > 0;
    byId("kept").replaceChildren(...foods.map((food) => this.#row(food)));
    const codes = new Set(foods.map(({ food }) => food));
    for (const button of document.querySelectorAll(".food-choices .toggle")) button.setAttribute("aria-pressed", String(codes.has(button.dataset.key)));
    this.product.compare(foods);
    await this.card.show(foods);
  }

  /** A button for each food of the catalogue, the common ones first, by name. */
  #offer() {
    const named = this.catalogue.foods.map((food) => ({ ...food, name: foodName({ food: food.code }, this.catalogue) }))
      .sort((one, other) => one.name.localeCompare(other.name, locale));
    const button = ({ code, name }) => element("button", {
      class: "toggle", type: "button", "data-key": code, "aria-pressed": "false", onclick: () => this.#toggle(code),
    }, foodPicture(code), element("span", {}, ...twoLines(name)), element("span", { class: "tick", "aria-hidden": "true" }));
    byId("common").replaceChildren(...named.filter(({ common }) => common).map(button));
    byId("others").replaceChildren(...named.filter(({ common }) => !common).map(button));
  }

  #toggle(code) {
    const kept = this.#kept.find(({ food }) => food === code);
    return kept ? this.#remove(kept) : this.#attempt(() => this.#add({ food: code, severity: "", note: "" }));
  }

  async #add(food) {
    await agreeing(() => ask("POST", this.#path, food), "help");
    await this.load();
    notice(text("profile.saved"));
  }

  async #addOwn() {
    await this.#add({ name: byId("name").value.trim(), sign: byId("sign").value.trim(), severity: "", note: "" });
    byId("another").reset();
  }

  #row(food) {
    const name = foodName(food, this.catalogue);
    const status = element("p", { class: "status", role: "alert" });
    const severity = element("input", { class: "field", maxlength: longestSeverity, value: food.severity });
    const note = element("textarea", { class: "field", rows: 3, maxlength: longestNote });
    note.value = food.note;
    const form = element("form", { class: "stack", novalidate: true },
      element("label", { class: "entry" }, text("foods.severity"), severity),
      element("label", { class: "entry" }, text("foods.note"), note), status,
      element("div", { class: "line" },
        element("button", { class: "quiet", type: "submit" }, text("foods.save")),
        element("button", { class: "quiet danger", type: "button", onclick: () => this.#remove(food) }, text("foods.remove"))));
    onSubmit(form, status, () => this.#change(food, { severity: severity.value.trim(), note: note.value.trim() }));
    return element("li", { "data-food": food.food ?? food.name },
      element("div", { class: "head" }, foodSign(food),
        element("div", {}, element("strong", {}, name), food.severity ? element("span", { class: "hint" }, food.severity) : null)),
      element("details", {}, element("summary", { "aria-label": text("foods.edit.of", { name }) }, text("foods.edit")), form));
  }

  async #change({ id, food, name, sign }, change) {
    await ask("PUT", `${this.#path}/${encodeURIComponent(id)}`, { food, name, sign, ...change });
    await this.load();
    notice(text("profile.saved"));
  }

  async #remove(food) {
    const title = text("foods.remove.ask", { name: foodName(food, this.catalogue) });
    if (!await askReader(title, element("p", {}, text("foods.remove.about")), text("foods.remove"))) return;
    await this.#attempt(async () => {
      await ask("DELETE", `${this.#path}/${encodeURIComponent(food.id)}`);
      await this.load();
    });
    byId("own-heading").focus();
  }

  async #attempt(act) {
    say(byId("status"), "");
    try {
      await act();
    } catch (error) {
      say(byId("status"), wording(error), true);
      byId("status").scrollIntoView({ block: "nearest" });
    }
  }

  #choosePerson(id) {
    this.#person = id;
    return this.load().catch((error) => fail(byId("status"), error, () => this.#choosePerson(id)));
  }
}

/** A name, with what stands in brackets below it. */
function twoLines(name) {
  const [first, rest] = name.split(/ ?[(（]/);
  return rest === undefined ? [name] : [first, " ", element("small", {}, rest.replace(/[)）]$/, ""))];
}

forMember(async (account) => {
  const [catalogue, { persons }] = await Promise.all([foodCatalogue(), ask("GET", "/v1/me/persons")]);
  const page = new Foods(account, persons, catalogue);
  byId("member").hidden = false;
  if (catalogue.products) introduce("food-carbon");
  await page.load();
});
