// A product that somebody typed in, because nobody else has: as `GET /v1/products` tells one, with what the label names and no groups.

/** The heaviest package that somebody may type, in grams. */
export const mostGrams = 100_000;

/** What is on a label, by its commas, semicolons and lines. */
const namesOn = (label) => [...new Set(label.split(/[,;\n\u3001\u060C\uFF0C]/u).map((name) => name.trim().replace(/\.$/, "")).filter((name) => name !== ""))];

/** The product; `grams` is empty where no weight was typed, and then one has to be taken. */
export function typedProduct({ name, label, grams }) {
  const weight = grams === "" ? null : Number(grams);
  return {
    name: name.trim(), isTyped: true, contains: [], mayContain: [], others: namesOn(label), categories: [],
    ...(weight > 0 && weight <= mostGrams ? { grams: weight } : {}),
  };
}

/** A typed product as `POST /v1/products` takes it, in a language, for somebody who agrees. */
export const enteredProduct = ({ name, others, grams }, language) => ({
  name, language, agreed: true,
  ...(grams ? { quantity: `${grams} g` } : {}), ...(others.length > 0 ? { ingredients: others.join(", ") } : {}),
});
