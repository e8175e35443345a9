// The words that scripts say. The server writes those that the page's scripts may ask for into the page.

import { language, lazily, locale } from "./locale.js";

export { language, locale };

const plural = lazily(() => new Intl.PluralRules(locale));
const figures = lazily(() => new Intl.NumberFormat(locale));
const messages = JSON.parse(document.getElementById("page-words").textContent);

/**
 * A message with its values put in.
 *
 * Where the number of things matters, a message has a form for each case of the language, and `count` decides.
 */
export function text(key, values = {}) {
  const message = messages[key];
  if (message === undefined) {
    // A page with a gap is better than none.
    console.error(`no message ${key} in ${language}`);
    return key;
  }
  const form = typeof message === "string" ? message : message[plural().select(values.count)] ?? message.other;
  const said = form.replace(/\{(\w+)\}/g, (_, name) => (name === "count" ? figures().format(values.count) : values[name] ?? ""));
  // The point of an abbreviation, such as `20. Nov.`, ends a sentence as well.
  return said.replace(/\.\.(?=\s|$)/g, ".");
}

/** The message with a key, or `otherwise` when there is none: for names that the server may add to. */
export const known = (key, otherwise) => (key in messages ? text(key) : otherwise);
