// A row of buttons that is one stop of the Tab key: the arrows lead from one to the next (ARIA: toolbar).

/** Where a key leads to from the place of a button among so many. */
const steps = {
  ArrowRight: (place) => place + 1, ArrowDown: (place) => place + 1,
  ArrowLeft: (place) => place - 1, ArrowUp: (place) => place - 1,
  Home: () => 0, End: (place, count) => count - 1,
};

/** Makes the buttons below `bar` one stop; `rest` has that be the one that is pressed. */
export function rove(bar) {
  const buttons = [...bar.querySelectorAll("button")];
  const stopAt = (chosen) => buttons.forEach((button) => { button.tabIndex = button === chosen ? 0 : -1; });
  bar.addEventListener("focusin", (event) => { if (buttons.includes(event.target)) stopAt(event.target); });
  bar.addEventListener("keydown", (event) => {
    const place = buttons.indexOf(event.target);
    const step = steps[event.key];
    if (!step || place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    buttons[(step(place, buttons.length) + buttons.length) % buttons.length].focus();
  });
  const rest = () => {
    if (bar.contains(document.activeElement)) return;
    stopAt(buttons.find((button) => button.getAttribute("aria-pressed") === "true") ?? buttons[0]);
  };
  rest();
  return { rest };
}
