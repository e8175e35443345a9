// The words of the pages: one file of messages for each language, chosen by the reader or else by the browser.

export const languages = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano", es: "Español" };

/** Where the reader's choice lies. */
const place = "breathe-easy-language";

export const language = chosen();
/** For `Intl`: English dates are written as in Europe, the day first. */
export const locale = language === "en" ? "en-GB" : language;

const plural = new Intl.PluralRules(locale);
const figures = new Intl.NumberFormat(locale);
const messages = await load();

/** The reader's choice, else the first of the browser's languages that there is, else English. */
function chosen() {
  let kept = null;
  // A browser may be told to keep nothing.
  try { kept = localStorage.getItem(place); } catch { /* then the browser's languages decide */ }
  const wished = [kept, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wished.find((tag) => tag in languages) ?? "en";
}

async function load() {
  // The scripts may be newer than what the browser keeps: ask again, with the ETag.
  const response = await fetch(`/assets/messages/${language}.json`, { cache: "no-cache" }).catch(() => null);
  if (response?.ok) return response.json();
  document.body.append("The words of this page could not be loaded. Reload it.");
  throw new Error(`no messages in ${language}`);
}

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
  const form = typeof message === "string" ? message : message[plural.select(values.count)] ?? message.other;
  const said = form.replace(/\{(\w+)\}/g, (_, name) => (name === "count" ? figures.format(values.count) : values[name] ?? ""));
  // The point of an abbreviation, such as `20. Nov.`, ends a sentence as well.
  return said.replace(/\.\.(?=\s|$)/g, ".");
}

/** The message with a key, or `otherwise` when there is none: for names that the server may add to. */
export const known = (key, otherwise) => (key in messages ? text(key) : otherwise);

/** Puts the words into the markup of a page, and makes its choice of the language work. */
export function translatePage() {
  document.documentElement.lang = language;
  const write = (attribute, set) => {
    for (const node of document.querySelectorAll(`[data-${attribute}]`)) set(node, text(node.dataset[attribute]));
  };
  write("text", (node, words) => { node.textContent = words; });
  write("label", (node, words) => node.setAttribute("aria-label", words));
  write("placeholder", (node, words) => node.setAttribute("placeholder", words));
  const choice = document.getElementById("language");
  choice.replaceChildren(...Object.entries(languages).map(([tag, name]) => {
    const option = new Option(name, tag, tag === language, tag === language);
    option.lang = tag;
    return option;
  }));
  choice.addEventListener("change", () => {
    try { localStorage.setItem(place, choice.value); } catch { /* then it holds until the page is left */ }
    location.reload();
  });
}
