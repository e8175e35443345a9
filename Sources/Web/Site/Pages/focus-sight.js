// Keeps the focused control of a scrolling pane in sight while what stands around it grows.

/** Follows a pane's content. Whoever scrolls away from the focused control by hand is left alone. */
export function keepFocusInSight(pane) {
  let wasSeen = false;
  pane.addEventListener("focusin", () => { wasSeen = true; });
  pane.addEventListener("scroll", () => { wasSeen = isSeen(pane, document.activeElement); }, { passive: true });
  const sizes = new ResizeObserver(() => {
    const focused = document.activeElement;
    if (wasSeen && pane.contains(focused) && !isSeen(pane, focused)) focused.scrollIntoView({ block: "nearest" });
  });
  for (const part of [pane, ...pane.children]) sizes.observe(part);
}

function isSeen(pane, control) {
  const room = pane.getBoundingClientRect();
  const { top, bottom } = control.getBoundingClientRect();
  return top >= room.top && bottom <= room.bottom;
}
