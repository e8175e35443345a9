// Suspect readings of the last year, and the decisions about them.

import { adding } from "./calendar.js";
import { byId, element } from "./dom.js";
import { ask } from "./question.js";
import { capitalised, mediumDate, plural, quantity } from "./words.js";

/** A year, which is as much as the server tells at once. */
const days = 365;
/** As many decisions as the server takes in one request. */
const most = 400;

export function makeDoubts(operator, nameOf, onDecided) {
  let shown = [];

  async function load() {
    try {
      const readings = await operator.readings(adding(operator.today, -days), operator.today);
      shown = readings.filter((reading) => reading.quality === "suspect").reverse();
      draw();
    } catch (error) {
      say(error.message, true);
    }
  }

  function draw() {
    if (shown.length === 0) {
      byId("doubts").replaceChildren(element("p", {}, "None in the last twelve months."));
      return;
    }
    const boxes = shown.map((reading) => element("input", {
      type: "checkbox", "aria-label": `${nameOf(reading.allergen)}, ${mediumDate(reading.day)}`,
    }));
    const all = element("input", {
      type: "checkbox", onchange: () => boxes.forEach((box) => { box.checked = all.checked; }),
    });
    const chosen = () => shown.filter((_, index) => boxes[index].checked);
    byId("doubts").replaceChildren(
      element("div", { class: "wide-table" }, element("table", { class: "table" },
        element("thead", {}, element("tr", {},
          ["Choice", "Day", "Allergen", "Value", "Reason"].map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, shown.map((reading, index) => row(reading, boxes[index], nameOf))))),
      element("div", { class: "line" },
        element("label", { class: "choice" }, all, "All"),
        element("button", { class: "main", type: "button", onclick: () => decide(chosen(), true) }, "Confirm"),
        element("button", { class: "quiet", type: "button", onclick: () => decide(chosen(), false) }, "Dismiss")));
  }

  async function decide(readings, isConfirmed) {
    if (readings.length === 0) return say("Choose the values first.", true);
    const values = plural(readings.length, "value", "values");
    const effect = isConfirmed ? "Maps will use what you confirm, and people may be alerted."
      : "What you dismiss stays in the record, and nothing uses it.";
    const verb = isConfirmed ? "Confirm" : "Dismiss";
    if (!await ask(`${verb} ${values}?`, element("p", {}, effect), verb)) return;
    try {
      let unknown = 0;
      for (let start = 0; start < readings.length; start += most) {
        const outcomes = await operator.decide(readings.slice(start, start + most), isConfirmed);
        unknown += outcomes.filter((outcome) => outcome === "unknown").length;
      }
      say(`${isConfirmed ? "Confirmed" : "Dismissed"} ${values}.` + (unknown > 0 ? ` ${unknown} of them are not there any more.` : ""));
    } catch (error) {
      say(error.message, true);
    }
    onDecided();
  }

  return { load };
}

const row = (reading, box, nameOf) => element("tr", {},
  element("td", { "data-head": "Choice" }, box),
  element("td", { "data-head": "Day" }, mediumDate(reading.day)),
  element("td", { "data-head": "Allergen" }, capitalised(nameOf(reading.allergen))),
  element("td", { "data-head": "Value" }, quantity(reading.value, reading.unit)),
  element("td", { "data-head": "Reason" }, capitalised((reading.reasons ?? []).join("; "))));

function say(text, isFailure = false) {
  byId("doubts-status").textContent = text;
  byId("doubts-status").classList.toggle("error", isFailure);
}
