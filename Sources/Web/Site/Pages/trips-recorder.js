// Records positions while the page is open. Browsers tell none to pages that are hidden, and none while the screen is locked.

import { byId } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { distanceBetween } from "./trip-distance.js";
import { tripDefaults } from "./trip-settings.js";
import { tripChoices } from "./trips-settings.js";
import { durationWords } from "./trips-words.js";
import { lengthName } from "./words.js";

const minute = 60_000;
/** Without a move of a step for so long, a recording ends (Alter Eco, after what iPhones do). */
const stillness = 20 * minute;
/** Somebody who stands still is noted so often, so that the air of this time is known. */
const heartbeat = minute;
/** How often the figures and the stillness are looked at. */
const pulse = 5_000;

export class TripRecorder {
  #onEnd;
  #fixes = [];
  #distance = 0;
  #moved = 0;
  #watch = null;
  #timer = null;
  #lock = null;
  #isOn = false;
  /** Whether the next position is the first since the start or a pause: nobody knows the way to it. */
  #isFirst = true;

  /** `onEnd` is called with the fixes of a recording. */
  constructor(onEnd) {
    this.#onEnd = onEnd;
    byId("record").addEventListener("click", () => this.#start());
    byId("pause").addEventListener("click", () => (this.#watch === null ? this.#resume() : this.#pause()));
    byId("finish").addEventListener("click", () => this.#finish(""));
    document.addEventListener("visibilitychange", () => this.#wake());
    // Closing the page ends a recording, so the browser asks first.
    addEventListener("beforeunload", (event) => { if (this.#isOn) event.preventDefault(); });
  }

  #start() {
    if (!navigator.geolocation) {
      say(byId("record-status"), text("trips.record.impossible"), true);
      return;
    }
    [this.#fixes, this.#distance, this.#moved, this.#isOn] = [[], 0, Date.now(), true];
    this.#timer = setInterval(() => this.#look(), pulse);
    this.#resume();
    byId("pause").focus();
  }

  #resume() {
    say(byId("record-status"), "");
    [this.#moved, this.#isFirst] = [Date.now(), true];
    this.#watch = navigator.geolocation.watchPosition((position) => this.#take(position), (error) => this.#fail(error), { enableHighAccuracy: true, maximumAge: 0 });
    this.#show();
  }

  #pause() {
    this.#stopWatching();
    this.#show();
  }

  #stopWatching() {
    if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
    this.#watch = null;
  }

  /** Keeps a position that is a step away from the last one, or a heartbeat later. */
  #take({ coords: { longitude, latitude, altitude, accuracy } }) {
    // The clock of this device: what browsers give as the time of a position is not always the same.
    const fix = { longitude, latitude, altitude, accuracy, time: Date.now(), isFirst: this.#isFirst };
    if (accuracy > tripDefaults.worstAccuracy) {
      say(byId("record-status"), text("trips.record.imprecise"));
      return;
    }
    say(byId("record-status"), "");
    const last = this.#isFirst ? undefined : this.#fixes.at(-1);
    this.#isFirst = false;
    const distance = last ? distanceBetween(last, fix) : 0;
    const isStep = distance + tripDefaults.stepTolerance >= tripDefaults.step;
    if (last && !isStep && fix.time - last.time < heartbeat) return;
    if (isStep) [this.#distance, this.#moved] = [this.#distance + distance, fix.time];
    // Still at the same place, as far as anybody can tell: small errors do not add up to a step.
    this.#fixes.push(last && !isStep ? { ...last, time: fix.time, isFirst: false } : fix);
    this.#figures();
  }

  #fail({ code, PERMISSION_DENIED }) {
    if (code !== PERMISSION_DENIED) {
      say(byId("record-status"), text("trips.record.lost"));
      return;
    }
    this.#finish(text("trips.record.denied"), true);
  }

  #look() {
    if (this.#watch === null) return;
    this.#figures();
    if (tripChoices().stopsStill && Date.now() - this.#moved >= stillness) this.#finish(text("trips.record.still"));
  }

  #figures() {
    const spent = this.#fixes.length > 0 ? Date.now() - this.#fixes[0].time : 0;
    byId("record-figures").textContent = `${lengthName(this.#distance)} · ${durationWords(spent)}`;
  }

  #finish(words, isFailure = false) {
    this.#stopWatching();
    clearInterval(this.#timer);
    this.#isOn = false;
    this.#show();
    const fixes = this.#fixes;
    this.#fixes = [];
    byId("record").focus();
    say(byId("record-status"), words, isFailure);
    if (fixes.length > 0) this.#onEnd(fixes);
    else if (words === "") say(byId("record-status"), text("trips.record.none"), true);
  }

  #show() {
    const isPaused = this.#watch === null;
    byId("recording").hidden = !this.#isOn;
    byId("recording").classList.toggle("paused", isPaused);
    byId("record").hidden = this.#isOn;
    for (const id of ["pause", "finish"]) byId(id).hidden = !this.#isOn;
    byId("pause").setAttribute("aria-pressed", String(isPaused));
    if (this.#isOn) {
      say(byId("record-state"), text(isPaused ? "trips.record.paused" : "trips.record.on"));
      this.#figures();
    }
    this.#wake();
  }

  /** Keeps the screen on while recording; a browser may refuse, and takes it back when the page is hidden. */
  async #wake() {
    const isWanted = this.#isOn && this.#watch !== null && document.visibilityState === "visible";
    if (isWanted && (this.#lock === null || this.#lock.released)) {
      this.#lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    } else if (!isWanted) {
      this.#lock?.release();
      this.#lock = null;
    }
  }
}
