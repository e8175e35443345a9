// How often the people of a study answer, and at which hours: the fields, and what they say.

import { adding } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { monday, weekdays } from "./study-schedule.js";
import { weekdayName } from "./words.js";

/** The most hours that a study has, from and until. */
const mostWindows = 2;
/** What is offered where a study has said nothing. */
const usual = { rhythm: "daily", every: 7, span: 3 };

/** Shows the fields that a rhythm has. */
function showFields() {
  const rhythm = byId("rhythm").value;
  byId("every-part").hidden = rhythm !== "days";
  byId("span-part").hidden = rhythm !== "ends";
  byId("weekdays-part").hidden = rhythm !== "weekdays";
}

const timeField = (end, number) => element("label", { class: "stack" }, element("span", {}, text(`research.hours.${end}`, { number })),
  element("input", { class: "field", type: "time", id: `${end}-${number}` }));

/** Makes the fields that the page does not bring. */
export function makeScheduleFields() {
  byId("weekdays").replaceChildren(...weekdays.map((day, place) => element("label", { class: "weekday" },
    element("input", { type: "checkbox", "data-day": day }), element("span", {}, weekdayName(adding(monday, place))))));
  const numbers = Array.from({ length: mostWindows }, (_, index) => index + 1);
  byId("hours").replaceChildren(...numbers.flatMap((number) => [timeField("from", number), timeField("until", number)]));
  byId("rhythm").addEventListener("change", showFields);
}

/** Fills in the schedule of a study, or nothing for a new one. */
export function fillSchedule(schedule = usual) {
  byId("rhythm").value = schedule.rhythm;
  byId("every").value = schedule.every ?? usual.every;
  byId("span").value = schedule.span ?? usual.span;
  for (const box of byId("weekdays").querySelectorAll("[data-day]")) box.checked = (schedule.weekdays ?? []).includes(box.dataset.day);
  for (let number = 1; number <= mostWindows; number += 1) {
    const window = schedule.windows?.[number - 1];
    byId(`from-${number}`).value = window?.from ?? "";
    // Fields have no 24:00, and no later time than this.
    byId(`until-${number}`).value = window?.until === "24:00" ? "23:59" : window?.until ?? "";
  }
  showFields();
}

/** The schedule as the server takes it. */
export function writtenSchedule() {
  const rhythm = byId("rhythm").value;
  const windows = Array.from({ length: mostWindows }, (_, index) => ({ from: byId(`from-${index + 1}`).value, until: byId(`until-${index + 1}`).value }))
    .filter(({ from, until }) => from || until);
  return {
    rhythm, windows,
    every: rhythm === "days" ? Number(byId("every").value) : null, span: rhythm === "ends" ? Number(byId("span").value) : null,
    weekdays: rhythm === "weekdays" ? [...byId("weekdays").querySelectorAll(":checked")].map(({ dataset }) => dataset.day) : null,
  };
}
