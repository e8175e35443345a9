// The moderators' page: reports that people doubt, one after the other, decided by buttons or keys; what was decided,
// and a way to take it back.

import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import { allergenNames } from "./allergen-choice.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { badges, decisionWords, isOpen, label, makeCase, mapPath, title } from "./moderation-case.js";
import { makeDuty } from "./moderation-duty.js";
import { followKeys } from "./moderation-keys.js";
import { agoName } from "./times.js";

/** How often the queue is asked for, so that a moderator who watches it sees a report within a minute. */
const pause = 20_000;

class Desk {
  #queue = [];
  #decisions = [];
  /** Where older decisions continue. */
  #next = undefined;
  /** The identifier of the report that is shown. */
  #chosen = null;
  #isBusy = false;
  /** How many acts were begun: news that were asked for before the last one are old. */
  #begun = 0;

  constructor(names) {
    this.names = names;
    byId("show").addEventListener("click", () => this.#decide(false));
    byId("hide").addEventListener("click", () => this.#decide(true));
    byId("undo").addEventListener("click", () => this.#takeBack(this.#latest));
    byId("older").addEventListener("click", () => this.#loadOlder());
    followKeys((act) => this.#run(act));
  }

  start() {
    setInterval(() => { if (document.visibilityState === "visible" && !this.#isBusy) this.refresh(true).catch(() => {}); }, pause);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.refresh(true).catch(() => {}); });
  }

  /** Loads the queue and the latest decisions; tells what is new if asked to. */
  async refresh(isTold = false) {
    const known = new Set(this.#queue.map(({ alert }) => alert.id));
    const begun = this.#begun;
    const [queue, { decisions, next }] = await Promise.all([wholeQueue(), ask("GET", "/v1/moderation/decisions")]);
    if (isTold && begun !== this.#begun) return;
    // What was doubted comes first, then what is hidden, each in the order of the server.
    this.#queue = [...queue.filter(isOpen), ...queue.filter((entry) => !isOpen(entry))];
    [this.#decisions, this.#next] = [decisions, next];
    this.#show();
    const news = this.#queue.filter((entry) => isOpen(entry) && !known.has(entry.alert.id)).length;
    if (isTold && news > 0) say(byId("decided"), text("moderation.new", { count: news }));
  }

  get #index() { return this.#queue.findIndex(({ alert }) => alert.id === this.#chosen); }

  get #latest() { return this.#decisions.find(({ revocable }) => revocable); }

  #show() {
    if (this.#index < 0) this.#chosen = this.#queue[0]?.alert.id ?? null;
    const hadFocus = byId("queue").contains(document.activeElement);
    byId("queue-none").hidden = this.#queue.length > 0;
    byId("queue-count").textContent = text("moderation.count", { count: this.#queue.filter(isOpen).length });
    byId("queue").replaceChildren(...this.#queue.map((entry) => this.#row(entry)));
    if (hadFocus) this.#focus();
    byId("decisions-none").hidden = this.#decisions.length > 0;
    byId("decisions").replaceChildren(...this.#decisions.map((made) => this.#decisionRow(made)));
    byId("older").hidden = this.#next === undefined;
    byId("undo").hidden = !this.#latest;
    if (this.#latest) label("undo", text("moderation.undo", { title: title(this.#latest.alert, this.names) }), "U");
    this.#showCase();
  }

  #showCase() {
    const entry = this.#queue[this.#index];
    byId("case").hidden = !entry;
    if (!entry) return;
    // Leaflet needs a node that is visible.
    this.showCase ??= makeCase(this.names);
    this.showCase(entry);
  }

  #row(entry) {
    const { alert } = entry;
    return element("li", {}, element("button", {
      class: "case-row", type: "button", "data-alert": alert.id, "aria-current": alert.id === this.#chosen ? "true" : null,
      onclick: () => this.#choose(alert.id, byId("case-heading")),
    },
    element("strong", {}, title(alert, this.names)), element("span", { class: "hint" }, agoName(alert.sent)),
    element("span", { class: "badges" }, badges(entry))));
  }

  #decisionRow({ alert, decision, revocable }) {
    const name = title(alert, this.names);
    return element("li", { "data-decided": alert.id },
      element("span", { class: "what" }, element("a", { href: mapPath(alert) }, name),
        element("span", { class: "hint" }, decisionWords(decision))),
      revocable ? element("button", {
        class: "quiet", type: "button", "aria-label": text("moderation.takeBack.of", { title: name, time: instantName(decision.at) }),
        onclick: () => this.#takeBack({ alert }),
      }, text("moderation.takeBack")) : null);
  }

  /** Shows another report; the focus goes to its row, or to the place given. */
  #choose(id, place) {
    this.#chosen = id;
    for (const row of byId("queue").querySelectorAll("button")) {
      if (row.dataset.alert === id) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    this.#showCase();
    if (place) place.focus();
    else this.#focus();
  }

  #focus() { (byId("queue").querySelector("[aria-current]") ?? byId("queue-heading")).focus(); }

  #run(act) {
    if (act === "show" || act === "hide") return byId("case").hidden || byId(act).disabled ? null : this.#decide(act === "hide");
    if (act === "undo") return this.#latest ? this.#takeBack(this.#latest) : null;
    const next = this.#queue[this.#index + (act === "next" ? 1 : -1)];
    return next ? this.#choose(next.alert.id) : null;
  }

  /** Decides about the report that is shown, and goes on to the one that follows. */
  #decide(hidden) {
    const index = this.#index;
    const { alert } = this.#queue[index];
    return this.#act(async () => {
      await ask("PUT", pathOf(alert), { hidden });
      await this.refresh();
      this.#choose(this.#queue[Math.min(index, this.#queue.length - 1)]?.alert.id ?? null);
      say(byId("decided"), text(hidden ? "moderation.done.hidden" : "moderation.done.shown", { title: title(alert, this.names) }));
    });
  }

  #takeBack({ alert }) {
    return this.#act(async () => {
      await ask("DELETE", `${pathOf(alert)}/decision`);
      await this.refresh();
      if (this.#queue.some((entry) => entry.alert.id === alert.id)) this.#choose(alert.id);
      else byId("decisions-heading").focus();
      say(byId("decided"), text("moderation.done.undone", { title: title(alert, this.names) }));
    });
  }

  /** One act at a time: a key that is pressed twice decides once. */
  async #act(run) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#begun += 1;
    say(byId("decided"), "");
    try {
      await run();
    } catch (error) {
      say(byId("decided"), wording(error), true);
    } finally {
      this.#isBusy = false;
    }
  }

  #loadOlder() {
    return this.#act(async () => {
      const { decisions, next } = await ask("GET", `/v1/moderation/decisions?before=${this.#next}`);
      this.#decisions.push(...decisions);
      this.#next = next;
      this.#show();
    });
  }
}

const pathOf = ({ id }) => `/v1/moderation/alerts/${encodeURIComponent(id)}`;

/** Everything to look at; the server answers in pages. */
async function wholeQueue() {
  const found = [];
  let after = 0;
  do {
    const page = await ask("GET", `/v1/moderation/alerts?after=${after}`);
    found.push(...page.alerts);
    after = page.next;
  } while (after);
  return found;
}

forRole("moderator", async () => {
  const desk = new Desk(await allergenNames());
  byId("duty").hidden = false;
  byId("member").hidden = false;
  await Promise.all([desk.refresh(), makeDuty()]);
  desk.start();
});
