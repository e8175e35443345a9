// The catalogue of foods: their names in many languages, and our drawings of them.

import { element } from "./dom.js";
import { language } from "./language.js";

/** Foods that share a drawing. */
const drawnAs = { shellfish: "mollusc", treeNut: "hazelnut", glutenCereal: "wheat", rye: "wheat", barley: "wheat", oat: "wheat" };

/** The catalogue as the server has it, or as it was last read. */
export async function foodCatalogue() {
  const answer = await fetch("/v1/foods");
  if (!answer.ok) throw new Error(`GET /v1/foods: ${answer.status}`);
  const { languages, foods, products } = await answer.json();
  return { languages, foods, products, byCode: new Map(foods.map((food) => [food.code, food])) };
}

/** The name of a kept food in a language; one's own is as it was written. */
export const foodName = ({ food, name }, { byCode }, wish = language) =>
  (food ? byCode.get(food)?.names[wish] ?? byCode.get(food)?.names.en ?? food : name);

/** The picture of a food of the catalogue. */
export const foodPicture = (code) =>
  element("img", { class: "food-sign", src: `/assets/food-${drawnAs[code] ?? code}.svg`, alt: "", width: 40, height: 40 });

/** The sign of a kept food: our drawing, or the sign that the reader chose. */
export const foodSign = ({ food, sign }) =>
  (food ? foodPicture(food) : element("span", { class: "food-sign", "aria-hidden": "true" }, sign));
