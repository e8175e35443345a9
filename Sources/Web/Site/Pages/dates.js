// The date control: yesterday, today, tomorrow and the peak, previous and next day, a date field, and a
// slider over the year. On phones the sheet of a place covers it and has yesterday, today and tomorrow itself.

import { adding, dateIn, dayOfYear, daysIn, isDate, yearOf } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { longDate, mediumDate, monthName, shortDate, weekdayName } from "./words.js";

/** How long the slider must rest before its day is fetched, so that dragging over a year fetches few days. */
const rest = 140;

export function makeDates(today, onChange) {
  const [slider, input, day, peak] = ["slider", "date", "day", "peak"].map(byId);
  let date = today;
  let peakDate = null;
  let timer = 0;

  const months = Array.from({ length: 12 }, (_, index) => element("li", {}, monthName(index + 1)));
  byId("months").append(...months);
  byId("day-before").addEventListener("click", () => onChange(adding(date, -1)));
  byId("day-after").addEventListener("click", () => onChange(adding(date, 1)));
  const near = [...document.querySelectorAll(".near-days [data-days]")].map((button) => ({ button, day: adding(today, Number(button.dataset.days)) }));
  for (const { button, day: nearDay } of near) button.addEventListener("click", () => onChange(nearDay));
  peak.addEventListener("click", () => onChange(peakDate));
  byId("dates").addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("change", () => { if (isDate(input.value)) onChange(input.value); });
  slider.addEventListener("input", () => {
    const chosen = dateIn(yearOf(date), Number(slider.value));
    show(chosen);
    clearTimeout(timer);
    timer = setTimeout(() => onChange(chosen), rest);
  });

  function show(shown) {
    date = shown;
    clearTimeout(timer);
    day.replaceChildren(element("span", { class: "weekday" }, `${weekdayName(date)}, `), mediumDate(date));
    input.value = date;
    slider.max = daysIn(yearOf(date));
    slider.value = dayOfYear(date);
    slider.setAttribute("aria-valuetext", longDate(date));
    for (const { button, day: nearDay } of near) button.setAttribute("aria-pressed", String(date === nearDay));
    pressPeak();
  }

  function showPeak() {
    peak.classList.remove("awaited");
    peak.hidden = !peakDate;
    if (!peakDate) return;
    const on = `, ${shortDate(peakDate)}`;
    peak.setAttribute("aria-label", `${text("dates.peak")}${on}`);
    peak.replaceChildren(text("dates.peak"), element("span", { class: "peak-date" }, on));
    pressPeak();
  }

  function pressPeak() {
    peak.setAttribute("aria-pressed", String(date === peakDate));
  }

  return {
    show,
    /** The strongest day of the current layer, or `null` if there is none to offer. */
    offerPeak(offered) {
      peakDate = offered;
      showPeak();
    },
  };
}
