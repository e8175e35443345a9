// Barcodes before the camera: looked for while the page is seen, and never recorded.

import { byId } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";

/** Milliseconds between two looks, so that a phone stays cool. */
const pause = 250;

/** Turns a camera off. */
function release(stream) {
  for (const track of stream.getTracks()) track.stop();
}

export class FoodCamera {
  #formats;
  #onFound;
  #stream = null;
  /** Counts starts and stops: a camera that comes too late is turned off again. */
  #turn = 0;

  /** Shows the button where the browser has a camera and reads barcodes; `onFound` gets what was found first, as the browser tells it. */
  constructor(formats, onFound) {
    [this.#formats, this.#onFound] = [formats, onFound];
    const isOffered = "BarcodeDetector" in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);
    byId("camera-line").hidden = !isOffered;
    if (!isOffered) return;
    byId("camera-start").addEventListener("click", () => this.#start());
    byId("camera-stop").addEventListener("click", () => {
      this.stop();
      byId("camera-start").focus();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.stop();
    });
    addEventListener("pagehide", () => this.stop());
  }

  /** Turns the camera off. */
  stop() {
    this.#turn += 1;
    if (this.#stream) release(this.#stream);
    this.#stream = null;
    this.#show(null);
  }

  async #start() {
    this.stop();
    const turn = this.#turn;
    say(byId("product-status"), "");
    try {
      const detector = new globalThis.BarcodeDetector({ formats: this.#formats });
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment" } });
      if (turn !== this.#turn || document.hidden) {
        release(stream);
        return;
      }
      this.#stream = stream;
      this.#show(stream);
      byId("camera-stop").focus();
      await this.#look(detector, turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.stop();
      say(byId("product-status"), text(error.name === "NotAllowedError" ? "foods.camera.denied" : "foods.camera.failed"), true);
    }
  }

  #show(stream) {
    byId("camera").hidden = stream === null;
    byId("camera-start").hidden = stream !== null;
    byId("camera-view").srcObject = stream;
  }

  /** Looks until there is a barcode, or nobody wants it any more. */
  async #look(detector, turn) {
    while (turn === this.#turn) {
      // Before the first picture, the browser refuses to look.
      const found = await detector.detect(byId("camera-view")).catch(() => []);
      if (turn !== this.#turn) return;
      if (found.length > 0) {
        this.stop();
        this.#onFound(found);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
}
