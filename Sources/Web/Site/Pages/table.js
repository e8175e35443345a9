// Tables with named columns: they scroll sideways on their own, and on phones each row is a small card.

import { element } from "./dom.js";
import { text } from "./language.js";

/** A table in a region that can be scrolled with the keyboard; `label` is the attribute that names the region. */
export function table(label, columns, body, caption) {
  const heads = columns.map((name) => element("th", { scope: "col" }, text(`column.${name}`)));
  return element("div", { class: "wide-table", tabindex: 0, role: "group", ...label },
    element("table", { class: "table" },
      caption ? element("caption", {}, caption) : null,
      element("thead", {}, element("tr", {}, heads)), body));
}

/** A row; each cell knows its column's name, which phones show beside it. */
export const tableRow = (columns, cells, attributes = {}) =>
  element("tr", attributes, cells.map((cell, index) =>
    element("td", { "data-head": text(`column.${columns[index]}`) }, cell)));

/** The button that loads the next page of a list. */
export const moreButton = (onclick) =>
  element("button", { class: "quiet more", type: "button", onclick }, text("more.older"));
