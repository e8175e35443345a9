// The persons in the account owner's care: added, changed, removed.

import { ask } from "./account-api.js";
import { dayName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";

export function showPersons(attempt) {
  const status = byId("persons-status");

  async function load() {
    const { persons } = await ask("GET", "/v1/me/persons");
    byId("persons").replaceChildren(...persons.map(row));
  }

  function row(person) {
    return element("li", {},
      element("span", { class: "what" }, element("b", {}, person.name),
        person.born ? element("span", { class: "hint" }, text("persons.bornOn", { day: dayName(person.born) })) : null),
      element("span", { class: "line" },
        button("persons.change", person, change), button("persons.remove", person, remove)));
  }

  const button = (words, person, act) => element("button", {
    class: "quiet", type: "button", "aria-label": `${text(words)}: ${person.name}`,
    onclick: () => attempt(status, async () => { if (await act(person)) await load(); }),
  }, text(words));

  const address = (person) => `/v1/me/persons/${encodeURIComponent(person.id)}`;

  async function change(person) {
    const name = element("input", { class: "field", type: "text", autocomplete: "off", maxlength: 40, value: person.name });
    const born = element("input", { class: "field", type: "date", autocomplete: "off", min: "1890-01-01", value: person.born });
    const fields = [element("label", { class: "stack" }, text("persons.name"), name),
      element("label", { class: "stack" }, text("birth"), born)];
    if (!await askReader(text("persons.changeTitle", { name: person.name }), fields, text("account.save"))) return false;
    await ask("PUT", address(person), wish(name, born));
    say(status, text("account.saved"));
    return true;
  }

  async function remove(person) {
    const field = element("input", { class: "field", type: "text", autocomplete: "off", spellcheck: "false" });
    const body = [element("p", {}, text("persons.removeEffect")),
      element("label", { class: "stack" }, text("data.deleteName", { name: person.name }), field)];
    if (!await askReader(text("persons.removeQuestion", { name: person.name }), body, text("persons.remove"))) return false;
    await ask("DELETE", address(person), { confirm: field.value.trim() });
    return true;
  }

  onSubmit(byId("person-form"), byId("person-status"), async () => {
    await ask("POST", "/v1/me/persons", wish(byId("name"), byId("born")));
    byId("person-form").reset();
    byId("person-new").open = false;
    await load();
  });
  attempt(status, load);
}

/** A missing date is left out. */
const wish = (name, born) => ({ name: name.value.trim(), ...(born.value ? { born: born.value } : {}) });
