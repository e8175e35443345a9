// Suspect daily and hourly values, newest first, and the decisions on them.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { ask } from "./question.js";
import { moreButton, table, tableRow } from "./table.js";
import { periodName } from "./times.js";
import { capitalised, doubtsName, longDate, number, quantity } from "./words.js";

/** The maximum number of decisions in one request. */
const most = 400;

const columns = ["choice", "period", "allergen", "value", "reason"];

export function makeDoubts(operator, nameOf, onDecided) {
  const zone = operator.station.timeZone;
  let shown = [];
  let boxes = [];
  let next;
  const body = element("tbody");
  const all = element("input", {
    type: "checkbox", onchange: () => boxes.forEach((box) => { box.checked = all.checked; }),
  });
  const more = moreButton(showMore);

  /** Shows the newest page and clears the selection. */
  async function load() {
    try {
      const page = await operator.suspects();
      [shown, boxes] = [[], []];
      all.checked = false;
      body.replaceChildren();
      if (page.total === 0) return byId("doubts").replaceChildren(element("p", {}, text("doubts.none")));
      byId("doubts").replaceChildren(
        summary(page), table({ "aria-labelledby": "doubts-heading" }, columns, body), choices(), more);
      add(page);
    } catch (error) {
      say(error.message, true);
    }
  }

  const summary = ({ total, from, to }) => element("p", { id: "doubts-summary" }, from === to
    ? text("doubts.onDay", { count: total, day: longDate(from) })
    : text("doubts.span", { count: total, from: longDate(from), to: longDate(to) }));

  function choices() {
    const button = (act, look, isConfirmed) => element("button",
      { class: look, type: "button", id: `doubts-${act}`, onclick: () => decide(isConfirmed) }, text(`doubts.${act}`));
    return element("div", { class: "line" },
      element("label", { class: "choice" }, all, text("doubts.all")),
      button("confirm", "main", true), button("dismiss", "quiet", false));
  }

  async function showMore() {
    const [list, place] = [shown, next];
    try {
      const page = await operator.suspects(place);
      if (list === shown && place === next) add(page);
    } catch (error) {
      say(error.message, true);
    }
  }

  function add(page) {
    for (const suspect of page.suspects) {
      const label = `${nameOf(suspect.allergen)}, ${periodName(suspect, zone)}`;
      const box = element("input", { type: "checkbox", checked: all.checked, "aria-label": label });
      shown.push(suspect);
      boxes.push(box);
      body.append(tableRow(columns, [
        box, periodName(suspect, zone), capitalised(nameOf(suspect.allergen)), quantity(suspect.value, suspect.unit),
        doubtsName(suspect),
      ]));
    }
    next = page.next;
    more.hidden = !next;
    more.textContent = text("doubts.more", { shown: number(shown.length), count: page.total });
  }

  async function decide(isConfirmed) {
    const chosen = shown.filter((_, index) => boxes[index].checked);
    say("");
    if (chosen.length === 0) return say(text("doubts.chooseFirst"), true);
    const act = isConfirmed ? "confirm" : "dismiss";
    const title = text(`doubts.${act}Question`, { count: chosen.length });
    if (!await ask(title, element("p", {}, text(`doubts.${act}Effect`)), text(`doubts.${act}`))) return;
    try {
      let unknown = 0;
      for (let start = 0; start < chosen.length; start += most) {
        const outcomes = await operator.decide(chosen.slice(start, start + most), isConfirmed);
        unknown += outcomes.filter((outcome) => outcome === "unknown").length;
      }
      const rest = unknown > 0 ? ` ${text("doubts.gone", { count: unknown })}` : "";
      say(text(`doubts.${act}ed`, { count: chosen.length }) + rest);
    } catch (error) {
      say(error.message, true);
    }
    onDecided();
  }

  return { load };
}

function say(words, isFailure = false) {
  byId("doubts-status").textContent = words;
  byId("doubts-status").classList.toggle("error", isFailure);
}
