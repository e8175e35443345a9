// Holds films of the map to WCAG 2.2, 2.3.1: no more than three flashes in any second.
//
// A flash is a pair of opposing changes of the relative luminance by a tenth or more, where the darker one is below 0.8. Every
// pair of colours is shown in every rhythm of up to twelve days, at each pace, over light and dark ground.
//
// Arguments: the folder with the modules, and files of ramps. Prints a line for each pair of colours that flashes.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...ramps] = process.argv.slice(2);
const { paces, shareOf } = await import(pathToFileURL(`${folder}/film-pace.js`));

const grounds = [[255, 255, 255], [0x20, 0x28, 0x2c]];
const longestRhythm = 12;
/** Days of a film that is judged, in seconds; the first second is that of its beginning. */
const seconds = 4;

const channels = (text) => [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16));
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]) => 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);

/** A colour with its opacity, multiplied as a canvas holds it. */
const shade = (rgb, opacity) => [...rgb.map((value) => value * opacity), opacity];

function shades(ramp) {
  const { none, noneOpacity = 1, ...levels } = ramp;
  const runs = ["low", "moderate", "high", "veryHigh"].flatMap((level) => levels[level]).map((text) => shade(channels(text), 1));
  return [...runs, shade(channels(none), noneOpacity), shade([0, 0, 0], 0)];
}

/** The luminance of each day, where `rhythm` says which of two colours a day has. */
function luminances(rhythm, pair, ground, pace) {
  const share = shareOf(pace);
  let canvas = null;
  return Array.from({ length: pace * seconds }, (_, day) => {
    const colour = pair[rhythm[day % rhythm.length]];
    canvas = canvas ? canvas.map((value, index) => (1 - share) * value + share * colour[index]) : colour;
    return luminance(ground.map((value, index) => canvas[index] + (1 - canvas[3]) * value));
  }).slice(pace);
}

/** The most opposing changes within a second. */
function changes(all, pace) {
  const places = [];
  let [direction, lowest, highest] = [0, all[0], all[0]];
  for (const [place, now] of all.entries()) {
    [lowest, highest] = [Math.min(lowest, now), Math.max(highest, now)];
    const isRise = direction <= 0 && now - lowest >= 0.1 && lowest < 0.8;
    const isFall = direction >= 0 && highest - now >= 0.1 && now < 0.8;
    if (isRise || isFall) {
      places.push(place);
      [direction, lowest, highest] = [isRise ? 1 : -1, now, now];
    }
  }
  return Math.max(0, ...places.map((from) => places.filter((place) => place >= from && place < from + pace).length));
}

const rhythms = Array.from({ length: longestRhythm - 1 }, (_, index) => index + 2)
  .flatMap((length) => Array.from({ length: length - 1 }, (_, on) => Array.from({ length }, (_day, day) => Number(day <= on))));

for (const file of ramps) {
  const all = shades(JSON.parse(readFileSync(file, "utf8")));
  const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other]));
  for (const pace of Object.values(paces)) {
    for (const pair of pairs) {
      const most = Math.max(...grounds.flatMap((ground) => rhythms.map((rhythm) => changes(luminances(rhythm, pair, ground, pace), pace))));
      // Three flashes are six changes; a seventh begins a fourth flash.
      if (most > 6) process.stdout.write(`${file}, ${pace} days a second: ${most} changes between ${pair.join(" and ")}\n`);
    }
  }
}
