// The greenhouse gases of food: types by categories, masses, and where the figures come from.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { categoryTable, densityOf, knowledgeOf, massOf, shares, typeOf } from "./site/food-carbon.js";
import { carbonOfFood, food, foodAverageOf, gramsByGroup, mealsOf } from "./site/food-days.js";
import { keepEaten, mostEaten, recallEaten } from "./site/foods-eaten.js";

const read = (file) => JSON.parse(readFileSync(`${process.env.REPOSITORY}/${file}`, "utf8"));
const { types, sources, licences, densities, averages } = read("Sources/Web/Site/Pages/food-carbon.json");
const { products } = read("Tests/FoodFiles/categories.json");
const listed = read("Sources/Web/Site/Pages/food-categories.json");
const held = read("Tests/FoodFiles/held-out-categories.json").products;
const table = categoryTable(listed);
const byCode = new Map(types.map((type) => [type.code, type]));

test("every type has names in five languages, a figure, and a source with its licence", () => {
  assert.equal(byCode.size, types.length);
  for (const { code, names, kilogramsPerKilogram, source, phrases } of types) {
    assert.deepEqual(Object.keys(names).sort(), ["de", "en", "es", "fr", "it"]);
    assert.ok(Object.values(names).every((name) => name.length > 1 && name.length < 40), code);
    assert.ok(kilogramsPerKilogram > 0 && kilogramsPerKilogram < 200 && phrases.length > 0, code);
    assert.ok(sources[source].licence in licences && sources[source].takenFrom && sources[source].licenceSeen, code);
  }
  for (const language of ["de", "en", "es", "fr", "it"]) assert.equal(new Set(types.map(({ names }) => names[language])).size, types.length, language);
});

test("every name finds its own type", () => {
  for (const { code, phrases } of types) for (const phrase of phrases) assert.equal(typeOf([phrase], types, table)?.code, code, phrase);
});

/** How many of these lists have their type, and those that do not, in words. */
function found(lists) {
  const wrong = lists.filter(({ categories, type }) => (typeOf(categories, types, table)?.code ?? null) !== type);
  const words = wrong.map(({ categories, type }) => `${categories.at(-1)} → ${typeOf(categories, types, table)?.code ?? null}, not ${type}`);
  console.log(`# types found: ${lists.length - wrong.length} of ${lists.length}`);
  return { share: 1 - wrong.length / lists.length, words: words.join("; ") };
}

test("the type of a product is right for the lists of categories by which the rule was made", () => {
  const { share, words } = found(products);
  assert.ok(share >= 0.97, words);
});

test("the type of a product is right for most lists of categories that the rule was not made by", () => {
  // The page sees the English tags only, as words.
  const lists = held.map(({ type, tags }) => ({ type, categories: tags.filter((tag) => tag.startsWith("en:")).map((tag) => tag.slice(3).replaceAll("-", " ")) }));
  assert.ok(lists.length >= 60);
  const { share, words } = found(lists);
  assert.ok(share >= 0.85, words);
});

test("the table of categories names types that exist, each category once, and the groups of types", () => {
  const groups = new Set(types.map(({ group }) => group));
  const names = [...Object.values(listed.types).flat(), ...listed.untyped];
  assert.ok(Object.keys(listed.types).every((code) => byCode.has(code)));
  assert.equal(new Set(names).size, names.length, names.filter((name, place) => names.indexOf(name) !== place).join(", "));
  assert.ok(Object.values(listed.branches).flat().every((group) => groups.has(group)));
  assert.ok(listed.source.licence && listed.source.address);
});

test("what comes with a food is not the food, and a branch of the taxonomy keeps out what it never holds", () => {
  assert.equal(typeOf(["meals", "pizzas", "pizzas with spinach"], types, table).code, "pizza");
  assert.equal(typeOf(["condiments", "sauces", "pasta sauces", "basil and tomatoes"], types, table), null);
  assert.equal(typeOf(["snacks", "confectioneries", "pineapples"], types, table), null);
  assert.equal(typeOf(["fruits", "pineapples"], types, table).code, "pineapple");
});

test("the narrowest category counts, and the widest stands in for one without a name", () => {
  assert.equal(typeOf(["snacks", "chocolates", "dark chocolates"], types, table).code, "darkChocolate");
  assert.equal(typeOf(["breads", "pumpernickel"], types, table).code, "bread");
  assert.equal(typeOf([], types, table), null);
  assert.equal(typeOf(["dietary supplements"], types, table), null);
});

