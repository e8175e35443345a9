// A list under a heading that opens it, which is asked for only once somebody opens it: each person is told who looked.

import { element } from "./dom.js";
import { text } from "./language.js";

/**
 * An item of a list with another list in it, which comes in pages.
 *
 * @param {object} parts
 * @param {string} parts.key What the item is called when the lists that are open are looked for.
 * @param {Array} parts.heading What stands in the part that opens it.
 * @param {string} parts.look The class of the inner list.
 * @param {(next?: number) => Promise<{ rows: Node[], next?: number }>} parts.load Asks for the first page, or for the next one.
 * @param {string} parts.none What an empty list says.
 * @param {(error: Error) => void} parts.fail
 * @param {boolean} parts.isOpen
 */
export function nestedList({ key, heading, look, load, none, fail, isOpen }) {
  const rows = element("ul", { class: look });
  const more = element("button", { class: "quiet", type: "button", hidden: "", onclick: () => add(true).catch(fail) }, text("admin.more"));
  let [next, isAsked] = [undefined, false];

  async function add(isMore = false) {
    const page = await load(next);
    rows.append(...page.rows);
    if (isMore) page.rows[0]?.querySelector("button")?.focus();
    if (rows.childElementCount === 0) rows.append(element("li", { class: "hint" }, none));
    next = page.next;
    more.hidden = next === undefined;
  }

  const details = element("details", { "data-key": key }, element("summary", {}, heading), rows, more);
  details.addEventListener("toggle", () => {
    if (!details.open || isAsked) return;
    isAsked = true;
    add().catch((error) => { isAsked = false; fail(error); });
  });
  details.open = isOpen;
  return element("li", {}, details);
}

/** The keys of the nested lists in a list that are open. */
export const openKeys = (list) => new Set([...list.querySelectorAll("[open]")].map((details) => details.dataset.key));
