// The map in words, for readers who cannot see it and for those who want exact values. The module that writes
// them is loaded when the reader first opens them.

import { byId } from "./dom.js";

/** Milliseconds the map must rest before the description is updated, so that it does not talk while the map moves. */
const rest = 700;

/**
 * Creates the description in the panel, and the links to it.
 *
 * @param {object} map The object from `makeMap`.
 * @param {() => {title: string, date: string, colours: Map, alerts: number}} shown The content of the map.
 * @param {{onOpen: (feature: object) => void, onWay: () => void}} acts `onWay` makes room for the description
 * on phones.
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
