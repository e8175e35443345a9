// QR codes, drawn by the library that the system's package installs.

import { shape } from "./dom.js";

/** The modules of white around a code that readers need (ISO/IEC 18004). */
const quiet = 4;
/** How much of a code may be lost: M, 15 %. */
const correction = "M";
let library = null;

function load() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "/assets/qrcode/qrcode.js", onload: () => resolve(window.qrcode), onerror: reject });
    document.head.append(script);
  });
}

/** The picture of the QR code of a text, in black on white whatever the page's colours are; `null` without the library. */
export async function qrCode(words, label) {
  library ??= load();
  const make = await library.catch(() => null);
  if (!make) return null;
  // The smallest version that holds the text.
  const code = make(0, correction);
  code.addData(words);
  code.make();
  const count = code.getModuleCount();
  const places = Array.from({ length: count * count }, (_, index) => [Math.floor(index / count), index % count]);
  const dark = places.filter(([row, column]) => code.isDark(row, column));
  const size = count + 2 * quiet;
  return shape("svg", { class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    shape("rect", { width: size, height: size, fill: "#fff" }),
    shape("path", { fill: "#000", d: dark.map(([row, column]) => `M${column + quiet} ${row + quiet}h1v1h-1z`).join("") }));
}
