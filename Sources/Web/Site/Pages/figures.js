// The digit of a level, from 0 for none to 4 for very high, so that levels do not rely on colour alone.

import { colour } from "./dom.js";
import { lazily, locale } from "./locale.js";
import { levels } from "./words.js";

const figures = lazily(() => new Intl.NumberFormat(locale));
const [dark, light] = ["#000000", "#ffffff"];
/** At this luminance, black and white text have the same contrast, 4.58:1. */
const middle = 0.179;

/** The digit of a level, or nothing without a level. */
export const figureOf = (level) => (levels.includes(level) ? figures().format(levels.indexOf(level)) : "");

/** The text colour for a background `#rrggbb`. */
export function inkOn(text) {
  const [red, green, blue] = [1, 3, 5].map((place) => linear(parseInt(colour(text).slice(place, place + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > middle ? dark : light;
}

/** The linear intensity of a channel value (sRGB). */
const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
