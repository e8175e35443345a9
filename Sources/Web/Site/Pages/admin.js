// The administrators' page: the state of the service, its feeds, roles and accounts, studies, messages, and what was done.

import { makeAccounts } from "./admin-accounts.js";
import { makeOpening } from "./admin-open.js";
import { makeRoles } from "./admin-roles.js";
import { showFeeds, showState } from "./admin-state.js";
import { makeStudies } from "./admin-studies.js";
import { actWords } from "./admin-words.js";
import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { say, wording } from "./form.js";
import { known, text } from "./language.js";
import { notice } from "./notice.js";
import { makePages } from "./pages.js";
import { ask as askReader } from "./question.js";

/** How often the state is asked for while the page is open. */
const pause = 30_000;

const refreshState = () => Promise.all([
  ask("GET", "/v1/administration/state").then(showState), api.feeds().then(showFeeds),
]);

const acts = makePages("acts", "/v1/administration/acts", (answer) => answer.acts, (act) =>
  element("li", {}, element("span", { class: "what" }, actWords(act),
    element("span", { class: "hint" }, `${instantName(act.at)} · ${known(`admin.actor.${act.actor}`, act.actor)}`))));

const messages = makePages("messages", "/v1/messages", (answer) => answer.messages, (message) => {
  const about = [
    known(`contact.${message.topic}`, message.topic), message.account, message.replyTo, message.page, instantName(message.sent),
  ].filter(Boolean).join(" · ");
  return element("li", {}, element("span", { class: "what" }, element("span", { class: "message" }, message.text),
    element("span", { class: "hint" }, about)),
  element("button", {
    class: "quiet", type: "button", "aria-label": text("admin.messages.delete.of", { time: instantName(message.sent) }), onclick: () => remove(message),
  }, text("admin.messages.delete")));
});

async function remove({ id, text: words }) {
  if (!await askReader(text("admin.messages.delete.question"), element("p", {}, words), text("admin.messages.delete"))) return;
  try {
    await ask("DELETE", `/v1/messages/${encodeURIComponent(id)}`);
    notice(text("admin.messages.deleted"));
    await messages.load();
    byId("messages-heading").focus();
  } catch (error) {
    say(byId("messages-status"), wording(error), true);
  }
}

forRole("administrator", async (account) => {
  await refreshState();
  const roles = makeRoles(makeAccounts(account, () => Promise.all([acts.load(), roles.load()])));
  makeOpening(() => acts.load());
  makeStudies();
  await Promise.all([roles.load(), messages.load(), acts.load()]);
  setInterval(() => { if (document.visibilityState === "visible") refreshState().catch(() => {}); }, pause);
});
