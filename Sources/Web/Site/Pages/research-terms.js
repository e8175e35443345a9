// What the parts of the researchers' page share: words in languages, tables, and acts that may fail.

import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { language, text } from "./language.js";
import { locale } from "./locale.js";
import { fail } from "./member.js";

export const list = "/v1/research/studies";
export const languages = ["en", "de", "fr", "it", "es"];

const names = new Intl.DisplayNames([locale], { type: "language" });

/** The name of a language; forms may name none. */
export const languageName = (code, known = code) => (code === "und" ? known : names.of(code));

/** Words in the reader's language, or else in the first that there is. */
export const inWords = (wording, code = language) => wording?.[code] ?? Object.values(wording ?? {})[0] ?? "";

/** Performs an act, and says at a place why it failed; resolves with whether it was done. */
export async function trying(id, act) {
  say(byId(id), "");
  try {
    await act();
    return true;
  } catch (error) {
    fail(byId(id), error);
    return false;
  }
}

/** A table that scrolls sideways on its own; `label` is its name, and columns are words. */
export const grid = (label, columns, rows) => element("div", { class: "wide-table", tabindex: 0, role: "group", "aria-label": label },
  element("table", { class: "table" },
    element("thead", {}, element("tr", {}, columns.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, rows)));

export const gridRow = (cells, attributes = {}) => element("tr", attributes, cells.map((cell) => element("td", {}, cell)));

/** The names of parts of a study, one after the other. */
export const partNames = (parts) => new Intl.ListFormat(locale, { type: "conjunction" }).format(parts.map((part) => text(`research.part.${part}`)));
