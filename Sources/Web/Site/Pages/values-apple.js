// Apple's export: read in this browser, shown type by type, and only the figures of each day are sent.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { kindName } from "./values-kinds.js";
import { mediumDate, number } from "./words.js";

/** How many days are sent at once. */
const portion = 2_000;
const sourceName = "Apple Health";

export class AppleImport {
  #place;
  #worker = null;

  constructor(place) {
    this.#place = place;
    byId("apple").addEventListener("change", ({ target }) => this.#read(target));
  }

  #read(input) {
    const [file] = input.files;
    if (!file) return;
    const status = byId("apple-status");
    this.#worker?.terminate();
    this.#worker = new Worker(new URL("apple-worker.js", import.meta.url));
    say(status, text("values.apple.reading", { share: 0 }));
    this.#worker.addEventListener("message", ({ data: { share, series, failure } }) => {
      if (share !== undefined) {
        say(status, text("values.apple.reading", { share: number(100 * share) }));
        return;
      }
      this.#worker.terminate();
      input.value = "";
      if (failure) say(status, text(`values.apple.failure.${failure}`), true);
      else this.#preview(status, series);
    });
    this.#worker.addEventListener("error", () => say(status, text("values.apple.failure.broken"), true));
    this.#worker.postMessage(file);
  }

  #preview(status, series) {
    if (series.length === 0) {
      say(status, text("values.apple.nothing"));
      return;
    }
    const boxes = series.map(({ kind, unit, count, days }) => {
      const box = element("input", { type: "checkbox", checked: true });
      const words = text("values.apple.found", { name: kindName(kind), unit: unit ?? "", count: number(count), from: mediumDate(days[0].day), to: mediumDate(days.at(-1).day) });
      return { box, row: element("label", { class: "choice" }, box, " ", element("span", {}, words)) };
    });
    const button = element("button", { class: "main", type: "button", onclick: () => this.#send(status, series.filter((_, index) => boxes[index].box.checked)) }, text("values.apple.take"));
    status.replaceChildren(element("p", {}, text("values.apple.preview")), ...boxes.map(({ row }) => row), element("div", { class: "line" }, button));
    button.focus();
  }

  async #send(status, series) {
    const days = series.flatMap(({ kind, unit, days: figures }) => figures.map((each) => ({ kind, unit, source: sourceName, ...each })));
    let [kept, refused] = [0, 0];
    try {
      for (let start = 0; start < days.length; start += portion) {
        say(status, text("values.apple.sending", { share: number((100 * start) / days.length) }));
        const answer = await agreeing(() => ask("POST", this.#place.path(), { days: days.slice(start, start + portion) }), "health");
        kept += answer.kept;
        refused += answer.refusedCount;
      }
      say(status, [text("values.apple.kept", { count: kept }), refused > 0 ? text("values.apple.refused", { count: refused }) : ""].join(" ").trim());
      await this.#place.changed();
    } catch (error) {
      say(status, wording(error), true);
    }
  }
}
