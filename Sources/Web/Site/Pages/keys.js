// The station's keys: created, replaced, revoked. A new key is only shown once.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { ask } from "./question.js";
import { table, tableRow } from "./table.js";
import { timeName } from "./times.js";

/** The choices for how long a replaced key stays valid, in hours. */
const graces = [0, 24, 48, 168, 720];

const columns = ["key", "made", "used", "state", "change"];

/** Returned by an action that leaves no key to continue with. */
const left = Symbol("left");

export function makeKeys(operator, onOwnReplaced, onOwnRevoked) {
  const zone = operator.station.timeZone;
  byId("key-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const label = byId("label").value.trim();
    act(async () => {
      show(await operator.makeKey(label ? { label } : {}));
      byId("label").value = "";
    });
  });

  /** Performs an action and shows the updated keys, unless the action leaves the page. */
  async function act(body) {
    say("");
    try {
      if (await body() !== left) await load();
    } catch (error) {
      if (error.kind === "last-key") say(text("keys.last"), true);
      else if (error.status !== 401) say(error.message, true);
    }
  }

  async function load() {
    const keys = await operator.keys();
    byId("keys").replaceChildren(
      table({ "aria-labelledby": "keys-heading" }, columns, element("tbody", {}, keys.map(row))));
  }

  function row(key) {
    const name = key.label ?? key.id;
    const button = (words, action) => element("button",
      { class: "quiet small-button", type: "button", "aria-label": `${words} ${name}`, onclick: action }, words);
    const called = [
      element("b", {}, name), key.label ? element("span", { class: "hint" }, ` ${key.id}`) : null,
      key.id === operator.keyName ? element("span", { class: "badge own" }, text("keys.own")) : null,
    ].filter(Boolean);
    const acts = key.inForce
      ? [button(text("keys.replace"), () => replace(key, name)), " ", button(text("keys.revoke"), () => revoke(key, name))] : [];
    return tableRow(columns, [called, timeName(key.created, zone), timeName(key.lastUsed, zone), state(key), acts],
      { class: key.inForce ? null : "over" });
  }

  function state(key) {
    if (!key.inForce) return text("keys.ended", { time: timeName(key.ends, zone) });
    return key.ends ? text("keys.ends", { time: timeName(key.ends, zone) }) : text("keys.inForce");
  }

  async function replace(key, name) {
    const grace = element("select", { class: "field" }, graces.map((hours) =>
      element("option", { value: hours, selected: hours === 48 }, text(`keys.grace${hours}`))));
    const body = element("label", { class: "stack" }, text("keys.grace", { name }), grace);
    if (!await ask(text("keys.replaceQuestion", { name }), body, text("keys.replace"))) return;
    act(async () => {
      const label = key.label ? { label: key.label } : {};
      const made = await operator.makeKey({ replaces: key.id, graceHours: Number(grace.value), ...label });
      if (key.id === operator.keyName) {
        operator.keyName = made.id;
        onOwnReplaced(made.key);
      }
      show(made);
    });
  }

  async function revoke(key, name) {
    const isOwn = key.id === operator.keyName;
    const effect = text("keys.revokeEffect") + (isOwn ? ` ${text("keys.revokeOwn")}` : "");
    if (!await ask(text("keys.revokeQuestion", { name }), element("p", {}, effect), text("keys.revoke"))) return;
    act(async () => {
      await operator.revokeKey(key.id);
      if (isOwn) {
        onOwnRevoked();
        return left;
      }
      say(text("keys.revoked", { name }));
    });
  }

  act(() => null);
}

/** Shows a new key until the reader leaves the page or creates another. */
function show(made) {
  const field = element("input", {
    class: "field", type: "text", readonly: true, value: made.key, "aria-label": text("keys.new"), onfocus: () => field.select(),
  });
  const copy = element("button", { class: "main", type: "button", onclick: () => copyText(field, copy) }, text("keys.copy"));
  const done = element("button", { class: "quiet", type: "button", onclick: hide }, text("keys.done"));
  byId("new-key").replaceChildren(element("div", { class: "fresh", role: "status" },
    element("p", {}, element("b", {}, text("keys.shownOnce")), ` ${text("keys.copyIt")}`),
    element("div", { class: "line" }, field, copy, done)));
  byId("new-key").hidden = false;
  copy.focus();
}

function hide() {
  byId("new-key").hidden = true;
  byId("new-key").replaceChildren();
}

async function copyText(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = text("keys.copied");
  } catch {
    // Without TLS, a page cannot use the clipboard; the key is selected for Ctrl+C.
    field.focus();
    field.select();
    button.textContent = text("keys.press");
  }
}

function say(words, isFailure = false) {
  byId("keys-status").textContent = words;
  byId("keys-status").classList.toggle("error", isFailure);
}
