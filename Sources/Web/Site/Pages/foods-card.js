// The card for a restaurant: what one must not eat, in the language of the kitchen. It needs no network once it was read.

import { byId, element } from "./dom.js";
import { foodName, foodSign } from "./food-catalogue.js";
import { language } from "./language.js";
import { keep, recall } from "./memory.js";

const file = "/assets/restaurant-card.json";
const chosen = "restaurant-language";
const rightToLeft = new Set(["ar"]);

export class RestaurantCard {
  #foods = [];
  #words = null;
  #lock = null;

  constructor(catalogue) {
    this.catalogue = catalogue;
    const wish = recall(chosen, null);
    const first = catalogue.languages.includes(wish) ? wish : language;
    byId("card-language").replaceChildren(...catalogue.languages.map((code) => element("option", { value: code, lang: code, selected: code === first }, nameOf(code))));
    byId("card-language").addEventListener("change", ({ target }) => {
      keep(chosen, target.value);
      this.#draw();
    });
    byId("print").addEventListener("click", () => window.print());
    byId("show").addEventListener("click", () => this.#showBig());
    byId("big-close").addEventListener("click", () => byId("big").close());
    byId("big").addEventListener("close", () => this.#sleep());
    // A screen that was switched off lets go of the lock.
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible" && byId("big").open) this.#wake(); });
  }

  async show(foods) {
    this.#foods = foods;
    this.#words ??= await (await fetch(file)).json();
    this.#draw();
  }

  #draw() {
    if (!this.#words) return;
    const isEmpty = this.#foods.length === 0;
    byId("card-none").hidden = !isEmpty;
    byId("card-acts").hidden = isEmpty;
    for (const id of ["card", "big-card"]) {
      const place = byId(id);
      const wish = byId("card-language").value;
      Object.assign(place, { lang: wish, dir: rightToLeft.has(wish) ? "rtl" : "ltr" });
      place.replaceChildren(...isEmpty ? [] : this.#lines(wish));
    }
  }

  #lines(wish) {
    const words = this.#words[wish];
    const own = this.#words[language];
    const isOther = wish !== language;
    return [
      element("p", { class: "title" }, words.have), element("p", {}, words.not),
      element("ul", {}, this.#foods.map((food) => element("li", {}, foodSign(food), element("span", {},
        element("span", { dir: "auto" }, foodName(food, this.catalogue, wish)),
        isOther && food.food ? element("small", { lang: language, dir: "ltr" }, foodName(food, this.catalogue)) : null)))),
      element("p", {}, words.kitchen), element("p", {}, words.unsure), element("p", {}, words.thanks),
      element("div", { class: "notes" }, element("p", {}, words.translation), isOther ? element("p", { lang: language, dir: "ltr" }, own.translation) : null),
    ];
  }

  /** Shows the card alone and big; the screen stays on, where the browser can do that. */
  #showBig() {
    byId("big").showModal();
    this.#wake();
  }

  async #wake() {
    // A browser may refuse, such as when the battery is low; the card is shown all the same.
    this.#lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  }

  #sleep() {
    this.#lock?.release();
    this.#lock = null;
    byId("show").focus();
  }
}

/** The name of a language in itself. */
function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
