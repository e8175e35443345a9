// Finds the walks within a step that is as slow as a stay; the same as `SlowWay.swift`, which explains it.

import { distanceBetween } from "./trip-distance.js";
import { speedOf } from "./trip-settings.js";

const accuracyOf = ({ accuracy }) => accuracy ?? 0;

const joined = ({ start, distance }, later) => ({ start, end: later.end, distance: distance + later.distance });

export class SlowWay {
  #settings;
  #last;
  #legs = [];

  constructor(anchor, settings) {
    this.#last = anchor;
    this.#settings = settings;
  }

  /** Notes where somebody was on the way, if that is far enough from where they were seen last. */
  pass(fix) {
    const distance = distanceBetween(this.#last, fix);
    const error = accuracyOf(this.#last) + accuracyOf(fix);
    if (distance < Math.max(this.#settings.shortestLeg, error) || fix.time <= this.#last.time) return;
    this.#add(distance, fix);
  }

  /** The walks on the way to a fix: what lies between long pauses, if it is far and fast enough. */
  walksTo(fix) {
    if (fix.time <= this.#last.time) return [];
    this.#add(distanceBetween(this.#last, fix), fix);
    const { shortestStay, stayingSpeed, step, stepTolerance } = this.#settings;
    const isSlow = ({ start, end, distance }) => speedOf(distance, end - start) <= stayingSpeed;
    const walks = [];
    let isOpen = false;
    for (const leg of this.#legs) {
      const isPause = leg.end - leg.start >= shortestStay && isSlow(leg);
      if (!isPause && isOpen) walks.push(joined(walks.pop(), leg));
      else if (!isPause) walks.push(leg);
      isOpen = !isPause;
    }
    return walks.filter((walk) => walk.distance + stepTolerance >= step && !isSlow(walk));
  }

  #add(distance, fix) {
    this.#legs.push({ start: this.#last.time, end: fix.time, distance });
    this.#last = fix;
  }
}
