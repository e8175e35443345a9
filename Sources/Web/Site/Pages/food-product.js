// What a product says about somebody's own foods. That something is not stated never means that the product is free of it.

import { wordsOf } from "./guide-words.js";

/** The food of the catalogue that has the name of a group. */
export const foodOfGroup = {
  "eu.gluten": "glutenCereal", "eu.crustaceans": "crustacean", "eu.eggs": "egg", "eu.fish": "fish", "eu.peanuts": "peanut", "eu.soybeans": "soy",
  "eu.milk": "milk", "eu.nuts": "treeNut", "eu.celery": "celery", "eu.mustard": "mustard", "eu.sesame": "sesame", "eu.sulphites": "sulphite",
  "eu.lupin": "lupin", "eu.molluscs": "mollusc",
};
/** The gravest first. */
const order = ["contains", "named", "mayContain", "compare", "notStated", "incomparable"];

/** The words of a name without the s of the plural. */
const phraseOf = (name) => wordsOf(name).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)).join(" ");

/** The names of a food as phrases, each of several with commas or brackets by itself. */
function phrasesOf({ food, name }, byCode) {
  const names = food ? Object.values(byCode.get(food)?.names ?? {}) : [name];
  return new Set(names.flatMap((each) => each.split(/[(),;/\u3001\u060C\uFF08\uFF09\uFF0C]/u)).map(phraseOf).filter(Boolean));
}

/** What else is named of a product and has the name of a food in it; what is the name of another food is only that one. */
function namesOf(food, others, byCode) {
  const own = phrasesOf(food, byCode);
  const isOwn = (phrase) => own.has(phrase) || [...own].some((each) => ` ${phrase} `.includes(` ${each} `));
  const found = others.filter((other) => isOwn(phraseOf(other)));
  if (found.length === 0) return [];
  const known = [...byCode.keys()].map((code) => phrasesOf({ food: code }, byCode));
  return found.filter((other) => own.has(phraseOf(other)) || !known.some((phrases) => phrases.has(phraseOf(other))));
}

/**
 * What a product says of a kept food: it `contains` or `mayContain` its group, with the `group` where that is wider than the
 * food; the food is perhaps `named` beside the groups, with these `names`; a reader has to `compare` it with what else is
 * named; it is `notStated`; or it is `incomparable`, because no label has to name it and nothing else is named.
 */
function verdictOf(food, { others = [], ...product }, byCode) {
  const groups = (byCode.get(food.food)?.groups ?? []).filter((group) => group in foodOfGroup);
  const stated = (list) => groups.find((group) => product[list]?.includes(group));
  const ofGroup = (list) => ({ food, verdict: list, ...(foodOfGroup[stated(list)] === food.food ? {} : { group: stated(list) }) });
  if (stated("contains")) return ofGroup("contains");
  const names = namesOf(food, others, byCode);
  if (names.length > 0) return { food, verdict: "named", names };
  if (stated("mayContain")) return ofGroup("mayContain");
  if (others.length > 0) return { food, verdict: "compare" };
  return { food, verdict: groups.length > 0 ? "notStated" : "incomparable" };
}

/** The verdict for each kept food, the gravest first. */
export function verdictsOf(foods, product, byCode) {
  return foods.map((food) => verdictOf(food, product, byCode))
    .sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}

/** The number that a short code of the kind UPC-E stands for (GS1 General Specifications, 5.2.2.4.2), as it is typed. */
function expanded(short) {
  const [, system, five, sixth, check] = /^([01])(\d{5})(\d)(\d)$/.exec(short) ?? [];
  if (system === undefined) return short;
  const kind = Number(sixth);
  if (kind <= 2) return `${system}${five.slice(0, 2)}${sixth}0000${five.slice(2)}${check}`;
  if (kind === 3) return `${system}${five.slice(0, 3)}00000${five.slice(3)}${check}`;
  if (kind === 4) return `${system}${five.slice(0, 4)}00000${five.slice(4)}${check}`;
  return `${system}${five}0000${sixth}${check}`;
}

/** The number that bars stand for, as a browser reads them. */
export const numberOf = ({ format, rawValue }) => (format === "upc_e" ? expanded(rawValue) : rawValue);

/** Whether the last digit fits the others. */
const isChecked = (digits) => [...digits].reverse().reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

/**
 * The digits of a barcode as it was typed; `null` if its number of digits or its check digit is wrong. Of eight digits the same
 * is told as by `Barcode.swift`, which explains it.
 */
export function barcodeOf(text) {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null;
  const long = expanded(digits);
  if (long !== digits && isChecked(long) && (!isChecked(digits) || digits.startsWith("0"))) return long;
  return isChecked(digits) ? digits : null;
}
