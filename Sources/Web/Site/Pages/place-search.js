// A field that searches for a place by name or coordinates (ARIA 1.2: a combobox with a list).

import * as api from "./api.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { placeName } from "./words.js";

/** Milliseconds without a key press before the server is asked. */
const rest = 200;

/**
 * Turns a field into a search.
 *
 * @param {HTMLInputElement} field Its list and its status line have its id with `-list` and `-status`
 * appended.
 * @param {(place: {lat: number, lng: number, name: string}) => void} onChoose
 */
export function makePlaceSearch(field, onChoose) {
  const list = document.getElementById(`${field.id}-list`);
  const status = document.getElementById(`${field.id}-status`);
  let [places, active, timer, round] = [[], -1, 0, 0];

  function show(found, words) {
    places = found;
    list.replaceChildren(...found.map((place, index) => element("li", {
      id: `${list.id}-${index}`, role: "option", "aria-selected": "false",
      // Pressing would take the focus from the field.
      onpointerdown: (event) => event.preventDefault(), onclick: () => choose(index),
    }, element("span", {}, place.name), place.country ? element("span", { class: "small" }, place.country) : null)));
    list.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = words;
    mark(found.length > 0 ? 0 : -1);
  }

  const close = () => { round += 1; show([], ""); };

  function mark(index) {
    active = index;
    [...list.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === index)));
    if (index < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", `${list.id}-${index}`);
    list.children[index].scrollIntoView({ block: "nearest" });
  }

  function choose(index) {
    const place = places[index];
    field.value = place.name;
    close();
    onChoose(place);
  }

  async function search() {
    const wish = field.value.trim();
    const asked = round += 1;
    if (wish === "") return close();
    const position = coordinates(wish);
    if (position) return show([position], "");
    try {
      const found = await api.places(wish);
      if (asked === round) show(found, found.length > 0 ? text("search.found", { count: found.length }) : text("search.none"));
    } catch (error) {
      if (asked === round) show([], error.message);
    }
  }

  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, rest); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && places.length > 0) mark((active + step + places.length) % places.length);
    else if (event.key === "Enter" && active >= 0) choose(active);
    else if (event.key === "Escape" && places.length > 0) close();
    else if (event.key !== "Enter") return;
    event.preventDefault();
  });
}

/** Parses coordinates such as `47.56, 7.58`: latitude first, as maps and phones write them. */
function coordinates(words) {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)°?[\s,;]+(-?\d{1,3}(?:\.\d+)?)°?$/.exec(words)?.map(Number) ?? [];
  if (lat === undefined || Math.abs(lat) > 85 || Math.abs(lng) > 180) return null;
  return { lat, lng, name: placeName(lat, lng, 3) };
}
