// A signature that is drawn with a finger, a pen or a mouse, as a path of SVG. Nobody has to draw one.

import { byId, shape } from "./dom.js";
import { text } from "./language.js";

const [width, height] = [480, 160];
/** The most characters of a path that the server takes. */
const longest = 50_000;
/** A point nearer than this to the one before adds nothing to see. */
const leastStep = 2;

/** Makes `#signature` a place to draw; `path()` is what was drawn, empty for nothing. */
export function makeSignature() {
  const line = shape("path", { d: "" });
  const sheet = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, line);
  byId("signature").replaceChildren(sheet);
  let [drawn, last] = ["", null];

  function add(letter, { clientX, clientY }) {
    const box = sheet.getBoundingClientRect();
    const [x, y] = [(clientX - box.left) * width / box.width, (clientY - box.top) * height / box.height].map(Math.round);
    if (letter === "L" && Math.hypot(x - last[0], y - last[1]) < leastStep) return;
    const next = `${drawn}${letter}${x} ${y}`;
    if (next.length > longest) {
      byId("signature-status").textContent = text("study.signature.full");
      return;
    }
    [drawn, last] = [next, [x, y]];
    line.setAttribute("d", drawn);
  }

  sheet.addEventListener("pointerdown", (event) => {
    sheet.setPointerCapture(event.pointerId);
    add("M", event);
    event.preventDefault();
  });
  sheet.addEventListener("pointermove", (event) => { if (event.buttons > 0 && last) add("L", event); });
  byId("signature-clear").addEventListener("click", () => {
    [drawn, last] = ["", null];
    line.setAttribute("d", "");
    byId("signature-status").textContent = "";
  });
  return { path: () => drawn };
}
