// Plays a season on the map: the buttons beside the slider, and which days are shown.

import { adding, daysBetween } from "./calendar.js";
import { byId } from "./dom.js";
import { paces } from "./film-pace.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";

const memory = "pace";
/** Days before and after the peak of a layer, and before today where there is none. */
const around = 60;

/**
 * Connects the buttons.
 *
 * `page` has the Leaflet `map` and `today`, tells `layer()`, `date()` and `peak()`, and is told of each day by `onDay` and of
 * the end by `onEnd`.
 */
export function makePlay(page) {
  const [play, speed] = [byId("play"), byId("speed")];
  let film = null;
  let pace = Object.hasOwn(paces, recall(memory, "")) ? recall(memory, "") : "2×";

  function show() {
    const isRunning = film?.isRunning ?? false;
    play.setAttribute("aria-label", text(isRunning ? "play.pause" : "play.start"));
    play.classList.toggle("running", isRunning);
    speed.textContent = pace;
    speed.setAttribute("aria-label", text("play.speed", { pace }));
  }

  async function start() {
    film ??= new (await import("./film.js")).Film(page.map);
    const showing = film.run(page.layer(), days(page), { pace: () => paces[pace], onDay: page.onDay });
    show();
    await showing;
    show();
    if (!film.isRunning) page.onEnd();
  }

  play.addEventListener("click", () => {
    if (!film?.isRunning) return start();
    film.stop();
    return show();
  });
  speed.addEventListener("click", () => {
    const names = Object.keys(paces);
    pace = names[(names.indexOf(pace) + 1) % names.length];
    keep(memory, pace);
    show();
  });
  show();
  return { stop: () => film?.stop() };
}

/** From the shown day to the end of the season; from its beginning where the shown day is outside or at its end. */
function days({ today, date, peak }) {
  const centre = peak() ?? today;
  const [first, end] = [adding(centre, -around), adding(centre, around)];
  const last = end < today ? end : today;
  const start = date() >= first && date() < last ? date() : first;
  return Array.from({ length: daysBetween(start, last) + 1 }, (_, index) => adding(start, index));
}
