// A row of buttons that is a single tab stop: arrow keys move between them (ARIA: toolbar).

/** The target of a key, given a button's index and the number of buttons. */
const steps = {
  ArrowRight: (place) => place + 1, ArrowDown: (place) => place + 1,
  ArrowLeft: (place) => place - 1, ArrowUp: (place) => place - 1,
  Home: () => 0, End: (place, count) => count - 1,
};

/** The same where the buttons stand in rows. */
const stepsInRows = (columns) => ({ ...steps, ArrowDown: (place) => place + columns, ArrowUp: (place) => place - columns });

/**
 * Makes the elements that `selector` matches in `bar` a single tab stop, including later ones; with several `columns`, the keys up and
 * down lead to the row above or below.
 *
 * @returns {{rest: () => void}} `rest` moves the stop to the pressed button, or the first; call it after
 * changes.
 */
export function rove(bar, selector = "button", columns = 1) {
  const known = stepsInRows(columns);
  const buttons = () => [...bar.querySelectorAll(selector)];
  const stopAt = (chosen) => buttons().forEach((button) => { button.tabIndex = button === chosen ? 0 : -1; });
  bar.addEventListener("focusin", (event) => { if (event.target.matches(selector)) stopAt(event.target); });
  bar.addEventListener("keydown", (event) => {
    const row = buttons();
    const place = row.indexOf(event.target);
    const step = known[event.key];
    if (!step || place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    row[(step(place, row.length) + row.length) % row.length].focus();
  });
  const rest = () => {
    const row = buttons();
    stopAt(row.find((button) => button === document.activeElement)
      ?? row.find((button) => button.getAttribute("aria-pressed") === "true") ?? row[0]);
  };
  rest();
  return { rest };
}
