// Bars of what was kept, by day, week, month or year: a toolbar for keys and fingers, and the same as a table.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { rove } from "./rove.js";
import { table, tableRow } from "./table.js";

export class TripBars {
  #rover = null;

  /**
   * Shows periods, each with `name`, `pieces` of `{ kind, amount }`, `rows` of `{ name, words, exact }`, and `words` for all of it;
   * those with a `limit` also tell whether it `isOver`, a `note`, and `overWords` for more than it. One without rows had nothing.
   */
  show(periods, { columns, legend }) {
    const longest = Math.max(...periods.flatMap(({ pieces, limit = 0 }) => [pieces.reduce((sum, { amount }) => sum + amount, 0), limit]), Number.MIN_VALUE);
    const marks = legend.map(({ kind, name }) => ({ mark: `piece ${kind}`, name }));
    if (periods.some(({ limit }) => limit)) marks.push({ mark: "limit", name: text("trips.average") });
    const over = periods.find(({ isOver }) => isOver);
    if (over) marks.push({ mark: "piece above", name: overWordsOf(over) });
    byId("legend").replaceChildren(...marks.map(({ mark, name }) => element("li", {}, element("span", { class: mark, "aria-hidden": "true" }), name)));
    byId("bars").replaceChildren(...periods.map((period) => this.#bar(period, longest)));
    this.#rover ??= rove(byId("bars"));
    this.#rover.rest();
    byId("bar-words").textContent = "";
    byId("table").replaceChildren(table({ "aria-label": text("lookback.table") }, columns, element("tbody", {}, periods.flatMap(({ name, rows, words }) =>
      (rows.length === 0 ? [{ name: "–", words }] : rows).map((row) => tableRow(columns, [name, row.name, row.words]))))));
  }

  #bar(period, longest) {
    const { name, pieces, rows, words, limit, isOver, note } = period;
    const above = isOver ? overWordsOf(period) : "";
    const told = (wordsOf) => [...rows.map((row) => `${row.name}: ${wordsOf(row)}`), note ?? "", above].filter((part) => part !== "").join(" · ");
    const [said, exact] = [told((row) => row.words), told((row) => row.exact ?? row.words)];
    const kind = isOver ? "bar over" : "bar";
    const button = element("button", { class: rows.length === 0 ? `${kind} empty` : kind, type: "button", "aria-pressed": "false", "aria-label": said === "" ? `${name}: ${words}` : `${name}: ${words}. ${said}` },
      element("span", {}, name), stackOf(pieces, { limit, isOver }, longest), element("span", { class: "figure" }, words, above === "" ? null : element("span", { class: "above-words" }, above)));
    button.addEventListener("click", () => {
      for (const other of byId("bars").children) other.setAttribute("aria-pressed", String(other === button));
      byId("bar-words").textContent = `${name}: ${exact === "" ? words : exact}`;
    });
    return button;
  }
}

/** What is said of a period above its limit. */
const overWordsOf = ({ overWords }) => overWords ?? text("trips.above");

/** The pieces of a bar; one above its limit has red stripes, through which the colours of the pieces are seen. */
function stackOf(pieces, { limit, isOver }, longest) {
  const share = (amount) => `${(100 * amount) / longest}%`;
  const part = (kind, style) => {
    const one = element("span", { class: kind });
    Object.assign(one.style, style);
    return one;
  };
  const stack = element("span", { class: "stack-of-bars", "aria-hidden": "true" }, pieces.map(({ kind, amount }) => part(`piece ${kind}`, { width: share(amount) })));
  if (isOver) stack.append(part("above", { width: share(pieces.reduce((sum, { amount }) => sum + amount, 0)) }));
  if (limit) stack.append(part("limit", { left: share(limit) }));
  return stack;
}
