// Reads the tracks of a file, whatever wrote it: what it is shows in its first characters, not in its name.

import { ElementReader, LineReader } from "./trip-elements.js";
import { TrackMistake } from "./trip-gathering.js";
import { GpxTrack } from "./trip-gpx.js";
import { KmlTrack } from "./trip-kml.js";
import { TcxTrack } from "./trip-tcx.js";
import { XmlReader } from "./trip-xml.js";
import { zipEntries, zipStream } from "./zip-entries.js";

const roots = { gpx: GpxTrack, TrainingCenterDatabase: TcxTrack, kml: KmlTrack };

/** Reads XML: its root says of which format it is. */
class DocumentReader {
  #track = null;
  #reader = new XmlReader((name, tag) => this.#open(name, tag), (name, text) => this.#track?.close(name, text));

  #open(name, tag) {
    if (!this.#track) {
      if (!roots[name]) throw new TrackMistake("unknown", { line: this.#reader.line, found: name });
      this.#track = new roots[name](this.#reader);
      return;
    }
    this.#track.open(name, tag);
  }

  read(piece) {
    this.#reader.read(piece);
  }

  finish() {
    if (!this.#track) throw new TrackMistake("unknown", { line: 1 });
    const gathering = this.#track.finish();
    if (!this.#reader.isComplete) gathering.note("ends", () => ({ line: this.#reader.line }));
    return gathering.result(this.#track.format);
  }
}

/** The reader for a text that begins like this; null as long as that does not show, and the text may go on. */
function readerFor(text, isWhole) {
  const sign = /\S/.exec(text)?.[0];
  if (sign === undefined) return null;
  if (sign === "<") return new DocumentReader();
  if (sign === "{" || sign === "[") return new ElementReader();
  if (/^\s*\d{4}-\d\d-\d\dT[^\t\n]*\t/.test(text)) return new LineReader();
  if (/^\s*[\dT:.Z-]*$/.test(text) && !isWhole) return null;
  throw new TrackMistake("unknown", { line: 1, found: text.trim().slice(0, 40) });
}

/** The encoding that the first bytes tell: by a mark, by zeros between characters, or by what an XML document says. */
function encodingOf(bytes) {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const said = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(String.fromCharCode(...bytes.slice(0, 200)))?.[1];
  return said ?? "utf-8";
}

function decoderFor(bytes) {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new TrackMistake("encoding", { found: encoding });
  }
}

/** Reads a stream of bytes to its end. */
async function readStream(stream) {
  const source = stream.getReader();
  let [decoder, reader, waiting] = [null, null, ""];
  const take = (text, isWhole) => {
    waiting += text;
    reader ??= readerFor(waiting, isWhole);
    if (!reader) return;
    reader.read(waiting);
    waiting = "";
  };
  for (let piece = await source.read(); !piece.done; piece = await source.read()) {
    decoder ??= decoderFor(piece.value);
    take(decoder.decode(piece.value, { stream: true }), false);
  }
  if (decoder) take(decoder.decode(), true);
  if (!reader) throw new TrackMistake("empty");
  return reader.finish();
}

/** The bytes of a file as a stream; `onRead` is told how many have been read. */
const counting = (file, onRead) => file.stream().pipeThrough(new TransformStream({
  transform(piece, controller) {
    onRead(piece.byteLength);
    controller.enqueue(piece);
  },
}));

/** Which entries of an archive may have tracks: their folders and some of their names depend on the language of an account. */
const chosen = (entries) => entries
  .filter(({ name }) => /\.(gpx|tcx|kml|rec|jsonl?|geojson)$/i.test(name) && !/(^|\/)(Settings|Tombstones)\.json$|^__MACOSX\//i.test(name));

/** Reads the tracks of an archive: workouts of Apple Health, Google's Takeout, KMZ, or any folder. */
async function readArchive(file, onRead) {
  const entries = chosen(await zipEntries(file).catch(() => Promise.reject(new TrackMistake("zip"))));
  if (entries.length === 0) throw new TrackMistake("trackless");
  const [tracks, notes] = [[], []];
  for (const entry of entries) {
    try {
      const track = await readStream(await zipStream(file, entry, onRead));
      tracks.push(track);
      notes.push(...track.notes.map((note) => ({ ...note, file: entry.name })));
    } catch (error) {
      const { code = "zip", line, index, found } = error;
      notes.push({ code, count: 1, line, index, found, file: entry.name });
    }
  }
  if (tracks.length === 0) throw new TrackMistake("nothing", { notes });
  return { ...joined(tracks), notes };
}

/** Several tracks as one; what Google tells of journeys is left out where it also gives what was measured. */
function joined(tracks) {
  const formats = new Set(tracks.map(({ format }) => format));
  if (formats.has("google-records")) formats.delete("google-semantic");
  const fixes = [];
  for (const track of tracks) if (formats.has(track.format)) for (const fix of track.fixes) fixes.push(fix);
  return { format: [...formats].join(", "), fixes: fixes.sort((one, other) => one.time - other.time) };
}

/**
 * Reads the tracks of a file.
 *
 * Returns its format, its fixes in the order of time, and notes on what could not be read, each with its code, where it was
 * first, and how often. Throws a `TrackMistake` if there is nothing to use. `onRead` is told how many bytes have been read.
 */
export async function readTrack(file, onRead = () => {}) {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return readArchive(file, onRead);
  const stream = counting(file, onRead);
  if (start[0] === 0x1f && start[1] === 0x8b) {
    return readStream(stream.pipeThrough(new DecompressionStream("gzip"))).catch((error) => Promise.reject(error instanceof TrackMistake ? error : new TrackMistake("zip")));
  }
  return readStream(stream);
}
