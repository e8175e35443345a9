// Offers to enter a product that somebody typed in where nobody has entered it. All that would be sent is shown first, and nothing is
// sent without a yes to this product.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { enteredProduct } from "./food-typed.js";
import { say, wording } from "./form.js";
import { language, text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { ask as askReader } from "./question.js";

const languages = lazily(() => new Intl.DisplayNames(locale, { type: "language" }));

export class FoodOffer {
  #source;
  #onDone;
  #product = null;
  #barcode = null;

  /** `source` has products, and the `account` under which they are entered; without one nothing is offered. `onDone` is called when one was. */
  constructor(source, onDone) {
    [this.#source, this.#onDone] = [source, onDone];
    byId("offer").textContent = text("foods.offer", { source: source.name });
    byId("offer").addEventListener("click", () => this.#offer());
  }

  /** Offers to enter a product with a barcode that nobody has entered; nothing for another, or none. */
  show(product, barcode) {
    const isOffered = Boolean(this.#source.account) && product?.isTyped === true && barcode !== null;
    [this.#product, this.#barcode] = isOffered ? [product, barcode] : [null, null];
    byId("offer-line").hidden = !isOffered;
    say(byId("offer-status"), "");
  }

  async #offer() {
    const [entry, barcode] = [enteredProduct(this.#product, language), this.#barcode];
    const { name: source } = this.#source;
    if (!await askReader(text("foods.offer.ask", { source }), this.#termsOf(entry, barcode), text("foods.offer.agree"))) return;
    byId("offer").disabled = true;
    try {
      await ask("POST", `/v1/products/${barcode}`, entry);
      this.show(null, null);
      this.#onDone();
      say(byId("offer-status"), text("foods.offer.done", { source }));
    } catch (error) {
      say(byId("offer-status"), error.kind === "busy" ? text("foods.product.busy") : wording(error), true);
    } finally {
      byId("offer").disabled = false;
    }
  }

  /** What a yes means, and all that would be sent. */
  #termsOf({ name, quantity, ingredients }, barcode) {
    const { name: source, licence, licenceAddress, account } = this.#source;
    const sent = [
      ["foods.product.number", barcode], ["foods.typed.name", name], ["foods.offer.weight", quantity], ["foods.typed.label", ingredients],
      ["foods.offer.language", languages().of(language)], ["foods.offer.account", account],
    ].filter(([, value]) => value);
    return [
      element("p", {}, text("foods.offer.about", { source }), " ", element("a", { href: licenceAddress, rel: "noreferrer" }, text("trips.carbon.licence", { licence }))),
      element("p", {}, text("foods.offer.sent")),
      element("ul", { class: "points" }, sent.map(([key, value]) => element("li", {}, `${text(key)}: ${value}`))),
    ];
  }
}