test("litres become kilograms by the density of water, alcohol or oil, and nothing becomes 100 grams", () => {
  assert.equal(densityOf(["beverages", "waters"], densities), 1);
  assert.equal(densityOf(["alcoholic beverages", "wines"], densities), 0.94);
  assert.equal(densityOf(["beverages", "non alcoholic beverages"], densities), 1);
  assert.equal(densityOf(["fats", "olive oils"], densities), 0.9);
  assert.deepEqual(massOf({ millilitres: 750, categories: ["wines"] }, densities), { grams: 705, isGuessed: false });
  assert.deepEqual(massOf({ grams: 400 }, densities), { grams: 400, isGuessed: false });
  assert.deepEqual(massOf({}, densities), { grams: 100, isGuessed: true });
});

test("half of 400 grams of bread is a half of its figure, and what is not eaten is nothing", () => {
  assert.ok(Math.abs(carbonOfFood(byCode.get("bread"), 400, 0.5) - 162) < 1e-9);
  assert.equal(carbonOfFood(byCode.get("beef"), 400, shares.at(-1)), 0);
});

test("what was eaten is a meal of its day with grams and no name, if its type is known", () => {
  const eaten = [{ name: "Loaf", type: "bread", grams: 400, share: 0.5, day: "2026-05-04" }, { name: "Thing", type: null, grams: 400, share: 1, day: "2026-05-04" },
    { name: "Loaf", type: "bread", grams: 400, share: 1, day: "yesterday" }];
  const [meal, ...others] = mealsOf(eaten, types);
  assert.deepEqual([others, meal.mode, meal.count, meal.exposures], [[], food, 1, []]);
  assert.ok(Math.abs(meal.carbon.grams - 162) < 1e-9);
  const noon = new Date(meal.start);
  assert.deepEqual([noon.getFullYear(), noon.getMonth() + 1, noon.getDate(), noon.getHours()], [2026, 5, 4, 12]);
  assert.ok(!JSON.stringify(meal).includes("Loaf"));
});

test("the average of a country's food says where it comes from, and that of the United Kingdom stands in", () => {
  for (const { country, kilogramsPerDay, year, source, address, takenFrom } of averages) {
    assert.match(country, /^[A-Z]{2}$/);
    assert.ok(kilogramsPerDay > 1 && kilogramsPerDay < 20 && Number.isInteger(year), country);
    assert.ok(source.length > 20 && address.startsWith("https://doi.org/") && takenFrom, country);
  }
  assert.equal(foodAverageOf(averages, "FR").gramsPerDay, 6_500);
  for (const country of ["DE", "", undefined]) assert.deepEqual([foodAverageOf(averages, country).country, foodAverageOf(averages, country).gramsPerDay], ["GB", 5_700]);
  assert.equal(foodAverageOf([], "GB"), null);
});

test("what was eaten is shared by groups, the most first, without what has no type or was not eaten", () => {
  const eaten = [{ type: "bread", grams: 400, share: 0.5 }, { type: "beef", grams: 100, share: 1 }, { type: "rice", grams: 100, share: 0 }, { type: "beef", grams: 100, share: 0.5 },
    { type: null, grams: 500, share: 1 }, { type: "cod", grams: 500, share: 1 }, { type: "wine", grams: 500, share: 0 }];
  const groups = gramsByGroup(eaten, types);
  assert.deepEqual(groups.map(({ group }) => group), ["meat", "grain"]);
  assert.ok(Math.abs(groups[0].grams - 10_566) < 1e-6 && Math.abs(groups[1].grams - 162) < 1e-6);
  assert.deepEqual(gramsByGroup([], types), []);
});

test("entries are told apart by what is known of them", () => {
  assert.equal(knowledgeOf({ type: "bread", isGuessed: false }), "all");
  assert.equal(knowledgeOf({ type: "bread", isGuessed: true }), "part");
  assert.equal(knowledgeOf({ type: null, isGuessed: false }), "part");
  assert.equal(knowledgeOf({ type: null, isGuessed: true }), "none");
});

test("the list keeps as many of the latest entries as the page says in every language", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  try {
    const entries = Array.from({ length: mostEaten + 1 }, (_, index) => ({ name: String(index) }));
    assert.deepEqual(keepEaten(entries), entries.slice(0, -1));
    assert.deepEqual(recallEaten(), entries.slice(0, -1));
    assert.deepEqual(keepEaten(entries.slice(1)), entries.slice(1));
  } finally {
    delete globalThis.localStorage;
  }
  for (const language of ["en", "de", "fr", "it", "es"]) {
    const about = read(`Sources/Web/Site/Pages/messages/${language}.json`)["foods.carbon.list.about"];
    assert.deepEqual(about.match(/\d+/g), [String(mostEaten)], language);
  }
});
