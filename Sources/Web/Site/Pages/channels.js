// The channels page: this device, e-mail, programs.

import { ask } from "./account-api.js";
import { channelRow, outcomeWords } from "./channels-row.js";
import { showDevice, turnOff, turnOn } from "./channels-device.js";
import { byId, element } from "./dom.js";
import { onSubmit, say, wording } from "./form.js";
import { text } from "./language.js";
import { fail, forMember } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";

const path = ({ id }) => `/v1/me/channels/${encodeURIComponent(id)}`;
const rowOf = ({ id }) => byId(`channel-${id}`);

async function load() {
  const { channels } = await ask("GET", "/v1/me/channels");
  const own = await showDevice(channels);
  byId("channels").replaceChildren(...channels.map((channel) => channelRow(channel, channel.id === own, acts)));
  byId("channels-none").hidden = channels.length > 0;
  await offerOwnAddress(channels);
}

/** The confirmed address of the account stands in the form unless alerts already go to it; it needs no second mail. */
async function offerOwnAddress(channels) {
  const { email, emailVerified } = await ask("GET", "/v1/me");
  const isOffered = emailVerified && !channels.some(({ address }) => address?.toLowerCase() === email.toLowerCase());
  byId("address-own").hidden = !isOffered;
  byId("address").value ||= isOffered ? email : "";
}

/** Performs an action on a channel, and shows errors in its row. */
async function attempt(channel, act) {
  const row = rowOf(channel);
  const status = row.querySelector(".status");
  say(status, "");
  row.setAttribute("aria-busy", "true");
  try {
    await act(status);
  } catch (error) {
    fail(status, error, () => attempt(channel, act));
  } finally {
    row.removeAttribute("aria-busy");
  }
}

const acts = {
  test: (channel) => attempt(channel, async (status) => {
    say(status, text("channel.testing"));
    const trial = await ask("POST", `${path(channel)}/tests`);
    if (trial.outcome === "gone") await load();
    const place = rowOf(channel)?.querySelector(".status") ?? byId("channels-status");
    say(place, outcomeWords(trial), !["sent", "delivered"].includes(trial.outcome));
  }),
  rhythm: (channel, rhythm) => attempt(channel, async () => {
    await ask("PUT", path(channel), { rhythm });
    notice(text("profile.saved"));
  }),
  resume: (channel) => attempt(channel, async () => {
    await ask("PUT", path(channel), { state: "active" });
    await load();
    rowOf(channel)?.focus();
    notice(text(channel.state === "unconfirmed" ? "channel.asked" : "channel.resumed"));
  }),
  rotate: (channel) => attempt(channel, async () => {
    if (!await askReader(text("channel.rotateQuestion"), element("p", {}, text("channel.rotateEffect")), text("channel.rotate"))) return;
    showSecret(await ask("POST", `${path(channel)}/secrets`));
  }),
  remove: (channel) => attempt(channel, async () => {
    const place = channel.address ?? channel.url ?? channel.service;
    if (!await askReader(text("channel.removeQuestion"), element("p", {}, text("channel.removeEffect", { place })), text("channel.remove"))) return;
    await ask("DELETE", path(channel));
    await load();
    byId("channels-heading").focus();
  }),
};

/** The secret of a webhook, which is only shown once. */
function showSecret({ secret, url }) {
  byId("secret-url").textContent = url;
  byId("secret").value = secret;
  byId("fresh").hidden = false;
  byId("secret").focus();
  byId("secret").select();
}

/** A button that shows that its action is running. */
function onPress(id, act) {
  const button = byId(id);
  button.addEventListener("click", async () => {
    say(byId("device-status"), "");
    button.disabled = true;
    try {
      await act();
      await load();
    } catch (error) {
      say(byId("device-status"), wording(error), true);
    } finally {
      button.disabled = false;
    }
    byId("device-state").focus();
  });
}

/** A form that creates a channel. */
function opens(name, wish, done) {
  onSubmit(byId(`${name}-form`), byId(`${name}-status`), async () => {
    const channel = await ask("POST", "/v1/me/channels", { ...wish(), rhythm: byId(`${name}-rhythm`).value });
    byId(`${name}-form`).reset();
    await load();
    done(channel);
  });
}

function prepare() {
  onPress("device-on", turnOn);
  onPress("device-off", turnOff);
  opens("email", () => ({ kind: "email", address: byId("address").value.trim() }), (channel) => {
    notice(text(channel.state === "unconfirmed" ? "channel.asked" : "channel.opened"));
    rowOf(channel)?.focus();
  });
  opens("webhook", () => ({ kind: "webhook", url: byId("url").value.trim() }), showSecret);
  byId("secret-copy").addEventListener("click", async () => {
    byId("secret").select();
    await navigator.clipboard.writeText(byId("secret").value).then(() => notice(text("channel.copied")), () => {});
  });
  byId("secret-done").addEventListener("click", () => {
    byId("secret").value = "";
    byId("fresh").hidden = true;
    byId("channels-heading").focus();
  });
}

prepare();
forMember(async (account) => {
  if (account.email) byId("address").placeholder = account.email;
  await load();
});
