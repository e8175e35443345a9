// What an immunotherapy is for: a food, an allergen of the air, or another by its name, such as `food:peanut`.

import { element } from "./dom.js";
import { foodName, foodPicture } from "./food-catalogue.js";
import { locale } from "./locale.js";
import { capitalised } from "./words.js";

export class TreatedAllergens {
  constructor(catalogue, allergens) {
    Object.assign(this, { catalogue, allergens });
  }

  name(treated) {
    const [kind, key] = parts(treated);
    if (kind === "food") return foodName({ food: key }, this.catalogue);
    return kind === "air" ? capitalised(this.allergens.get(key)?.name ?? key) : key;
  }

  sign(treated) {
    const [kind, key] = parts(treated);
    return kind === "food" ? foodPicture(key)
      : element("span", { class: "food-sign", "aria-hidden": "true" }, this.name(treated).slice(0, 1).toLocaleUpperCase(locale));
  }

  /** All that can be chosen from, by kind and name: the foods that the reader keeps, the others, and what is in the air. */
  choices(keptFoods) {
    const kept = keptFoods.map(({ food, name }) => (food ? `food:${food}` : `own:${name}`));
    const airborne = [...this.allergens].filter(([, { category }]) => ["pollen", "spore"].includes(category)).map(([key]) => `air:${key}`);
    const named = (keys) => keys.map((key) => ({ key, name: this.name(key) })).sort((one, other) => one.name.localeCompare(other.name, locale));
    const foods = this.catalogue.foods.map(({ code }) => `food:${code}`).filter((key) => !kept.includes(key));
    return { kept: named(kept), foods: named(foods), air: named(airborne) };
  }
}

function parts(treated) {
  const colon = treated.indexOf(":");
  return [treated.slice(0, colon), treated.slice(colon + 1)];
}
