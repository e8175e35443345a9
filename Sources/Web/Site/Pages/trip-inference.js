// Tells from a track how somebody travelled: fixes in, activities out, and nothing leaves the browser.
//
// The same as `TripInference.swift`, which explains each rule; both have to give the same for all test vectors. A fix has a
// longitude and a latitude in degrees and a time in whole milliseconds, and may have an altitude and an accuracy in metres.

import { StepAverager } from "./trip-averaging.js";
import { distanceBetween } from "./trip-distance.js";
import { speedOf, tripSettings } from "./trip-settings.js";
import { SlowWay } from "./trip-slow-way.js";
import { TravelStops } from "./trip-stops.js";

export class TripInference {
  #settings;
  #stops;
  #averager;
  /** The last fix that counted. */
  #anchor = null;
  /** Where somebody has been since then. */
  #way = null;
  /** For each kind of stop: where somebody was, when last, and how many steps have contradicted a journey since. */
  #visits = { airport: null, station: null };
  /** Steps that are none if a journey between stops is believed. */
  #held = [];

  constructor({ stops = new TravelStops([]), settings = tripSettings() } = {}) {
    this.#stops = stops;
    this.#settings = settings;
    this.#averager = new StepAverager(settings);
  }

  /** The activities of a whole track, whose fixes are in the order of time. */
  static activities(fixes, options) {
    const inference = new TripInference(options);
    for (const fix of fixes) inference.take(fix);
    return inference.finish();
  }

  /** Takes the next fix: one that is imprecise, high or not later than the last one is none, one that is near says that somebody is still there. */
  take(fix) {
    const settings = this.#settings;
    if (fix.accuracy != null && !(fix.accuracy >= 0 && fix.accuracy <= settings.worstAccuracy)) return;
    if (fix.altitude != null && fix.altitude > settings.highestAltitude) return;
    this.#forgetOldVisits(fix.time);
    const last = this.#anchor;
    if (last === null) {
      this.#settle(fix);
      return;
    }
    if (fix.time - last.time < settings.shortestStep) return;
    const distance = distanceBetween(last, fix);
    if (distance + settings.stepTolerance < settings.step) {
      this.#way.pass(fix);
      this.#linger(fix, last.time);
      return;
    }
    this.#note({ distance, start: last.time, end: fix.time }, fix);
    this.#settle(fix);
  }

  /** The activities so far: the last steps are not among them yet, and the last two activities may still become one with the next. */
  get activities() {
    return this.#averager.activities;
  }

  /** Ends the track, and returns all activities in the order of time. */
  finish() {
    this.#visits = { airport: null, station: null };
    this.#anchor = null;
    this.#release();
    this.#averager.flush();
    return this.activities;
  }

  /** Holds a step, or the walks within one that is as slow as a stay. */
  #note(step, fix) {
    const { shortestStay, stayingSpeed } = this.#settings;
    const duration = step.end - step.start;
    const isStay = duration >= shortestStay && speedOf(step.distance, duration) <= stayingSpeed;
    for (const walk of isStay ? this.#way.walksTo(fix) : [step]) this.#hold(walk);
  }

  #hold({ distance, start, end }) {
    const { speedLimit, cyclistSpeed, vehicleSpeed, slowestCycling } = this.#settings;
    const speed = speedOf(distance, end - start);
    if (speed > speedLimit) return;
    const pace = speed >= (cyclistSpeed ?? vehicleSpeed) ? "vehicle" : "foot";
    this.#held.push({ start, end, distance, pace, isCyclable: speed >= slowestCycling });
    this.#contradict("airport", pace === "vehicle");
    this.#contradict("station", pace === "foot");
    this.#release();
  }

  #contradict(kind, isContrary) {
    const visit = this.#visits[kind];
    if (!visit) return;
    visit.contradictions = isContrary ? visit.contradictions + 1 : 0;
    if (visit.contradictions >= this.#settings[kind].contrarySteps) this.#visits[kind] = null;
  }

  /** Averages the held steps that no journey can replace any more: those before the first open visit was over. */
  #release() {
    const { airport, station } = this.#visits;
    const open = Math.min(airport?.lastSeen ?? Infinity, station?.lastSeen ?? Infinity);
    let count = 0;
    while (count < this.#held.length && this.#held[count].end <= open) count += 1;
    if (count === 0) return;
    for (const step of this.#held.splice(0, count)) this.#averager.take(step);
  }

  /** Takes a fix as the place from which the next step starts, and looks for stops there. */
  #settle(fix) {
    this.#anchor = fix;
    this.#way = new SlowWay(fix, this.#settings);
    for (const kind of ["airport", "station"]) {
      const stop = this.#stops.nearest(kind, fix, this.#settings[kind].radius);
      if (stop) this.#visit(kind, stop, fix.time);
    }
  }

  #visit(kind, stop, time) {
    const before = this.#visits[kind];
    const journey = before && this.#journey(kind, before, stop, time);
    if (journey) this.#believe(journey);
    this.#visits[kind] = { stop, lastSeen: time, contradictions: 0 };
    this.#release();
  }

  /** A fix too near to count still says that somebody is at a stop. */
  #linger(fix, settled) {
    for (const kind of ["airport", "station"]) {
      const visit = this.#visits[kind];
      if (!visit || visit.lastSeen < settled || fix.time <= visit.lastSeen) continue;
      if (distanceBetween(fix, visit.stop) > this.#settings[kind].radius) continue;
      visit.lastSeen = fix.time;
      this.#release();
    }
  }

  /** The journey between two stops; null if they are near each other, or no train is that fast. */
  #journey(kind, visit, stop, arrival) {
    const { separation, meanSpeed } = this.#settings[kind];
    const line = distanceBetween(visit.stop, stop);
    const elapsed = arrival - visit.lastSeen;
    if (line < separation || elapsed <= 0) return null;
    if (kind === "station" && speedOf(line, elapsed) > this.#settings.speedLimit) return null;
    const mode = kind === "airport" ? "plane" : "train";
    return { mode, start: visit.lastSeen, end: arrival, distance: Math.max(meanSpeed * (elapsed / 1_000), line) };
  }

  /** Puts a journey in the place of the steps since it began. */
  #believe(journey) {
    this.#visits = { airport: null, station: null };
    this.#held = this.#held.filter(({ end }) => end <= journey.start);
    this.#release();
    this.#averager.add(journey);
  }

  /** Forgets stops where nobody was seen for long, and with them where the next step would have started. */
  #forgetOldVisits(time) {
    const isOld = (kind) => this.#visits[kind] !== null && time - this.#visits[kind].lastSeen >= this.#settings[kind].patience;
    const [isAirportOld, isStationOld] = [isOld("airport"), isOld("station")];
    if (!isAirportOld && !isStationOld) return;
    if (isAirportOld) this.#visits.airport = null;
    if (isStationOld) this.#visits.station = null;
    this.#release();
    this.#averager.flush();
    this.#anchor = null;
  }
}
