// Where a track comes from: a file, with its progress and its refusals, or a recording.

import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { known, text } from "./language.js";
import { TripRecorder } from "./trips-recorder.js";
import { chooseForTrips, tripChoices } from "./trips-settings.js";
import { speedWords } from "./trips-words.js";
import { number } from "./words.js";

/** Notes are shown up to here, and how many more there are. */
const told = 8;

export class TripSource {
  #track;
  #onTrack;
  #onSettings;

  /** `onTrack` is called with the summary of a new track, `onSettings` when the same track is to be judged otherwise. */
  constructor(track, { onTrack, onSettings }) {
    [this.#track, this.#onTrack, this.#onSettings] = [track, onTrack, onSettings];
    byId("file").addEventListener("change", ({ target }) => this.#readFile(target));
    this.recorder = new TripRecorder((fixes) => this.#open({ fixes }));
    this.#showSettings();
  }

  async #readFile(input) {
    const [file] = input.files;
    if (!file) return;
    await this.#open({ file });
    input.value = "";
  }

  async #open(source) {
    const [status, progress] = [byId("read-status"), byId("progress")];
    say(status, source.file ? text("trips.reading") : "");
    [progress.hidden, progress.value] = [!source.file, 0];
    byId("result").hidden = true;
    try {
      const { summary } = await this.#track.open(source, (share) => { progress.value = share; });
      status.replaceChildren(element("p", {}, text("trips.readCount", { count: summary.count })), ...notesOf(summary.notes));
      await this.#onTrack(summary);
    } catch (error) {
      if (!error.code) throw error;
      status.classList.add("error");
      status.replaceChildren(element("p", {}, refusalOf(error)), ...notesOf(error.notes ?? []));
    } finally {
      progress.hidden = true;
    }
  }

  #showSettings() {
    const { isCyclist, speed, stopsStill } = tripChoices();
    const show = () => {
      byId("speed-line").hidden = !byId("cyclist").checked;
      byId("speed-words").textContent = speedWords(Number(byId("speed").value));
    };
    [byId("still").checked, byId("cyclist").checked, byId("speed").value] = [stopsStill, isCyclist, speed];
    byId("still").addEventListener("change", ({ target }) => chooseForTrips({ stopsStill: target.checked }));
    for (const id of ["cyclist", "speed"]) {
      byId(id).addEventListener("input", show);
      byId(id).addEventListener("change", () => {
        chooseForTrips({ isCyclist: byId("cyclist").checked, speed: Number(byId("speed").value) });
        this.#onSettings();
      });
    }
    show();
  }
}

/** Why nothing of a file can be used. */
function refusalOf({ code, line, found }) {
  const words = known(`trips.failure.${code}`, text("trips.failure.broken"));
  const place = line ? text("trips.line", { line: number(line) }) : "";
  return [words, place, found ? `“${found}”` : ""].filter((part) => part !== "").join(" ");
}

/** What of a file could not be read, although the rest could. */
function notesOf(notes) {
  if (notes.length === 0) return [];
  const rows = notes.slice(0, told).map(({ code, count, line, file }) => {
    const words = known(`trips.note.${code}`, text("trips.note.unknown", { count }), { count });
    return element("li", {}, [words, line ? text("trips.line", { line: number(line) }) : "", file ?? ""].filter((part) => part !== "").join(" "));
  });
  if (notes.length > told) rows.push(element("li", {}, text("values.file.more", { count: notes.length - told })));
  return [element("ul", { class: "notes" }, rows)];
}
