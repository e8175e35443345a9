// Typing a value: of peak flow the best of three blows, of blood pressure both values at once.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { notice } from "./notice.js";
import { kindName, kinds, measured, meters, offerKinds, units } from "./values-kinds.js";

const pressures = ["systolicPressure", "diastolicPressure"];
const memory = "breathe-values-kind";

export class ValueNote {
  #place;

  constructor(place) {
    this.#place = place;
    const choices = kinds.filter((kind) => kind !== pressures[1]);
    offerKinds(byId("kind"), choices, localStorage.getItem(memory));
    byId("kind").querySelector(`[value=${pressures[0]}]`).textContent = text("values.pressure");
    byId("kind").addEventListener("change", () => this.reset());
    onSubmit(byId("note"), byId("note-status"), () => this.#keep());
  }

  reset() {
    const kind = byId("kind").value;
    byId("kind-hint").hidden = !meters.includes(kind);
    byId("numbers").replaceChildren(...this.#fields(kind));
    const now = new Date();
    now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
    byId("time").value = now.toISOString().slice(0, 16);
  }

  #fields(kind) {
    const names = meters.includes(kind) ? [1, 2, 3].map((count) => text("values.blow", { count }))
      : kind === pressures[0] ? pressures.map(kindName) : [kindName(kind)];
    return names.map((name, index) => element("label", { class: "pick" }, element("span", {}, units[kind] ? `${name} (${units[kind]})` : name), " ",
      element("input", { class: "field", id: `number-${index}`, type: "number", step: "any", inputmode: "decimal", required: index === 0 || kind === pressures[0] })));
  }

  async #keep() {
    const kind = byId("kind").value;
    const numbers = [...byId("numbers").querySelectorAll("input")].map(({ value }) => value).filter((value) => value !== "").map(Number);
    const time = new Date(byId("time").value).toISOString();
    const values = kind === pressures[0] ? pressures.map((each, index) => ({ kind: each, value: numbers[index], time }))
      : [{ kind, value: meters.includes(kind) ? Math.max(...numbers) : numbers[0], time }];
    const { kept, refused } = await agreeing(() => ask("POST", this.#place.path(), { values }), "health");
    if (kept < values.length) throw new Error(text(`values.refused.${refused[0].reason}`));
    localStorage.setItem(memory, kind);
    notice(text("values.kept", { value: values.map((each) => measured(each.value, each.kind)).join(" / ") }));
    this.reset();
    await this.#place.changed();
  }
}
