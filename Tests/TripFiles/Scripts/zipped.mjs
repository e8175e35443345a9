// Makes ZIP files (APPNOTE.TXT 6.3) for tests.

import { crc32, deflateRawSync } from "node:zlib";

function record(signature, fields, ...parts) {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0));
  bytes.writeUInt32LE(signature, 0);
  let place = 4;
  for (const [size, value] of fields) {
    bytes.writeUIntLE(value, place, size);
    place += size;
  }
  return Buffer.concat([bytes, ...parts.map((part) => Buffer.from(part))]);
}

/** An archive of files, by name. */
export function zipped(files) {
  const [entries, directory] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const common = [[2, 20], [2, 0], [2, 8], [4, 0], [4, crc32(content)], [4, packed.length], [4, Buffer.byteLength(content)], [2, Buffer.byteLength(name)], [2, 0]];
    entries.push(record(0x04034b50, common, name, packed));
    directory.push(record(0x02014b50, [[2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]], name));
    offset += entries.at(-1).length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record(0x06054b50, [[2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, size], [4, offset], [2, 0]]);
  return Buffer.concat([...entries, ...directory, end]);
}
