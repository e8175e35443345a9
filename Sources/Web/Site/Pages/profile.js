// The profile page, for the reader or a person in their care. Every change is saved at once.

import { ask } from "./account-api.js";
import { allergens as askAllergens } from "./api.js";
import { makeChooser, watchName } from "./chooser.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { agreeing, fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { fillSettings, showSettings } from "./profile-settings.js";
import { watchRow } from "./profile-watch.js";
import { rememberUnits } from "./units.js";
import { levelName, number } from "./words.js";

const ownPath = "/v1/me/profile";

class Page {
  #path = ownPath;
  #profile;
  /** The name of the person in the reader's care whose profile it is, if it is one. */
  #person;
  /** The server's last answer. */
  #saved;
  /** Changes are sent one after the other, so that none overtakes another. */
  #queue = Promise.resolve();
  /** The number of pending changes; only the last answer counts. */
  #pending = 0;

  constructor(allergens) {
    this.allergens = allergens;
    this.chooser = makeChooser(byId("chooser"), allergens, (key, isChosen) => this.#choose(key, isChosen));
    fillSettings((change) => this.#change(change));
  }

  /** Speaks of the reader, or of a person in their care. */
  name(person) {
    const say = (node, own, theirs) => { node.textContent = person ? text(theirs, { name: person }) : text(own); };
    say(document.querySelector("h1"), "page.profile.heading", "page.profile.heading.of");
    say(document.querySelector(".lead"), "profile.lead", "profile.lead.of");
    say(byId("watches-heading"), "profile.watches", "profile.watches.of");
    say(byId("watches-none"), "profile.watchesNone", "profile.watchesNone.of");
    say(byId("levels-about"), "profile.levels", "profile.levels.of");
    say(byId("result").querySelector("summary > span"), "profile.result", "profile.result.of");
    this.#person = person;
    if (this.#profile) this.#draw();
  }

  async show(path) {
    const profile = await ask("GET", path);
    this.#path = path;
    this.#take(profile);
  }

  #draw() {
    const { allergens: watches } = this.#profile;
    const rows = watches.map((watch) => watchRow(watch, watchName(watch.allergen, this.allergens), this.#person, {
      onChange: (member, value) => this.#changeWatch(watch.allergen, member, value),
      onRemove: () => this.#remove(watch.allergen),
    }));
    const focused = document.activeElement?.id;
    byId("watches").replaceChildren(...rows);
    if (focused) byId(focused)?.focus();
    byId("watches-none").hidden = watches.length > 0;
    this.chooser.show(new Set(watches.map(({ allergen }) => allergen)));
    showSettings(this.#profile);
    this.#drawResult(this.#profile.watches);
  }

  /** Shows the result: each watched allergen with its level, and the reason it is watched. */
  #drawResult(watches) {
    byId("result-count").textContent = watches.length > 0 ? number(watches.length) : "";
    byId("result-list").replaceChildren(...watches.map(({ allergen, level, through }) => element("li", {},
      element("span", {}, watchName(allergen, this.allergens),
        through ? element("span", { class: "small" }, ` ${text("profile.through", { name: watchName(through, this.allergens) })}`) : null),
      element("span", { class: "hint" }, text("profile.from", { level: levelName(level) })))));
  }

  #choose(key, isChosen) {
    const others = this.#profile.allergens.filter(({ allergen }) => allergen !== key);
    this.#keepWatches(isChosen ? [...others, { allergen: key }] : others);
  }

  /** Updates an entry of the watch list, or removes it if the value is empty. */
  #changeWatch(allergen, member, value) {
    this.#keepWatches(this.#profile.allergens.map((watch) => {
      if (watch.allergen !== allergen) return watch;
      const { [member]: _, ...rest } = watch;
      return value ? { ...rest, [member]: value } : rest;
    }));
  }

  async #remove(allergen) {
    await this.#keepWatches(this.#profile.allergens.filter((watch) => watch.allergen !== allergen));
    byId("watches-heading").focus();
  }

  #keepWatches(allergens) {
    // The next change builds on this one, even while it is being sent.
    this.#profile = { ...this.#profile, allergens };
    return this.#change({ allergens });
  }

  #change(change) {
    const path = this.#path;
    this.#pending += 1;
    this.#queue = this.#queue.then(() => this.#send(path, change));
    return this.#queue;
  }

  async #send(path, change) {
    const status = byId("profile-status");
    status.textContent = "";
    let profile;
    try {
      profile = await agreeing(() => ask("PATCH", path, change));
      notice(text("profile.saved"));
    } catch (error) {
      fail(status, error, () => this.#change(change));
      status.scrollIntoView({ block: "nearest" });
      profile = await ask("GET", path).catch(() => this.#saved);
    }
    this.#pending -= 1;
    if (path !== this.#path || this.#pending > 0) return;
    this.#take(profile);
  }

  #take(profile) {
    this.#saved = profile;
    if (this.#path === ownPath) rememberUnits(profile);
    this.#profile = profile;
    this.#draw();
  }
}

/** A button for each person; the address names the person shown, so that the page can be linked. */
function showPeople(persons, page) {
  const place = byId("people");
  const all = [{ id: "", name: text("profile.me") }, ...persons];
  const wish = new URLSearchParams(location.search).get("person") ?? "";
  const first = all.some(({ id }) => id === wish) ? wish : "";
  const pathOf = (id) => (id ? `/v1/me/persons/${encodeURIComponent(id)}/profile` : ownPath);
  async function choose(id) {
    try {
      await page.show(pathOf(id));
    } catch (error) {
      return fail(byId("profile-status"), error, () => choose(id));
    }
    for (const button of place.children) button.setAttribute("aria-pressed", button.dataset.person === id);
    page.name(persons.find((person) => person.id === id)?.name);
    history.replaceState(null, "", id ? `?person=${encodeURIComponent(id)}` : location.pathname);
  }
  place.replaceChildren(...all.map(({ id, name }) => element("button", {
    class: "chip", type: "button", "data-person": id, "aria-pressed": String(id === first), onclick: () => choose(id),
  }, name)));
  place.hidden = persons.length === 0;
  page.name(persons.find(({ id }) => id === first)?.name);
  return page.show(pathOf(first));
}

forMember(async () => {
  const [allergens, { persons }] = await Promise.all([askAllergens(), ask("GET", "/v1/me/persons")]);
  await showPeople(persons, new Page(allergens));
});
