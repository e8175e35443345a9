// Maps without animation, for readers who want no motion.

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export const isCalm = () => calm.matches;

/** Options for new Leaflet maps: tiles never fade in, because the effect conveys nothing. */
export const motionOptions = () => ({
  fadeAnimation: false, ...(isCalm() ? { zoomAnimation: false, markerZoomAnimation: false, inertia: false } : {}),
});

/** Makes a map jump where keys, focus and edges would animate it. */
export function calmMap(map) {
  const { panBy } = map;
  map.panBy = (offset, options) => panBy.call(map, offset, isCalm() ? { ...options, animate: false } : options);
}
