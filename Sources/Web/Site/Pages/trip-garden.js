// The sizes of the garden on the page: how close it may be seen, and what stays under a finger.

/** How many times as large the garden may be shown. */
const [least, most] = [1, 3];

/** A zoom that is changed by a factor, within its bounds. */
export const zoomed = (zoom, factor) => Math.min(most, Math.max(least, zoom * factor));

export const isClosest = (zoom) => zoom === most;
export const isWidest = (zoom) => zoom === least;

/** Where a view has to be scrolled to, in pixels, so that what is `at` so many pixels from its edge stays there when all is `ratio` times as large. */
export const scrolled = (scroll, at, ratio) => Math.max(0, (scroll + at) * ratio - at);
