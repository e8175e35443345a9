// Health values: what was measured last, how it went, what to be told, and what devices and files send.

import { ask } from "./account-api.js";
import { adding, todayHere } from "./calendar.js";
import { byId } from "./dom.js";
import { say } from "./form.js";
import { introduce } from "./intro.js";
import { fail, forMember } from "./member.js";
import { AppleImport } from "./values-apple.js";
import { SensorReader } from "./values-bluetooth.js";
import { ValueCourse } from "./values-course.js";
import { ValueFiles } from "./values-files.js";
import { ValueNote } from "./values-note.js";
import { showNow } from "./values-now.js";
import { ValuePlan } from "./values-plan.js";
import { offerPersons, personInAddress } from "./whose.js";

const span = 1096;

class Values {
  #person = null;

  constructor(persons) {
    this.#person = personInAddress(persons);
    const place = { path: (end = "") => `${this.#home}/metrics${end}`, changed: () => this.#loadDays() };
    this.course = new ValueCourse(place);
    this.note = new ValueNote(place);
    this.plan = new ValuePlan(place);
    this.files = new ValueFiles(place);
    this.apple = new AppleImport(place);
    this.sensor = new SensorReader(place);
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }

  async load() {
    say(byId("status"), "");
    this.note.reset();
    await Promise.all([this.#loadDays(), this.plan.load()]);
  }

  async #loadDays() {
    const to = todayHere();
    const { days, zones } = await ask("GET", `${this.#home}/metrics?from=${adding(to, 1 - span)}&to=${to}`);
    showNow(days, zones, to);
    this.course.show(days);
  }

  #choosePerson(id) {
    this.#person = id;
    return this.load().catch((error) => fail(byId("status"), error, () => this.#choosePerson(id)));
  }
}

forMember(async () => {
  introduce("values");
  const { persons } = await ask("GET", "/v1/me/persons");
  const page = new Values(persons);
  byId("member").hidden = false;
  await page.load();
});
