// Files of JSON objects: what each of them is shows in its members, whatever the file is called.

import { Gathering, TrackMistake } from "./trip-gathering.js";
import { featureFixes, ownTracksFix } from "./trip-geojson.js";
import { googleFixes, googleKind } from "./trip-google.js";
import { JsonReader } from "./trip-json.js";

/** What Google's kinds of elements come in; all others are of the Timeline. */
const googleFormats = { records: "google-records", semantic: "google-semantic" };

/** The format of an object, and its fixes; null if it is none that we know. */
function contentOf(element) {
  const google = googleKind(element);
  if (google) return { format: googleFormats[google] ?? "google-timeline", kind: google, fixes: googleFixes(google, element) };
  if (element.type === "Feature") return { format: "geojson", kind: "feature", fixes: featureFixes(element) };
  if ("lat" in element && "lon" in element && (element._type ?? "location") === "location") return { format: "owntracks", kind: "location", fixes: [ownTracksFix(element)] };
  // OwnTracks also keeps waypoints, last wills, transitions and more.
  return "_type" in element ? { format: "owntracks", kind: "other", fixes: [] } : null;
}

export class ElementTrack {
  #gathering = new Gathering();
  #count = 0;
  #format = null;
  /** Fixes of Google by where they come from: what the phone measured, paths, and the ends of activities. */
  #signals = new Gathering();
  #paths = new Gathering();
  #ends = new Gathering();

  /** Takes an object as text; `where` returns its line or index. */
  take(text, where = this.#index(this.#count)) {
    this.#count += 1;
    try {
      this.#keep(contentOf(JSON.parse(text)), text, where);
    } catch (error) {
      // What is not as its format says costs this object only.
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      this.#gathering.note(error instanceof SyntaxError ? "json" : "unknown", where, text);
    }
  }

  #keep(content, text, where) {
    if (!content) {
      this.#gathering.note("unknown", where, text);
      return;
    }
    this.#format ??= content.format;
    for (const fix of content.fixes) this.#gatheringFor(content.kind, fix).add(fix, where);
  }

  #index(index) {
    return () => ({ index });
  }

  #gatheringFor(kind, fix) {
    if (kind === "signal") return this.#signals;
    if (kind !== "timeline") return this.#gathering;
    return fix.isEnd ? this.#ends : this.#paths;
  }

  note(...about) {
    this.#gathering.note(...about);
  }

  finish() {
    this.#merge();
    if (!this.#format) throw new TrackMistake("unknown", { notes: this.#gathering.notes });
    return this.#gathering.result(this.#format);
  }

  /**
   * Joins what Google tells three times: where the phone has measured, its paths are drawn from that with less precision,
   * and so are the ends of activities on days with a path.
   */
  #merge() {
    const [first, last] = span(this.#signals.fixes.map(({ time }) => time));
    const isMeasured = ({ time }) => time >= first && time <= last;
    const dayOf = ({ time }) => Math.floor(time / 86_400_000);
    const days = new Set(this.#paths.fixes.map(dayOf));
    this.#gathering.join(this.#signals);
    this.#gathering.join(this.#paths, (fix) => !isMeasured(fix));
    this.#gathering.join(this.#ends, (fix) => !isMeasured(fix) && !days.has(dayOf(fix)));
  }
}

/** The least and the greatest of some numbers; those that are none do not count. */
function span(numbers) {
  let [first, last] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < first) first = number;
    if (number > last) last = number;
  }
  return [first, last];
}

/** Reads JSON, and JSON lines. */
export class ElementReader {
  #track = new ElementTrack();
  #reader = new JsonReader((text) => this.#track.take(text));

  read(piece) {
    this.#reader.read(piece);
  }

  finish() {
    if (!this.#reader.isComplete) this.#track.note("ends", () => ({}));
    return this.#track.finish();
  }
}

/** Reads the lines of OwnTracks' recorder: a time, a topic, and an object. */
export class LineReader {
  #track = new ElementTrack();
  #rest = "";
  #line = 0;

  read(piece) {
    const lines = (this.#rest + piece).split("\n");
    this.#rest = lines.pop();
    for (const line of lines) this.#take(line);
  }

  #take(line) {
    this.#line += 1;
    const number = this.#line;
    const start = line.indexOf("{");
    if (start >= 0) this.#track.take(line.slice(start), () => ({ line: number }));
    else if (/\S/.test(line)) this.#track.note("json", () => ({ line: number }), line);
  }

  finish() {
    this.#take(this.#rest);
    return this.#track.finish();
  }
}
