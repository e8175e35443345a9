// What a product says about somebody's own foods, and barcodes as they are typed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { barcodeOf, foodOfGroup, numberOf, verdictsOf } from "./site/food-product.js";
import { enteredProduct, mostGrams, typedProduct } from "./site/food-typed.js";

const { foods } = JSON.parse(readFileSync(`${process.env.REPOSITORY}/Sources/Model/Help/Resources/foods.json`, "utf8"));
const byCode = new Map(foods.map((food) => [food.code, food]));
const verdicts = (own, product) => verdictsOf(own, { contains: [], mayContain: [], ...product }, byCode).map(({ food, verdict }) => [food.food ?? food.name, verdict]);

test("what is contained comes first, then traces, then what is not stated", () => {
  const own = [{ food: "milk" }, { food: "egg" }, { food: "walnut" }];
  assert.deepEqual(verdicts(own, { contains: ["eu.nuts"], mayContain: ["eu.eggs"] }), [["walnut", "contains"], ["egg", "mayContain"], ["milk", "notStated"]]);
});

test("a food of several groups is there if one of them is", () => {
  assert.deepEqual(verdicts([{ food: "shellfish" }], { contains: ["eu.molluscs"], mayContain: ["eu.crustaceans"] }), [["shellfish", "contains"]]);
});

test("without a word of it, a food is not stated, and one that no label has to name cannot be compared", () => {
  for (const { code, groups } of foods) {
    const isOnLabels = groups.some((group) => group.startsWith("eu."));
    assert.equal(verdicts([{ food: code }], {})[0][1], isOnLabels ? "notStated" : "incomparable");
  }
  assert.equal(verdicts([{ name: "Kiwi" }], {})[0][1], "incomparable");
});

test("what else is named is found by the names of the catalogue and by one's own, in any language", () => {
  const namesFor = (own, others) => verdictsOf([own], { contains: [], mayContain: [], others }, byCode)[0];
  assert.deepEqual(namesFor({ food: "coconut" }, ["coconut", "honey"]), { food: { food: "coconut" }, verdict: "named", names: ["coconut"] });
  assert.deepEqual(namesFor({ food: "pineNut" }, ["pine nut"]).names, ["pine nut"]);
  assert.deepEqual(namesFor({ food: "milk" }, ["lait de vache"]).names, ["lait de vache"]);
  assert.deepEqual(namesFor({ name: "Kiwis" }, ["kiwi fruit"]).names, ["kiwi fruit"]);
  assert.deepEqual(namesFor({ food: "crustacean" }, ["甲壳类"]).names, ["甲壳类"]);
  assert.deepEqual(namesFor({ food: "coconut" }, ["noix de coco"]).names, ["noix de coco"]);
  assert.equal(namesFor({ food: "walnut" }, ["noix de coco"]).verdict, "compare");
  assert.equal(namesFor({ food: "egg" }, ["eggplant"]).verdict, "compare");
});

test("a food that may be named beside the groups is never told as not stated", () => {
  for (const own of [...foods.map(({ code }) => ({ food: code })), { name: "Kiwi" }]) {
    assert.ok(["named", "compare"].includes(verdicts([own], { others: ["actinidia", "lait de vache"] })[0][1]));
  }
  const own = [{ food: "egg" }, { food: "milk" }, { food: "soy" }];
  const product = { contains: ["eu.eggs"], mayContain: ["eu.milk"], others: ["lait de vache"] };
  assert.deepEqual(verdicts(own, product), [["egg", "contains"], ["milk", "named"], ["soy", "compare"]]);
});

test("of a food that is one of several in its group, the group is told", () => {
  const groupOf = (food, product) => verdictsOf([{ food }], { contains: [], mayContain: [], ...product }, byCode)[0].group;
  assert.equal(groupOf("hazelnut", { contains: ["eu.nuts"] }), "eu.nuts");
  assert.equal(groupOf("treeNut", { contains: ["eu.nuts"] }), undefined);
  assert.equal(groupOf("wheat", { mayContain: ["eu.gluten"] }), "eu.gluten");
  assert.equal(groupOf("milk", { mayContain: ["eu.milk"] }), undefined);
});

test("each group has a food whose name it bears", () => {
  const groups = new Set(foods.flatMap((food) => food.groups).filter((group) => group.startsWith("eu.")));
  assert.deepEqual(new Set(Object.keys(foodOfGroup)), groups);
  for (const [group, code] of Object.entries(foodOfGroup)) assert.ok(byCode.get(code)?.groups.includes(group), group);
});

test("a barcode has the right number of digits and the right last one", () => {
  assert.equal(barcodeOf(" 3 017620-422003 "), "3017620422003");
  for (const right of ["96385074", "036000291452", "00012345600012"]) assert.equal(barcodeOf(right), right);
  for (const wrong of ["", "96385075", "3017620422004", "123", "96385074x", "030176204220031"]) assert.equal(barcodeOf(wrong), null);
});

test("the short code UPC-E stands for a number of twelve digits, and other codes for themselves", () => {
  for (const [short, long] of [
    ["04252614", "042100005264"], ["01234133", "012300000413"], ["01234145", "012340000015"], ["01234558", "012345000058"], ["12345670", "123456000070"],
  ]) assert.equal(numberOf({ format: "upc_e", rawValue: short }), long);
  assert.equal(barcodeOf(numberOf({ format: "upc_e", rawValue: "04252614" })), "042100005264");
  assert.equal(barcodeOf(numberOf({ format: "upc_e", rawValue: "04252615" })), null);
  for (const [typed, digits] of [
    ["0425261-4", "042100005264"], ["12345670", "12345670"], ["01234565", "012345000065"], ["05964031", "05964031"], ["04252615", null],
  ]) assert.equal(barcodeOf(typed), digits, typed);
  assert.equal(numberOf({ format: "ean_8", rawValue: "96385074" }), "96385074");
});

test("a product that was typed in is compared by the names on its label, and what is not among them is not called free of it", () => {
  const product = typedProduct({ name: " Muesli ", label: "Oats, hazelnuts; kiwi,\nkiwi , .", grams: "500" });
  assert.deepEqual([product.name, product.others, product.grams], ["Muesli", ["Oats", "hazelnuts", "kiwi"], 500]);
  const own = [{ food: "hazelnut" }, { name: "Kiwi" }, { food: "milk" }];
  assert.deepEqual(verdicts(own, product), [["hazelnut", "named"], ["Kiwi", "named"], ["milk", "compare"]]);
  assert.deepEqual(verdicts(own, typedProduct({ name: "Muesli", label: " ", grams: "" })), [["hazelnut", "notStated"], ["milk", "notStated"], ["Kiwi", "incomparable"]]);
  for (const grams of ["", "0", "-5", String(mostGrams + 1), "1e9"]) assert.ok(!("grams" in typedProduct({ name: "Muesli", label: "", grams })), grams);
});

test("a typed product is entered with what was typed, and says nothing of the rest", () => {
  const whole = typedProduct({ name: " Muesli ", label: "oats, walnuts; traces of milk.", grams: "500" });
  assert.deepEqual(enteredProduct(whole, "fr"), { name: "Muesli", language: "fr", agreed: true, quantity: "500 g", ingredients: "oats, walnuts, traces of milk" });
  assert.deepEqual(enteredProduct(typedProduct({ name: "Tea", label: "", grams: "" }), "en"), { name: "Tea", language: "en", agreed: true });
});
