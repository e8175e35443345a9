// The type of a food by its name, and the vectors of words that it is compared by.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { categoryTable, typeOf } from "./site/food-carbon.js";
import { closestTypes, leastLikeness, mostOffered, nameTable, offeredTypes, typeByName } from "./site/food-names.js";
import { closestCodes, vectorOf, vectorTable } from "./site/food-vectors.js";
import { headWords, phraseOf } from "./site/food-words.js";

const read = (file) => JSON.parse(readFileSync(`${process.env.REPOSITORY}/${file}`, "utf8"));
const { types } = read("Sources/Web/Site/Pages/food-carbon.json");
const listed = read("Sources/Web/Site/Pages/food-categories.json");
const vectorFile = read("Sources/Web/Site/Pages/food-vectors.json");
const held = read("Tests/FoodFiles/held-back-names.json").names;
const table = categoryTable(listed);
const names = nameTable(vectorFile, types, listed);

/** How many of these names have their type, by a rule that tells its code; printed with what they are. */
function right(what, some, rule) {
  const count = some.filter(({ name, type }) => rule(name) === type).length;
  console.log(`# ${what}: ${count} of ${some.length}`);
  return count;
}

/** A table of four words in two dimensions. */
const small = vectorTable({ dimensions: 2, words: "bread loaf fish cod", vectors: Buffer.from([127, 0, 100, 20, 0, 127, 156, 127]).toString("base64") });

test("the table of vectors says where it comes from, is small, and has as many numbers as it says, each word once", () => {
  const { source, dimensions, words, vectors } = vectorFile;
  assert.ok(source.name && source.address && source.licence === "PDDL-1.0" && source.licenceAddress && source.takenFrom && source.licenceSeen);
  const all = words.split(" ");
  assert.equal(new Set(all).size, all.length);
  assert.equal(Buffer.from(vectors, "base64").length, all.length * dimensions);
  assert.ok(JSON.stringify(vectorFile).length <= 200_000);
  for (const vector of names.vectors.values()) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-9);
});

test("a vector of several words is their mean, of each word once, and none of unknown words", () => {
  assert.deepEqual(vectorOf(["bread"], small), [1, 0]);
  assert.deepEqual(vectorOf(["breads", "bread", "unheard"], small), [1, 0]);
  const [one, other] = vectorOf(["bread", "fish"], small);
  assert.ok(Math.abs(one - Math.SQRT1_2) < 1e-9 && Math.abs(other - Math.SQRT1_2) < 1e-9);
  // A byte above 127 is a number below 0.
  assert.ok(vectorOf(["cod"], small)[0] < 0);
  assert.equal(vectorOf(["unheard"], small), null);
  assert.equal(vectorOf([], small), null);
});

test("the most similar comes first, each code once, by the closest of its names", () => {
  const references = [["bread", "bread"], ["bread", "fish"], [null, "loaf"]].map(([code, word]) => ({ code, vector: vectorOf([word], small) }));
  const found = closestCodes(vectorOf(["loaf"], small), references);
  assert.deepEqual(found.map(({ code }) => code), [null, "bread"]);
  assert.ok(Math.abs(found[0].closeness - 1) < 1e-9 && found[1].closeness > 0.9 && found[1].closeness < 1);
});

test("a name that the table knows, or that says a type word for word, has it, and a word beyond them has the closest", () => {
  const byName = (name) => typeByName(name, types, table, names);
  assert.equal(byName("Baguettes"), "baguette");
  assert.equal(byName("Organic chicken breast"), "chicken");
  assert.equal(byName("Honeys"), null);
  assert.equal(byName("Xyzzy"), null);
  assert.equal(byName(""), null);
  // No type has a name with crabs, and the table knows crabs, but no fried ones.
  assert.equal(typeOf(["Fried crabs"], types, table), null);
  assert.equal(byName("Fried crabs"), "prawns");
  assert.ok(closestTypes("Fried crabs", names)[0].closeness >= leastLikeness);
});

test("a name in the language of the page comes before what the same word means in English", () => {
  const byName = (name, language) => typeByName(name, types, table, names, language);
  for (const { code, names: own } of types) for (const language of ["de", "fr", "it", "es"]) assert.equal(byName(own[language], language), code, own[language]);
  assert.deepEqual([byName("Raisins", "fr"), byName("Raisins", "en")], ["grapes", null]);
  assert.deepEqual([byName("Bio-Milch", "de"), byName("Wholemeal bread", "de"), byName("Xyzzy", "de")], ["milk", "bread", null]);
});

test("what comes with a food is not compared", () => {
  assert.deepEqual(headWords("Croissants with ham"), ["croissants"]);
  assert.deepEqual(closestTypes("Trout with almonds", names), closestTypes("Trout", names));
});

test("types that are offered first are a few, each once, without that of no type", () => {
  for (const { name } of held) {
    const offered = offeredTypes(name, names);
    assert.ok(offered.length <= mostOffered && new Set(offered).size === offered.length && !offered.includes(null));
  }
  assert.deepEqual(offeredTypes("Xyzzy", names), []);
});

test("the type of a name that no rule was made by is right for most, and more often than by its words alone", () => {
  assert.ok(held.length >= 100);
  const byWords = right("names right by their words alone", held, (name) => typeOf([name], types, table)?.code ?? null);
  right("names right by the closest vector alone", held, (name) => closestTypes(name, names)[0]?.code ?? null);
  const byAll = right("names right by words, then vectors", held, (name) => typeByName(name, types, table, names));
  const without = held.filter(({ type }) => type === null).length;
  assert.ok(byAll > byWords && byAll > without);
  assert.ok(byAll >= 0.7 * held.length);
  const typed = held.filter(({ type }) => type !== null);
  const offered = typed.filter(({ name, type }) => offeredTypes(name, names).includes(type)).length;
  console.log(`# types among the ${mostOffered} that are offered first: ${offered} of ${typed.length}`);
  assert.ok(offered >= 0.7 * typed.length);
});

test("the rule of Alter Eco, the type closest to all categories of a product, is less often right than the order of the categories", () => {
  const lists = read("Tests/FoodFiles/held-out-categories.json").products
    .map(({ type, tags }) => ({ type, name: tags.filter((tag) => tag.startsWith("en:")).map((tag) => tag.slice(3).replaceAll("-", " ")) }));
  const references = types.flatMap(({ code, names: { en } }) => ({ code, vector: vectorOf(phraseOf(en), names.vectors) })).filter(({ vector }) => vector !== null);
  const closest = (categories) => closestCodes(vectorOf(phraseOf(categories.join(" ")), names.vectors), references)[0].code;
  const byVectors = right("lists of categories right by the vectors of all their words", lists, closest);
  const byOrder = right("lists of categories right by their order", lists, (categories) => typeOf(categories, types, table)?.code ?? null);
  assert.ok(byOrder > byVectors);
});
