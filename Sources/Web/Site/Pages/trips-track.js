// The track in its worker: what the page may ask of it.

/** Why the worker could not do something; `code` and more as trip-gathering.js has them. */
export class TrackFailure extends Error {
  constructor(failure) {
    super(failure.code);
    Object.assign(this, failure);
  }
}

export class Track {
  #worker = null;
  /** Questions are answered one after the other. */
  #last = Promise.resolve();

  /** Reads a file, or takes recorded fixes, and forgets what was there before. */
  open(source, onShare) {
    this.forget();
    this.#worker = new Worker(new URL("trip-worker.js", import.meta.url));
    return this.ask(source, onShare);
  }

  /** Ends the worker, and the track with it. */
  forget() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#last = Promise.resolve();
  }

  /** Sends a message of trip-worker.js, and resolves with its answer. */
  ask(message, onShare = () => {}) {
    const answer = this.#last.catch(() => {}).then(() => this.#send(message, onShare));
    this.#last = answer;
    return answer;
  }

  #send(message, onShare) {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.share !== undefined) onShare(data.share);
        else if (data.failure) reject(new TrackFailure(data.failure));
        else resolve(data);
      };
      worker.onerror = () => reject(new TrackFailure({ code: "broken" }));
      worker.postMessage(message);
    });
  }
}
