// Waiting for what the browser paints.

/** Milliseconds after which nothing waits any more for a frame: pages that nobody looks at have none. */
const patience = 250;

export const passed = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** Resolves when what was changed can be seen. */
export const painted = () => Promise.race([
  new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); }), passed(patience),
]);
