// The greenhouse gases of a product, and a list of what was eaten, which stays on this device.

import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { categoryTable, knowledgeOf, massOf, shares, typeOf } from "./food-carbon.js";
import { carbonOfFood, foodAverageOf } from "./food-days.js";
import { nameTable, offeredTypes, typeByName } from "./food-names.js";
import { mostGrams } from "./food-typed.js";
import { forgetEaten, keepEaten, recallEaten } from "./foods-eaten.js";
import { showFoodShares } from "./foods-shares.js";
import { language, text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";
import { averageWords, besideAverage, carWords } from "./trips-carbon.js";
import { tripChoices } from "./trips-settings.js";
import { massWords } from "./trips-words.js";
import { shortDate } from "./words.js";

const percent = lazily(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));
const figure = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
/** What of carbon's needs is known of an entry, as the list is told apart. */
const knowledge = ["all", "part", "none"];

/** The content of a file of the site; null without a network. */
const read = (file) => fetch(`/assets/${file}`).then((response) => response.json()).catch(() => null);

export class FoodCarbon {
  #table = null;
  #categories = null;
  /** What names are compared with; loaded for the first product without a type. */
  #names = null;
  #factors = [];
  /** What was looked up last: as an entry of the list. */
  #entry = null;
  /** Counts what was looked up: what comes too late is not shown. */
  #turn = 0;
  #eaten = recallEaten();

