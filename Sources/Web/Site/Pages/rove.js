// A row of buttons that is one stop of the Tab key: the arrows lead from one to the next (ARIA: toolbar).

/** Where a key leads to from the place of a button among so many. */
const steps = {
  ArrowRight: (place) => place + 1, ArrowDown: (place) => place + 1,
  ArrowLeft: (place) => place - 1, ArrowUp: (place) => place - 1,
  Home: () => 0, End: (place, count) => count - 1,
};

/**
 * Makes what `selector` finds below `bar` one stop, those that come later as well.
 *
 * @returns {{rest: () => void}} `rest` has the one that is pressed be the stop, or the first; called when they change.
 */
export function rove(bar, selector = "button") {
  const buttons = () => [...bar.querySelectorAll(selector)];
  const stopAt = (chosen) => buttons().forEach((button) => { button.tabIndex = button === chosen ? 0 : -1; });
  bar.addEventListener("focusin", (event) => { if (event.target.matches(selector)) stopAt(event.target); });
  bar.addEventListener("keydown", (event) => {
    const row = buttons();
    const place = row.indexOf(event.target);
    const step = steps[event.key];
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
