// Waiting for the browser to paint.

/** Milliseconds after which waiting for a frame ends, because hidden pages have none. */
const patience = 250;

export const passed = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** Resolves when changes are visible. */
export const painted = () => Promise.race([
  new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); }), passed(patience),
]);