  constructor() {
    byId("eaten-forget").addEventListener("click", () => this.#forget());
    if (this.#eaten.length > 0) this.#load().then(() => this.#list());
  }

  /** Shows the carbon of a product; of none, nothing. */
  async show(product) {
    this.#turn += 1;
    const turn = this.#turn;
    byId("product-carbon").hidden = true;
    if (product === null || !await this.#load()) return;
    const guess = await this.#guess(product);
    if (turn !== this.#turn) return;
    const { grams, isGuessed } = massOf(product, this.#table.densities);
    this.#entry = { name: product.name ?? product.barcode, type: guess.type, grams, isGuessed, share: 1 };
    byId("product-carbon").hidden = false;
    this.#draw(guess);
  }

  /** The type of a product, whether it is `isByName`, and the types that are `offered` first. */
  async #guess({ categories = [], name }) {
    const { types } = this.#table;
    const type = typeOf(categories, types, this.#categories)?.code ?? null;
    const closest = categories.at(-1) ?? name;
    if (type !== null || !closest || !await this.#loadNames()) return { type, isByName: false, offered: [] };
    const byName = categories.length === 0 ? typeByName(name, types, this.#categories, this.#names, language) : null;
    return { type: byName, isByName: byName !== null, offered: offeredTypes(closest, this.#names) };
  }

  /** Loads the figures, once; tells whether they are there. */
  async #load() {
    if (this.#table) return true;
    const [table, categories, factors] = await Promise.all(["food-carbon.json", "food-categories.json", "carbon-factors.json"].map(read));
    if (table === null || categories === null) return false;
    [this.#table, this.#categories, this.#factors] = [table, categoryTable(categories), factors?.factors ?? []];
    return true;
  }

  /** Loads what names are compared with, once; tells whether it is there. */
  async #loadNames() {
    if (this.#names) return true;
    const [vectors, categories] = await Promise.all(["food-vectors.json", "food-categories.json"].map(read));
    if (vectors === null || categories === null) return false;
    this.#names = nameTable(vectors, this.#table.types, categories);
    return true;
  }

  #draw(guess) {
    const words = element("p", { role: "status" });
    const source = element("p", { class: "small" });
    const tell = () => {
      words.textContent = this.#wordsOf(this.#entry);
      source.textContent = this.#sourceOf(this.#entry);
    };
    byId("product-carbon-fields").replaceChildren(this.#fields(this.#entry, (change) => {
      this.#entry = { ...this.#entry, ...change };
      tell();
    }, guess), words, source, element("p", { class: "line" },
      element("button", { class: "quiet", type: "button", id: "carbon-add", onclick: () => this.#add() }, text("foods.carbon.add"))));
    tell();
  }

  /** The type, the weight, and how much is eaten, to be corrected; a weight that was taken is told apart by its colour and in words. */
  #fields(entry, onChange, { isByName, offered } = { isByName: false, offered: [] }) {
    const guess = element("p", { class: "small guess" }, entry.isGuessed ? text("foods.carbon.guessed") : "");
    const named = element("p", { class: "small guess" }, isByName ? text("foods.carbon.byName") : "");
    const choose = (type) => {
      named.textContent = "";
      onChange({ type });
    };
    const grams = element("input", { class: entry.isGuessed ? "field guessed" : "field", type: "number", inputmode: "decimal", min: 0, max: mostGrams, step: "any", value: Math.round(10 * entry.grams) / 10 });
    grams.addEventListener("change", () => {
      const value = Number(grams.value);
      if (!(value >= 0 && value <= mostGrams) || grams.value === "") return;
      grams.classList.remove("guessed");
      guess.textContent = "";
      onChange({ grams: value, isGuessed: false });
    });
    return element("div", { class: "carbon-fields" },
      element("div", {}, element("label", { class: "entry" }, text("foods.carbon.type"), this.#typeChoice(entry.type, offered, choose)), named),
      element("div", {}, element("label", { class: "entry" }, text("foods.carbon.grams"), grams), guess),
      element("label", { class: "entry" }, text("foods.carbon.eaten"),
        element("select", { class: "field", onchange: ({ target }) => onChange({ share: Number(target.value) }) },
          shares.map((share) => element("option", { value: share, selected: share === entry.share }, shareName(share))))));
  }

  /** The types by their groups, after those that are `offered` first. */
  #typeChoice(chosen, offered, onChoose) {
    const groups = [...new Set(this.#table.types.map(({ group }) => group))];
    const option = (type, isChosen) => element("option", { value: type.code, selected: isChosen }, nameOf(type));
    const options = (group) => this.#table.types.filter((type) => type.group === group).sort((one, other) => nameOf(one).localeCompare(nameOf(other), locale))
      .map((type) => option(type, type.code === chosen));
    const first = offered.map((code) => option(this.#typeOf({ type: code }), false));
    return element("select", { class: "field", onchange: ({ target }) => onChoose(target.value || null) },
      element("option", { value: "" }, text("foods.carbon.unknown")),
      first.length > 0 ? element("optgroup", { label: text("foods.carbon.closest") }, first) : null,
      groups.map((group) => element("optgroup", { label: text(`foods.carbon.group.${group}`) }, options(group))));
  }

  #typeOf({ type }) { return this.#table.types.find(({ code }) => code === type) ?? null; }

  /** Grams of an entry; none without a type. */
  #gramsOf(entry) {
    const type = this.#typeOf(entry);
    return type ? carbonOfFood(type, entry.grams, entry.share) : 0;
  }

  #wordsOf(entry) {
    if (!this.#typeOf(entry)) return text("foods.carbon.typeless");
    const grams = this.#gramsOf(entry);
    return this.#withCar(text("foods.carbon.sum", { mass: massWords(grams) }), grams);
  }

  /** A sentence about grams, and how far a car goes for them. */
  #withCar(sentence, grams) {
    return [sentence, carWords(grams, this.#factors)].join(" ").trim();
  }

  #sourceOf(entry) {
    const type = this.#typeOf(entry);
    if (!type) return "";
    const { name, year } = this.#table.sources[type.source];
    return text("foods.carbon.source", { figure: figure().format(type.kilogramsPerKilogram), source: [name, year].filter(Boolean).join(", ") });
  }

  #add() {
    const eaten = [{ ...this.#entry, day: todayHere() }, ...this.#eaten];
    this.#change(eaten);
    notice(text(this.#eaten.length < eaten.length ? "foods.carbon.full" : "profile.saved"));
  }

  #change(eaten) {
    this.#eaten = keepEaten(eaten);
    this.#list();
  }

  /** The list: entries with all that carbon needs, then those with a part of it, then those with none. */
  #list() {
    byId("eaten-part").hidden = this.#eaten.length === 0;
    if (!this.#table) return;
    this.#sum();
    byId("eaten").replaceChildren(...knowledge.flatMap((known) => {
      const rows = this.#eaten.map((entry, index) => ({ entry, index })).filter(({ entry }) => knowledgeOf(entry) === known);
      return rows.length === 0 ? [] : [element("h3", {}, text(`foods.carbon.known.${known}`)), element("ul", { class: "eaten" }, rows.map(({ entry, index }) => this.#row(entry, index)))];
    }));
  }

  #sum() {
    const sum = (entries) => entries.reduce((all, entry) => all + this.#gramsOf(entry), 0);
    const [today, whole] = [sum(this.#eaten.filter(({ day }) => day === todayHere())), sum(this.#eaten)];
    const average = foodAverageOf(this.#table.averages, tripChoices().country);
    const beside = average && today > 0 ? besideAverage(today, average.gramsPerDay) : "";
    byId("eaten-average").textContent = average ? averageWords(average, "foods.carbon.average") : "";
    showFoodShares(this.#eaten, this.#table.types);
    byId("eaten-sum").replaceChildren(
      element("li", {}, [this.#withCar(text("foods.carbon.today", { mass: massWords(today) }), today), beside].join(" ").trim()),
      element("li", {}, this.#withCar(text("foods.carbon.whole", { mass: massWords(whole) }), whole)));
  }

  /** An entry stays where it is while it is corrected; the next list has it where it belongs. Its fields are made when they are opened. */
  #row(entry, index) {
    const [amount, words] = [element("span"), element("span", { role: "status" })];
    const tell = () => {
      const { grams, share, isGuessed } = this.#eaten[index];
      amount.className = isGuessed ? "guess" : "";
      amount.textContent = text("foods.carbon.item", { weight: massWords(grams), share: shareName(share) });
      words.textContent = this.#wordsOf(this.#eaten[index]);
    };
    const correct = (change) => {
      this.#eaten = keepEaten(this.#eaten.map((each, place) => (place === index ? { ...each, ...change } : each)));
      tell();
      this.#sum();
    };
    tell();
    return element("li", {},
      element("div", { class: "head" },
        element("div", {}, element("strong", {}, entry.name), element("span", { class: "hint" }, shortDate(entry.day)), amount, words),
        element("button", { class: "quiet danger", type: "button", "aria-label": text("foods.carbon.delete.of", { name: entry.name }), onclick: () => this.#remove(index) }, text("values.delete"))),
      element("details", { ontoggle: ({ target }) => target.children.length === 1 && target.append(this.#fields(this.#eaten[index], correct)) },
        element("summary", { "aria-label": text("foods.carbon.change.of", { name: entry.name }) }, text("foods.carbon.change"))));
  }

  #remove(index) {
    this.#change(this.#eaten.filter((_, place) => place !== index));
    (this.#eaten.length > 0 ? byId("eaten-heading") : byId("product-heading")).focus();
  }

  async #forget() {
    if (!await askReader(text("foods.carbon.forget.ask"), element("p", {}, text("trips.deleteAll.about")), text("foods.carbon.forget"))) return;
    forgetEaten();
    this.#change([]);
    byId("product-heading").focus();
  }
}

const nameOf = ({ names }) => names[language] ?? names.en;

/** How much is eaten: all, none, or a part. */
function shareName(share) {
  if (share === 1) return text("foods.carbon.all");
  return share === 0 ? text("foods.carbon.nothing") : percent().format(share);
}
