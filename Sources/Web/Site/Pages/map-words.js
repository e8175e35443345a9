// What the map shows, in words: for whoever does not see it, and for whoever wants to know exactly. What writes them is
// loaded when they are first opened.

import { byId } from "./dom.js";

/** The map must rest for so long before it is told anew, in milliseconds: who moves it is not talked to all the while. */
const rest = 700;

/**
 * Makes the part of the panel that tells, and the ways to it.
 *
 * @param {object} map That of `makeMap`.
 * @param {() => {title: string, date: string, colours: Map, alerts: number}} shown What is on it.
 * @param {{onOpen: (feature: object) => void, onWay: () => void}} acts `onWay` makes room for the part on telephones.
 */
export function makeMapWords(map, shown, { onOpen, onWay }) {
  const part = byId("words");
  let timer = 0;

  async function tell() {
    if (!part.open) return;
    const { tellMap } = await import("./map-telling.js");
    tellMap(map, shown(), onOpen);
  }

  part.addEventListener("toggle", tell);
  byId("to-map").addEventListener("click", (event) => { event.preventDefault(); byId("map").focus(); });
  byId("to-words").addEventListener("click", (event) => {
    event.preventDefault();
    onWay();
    part.open = true;
    part.querySelector("summary").focus();
  });
  return { show() { clearTimeout(timer); timer = setTimeout(tell, rest); } };
}
