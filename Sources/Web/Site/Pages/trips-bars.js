// Bars of what was kept, by day, week, month or year: a toolbar for keys and fingers, and the same as a table.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { rove } from "./rove.js";
import { table, tableRow } from "./table.js";

export class TripBars {
  #rover = null;

  /**
   * Shows periods, each with `name`, `pieces` of `{ kind, amount }`, `rows` of `{ name, words }`, and `words` for all of it;
   * those with a `limit` also tell whether it `isOver`, and a `note`.
   */
  show(periods, { columns, legend }) {
    const longest = Math.max(...periods.flatMap(({ pieces, limit = 0 }) => [pieces.reduce((sum, { amount }) => sum + amount, 0), limit]), Number.MIN_VALUE);
    const marks = legend.map(({ kind, name }) => ({ mark: `piece ${kind}`, name }));
    if (periods.some(({ limit }) => limit)) marks.push({ mark: "limit", name: text("trips.average") });
    byId("legend").replaceChildren(...marks.map(({ mark, name }) => element("li", {}, element("span", { class: mark, "aria-hidden": "true" }), name)));
    byId("bars").replaceChildren(...periods.map((period) => this.#bar(period, longest)));
    this.#rover ??= rove(byId("bars"));
    this.#rover.rest();
    byId("bar-words").textContent = "";
    byId("table").replaceChildren(table({ "aria-label": text("lookback.table") }, columns, element("tbody", {}, periods.flatMap(({ name, rows }) =>
      rows.map((row) => tableRow(columns, [name, row.name, row.words]))))));
  }

  #bar({ name, pieces, rows, words, limit, isOver, note }, longest) {
    const stack = element("span", { class: "stack-of-bars", "aria-hidden": "true" }, pieces.map(({ kind, amount }) => {
      const piece = element("span", { class: `piece ${kind}` });
      piece.style.width = `${(100 * amount) / longest}%`;
      return piece;
    }));
    if (limit) {
      const mark = element("span", { class: "limit" });
      mark.style.left = `${(100 * limit) / longest}%`;
      stack.append(mark);
    }
    const said = [...rows.map((row) => `${row.name}: ${row.words}`), ...(note ? [note] : [])].join(" · ");
    const button = element("button", { class: isOver ? "bar over" : "bar", type: "button", "aria-pressed": "false", "aria-label": `${name}: ${words}. ${said}` },
      element("span", {}, name), stack, element("span", { class: "figure" }, words));
    button.addEventListener("click", () => {
      for (const other of byId("bars").children) other.setAttribute("aria-pressed", String(other === button));
      byId("bar-words").textContent = `${name}: ${said}`;
    });
    return button;
  }
}
