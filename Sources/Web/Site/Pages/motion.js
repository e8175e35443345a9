// Maps that stand still for those who want no motion.

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export const isCalm = () => calm.matches;

/** What Leaflet is told when it makes a map: tiles are there at once for everybody, as their fading in says nothing. */
export const motionOptions = () => ({
  fadeAnimation: false, ...(isCalm() ? { zoomAnimation: false, markerZoomAnimation: false, inertia: false } : {}),
});

/** Has a map be at once where its keys, its focus and its edges would glide to. */
export function calmMap(map) {
  const { panBy } = map;
  map.panBy = (offset, options) => panBy.call(map, offset, isCalm() ? { ...options, animate: false } : options);
}
