// The messages for scripts. The server writes those that the page's scripts may use into the page.

import { language, lazily, locale } from "./locale.js";

export { language, locale };

const plural = lazily(() => new Intl.PluralRules(locale));
const figures = lazily(() => new Intl.NumberFormat(locale));
const messages = JSON.parse(document.getElementById("page-words").textContent);

/**
 * A message with its values filled in.
 *
 * If the wording depends on a number, the message has one form per plural category, and `count` selects it.
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
  // If the text ends with an abbreviation such as `20. Nov.`, its period also ends the sentence.
  return said.replace(/\.\.(?=\s|$)/g, ".");
}

/** The message with a key, or `otherwise` if there is none: for names that the server may add. */
export const known = (key, otherwise, values) => (key in messages ? text(key, values) : otherwise);
