// Holds fields of the pages to limits in code points.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { shortened } = await import(pathToFileURL(`${folder}/code-points.js`));

/** Seven code points, eleven units, one character. */
const family = "👨\u200d👩\u200d👧\u200d👦";
const accents = "e\u0301";

const same = (found, expected, what) => {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) process.stdout.write(`${what}: ${one} instead of ${other}\n`);
};

same(shortened(family, 11, 7), null, "a family that fits");
same(shortened(family.repeat(2), 22, 7), { text: family, caret: 11 }, "a second family at the end");
same(shortened(family + accents, 13, 8), { text: `${family}e`, caret: 12 }, "an accent too much");
same(shortened(`${accents}abc`, 2, 4), { text: "eabc", caret: 1 }, "what was typed before others");
same(shortened("ab👩cd", 4, 4), { text: "abcd", caret: 2 }, "an emoji in the middle");
same(shortened("abcdef", 0, 4), { text: "abcd", caret: 0 }, "nothing before the caret");
same(shortened("abcd", 4, 4), null, "the whole length");
