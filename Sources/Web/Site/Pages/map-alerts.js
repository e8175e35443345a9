// The alerts of the shown day on the map and in the list, and the announcement of new ones.

import { followAlerts } from "./alert-feed.js";
import { alertLayer } from "./alert-layer.js";
import { alertRows } from "./alert-rows.js";
import { subject } from "./alert-words.js";
import { alertsOn } from "./api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";

/** Nobody would read a longer list; the map has all alerts. */
const longest = 40;

/**
 * @param {string} today
 * @param {(alerts: object[]) => void} onOpen Receives the alerts of a mark, one or several.
 * @param {(position: number[]) => void} onFocus Receives the position of a mark that gets the keyboard focus.
 * @param {(error: Error) => void} onFailure
 */
export function showAlerts(map, { today, mine, nameOf, onOpen, onFocus, onFailure }) {
  const layer = alertLayer(map, nameOf, onOpen, onFocus);
  const [shown, all] = [byId("show-alerts"), byId("all-alerts")];
  let live = [];
  /** The alerts of another day, while it is shown. */
  let former = null;
  let request = new AbortController();

  const isWanted = (alert) => !mine.isKnown || all.checked || mine.isConcernedBy(alert);

  function draw(news = null) {
    layer.show(shown.checked ? (former ?? live).filter(isWanted) : [], { news, isFaded: former === null });
    byId("all-alerts-row").hidden = !mine.isKnown || !shown.checked;
    list();
  }

  function list() {
    const seen = layer.inView();
    byId("alert-count").textContent = seen.length;
    byId("alerts").hidden = !shown.checked;
    if (!byId("alerts").open) return;
    const focused = byId("alert-list").contains(document.activeElement) ? document.activeElement.dataset.alert : null;
    byId("alert-list").replaceChildren(...(seen.length === 0
      ? [element("li", { class: "hint" }, text("alerts.none"))]
      : alertRows(seen.slice(0, longest), nameOf, (alert) => onOpen([alert]))));
    // The focused row keeps the focus.
    if (focused) byId("alert-list").querySelector(`[data-alert="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  const feed = followAlerts(mine.account !== null, (known, news) => {
    live = known;
    if (former === null) draw(news);
    if (news && isWanted(news)) byId("news").textContent = text("alerts.new", { name: subject(news, nameOf) });
  }, onFailure);

  /** Shows the alerts of a day; those of today come by themselves. */
  async function showDay(date) {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    if (date === today && former === null) return;
    former = date === today ? null : [];
    draw();
    if (date === today) return;
    try {
      former = await alertsOn(date, signal);
      draw();
    } catch (error) {
      if (error.name !== "AbortError") onFailure(error);
    }
  }

  for (const control of [shown, all]) control.addEventListener("change", () => draw());
  byId("alerts").addEventListener("toggle", list);
  map.on("moveend", list);
  return { ask: feed.ask, showDay, inView: layer.inView };
}
