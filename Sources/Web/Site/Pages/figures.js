// The figure of a level, from 0 for none to 4 for very high: what is coloured says with it what colour alone does not.

import { colour } from "./dom.js";
import { lazily, locale } from "./locale.js";
import { levels } from "./words.js";

const figures = lazily(() => new Intl.NumberFormat(locale));
const [dark, light] = ["#000000", "#ffffff"];
/** A surface of this luminance bears black and white words equally well, both with 4.58:1. */
const middle = 0.179;

/** The figure of a level, or nothing where there is no level. */
export const figureOf = (level) => (levels.includes(level) ? figures().format(levels.indexOf(level)) : "");

/** In what words are written on a colour, `#rrggbb`. */
export function inkOn(text) {
  const [red, green, blue] = [1, 3, 5].map((place) => linear(parseInt(colour(text).slice(place, place + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > middle ? dark : light;
}

/** What light a share of a channel is (sRGB). */
const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
