// The plan of medicines: a list, and a form for one of them.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { agreeing, fail } from "./member.js";
import { ask as askReader } from "./question.js";
import { newKey } from "./queue.js";
import { longDate, monthName, number, weekdayName } from "./words.js";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A week that begins on a Monday, for the names of its days. */
const dayOfWeek = (index) => `2024-01-0${index + 1}`;
const forms = ["tablet", "drops", "spray", "inhaler", "injection", "cream", "other"];
/** Labels as they are printed on packages; which one applies stands on the package. */
const strengths = ["2.5 mg", "5 mg", "10 mg", "12.5 mg", "20 mg", "25 mg", "30 mg", "40 mg", "50 mg"];
const antihistamines = ["benadryl", "pepcid", "zyrtec"];
const mostTimes = 12;
const monthsOfYear = 12;
const numberOf = ({ value }) => (value === "" ? null : Number(value));

export class MedicinePlan {
  #place;
  /** The medicine that is being changed, and the key of a new one, the same for every attempt. */
  #changed = null;
  #key = newKey();

  constructor(place) {
    this.#place = place;
    byId("form").replaceChildren(...forms.map((form) => element("option", { value: form }, text(`medicines.form.${form}`))));
    byId("weekdays").replaceChildren(...weekdays.map((day, index) => element("label", { class: "weekday" },
      element("input", { type: "checkbox", "data-day": day }), element("span", {}, weekdayName(dayOfWeek(index))))));
    byId("expires-month").replaceChildren(element("option", { value: "" }, "–"), ...Array.from({ length: monthsOfYear }, (_, month) =>
      element("option", { value: String(month + 1).padStart(2, "0") }, monthName(month + 1))));
    byId("rhythm").addEventListener("change", () => this.#showRhythm());
    byId("name").addEventListener("input", () => this.#offerStrengths());
    byId("add-time").addEventListener("click", () => this.#addTime("08:00", "").querySelector("input").focus());
    byId("medicine-leave").addEventListener("click", () => this.#close());
    onSubmit(byId("medicine"), byId("medicine-status"), () => this.#save());
    this.#fill(null);
  }

  async load() {
    const { medicines } = await ask("GET", this.#place.path("medicines"));
    byId("plan-none").hidden = medicines.length > 0;
    byId("medicines").replaceChildren(...medicines.map((medicine) => this.#row(medicine)));
  }

  #row(medicine) {
    const { id, name, strength, reason, link, times, stock } = medicine;
    const title = [name, strength].filter(Boolean).join(" ");
    const button = (key, act) => element("button", { class: "quiet", type: "button", "aria-label": text("medicines.of", { act: text(key), name: title }), onclick: act }, text(key));
    return element("li", {},
      element("span", { class: "what" }, element("strong", {}, title), element("span", {}, planWords(medicine)),
        reason ? element("span", { class: "hint" }, text("medicines.why", { reason })) : null,
        link ? element("a", { href: link, rel: "noreferrer noopener", target: "_blank" }, text("medicines.more")) : null,
        stock ? element("span", { class: isLow(stock) ? "failed" : "hint" }, text(isLow(stock) ? "medicines.low" : "medicines.left.of", { count: number(stock.left) })) : null),
      element("span", { class: "line" },
        times.length === 0 ? button("medicines.takenNow", () => this.#place.take(id, { name, strength })) : null,
        button("medicines.edit", () => this.#open(medicine)), button("medicines.delete", () => this.#delete(medicine, title))));
  }

  #offerStrengths() {
    const isKnown = antihistamines.includes(byId("name").value.trim().toLowerCase());
    byId("strengths").replaceChildren(...(isKnown ? strengths : []).map((each) => element("option", {}, each)));
  }

  #showRhythm() {
    const isEvery = byId("rhythm").value === "every";
    byId("every").hidden = !isEvery;
    byId("weekdays").hidden = isEvery;
  }

  #addTime(time, amount) {
    const row = element("div", { class: "time", role: "group", "aria-label": text("reminders.time") },
      element("input", { class: "field", type: "time", required: true, value: time, "aria-label": text("reminders.time") }),
      element("input", { class: "field amount", maxlength: 60, value: amount, "aria-label": text("medicines.amount"), placeholder: text("medicines.amount") }),
      element("button", { class: "quiet", type: "button", onclick: () => { row.remove(); byId("add-time").hidden = false; byId("add-time").focus(); } }, text("reminders.remove")));
    byId("times").append(row);
    byId("add-time").hidden = byId("times").children.length >= mostTimes;
    return row;
  }

  #open(medicine) {
    this.#fill(medicine);
    byId("medicine-form").open = true;
    byId("name").focus();
  }

  #close() {
    this.#fill(null);
    byId("medicine-form").open = false;
    byId("plan-heading").focus();
  }

  #fill(medicine) {
    this.#changed = medicine;
    this.#key = newKey();
    byId("medicine-form-heading").textContent = text(medicine ? "medicines.change" : "medicines.new");
    for (const part of ["name", "strength", "reason", "link"]) byId(part).value = medicine?.[part] ?? "";
    byId("form").value = medicine?.form ?? "tablet";
    byId("times").replaceChildren();
    for (const { time, amount } of medicine?.times ?? [{ time: "08:00", amount: "" }]) this.#addTime(time, amount ?? "");
    byId("rhythm").value = medicine?.every ? "every" : "weekdays";
    const days = medicine?.weekdays ?? weekdays;
    for (const box of byId("weekdays").querySelectorAll("[data-day]")) box.checked = days.includes(box.dataset.day);
    byId("every-days").value = medicine?.every?.days ?? 2;
    byId("every-from").value = medicine?.every?.from ?? todayHere();
    byId("until").value = medicine?.until ?? "";
    byId("left").value = medicine?.stock?.left ?? "";
    byId("per-intake").value = medicine?.stock?.perIntake ?? "";
    byId("warn-at").value = medicine?.stock?.warnAt ?? "";
    [byId("expires-year").value, byId("expires-month").value] = (medicine?.expires ?? "-").split("-");
    byId("reminds").checked = medicine?.reminds ?? true;
    byId("paused").checked = medicine?.paused ?? false;
    this.#showRhythm();
    this.#offerStrengths();
    say(byId("medicine-status"), "");
  }

  /** The medicine as the form has it. */
  get #medicine() {
    const isEvery = byId("rhythm").value === "every";
    const [left, month] = [numberOf(byId("left")), byId("expires-month").value];
    return {
      name: byId("name").value.trim(), form: byId("form").value, strength: byId("strength").value.trim(),
      reason: byId("reason").value.trim(), link: byId("link").value.trim() || null,
      times: [...byId("times").children].map((row) => ({ time: row.querySelector("input").value, amount: row.querySelector(".amount").value.trim() })),
      weekdays: isEvery ? null : [...byId("weekdays").querySelectorAll(":checked")].map(({ dataset }) => dataset.day),
      every: isEvery ? { days: Number(byId("every-days").value), from: byId("every-from").value } : null,
      until: byId("until").value || null,
      stock: left === null ? null : { left, perIntake: numberOf(byId("per-intake")) ?? 1, warnAt: numberOf(byId("warn-at")) },
      expires: month ? `${byId("expires-year").value}-${month}` : null,
      paused: byId("paused").checked, reminds: byId("reminds").checked,
    };
  }

  async #save() {
    const [medicine, path] = [this.#medicine, this.#place.path("medicines")];
    await agreeing(() => (this.#changed
      ? ask("PUT", `${path}/${encodeURIComponent(this.#changed.id)}`, medicine)
      : ask("POST", path, medicine, { headers: { "Idempotency-Key": this.#key } })), "help");
    this.#close();
    await Promise.all([this.load(), this.#place.changed()]);
  }

  async #delete(medicine, name) {
    if (!await askReader(text("medicines.delete.ask", { name }), element("p", {}, text("medicines.delete.about")), text("medicines.delete"))) return;
    try {
      await ask("DELETE", `${this.#place.path("medicines")}/${encodeURIComponent(medicine.id)}`);
      await Promise.all([this.load(), this.#place.changed()]);
      byId("plan-heading").focus();
    } catch (error) {
      fail(byId("status"), error, () => this.#delete(medicine, name));
    }
  }
}

const isLow = ({ left, warnAt }) => typeof warnAt === "number" && left <= warnAt;

/** When a medicine is planned, in words. */
function planWords({ times, weekdays: days, every, until, paused }) {
  if (paused) return text("medicines.isPaused");
  if (times.length === 0) return text("medicines.needed");
  const rhythm = every ? text("medicines.everyDays", { count: every.days })
    : days.length === weekdays.length ? text("medicines.daily") : days.map((day) => weekdayName(dayOfWeek(weekdays.indexOf(day)))).join(", ");
  const hours = times.map(({ time, amount }) => (amount ? `${time} (${amount})` : time)).join(", ");
  return [rhythm, hours, until ? text("medicines.untilDay", { day: longDate(until) }) : null].filter(Boolean).join(" · ");
}
