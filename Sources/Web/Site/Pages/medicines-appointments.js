// Appointments: a list, and a form for one of them.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { agreeing, fail } from "./member.js";
import { ask as askReader } from "./question.js";
import { newKey } from "./queue.js";
import { longDate } from "./words.js";

/** How many minutes before it one can be reminded. */
const before = [10_080, 1440, 120, 60, 30];

export class Appointments {
  #place;
  #changed = null;
  #key = newKey();

  constructor(place) {
    this.#place = place;
    byId("before").replaceChildren(...before.map((minutes) => element("label", { class: "choice" },
      element("input", { type: "checkbox", "data-minutes": minutes }), " ", element("span", {}, text(`medicines.before.${minutes}`)))));
    byId("appointment-leave").addEventListener("click", () => this.#close());
    onSubmit(byId("appointment"), byId("appointment-status"), () => this.#save());
    this.#fill(null);
  }

  async load() {
    const { appointments } = await ask("GET", this.#place.path("appointments"));
    const when = ({ day, time }) => `${day} ${time}`;
    const coming = appointments.filter(({ day }) => day >= todayHere()).sort((one, other) => when(one).localeCompare(when(other)));
    byId("appointments-none").hidden = coming.length > 0;
    byId("appointments").replaceChildren(...coming.map((appointment) => this.#row(appointment)));
  }

  #row(appointment) {
    const { title, place, notes, day, time } = appointment;
    const button = (key, act) => element("button", { class: "quiet", type: "button", "aria-label": text("medicines.of", { act: text(key), name: title }), onclick: act }, text(key));
    return element("li", {},
      element("span", { class: "what" }, element("strong", {}, title), element("span", {}, [`${longDate(day)}, ${time}`, place].filter(Boolean).join(" · ")),
        notes ? element("span", { class: "hint" }, notes) : null),
      element("span", { class: "line" }, button("medicines.edit", () => this.#open(appointment)), button("medicines.delete", () => this.#delete(appointment))));
  }

  #open(appointment) {
    this.#fill(appointment);
    byId("appointment-form").open = true;
    byId("title").focus();
  }

  #close() {
    this.#fill(null);
    byId("appointment-form").open = false;
    byId("appointments-heading").focus();
  }

  #fill(appointment) {
    this.#changed = appointment;
    this.#key = newKey();
    byId("appointment-form-heading").textContent = text(appointment ? "medicines.appointments.change" : "medicines.appointments.new");
    for (const part of ["title", "place", "notes"]) byId(part).value = appointment?.[part] ?? "";
    byId("appointment-day").value = appointment?.day ?? "";
    byId("appointment-time").value = appointment?.time ?? "";
    const chosen = appointment?.reminders ?? [1440];
    for (const box of byId("before").querySelectorAll("[data-minutes]")) box.checked = chosen.includes(Number(box.dataset.minutes));
    say(byId("appointment-status"), "");
  }

  async #save() {
    const shown = [...byId("before").querySelectorAll(":checked")].map(({ dataset }) => Number(dataset.minutes));
    // Times that another program has chosen stay.
    const others = (this.#changed?.reminders ?? []).filter((minutes) => !before.includes(minutes));
    const appointment = {
      title: byId("title").value.trim(), place: byId("place").value.trim(), notes: byId("notes").value.trim(),
      day: byId("appointment-day").value, time: byId("appointment-time").value, minutes: this.#changed?.minutes ?? 30,
      timeZone: this.#changed?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, reminders: [...shown, ...others],
    };
    const path = this.#place.path("appointments");
    await agreeing(() => (this.#changed
      ? ask("PUT", `${path}/${encodeURIComponent(this.#changed.id)}`, appointment)
      : ask("POST", path, appointment, { headers: { "Idempotency-Key": this.#key } })), "help");
    this.#close();
    await this.load();
  }

  async #delete(appointment) {
    const { id, title } = appointment;
    if (!await askReader(text("medicines.delete.ask", { name: title }), [], text("medicines.delete"))) return;
    try {
      await ask("DELETE", `${this.#place.path("appointments")}/${encodeURIComponent(id)}`);
      await this.load();
      byId("appointments-heading").focus();
    } catch (error) {
      fail(byId("status"), error, () => this.#delete(appointment));
    }
  }
}
