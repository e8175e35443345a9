// The permissions page: the state of each, what stops working without it, and how to change it.

import { element, byId } from "./dom.js";
import { text } from "./language.js";
import { fail } from "./member.js";
import { askForPosition, stateOf } from "./permission-state.js";
import { pushAbility } from "./push-ability.js";
import { Refusal } from "./refusal.js";

/** The browsers with instructions for changing a permission, and how to recognise each. */
const browsers = [
  ["iphone", /iPhone|iPad|iPod/],
  ["android", /Android.*Chrome\//],
  ["edge", /Edg\//],
  ["firefox", /Firefox\//],
  ["chrome", /Chrome\//],
  ["safari", /Safari\//],
];

/** Make the browser ask; the page then shows the result, whatever it is. */
const asks = {
  notifications: () => Notification.requestPermission(),
  geolocation: askForPosition,
};

async function card({ permission, purpose, lost, instead }) {
  const id = `permission-${permission}`;
  const state = element("span", { class: "badge", role: "status" });
  const about = element("div", { class: "effects" });
  const button = element("button", { class: "main", type: "button", onclick: request }, text(`permissions.ask.${permission}`));
  const how = element("a", { class: "quiet", href: "#change-heading" }, text("permissions.how"));
  const line = element("p", { class: "line" }, button, how);
  const node = element("section", { class: "part card", "aria-labelledby": id },
    element("div", { class: "row" }, element("h2", { id, tabindex: "-1" }, text(`permissions.${permission}`)), state),
    element("p", {}, text(purpose)), about, line);

  async function show() {
    const now = await stateOf(permission);
    node.dataset.state = now;
    state.textContent = text(`permissions.state.${now}`);
    state.className = `badge state-${now}`;
    button.hidden = now !== "prompt" || !asks[permission];
    how.hidden = now !== "denied";
    line.hidden = button.hidden && how.hidden;
    about.replaceChildren(...(now === "granted" ? [] : [lost, instead]).map((key) => element("p", { class: "hint" }, text(key))));
    if (permission === "notifications" && now === "unsupported") about.append(...otherWays());
    return now;
  }

  async function request() {
    button.disabled = true;
    await asks[permission]();
    button.disabled = false;
    await show();
    byId(id).focus();
  }

  await show();
  // Readers change permissions outside the page, in the browser's settings.
  const status = await navigator.permissions?.query({ name: permission }).catch(() => null);
  status?.addEventListener("change", show);
  return node;
}

/** What works where notifications do not. */
const otherWays = () => [
  element("p", { class: "note" }, text(`device.${pushAbility()}`)),
  element("p", { class: "line" }, element("a", { class: "quiet", href: "/channels" }, text("device.otherWays"))),
];

/** Shows the instructions for each browser, the reader's own first and expanded. */
function showBrowsers() {
  const own = browsers.find(([, form]) => form.test(navigator.userAgent))?.[0];
  const sorted = [...browsers].sort(([a], [b]) => (b === own) - (a === own));
  byId("browsers").replaceChildren(...sorted.map(([name]) => element("details", { open: name === own },
    element("summary", {}, text(`browser.${name}`), name === own ? element("span", { class: "badge own" }, text("browser.own")) : null),
    element("p", {}, text(`browser.${name}.how`)))));
}

async function start() {
  byId("page-status").textContent = "";
  try {
    const response = await fetch("/v1/permissions").catch(() => { throw new Error(text("error.unreachable")); });
    if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})));
    const { permissions } = await response.json();
    byId("permissions").replaceChildren(...await Promise.all(permissions.map(card)));
  } catch (error) {
    fail(byId("page-status"), error, start);
  }
  // Shown only now, so that nothing moves when the cards arrive.
  byId("change").hidden = false;
}

showBrowsers();
start();
