// The entries of a ZIP file of any size, read in pieces (APPNOTE.TXT 6.3, with the 64-bit records).

const directoryEnd = 0x06054b50;
const directoryEnd64 = 0x06064b50;
const directoryLocator64 = 0x07064b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const deflated = 8;
const stored = 0;
/** The longest comment that may follow the end of the directory, and that end. */
const longestEnd = 65_535 + 22;
const tooLong = 0xffffffff;

const viewOf = async (file, start, end) => new DataView(await file.slice(start, end).arrayBuffer());
const whole = (view, place) => Number(view.getBigUint64(place, true));

/** Where the directory is; throws if the file is no ZIP file. */
async function directoryOf(file) {
  const start = Math.max(0, file.size - longestEnd);
  const view = await viewOf(file, start, file.size);
  for (let place = view.byteLength - 22; place >= 0; place -= 1) {
    if (view.getUint32(place, true) !== directoryEnd) continue;
    const [size, offset] = [view.getUint32(place + 12, true), view.getUint32(place + 16, true)];
    if (size !== tooLong && offset !== tooLong) return { offset, size };
    const locator = place - 20;
    if (locator < 0 || view.getUint32(locator, true) !== directoryLocator64) break;
    const end = whole(view, locator + 8);
    const record = await viewOf(file, end, end + 56);
    if (record.getUint32(0, true) !== directoryEnd64) break;
    return { size: whole(record, 40), offset: whole(record, 48) };
  }
  throw new Error("zip");
}

/** The sizes and the place of an entry, which its extra field has if they need 64 bits. */
function longFigures(view, extra, length, figures) {
  const found = { ...figures };
  for (let place = extra; place + 4 <= extra + length;) {
    const [kind, size] = [view.getUint16(place, true), view.getUint16(place + 2, true)];
    if (kind === 1) {
      let next = place + 4;
      for (const name of ["size", "packed", "offset"]) {
        if (figures[name] !== tooLong) continue;
        found[name] = whole(view, next);
        next += 8;
      }
    }
    place += 4 + size;
  }
  return found;
}

/** All entries with name, sizes and place. */
export async function zipEntries(file) {
  const { offset, size } = await directoryOf(file);
  const view = await viewOf(file, offset, offset + size);
  const entries = [];
  for (let place = 0; place + 46 <= view.byteLength && view.getUint32(place, true) === directoryEntry;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(place + field, true));
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, place + 46, name)),
      method: view.getUint16(place + 10, true),
      ...longFigures(view, place + 46 + name, extra, {
        packed: view.getUint32(place + 20, true), size: view.getUint32(place + 24, true), offset: view.getUint32(place + 42, true),
      }),
    });
    place += 46 + name + extra + comment;
  }
  return entries;
}

/** The packed bytes of an entry as a stream; `onRead` is told how many have been read. */
export async function zipStream(file, { offset, packed, method }, onRead) {
  const header = await viewOf(file, offset, offset + 30);
  if (header.getUint32(0, true) !== localHeader || (method !== deflated && method !== stored)) throw new Error("zip");
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const counted = file.slice(start, start + packed).stream().pipeThrough(new TransformStream({
    transform(piece, controller) {
      onRead(piece.byteLength);
      controller.enqueue(piece);
    },
  }));
  return method === deflated ? counted.pipeThrough(new DecompressionStream("deflate-raw")) : counted;
}
