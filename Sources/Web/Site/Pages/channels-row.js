// One channel: its target, its state, and its actions.

import { instantName } from "./account-words.js";
import { element } from "./dom.js";
import { known, text } from "./language.js";

const rhythms = ["single", "digest"];

/** `acts` are the actions of the buttons, by name; each receives the channel. */
export function channelRow(channel, isOwn, acts) {
  const { id, kind, rhythm, state, failure, created } = channel;
  const place = channel.address ?? channel.url ?? channel.service ?? "";
  const isUsable = state === "active";
  return element("li", { class: "channel", id: `channel-${id}`, tabindex: "-1", "aria-label": `${text(`channel.${kind}`)} ${place}` },
    element("div", { class: "channel-head" },
      element("b", {}, text(isOwn ? "channel.own" : `channel.${kind}`)),
      element("span", { class: `badge state-${state}` }, text(`channel.state.${state}`))),
    element("p", { class: "hint place" }, place),
    element("p", { class: "small" }, text("channel.since", { time: instantName(created) })),
    state === "active" && !failure ? null : element("p", { class: "why" },
      state === "active" ? null : text(`channel.state.${state}.about`), " ",
      failure ? element("span", { lang: "en" }, failure) : null),
    element("div", { class: "channel-acts" },
      rhythmField(channel, rhythm, acts),
      isUsable ? button("channel.test", acts.test) : null,
      state === "parked" ? button("channel.resume", acts.resume) : null,
      state === "unconfirmed" ? button("channel.askAgain", acts.resume) : null,
      kind === "webhook" ? button("channel.rotate", acts.rotate) : null,
      button("channel.remove", acts.remove, "quiet danger")),
    element("p", { class: "status", role: "status" }));

  function button(words, act, look = "quiet") {
    return element("button", {
      class: look, type: "button", "aria-label": `${text(words)}: ${place || text(`channel.${kind}`)}`, onclick: () => act(channel),
    }, text(words));
  }
}

function rhythmField(channel, rhythm, acts) {
  const field = element("select", { class: "field", id: `rhythm-${channel.id}`, onchange: () => acts.rhythm(channel, field.value) },
    ...rhythms.map((one) => element("option", { value: one, selected: one === rhythm }, text(`channel.rhythm.${one}`))));
  return element("label", { class: "pick", for: field.id }, element("span", {}, text("channel.rhythm")), field);
}

/** The result of a test. */
export const outcomeWords = ({ outcome, detail }) => [known(`channel.outcome.${outcome}`, outcome), detail ?? ""].join(" ").trim();
