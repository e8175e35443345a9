// Keeps the focused control in sight while what stands around it grows, in a pane that scrolls or in the window.

/** Pixels by which a control may stick out: positions are rounded when a pane scrolls. */
const slack = 1;

/**
 * Follows what `pane` contains, which scrolls: `content` itself, or the root element for the window.
 *
 * Readers who scroll away from the focused control by hand are left alone.
 */
export function keepFocusInSight(content, pane = content) {
  const isWindow = pane === document.documentElement;
  /** Whether the focused control is where its reader sees it. */
  let wasSeen = false;
  let byKey = false;
  let size = "";
  const measured = () => `${pane.scrollHeight} ${pane.clientHeight}`;
  const sees = (control) => isWithin({ top: 0, bottom: innerHeight }, control)
    && (isWindow ? !isCovered(control) : isWithin(pane.getBoundingClientRect(), control));

  addEventListener("keydown", () => { byKey = true; }, true);
  for (const end of ["keyup", "pointerdown"]) addEventListener(end, () => { byKey = false; }, true);
  // A key's step comes into sight, but maybe only after this event.
  content.addEventListener("focusin", ({ target }) => { wasSeen = byKey || sees(target); });
  for (const hand of ["wheel", "touchmove"]) content.addEventListener(hand, () => { wasSeen = false; }, { passive: true });
  // In a low window, a pane may scroll with the page.
  addEventListener("scroll", () => {
    // Where something has grown since, that may be why the control is out of sight: the observer comes next.
    if (measured() === size) wasSeen = content.contains(document.activeElement) && sees(document.activeElement);
  }, { capture: true, passive: true });

  const sizes = new ResizeObserver(() => {
    size = measured();
    const focused = document.activeElement;
    if (wasSeen && content.contains(focused) && !sees(focused)) focused.scrollIntoView({ block: "nearest", behavior: "instant" });
  });
  for (const part of [content, ...content.children]) sizes.observe(part);
}

/** Of what is higher than the room, a part is enough. */
function isWithin(room, control) {
  const { top, bottom } = control.getBoundingClientRect();
  if (bottom - top > room.bottom - room.top) return bottom > room.top && top < room.bottom;
  return top >= room.top - slack && bottom <= room.bottom + slack;
}

/** Whether something else lies over the middle, such as a bar that stays at the bottom of the window. */
function isCovered(control) {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  return there !== null && !control.contains(there) && !there.contains(control);
}
