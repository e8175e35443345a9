// Reminders of the diary: when, outside of which hours, over which channels, and what became of the last ones.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { agreeing, fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { offerPersons, personInAddress } from "./whose.js";
import { weekdayName } from "./words.js";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A week that begins on a Monday, for the names of its days. */
const dayOfWeek = (index) => `2024-01-0${index + 1}`;
const kinds = ["push", "email", "webhook"];
const mostTimes = 10;

class Reminders {
  #person = null;
  #channels = [];

  constructor(persons, channels) {
    this.#channels = channels;
    this.#person = personInAddress(persons);
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
    byId("add").addEventListener("click", () => this.#addTime("20:00", weekdays).querySelector("input").focus());
    byId("on").addEventListener("change", () => this.#switch());
    for (const kind of kinds) byId(`over-${kind}`).addEventListener("change", () => this.#showChannels());
    onSubmit(byId("plan"), byId("plan-status"), () => this.#save());
  }

  async load() { this.#show(await ask("GET", this.#path)); }

  get #path() {
    return `${this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"}/reminders`;
  }

  #choosePerson(id) {
    this.#person = id;
    say(byId("plan-status"), "");
    return this.load().catch((error) => fail(byId("plan-status"), error, () => this.#choosePerson(id)));
  }

  #show({ on, times, quietHours, over, next, timeZone, recent }) {
    byId("on").checked = on;
    byId("times").replaceChildren();
    for (const time of times) this.#addTime(time.time, time.weekdays);
    byId("quiet-from").value = quietHours?.from ?? "";
    byId("quiet-until").value = quietHours?.until ?? "";
    for (const kind of kinds) byId(`over-${kind}`).checked = over.includes(kind);
    byId("next").textContent = next ? text("reminders.next", { time: moment(next, timeZone) }) : "";
    this.#showChannels();
    this.#showRecent(recent, timeZone);
  }

  #showChannels() {
    const isReached = this.#channels.some(({ kind, state }) => state === "active" && byId(`over-${kind}`).checked);
    byId("no-channel").hidden = isReached;
  }

  #addTime(time, days) {
    const index = byId("times").children.length;
    const row = element("div", { class: "time", role: "group", "aria-label": text("reminders.time") },
      element("div", { class: "time-head" },
        element("input", { class: "field", type: "time", required: true, value: time, "aria-label": text("reminders.time"), id: `time-${index}` }),
        element("button", { class: "quiet", type: "button", onclick: () => this.#removeTime(row) }, text("reminders.remove"))),
      element("div", { class: "weekdays" }, ...weekdays.map((day, place) => element("label", { class: "weekday" },
        element("input", { type: "checkbox", checked: days.includes(day), "data-day": day }), element("span", {}, weekdayName(dayOfWeek(place)))))));
    byId("times").append(row);
    byId("add").hidden = byId("times").children.length >= mostTimes;
    return row;
  }

  #removeTime(row) {
    row.remove();
    byId("add").hidden = false;
    byId("add").focus();
  }

  /** The plan as the form has it. */
  get #plan() {
    const times = [...byId("times").children].map((row) => ({
      time: row.querySelector("input").value,
      weekdays: [...row.querySelectorAll("[data-day]:checked")].map(({ dataset }) => dataset.day),
    }));
    const [from, until] = [byId("quiet-from").value, byId("quiet-until").value];
    return {
      on: byId("on").checked, times, quietHours: from || until ? { from, until } : null,
      over: kinds.filter((kind) => byId(`over-${kind}`).checked),
    };
  }

  /** Switching on with no time adds one; switching off is kept at once. */
  #switch() {
    say(byId("plan-status"), "");
    if (byId("on").checked && byId("times").children.length === 0) this.#addTime("20:00", weekdays);
    return this.#save().catch((error) => {
      say(byId("plan-status"), error.message, true);
      byId("on").checked = !byId("on").checked;
    });
  }

  async #save() {
    const plan = this.#plan;
    try {
      this.#show(await agreeing(() => ask("PUT", this.#path, plan), "health"));
    } catch (error) {
      throw new Error(words(error));
    }
    notice(text("profile.saved"));
  }

  #showRecent(recent, zone) {
    byId("recent-none").hidden = recent.length > 0;
    byId("recent").replaceChildren(...recent.map((reminder) => {
      const [outcome, hasFailed] = outcomeOf(reminder);
      return element("li", {}, element("span", { class: "what" },
        element("span", {}, moment(reminder.due, zone)), element("span", { class: hasFailed ? "failed" : "hint" }, outcome)));
    }));
  }
}

/** What became of a reminder, and whether it may not have arrived. */
function outcomeOf({ omission, answer, sendings }) {
  if (omission) return [text(`reminders.omission.${omission}`), true];
  if (answer) return [text(`reminders.answer.${answer}`), false];
  const states = sendings.map(({ kind, state }) => text("reminders.outcome", { kind: text(`reminders.over.${kind}`), outcome: text(`reminders.state.${state}`) }));
  const arrived = sendings.some(({ state }) => ["sent", "delivered", "queued", "dropped"].includes(state));
  return [states.join(" · ") || text("reminders.omission.noChannel"), !arrived];
}

function moment(instant, timeZone) {
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZone })
    .format(new Date(instant));
}

/** The mistakes in a plan, in words of the page. */
function words(error) {
  const keys = (error.places ?? []).map(({ pointer }) => pointer ?? "").map((pointer) =>
    pointer === "/times" ? "none" : /weekdays/.test(pointer) ? "weekdays" : /time$/.test(pointer) ? "time"
      : pointer.startsWith("/quietHours") ? "quiet" : pointer.startsWith("/over") ? "over" : null).filter(Boolean);
  return keys.length > 0 ? [...new Set(keys)].map((key) => text(`reminders.mistake.${key}`)).join(" ") : error.message;
}

forMember(async () => {
  const [{ persons }, { channels }] = await Promise.all([ask("GET", "/v1/me/persons"), ask("GET", "/v1/me/channels")]);
  await new Reminders(persons, channels).load();
});
