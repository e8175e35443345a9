// After the questions: what helps the service to help, one wish at a time, with what is lost without it.

import { ask } from "./account-api.js";
import { turnOn } from "./channels-device.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { fail } from "./member.js";
import { askForPosition, stateOf } from "./permission-state.js";
import { pushAbility } from "./push-ability.js";

/** The code of a position that the reader or the browser refuses. */
const refused = 1;
/** Each makes the browser ask, and resolves with whether it allows what was asked for. */
const acts = {
  geolocation: async () => (await askForPosition()).code !== refused,
  notifications: async () => { await turnOn(); return Notification.permission === "granted"; },
};

/**
 * Shows the first wish; what is granted or known, or cannot be had in this browser, is not asked for. Alerts have other ways, and what
 * the browser blocks can be allowed in its settings.
 */
export async function showWishes() {
  const [{ permissions }, { allergens }, account, { channels }, { days }] = await Promise.all(
    ["/v1/permissions", "/v1/me/profile", "/v1/me", "/v1/me/channels", "/v1/me/metrics"].map((path) => ask("GET", path)));
  const states = await Promise.all(permissions.map(({ permission }) => stateOf(permission)));
  const open = permissions.flatMap((wish, index) => {
    const kind = { prompt: permissionWish, denied: blockedWish }[states[index]];
    return kind && acts[wish.permission] ? [kind(wish)] : [];
  });
  const others = pushAbility() === "possible" ? [] : [otherWaysWish];
  const mail = account.emailVerified && !channels.some(({ kind }) => kind === "email") ? [mailWish(account.email)] : [];
  const unknown = [...allergens.length > 0 ? [] : [allergenWish], ...days.length > 0 ? [] : [healthWish]];
  show([...open, ...others, ...mail, ...unknown]);
}

const permissionWish = ({ permission, purpose, lost, instead }) => (onEnd) => ({
  heading: text(`permissions.${permission}`), purpose: text(purpose), lost: text(lost),
  act: granting(text(`permissions.ask.${permission}`), async () => {
    if (await acts[permission]()) onEnd();
    else sayRefused(`${text(lost)} ${text(instead)}`, onEnd);
  }),
});

/** What the browser blocks already: it would not ask. */
const blockedWish = ({ permission, purpose, lost, instead }) => () => ({
  heading: text(`permissions.${permission}`), state: text("permissions.state.denied"), purpose: text(purpose),
  lost: `${text(lost)} ${text(instead)}`, act: element("a", { class: "main", href: "/permissions" }, text("permissions.how")),
});

/** Says what is lost after a refusal and what works instead; the reader goes on, or to how to allow it. */
function sayRefused(words, onEnd) {
  say(byId("wish-status"), words);
  byId("wish-lost").hidden = true;
  const next = element("button", { class: "main", type: "button", onclick: onEnd }, text("welcome.next"));
  byId("wish-acts").replaceChildren(next, element("a", { class: "quiet", href: "/permissions" }, text("permissions.how")));
  next.focus();
}

/** The account's address is confirmed already, so that alerts go there at once. */
const mailWish = (address) => (onEnd) => ({
  heading: text("welcome.email"), purpose: text("welcome.email.purpose", { address }), lost: text("welcome.email.lost"),
  act: granting(text("welcome.email.send"), async () => {
    await ask("POST", "/v1/me/channels", { kind: "email", address });
    onEnd();
  }),
});

/** A button that grants a wish. */
function granting(label, act) {
  const button = element("button", { class: "main", type: "button" }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      button.disabled = false;
      fail(byId("wish-status"), error);
    }
  });
  return button;
}

const allergenWish = () => ({
  heading: text("welcome.profile"), purpose: text("welcome.allergens.purpose"), lost: text("welcome.allergens.lost"),
  act: element("a", { class: "main", href: "/profile" }, text("welcome.allergens.choose")),
});

const otherWaysWish = () => ({
  heading: text("permissions.notifications"), purpose: text(`device.${pushAbility()}`), lost: text("permission.notifications.instead"),
  act: element("a", { class: "main", href: "/channels" }, text("device.otherWays")),
});

const healthWish = () => ({
  heading: text("welcome.health"), purpose: text("welcome.health.purpose"), lost: text("welcome.health.lost"),
  act: element("a", { class: "main", href: "/values" }, text("welcome.health.add")),
});

/** Shows the first of the wishes, and the others after it. */
function show([wish, ...others]) {
  const place = byId("wish");
  const next = () => {
    show(others);
    (byId("wish-heading") ?? byId("finish-heading")).focus();
  };
  place.hidden = wish === undefined;
  if (!wish) return place.replaceChildren();
  const { heading, state, purpose, lost, act } = wish(next);
  return place.replaceChildren(
    element("h3", { id: "wish-heading", tabindex: "-1" }, heading),
    element("p", {}, purpose, ...state ? [" ", element("span", { class: "badge" }, state)] : []),
    element("p", { class: "hint", id: "wish-lost" }, lost), element("p", { class: "status", id: "wish-status", role: "alert" }),
    element("p", { class: "line", id: "wish-acts" }, act, element("button", { class: "quiet", type: "button", onclick: next }, text("welcome.notNow"))));
}
