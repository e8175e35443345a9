// Holds which paragraph a remark is shown beside to examples.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { placeOf, plain } = await import(pathToFileURL(`${folder}/passages.js`));

const paragraphs = ["Why it happens", "The proteins\n  are alike [1].", "Cooked apples itch less.", "Raw apples itch."].map(plain);
const examples = [
  ["the whole", { paragraph: 0, quote: "" }, -1],
  ["the whole, although its words are there", { paragraph: 0, quote: "Why it happens" }, -1],
  ["a paragraph", { paragraph: 2, quote: "The proteins are alike [1]." }, 1],
  ["chosen words over two lines", { paragraph: 2, quote: " proteins\n are " }, 1],
  ["words that another paragraph has first", { paragraph: 4, quote: "apples itch" }, 3],
  ["a paragraph that moved down", { paragraph: 2, quote: "Cooked apples" }, 2],
  ["a paragraph that moved up", { paragraph: 9, quote: "Raw apples" }, 3],
  ["a passage that has gone", { paragraph: 2, quote: "The acids are alike" }, -1],
  ["a paragraph without a passage", { paragraph: 3, quote: "" }, 2],
  ["a paragraph without a passage that has gone", { paragraph: 5, quote: "" }, -1],
];
for (const [name, remark, place] of examples) {
  const found = placeOf(remark, paragraphs);
  if (found !== place) process.stdout.write(`${name}: ${found} instead of ${place}\n`);
}
