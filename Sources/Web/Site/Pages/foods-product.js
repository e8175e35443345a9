// The check of a product by its barcode: typed, or read from a photo or before the camera where the browser can. One that nobody
// knows can be typed in by what is on its label.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { foodName, foodSign } from "./food-catalogue.js";
import { barcodeOf, foodOfGroup, numberOf, verdictsOf } from "./food-product.js";
import { typedProduct } from "./food-typed.js";
import { FoodCamera } from "./foods-camera.js";
import { FoodCarbon } from "./foods-carbon.js";
import { FoodOffer } from "./foods-offer.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { notice } from "./notice.js";

/** What is printed on products. */
const formats = ["ean_13", "ean_8", "upc_a", "upc_e"];

export class FoodProduct {
  #catalogue;
  #foods = [];
  #product = null;
  #carbon = new FoodCarbon();
  #points;
  #camera = null;
  #offering = null;
  /** The barcode that was looked up last, if nobody has entered it. */
  #unknown = null;

  /** The part of the page stays hidden where the service does not look products up. `points` counts a product that was found. */
  constructor(catalogue, points) {
    [this.#catalogue, this.#points] = [catalogue, points];
    const { products } = catalogue;
    if (!products) return;
    byId("product-part").hidden = false;
    byId("product-about").textContent = text("foods.product.about", { source: products.name });
    this.#offering = new FoodOffer(products, () => {
      this.#unknown = null;
      byId("product-source").replaceChildren();
    });
    onSubmit(byId("product"), byId("product-status"), () => {
      this.#camera.stop();
      this.#offer([]);
      return this.#look(byId("barcode").value);
    });
    onSubmit(byId("typed"), byId("typed-status"), () => this.#type());
    byId("photo-line").hidden = !("BarcodeDetector" in globalThis);
    this.#camera = new FoodCamera(formats, (found) => this.#take(found));
    byId("photo").addEventListener("change", ({ target }) => this.#read(target.files[0]));
  }

  /** Compares with other foods. */
  compare(foods) {
    this.#foods = foods;
    byId("product-points").hidden = !this.#points.isOn();
    this.#draw();
  }

  #clear() {
    this.#product = null;
    this.#draw();
    this.#carbon.show(null);
  }

  async #look(typed) {
    this.#clear();
    this.#unknown = null;
    const barcode = barcodeOf(typed);
    if (barcode === null) {
      say(byId("product-status"), text("foods.product.mistyped"), true);
      return;
    }
    say(byId("product-status"), text("waiting"));
    try {
      this.#product = await ask("GET", `/v1/products/${barcode}`);
      say(byId("product-status"), "");
      byId("typed-part").open = false;
      this.#draw();
      this.#carbon.show(this.#product);
      const count = this.#points.count();
      if (count > 0) notice(text("foods.points", { points: text("trips.points.count", { count }) }));
      byId("product-name").focus();
    } catch (error) {
      say(byId("product-status"), error.kind === "busy" ? text("foods.product.busy") : wording(error), true);
      if (error.kind === "unknown-product") {
        this.#unknown = barcode;
        this.#offerToAdd(barcode);
      }
      this.#offerToType();
    }
  }

  /** The way on where nothing was found, or nobody answered: what is on the label can be typed. */
  #offerToType() {
    byId("typed-part").open = true;
    byId("product-status").append(" ", element("span", {}, text("foods.typed.offer")));
  }

  /** Compares a product as it was typed; nothing is sent. */
  #type() {
    this.#clear();
    say(byId("product-status"), "");
    this.#product = typedProduct({ name: byId("typed-name").value, label: byId("typed-label").value, grams: byId("typed-grams").value });
    this.#draw();
    this.#carbon.show(this.#product);
    byId("product-name").focus();
  }

  /** Leads to where everybody may add a product: nothing is sent there for the reader. */
  #offerToAdd(barcode) {
    const { name, page } = this.#catalogue.products;
    byId("product-status").append(" ", element("a", { href: page.replace("{barcode}", barcode), rel: "noreferrer" }, text("foods.product.add", { source: name })), ".");
  }

  /** Reads the bars in a photo, which stays in the browser. */
  async #read(photo) {
    byId("photo").value = "";
    if (!photo) return;
    this.#camera.stop();
    const found = await createImageBitmap(photo).then((picture) => new globalThis.BarcodeDetector({ formats }).detect(picture)).catch(() => []);
    await this.#take(found);
  }

  /** Checks the one barcode of a picture, or offers all that are in it. */
  async #take(found) {
    const numbers = [...new Set(found.map(numberOf))];
    this.#clear();
    this.#offer(numbers.length > 1 ? numbers : []);
    if (numbers.length === 1) await this.#choose(numbers[0]);
    else say(byId("product-status"), numbers.length === 0 ? text("foods.product.unseen") : "", numbers.length === 0);
  }

  /** Offers all barcodes of a picture, so that one after the other can be checked; none hides them. */
  #offer(numbers) {
    byId("codes").hidden = numbers.length === 0;
    byId("codes-list").replaceChildren(...numbers.map((number) => element("button", { class: "quiet", type: "button", onclick: () => this.#choose(number) }, number)));
    if (numbers.length > 0) byId("codes-list").firstElementChild.focus();
  }

  #choose(number) {
    byId("barcode").value = number;
    return this.#look(number);
  }

  #draw() {
    byId("product-result").hidden = this.#product === null;
    if (this.#product === null) return;
    const { name, barcode, quantity, others } = this.#product;
    byId("product-name").textContent = [name ?? barcode, quantity].filter(Boolean).join(", ");
    const verdicts = verdictsOf(this.#foods, this.#product, this.#catalogue.byCode);
    byId("verdicts").replaceChildren(...verdicts.map((each) => element("li", { class: `verdict ${each.verdict}` }, foodSign(each.food), element("span", {}, this.#wordsOf(each)))));
    byId("verdicts-none").hidden = verdicts.length > 0;
    byId("product-groups").replaceChildren(...["contains", "mayContain"].filter((list) => this.#product[list].length > 0)
      .map((list) => element("li", {}, text(`foods.product.${list}`, { names: this.#namesOf(this.#product[list]) }))),
    ...(others.length > 0 ? [element("li", {}, text("foods.product.others", { names: others.join(", ") }))] : []));
    byId("product-source").replaceChildren(...sourceOf(this.#product));
    this.#offering.show(this.#product, this.#unknown);
  }

  #wordsOf({ food, verdict, group, names = [] }) {
    const values = { food: foodName(food, this.#catalogue), group: group ? this.#namesOf([group]) : "", names: names.join(", ") };
    return text(group ? `foods.verdict.${verdict}.group` : `foods.verdict.${verdict}`, values);
  }

  #namesOf(groups) { return groups.map((group) => foodName({ food: foodOfGroup[group] ?? group }, this.#catalogue)).join(", "); }
}

/** Where what is said of a product comes from. */
function sourceOf({ isTyped = false, source, licence, page }) {
  if (isTyped) return [text("foods.typed.source")];
  return [text("foods.product.source", { source, licence }), " ", element("a", { href: page, rel: "noreferrer" }, text("foods.product.page"))];
}
