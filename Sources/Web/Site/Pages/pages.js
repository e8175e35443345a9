// A list that comes in pages, newest first, with a button for what is older.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { say, wording } from "./form.js";

/**
 * Connects the list `#name` with its button `#name-more`, its status, and the words for an empty list.
 *
 * @param {(answer: object) => object[]} entriesOf
 * @param {(entry: object) => Node} view
 */
export function makePages(name, path, entriesOf, view) {
  let next;

  async function more(isFirst) {
    say(byId(`${name}-status`), "");
    try {
      const answer = await ask("GET", next === undefined || isFirst ? path : `${path}?before=${next}`);
      next = answer.next;
      const rows = entriesOf(answer).map(view);
      if (isFirst) byId(name).replaceChildren(...rows);
      else byId(name).append(...rows);
      byId(`${name}-none`).hidden = byId(name).childElementCount > 0;
      byId(`${name}-more`).hidden = next === undefined;
      if (!isFirst) rows[0]?.querySelector("button, a")?.focus();
    } catch (error) {
      say(byId(`${name}-status`), wording(error), true);
    }
  }

  byId(`${name}-more`).addEventListener("click", () => more(false));
  return { load: () => more(true) };
}
