// After the questions: what helps the service to help, one wish at a time, with what is lost without it.

import { ask } from "./account-api.js";
import { turnOn } from "./channels-device.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { fail } from "./member.js";
import { askForPosition, stateOf } from "./permission-state.js";
import { pushAbility } from "./push-ability.js";

const acts = { geolocation: askForPosition, notifications: turnOn };

/** Shows the first wish; what is granted or known, or cannot be had in this browser, is not asked for. Alerts have other ways. */
export async function showWishes() {
  const [{ permissions }, { allergens }, account, { channels }, { days }] = await Promise.all(
    ["/v1/permissions", "/v1/me/profile", "/v1/me", "/v1/me/channels", "/v1/me/metrics"].map((path) => ask("GET", path)));
  const states = await Promise.all(permissions.map(({ permission }) => stateOf(permission)));
  const open = permissions.filter(({ permission }, index) => states[index] === "prompt" && acts[permission]);
  const others = pushAbility() === "possible" ? [] : [otherWaysWish];
  const mail = account.emailVerified && !channels.some(({ kind }) => kind === "email") ? [mailWish(account.email)] : [];
  const unknown = [...allergens.length > 0 ? [] : [allergenWish], ...days.length > 0 ? [] : [healthWish]];
  show([...open.map(permissionWish), ...others, ...mail, ...unknown]);
}

const permissionWish = ({ permission, purpose, lost }) => (onEnd) => ({
  heading: text(`permissions.${permission}`), purpose: text(purpose), lost: text(lost),
  act: granting(text(`permissions.ask.${permission}`), acts[permission], onEnd),
});

/** The account's address is confirmed already, so that alerts go there at once. */
const mailWish = (address) => (onEnd) => ({
  heading: text("welcome.email"), purpose: text("welcome.email.purpose", { address }), lost: text("welcome.email.lost"),
  act: granting(text("welcome.email.send"), () => ask("POST", "/v1/me/channels", { kind: "email", address }), onEnd),
});

/** A button that grants a wish. */
function granting(label, act, onEnd) {
  const button = element("button", { class: "main", type: "button" }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act();
      onEnd();
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
  const { heading, purpose, lost, act } = wish(next);
  return place.replaceChildren(
    element("h3", { id: "wish-heading", tabindex: "-1" }, heading), element("p", {}, purpose), element("p", { class: "hint" }, lost),
    element("p", { class: "status", id: "wish-status", role: "alert" }),
    element("p", { class: "line" }, act, element("button", { class: "quiet", type: "button", onclick: next }, text("welcome.notNow"))));
}
