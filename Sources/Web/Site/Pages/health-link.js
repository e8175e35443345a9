// SMART Health Links (HL7, STU 1): files that are encrypted here, with a key that only the link has.

const encoder = new TextEncoder();
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const prefix = "shlink:/";

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** A new key, as base64url. */
export const newKey = () => base64url(crypto.getRandomValues(new Uint8Array(keyLength)));

const imported = (key) => crypto.subtle.importKey("raw", bytesOf(key), "AES-GCM", false, ["encrypt", "decrypt"]);

async function piped(bytes, through) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}

/** Encrypts a text: a JSON Web Encryption in compact form (RFC 7516), compressed where the browser can. */
export async function encrypted(words, contentType, key) {
  const isCompressed = "CompressionStream" in window;
  const header = { alg: "dir", enc: "A256GCM", cty: contentType, ...isCompressed ? { zip: "DEF" } : {} };
  const plain = encoder.encode(words);
  const body = isCompressed ? await piped(plain, new CompressionStream("deflate-raw")) : plain;
  const head = base64url(encoder.encode(JSON.stringify(header)));
  const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
  const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(head), tagLength: 8 * tagLength };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, await imported(key), body));
  const end = sealed.length - tagLength;
  return [head, "", base64url(iv), base64url(sealed.subarray(0, end)), base64url(sealed.subarray(end))].join(".");
}

/** The text of a JSON Web Encryption; throws if the key is not its own. */
export async function decrypted(jwe, key) {
  const [head, , iv, content, tag] = jwe.trim().split(".");
  const header = JSON.parse(new TextDecoder().decode(bytesOf(head)));
  if (header.alg !== "dir" || header.enc !== "A256GCM") throw new Error(`${header.alg} ${header.enc}`);
  const [body, end] = [bytesOf(content), bytesOf(tag)];
  const sealed = new Uint8Array(body.length + end.length);
  sealed.set(body);
  sealed.set(end, body.length);
  const algorithm = { name: "AES-GCM", iv: bytesOf(iv), additionalData: encoder.encode(head), tagLength: 8 * tagLength };
  const plain = new Uint8Array(await crypto.subtle.decrypt(algorithm, await imported(key), sealed));
  const opened = header.zip === "DEF" ? await piped(plain, new DecompressionStream("deflate-raw")) : plain;
  return new TextDecoder().decode(opened);
}

/** The link with a payload, to be read by a viewer. */
export const linkOf = (payload) => prefix + base64url(encoder.encode(JSON.stringify(payload)));

/** The payload of a link, or of an address that ends in one; `null` if it has none. */
export function payloadOf(address) {
  const start = address.indexOf(prefix);
  if (start < 0) return null;
  try {
    const payload = JSON.parse(new TextDecoder().decode(bytesOf(address.slice(start + prefix.length))));
    return typeof payload.url === "string" && typeof payload.key === "string" ? payload : null;
  } catch {
    return null;
  }
}
