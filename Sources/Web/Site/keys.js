// The keys of the station: made, replaced, revoked. A new key is shown once.

import { byId, element } from "./dom.js";
import { ask } from "./question.js";
import { timeName } from "./times.js";

/** For how long the former key stays in force, in hours. */
const graces = [[0, "It ends at once"], [24, "One day"], [48, "Two days"], [168, "A week"], [720, "30 days"]];

/** What an act returns after which there is no key to go on with. */
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

  /** Does something, and shows the keys as they are then, unless it says that the page is left. */
  async function act(body) {
    say("");
    try {
      if (await body() !== left) await load();
    } catch (error) {
      if (error.kind === "last-key") say("This is the station’s only key. Replace it; the former one may end at once.", true);
      else if (error.status !== 401) say(error.message, true);
    }
  }

  async function load() {
    const keys = await operator.keys();
    byId("keys").replaceChildren(element("div", { class: "wide-table" }, element("table", { class: "table" },
      element("thead", {}, element("tr", {},
        ["Key", "Made", "Last used", "State", "Change"].map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, keys.map(row)))));
  }

  function row(key) {
    const name = key.label ?? key.id;
    const cell = (head, ...content) => element("td", { "data-head": head }, content.flat());
    const button = (words, action) => element("button",
      { class: "quiet small-button", type: "button", "aria-label": `${words} ${name}`, onclick: action }, words);
    return element("tr", { class: key.inForce ? null : "over" },
      cell("Key", element("b", {}, name), key.label ? element("span", { class: "hint" }, ` ${key.id}`) : null,
        key.id === operator.keyName ? element("span", { class: "badge own" }, "this page") : null),
      cell("Made", timeName(key.created, zone)),
      cell("Last used", timeName(key.lastUsed, zone)),
      cell("State", state(key)),
      cell("Change", key.inForce ? [button("Replace", () => replace(key, name)), " ", button("Revoke", () => revoke(key, name))] : ""));
  }

  function state(key) {
    if (!key.inForce) return `ended ${timeName(key.ends, zone)}`;
    return key.ends ? `ends ${timeName(key.ends, zone)}` : "in force";
  }

  async function replace(key, name) {
    const grace = element("select", { class: "field" }, graces.map(([hours, words]) =>
      element("option", { value: hours, selected: hours === 48 }, words)));
    const body = element("label", { class: "stack" }, `How long “${name}” stays in force beside the new key`, grace);
    if (!await ask(`Replace “${name}”?`, body, "Replace")) return;
    act(async () => {
      const made = await operator.makeKey({ replaces: key.id, graceHours: Number(grace.value), ...(key.label ? { label: key.label } : {}) });
      if (key.id === operator.keyName) {
        operator.keyName = made.id;
        onOwnReplaced(made.key);
      }
      show(made);
    });
  }

  async function revoke(key, name) {
    const isOwn = key.id === operator.keyName;
    const effect = "Whatever uploads with it is refused from now on. This cannot be undone."
      + (isOwn ? " It is the key of this page: you will be signed out." : "");
    if (!await ask(`Revoke “${name}”?`, element("p", {}, effect), "Revoke")) return;
    act(async () => {
      await operator.revokeKey(key.id);
      if (isOwn) {
        onOwnRevoked();
        return left;
      }
      say(`“${name}” is not in force any more.`);
    });
  }

  act(() => null);
}

/** Shows a new key, until the page is left or another one is made. */
function show(made) {
  const field = element("input", {
    class: "field", type: "text", readonly: true, value: made.key, "aria-label": "The new key", onfocus: () => field.select(),
  });
  const copy = element("button", { class: "main", type: "button", onclick: () => copyText(field, copy) }, "Copy");
  const done = element("button", { class: "quiet", type: "button", onclick: hide }, "Done");
  byId("new-key").replaceChildren(element("div", { class: "fresh", role: "status" },
    element("p", {}, element("b", {}, "The new key is shown this once."), " Copy it to where it is used."),
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
    button.textContent = "Copied";
  } catch {
    // Without TLS a page may not write there; the key is marked for Ctrl+C.
    field.focus();
    field.select();
    button.textContent = "Press Ctrl+C";
  }
}

function say(text, isFailure = false) {
  byId("keys-status").textContent = text;
  byId("keys-status").classList.toggle("error", isFailure);
}
