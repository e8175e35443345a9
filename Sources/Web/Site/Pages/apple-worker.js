// Reads Apple's export beside the page, which stays responsive however large the file is.

import { AppleHealth } from "./apple-health.js";
import { zipEntries, zipStream } from "./zip-entries.js";

/** The document in the archive: the name depends on the language of the phone, the other one is for clinics. */
async function documentOf(file) {
  const found = (await zipEntries(file)).filter(({ name }) => /\.xml$/i.test(name) && !/_cda\.xml$/i.test(name));
  if (found.length === 0) throw new Error("apple");
  return found.reduce((one, other) => (other.size > one.size ? other : one));
}

async function gather(file) {
  const health = new AppleHealth();
  let [read, told] = [0, 0];
  const onRead = (count) => {
    read += count;
    if (read - told < file.size / 100) return;
    told = read;
    self.postMessage({ share: Math.min(1, read / file.size) });
  };
  const isPlain = /\.xml$/i.test(file.name);
  const stream = isPlain ? file.stream() : await zipStream(file, await documentOf(file), onRead);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) health.read(piece.value);
  return health.result();
}

self.addEventListener("message", async ({ data: file }) => {
  try {
    self.postMessage({ series: await gather(file) });
  } catch (error) {
    self.postMessage({ failure: ["zip", "apple"].includes(error.message) ? error.message : "broken" });
  }
});
