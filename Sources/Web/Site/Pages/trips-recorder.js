// Records positions while the page is open. Browsers tell none to pages that are hidden, and none while the screen is locked: then
// a recording pauses, and goes on when the page is back.

import { byId } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { Recording } from "./trip-recording.js";
import { tripDefaults } from "./trip-settings.js";
import { PauseNotice } from "./trips-pause-notice.js";
import { tripChoices } from "./trips-settings.js";
import { durationWords } from "./trips-words.js";
import { lengthName } from "./words.js";

/** How often the figures and the stillness are looked at, in milliseconds. */
const pulse = 5_000;

export class TripRecorder {
  #onEnd;
  /** What is recorded; `null` while nothing is. */
  #recording = null;
  #watch = null;
  #timer = null;
  #lock = null;
  /** Whether it was the page's being hidden that ended the watch. */
  #isHidden = false;
  #notice = new PauseNotice();

  /** `onEnd` is called with the fixes of a recording. */
  constructor(onEnd) {
    this.#onEnd = onEnd;
    byId("record").addEventListener("click", () => this.#start());
    byId("pause").addEventListener("click", () => (this.#watch === null ? this.#resume() : this.#pause("")));
    byId("finish").addEventListener("click", () => this.#finish(""));
    document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? this.#hide() : this.#reveal()));
    // Closing the page ends a recording, so the browser asks first.
    addEventListener("beforeunload", (event) => { if (this.#recording) event.preventDefault(); });
  }

  #start() {
    if (!navigator.geolocation) {
      say(byId("record-status"), text("trips.record.impossible"), true);
      return;
    }
    this.#recording = new Recording(Date.now());
    this.#timer = setInterval(() => this.#look(), pulse);
    this.#resume();
    byId("pause").focus();
  }

  #resume() {
    say(byId("record-status"), "");
    this.#tell(this.#notice.end());
    this.#recording.resume(Date.now());
    this.#watchPositions();
    this.#show();
  }

  #pause(words) {
    this.#stopWatching();
    this.#recording.pause(Date.now());
    this.#show();
    say(byId("record-status"), words);
  }

  /** A recording that is paused already stays so. */
  #hide() {
    if (this.#recording !== null) this.#notice.leave(Date.now());
    if (this.#watch === null) return;
    this.#isHidden = true;
    this.#recording.hide(Date.now());
    this.#stopWatching();
    this.#show();
  }

  #reveal() {
    this.#tell(this.#notice.end());
    if (this.#isHidden) {
      this.#isHidden = false;
      this.#recording.reveal(Date.now());
      this.#watchPositions();
      this.#show();
    }
    this.#wake();
  }

  #watchPositions() {
    this.#watch = navigator.geolocation.watchPosition((position) => this.#take(position), (error) => this.#fail(error), { enableHighAccuracy: true, maximumAge: 0 });
  }

  #stopWatching() {
    if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
    this.#watch = null;
  }

  #take({ coords }) {
    // A position may still be on its way when a recording pauses.
    if (this.#watch === null) return;
    if (coords.accuracy > tripDefaults.worstAccuracy) {
      say(byId("record-status"), text("trips.record.imprecise"));
      return;
    }
    say(byId("record-status"), "");
    // The clock of this device: what browsers give as the time of a position is not always the same.
    this.#recording.take(coords, Date.now());
    this.#figures();
  }

  #fail({ code, PERMISSION_DENIED }) {
    if (this.#watch === null) return;
    if (code !== PERMISSION_DENIED) {
      say(byId("record-status"), text("trips.record.lost"));
      return;
    }
    this.#finish(text("trips.record.denied"), true);
  }

  #look() {
    this.#tell(this.#notice.look(Date.now()));
    if (this.#watch === null) return;
    this.#figures();
    if (!tripChoices().stopsStill || !this.#recording.isStill(Date.now())) return;
    this.#pause(text("trips.record.still"));
    this.#tell(this.#notice.tellStill());
  }

  /** The page says the same, so that it does not matter to a recording whether a notification was shown. */
  #tell(notification) { notification.catch((error) => console.warn(error.message)); }

  #figures() {
    const { distance, missed } = this.#recording;
    byId("record-figures").textContent = `${lengthName(distance)} · ${durationWords(this.#recording.spent(Date.now()))}`;
    byId("record-missed").textContent = missed > 0 ? text("trips.record.missed", { time: durationWords(missed) }) : "";
  }

  #finish(words, isFailure = false) {
    this.#stopWatching();
    clearInterval(this.#timer);
    this.#tell(this.#notice.end());
    const { fixes } = this.#recording;
    [this.#recording, this.#isHidden] = [null, false];
    this.#show();
    byId("record").focus();
    say(byId("record-status"), words, isFailure);
    if (fixes.length > 0) this.#onEnd(fixes);
    else if (words === "") say(byId("record-status"), text("trips.record.none"), true);
  }

  #show() {
    const [isOn, isPaused] = [this.#recording !== null, this.#watch === null];
    byId("recording").hidden = !isOn;
    byId("recording").classList.toggle("paused", isPaused);
    byId("record").hidden = isOn;
    for (const id of ["pause", "finish"]) byId(id).hidden = !isOn;
    byId("pause").setAttribute("aria-pressed", String(isPaused));
    if (isOn) {
      say(byId("record-state"), text(isPaused ? "trips.record.paused" : "trips.record.on"));
      this.#figures();
    }
    this.#wake();
  }

  /** Keeps the screen on while recording; a browser may refuse, and takes it back when the page is hidden. */
  async #wake() {
    const isWanted = this.#watch !== null && document.visibilityState === "visible";
    if (isWanted && (this.#lock === null || this.#lock.released)) {
      this.#lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    } else if (!isWanted) {
      this.#lock?.release();
      this.#lock = null;
    }
  }
}
