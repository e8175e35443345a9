// The alerts that a place would have sent in the last days, below its map.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { daysBetween } from "./calendar.js";
import { capitalised, levelName, mediumDate, quantity } from "./words.js";

/** Milliseconds to wait after the last change. */
const rest = 400;

export function makePreview(names) {
  let [timer, round, last] = [0, 0, ""];
  const line = byId("preview-line");

  function show(words, days = []) {
    line.replaceChildren(...[words].flat());
    byId("preview-days").hidden = days.length === 0;
    byId("preview-list").replaceChildren(...days);
  }

  const row = ({ date, allergen, level, value, unit, station, stationName, kind }) => element("li", {},
    element("span", { class: "what" },
      element("b", {}, capitalised(names.name(allergen))),
      element("span", { class: "hint" }, [mediumDate(date), kind === "report" ? text("preview.report") : stationName ?? station]
        .filter((part) => part).join(" · "))),
    element("span", { class: "preview-level" }, level ? levelName(level) : "",
      value === undefined ? null : element("span", { class: "hint" }, ` ${quantity(value, unit)}`)));

  async function load(home, fence) {
    const asked = round += 1;
    try {
      const { from, to, alerts, count } = await ask("POST", `${home}/fences/preview`, fence);
      if (asked !== round) return;
      show(text("preview.count", { count, days: daysBetween(from, to) + 1 }), alerts.map(row));
    } catch (error) {
      if (asked !== round) return;
      last = "";
      const again = element("button", { class: "link", type: "button", onclick: () => load(home, fence) }, text("again"));
      show([text("preview.failed"), " ", again]);
    }
  }

  return {
    /** Schedules a preview of another fence; an incomplete fence has none. */
    show(home, fence) {
      const wish = fence && JSON.stringify([home, fence]);
      if (wish === last) return;
      last = wish;
      clearTimeout(timer);
      round += 1;
      if (!fence) return show(text("preview.none"));
      timer = setTimeout(() => load(home, fence), rest);
      return undefined;
    },
  };
}
