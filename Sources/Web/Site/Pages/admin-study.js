// The administrators' page of one study: its researchers under their roles, and its invitations under their statuses.

import { ask } from "./account-api.js";
import { dayName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { forRole } from "./duty.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { nestedList, openKeys } from "./nested-list.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";
import { worded } from "./study-words.js";
import { mediumDate, number } from "./words.js";

const statuses = ["invited", "participating", "restricted", "withdrawn"];
const statusName = (status) => text(`research.status.${status}`);
const path = `/v1/administration/studies/${encodeURIComponent(new URLSearchParams(location.search).get("study") ?? "")}`;

const badge = (words) => element("span", { class: "badge own" }, words);
const fail = (error) => say(byId("people-status"), wording(error), true);

async function show() {
  const { study, roles, labels } = await ask("GET", path);
  byId("title").replaceChildren(study.title ? worded("span", study.title) : text("admin.studies.draft", { day: dayName(study.created) }));
  byId("facts").textContent = [text(`research.state.${study.state}`), `${mediumDate(study.begin)} – ${mediumDate(study.end)}`].join(" · ");
  byId("roles").replaceChildren(...roles.map(roleRow));
  const open = openKeys(byId("people"));
  const mayChange = ["draft", "open"].includes(study.state);
  byId("people").replaceChildren(
    ...statuses.map((status) => group(status, [statusName(status), " ", badge(number(study.people[status]))], { status })),
    ...labels.map(({ label, people }) => group(`label ${label}`, [label, " ", badge(text("research.label")), " ", badge(number(people))], { label })));
  say(byId("people-status"), "");

  function group(key, heading, wanted) {
    const load = async (after) => {
      const query = new URLSearchParams({ ...wanted, ...after === undefined ? {} : { after } });
      const page = await ask("GET", `${path}/participants?${query}`);
      return { rows: page.participants.map((one) => row(one, mayChange)), next: page.next };
    };
    return nestedList({ key, heading, look: "rows", load, none: text("admin.study.empty"), fail, isOpen: open.has(key) });
  }
}

const roleRow = ({ role, accounts }) => element("li", { "data-role": role },
  element("span", { class: "what" }, element("b", {}, text(`research.role.${role}`)),
    element("span", { class: "hint" }, accounts.length > 0 ? accounts.join(", ") : text("admin.study.empty"))),
  badge(number(accounts.length)));

function row(one, mayChange) {
  const dates = ["made", "joined", "restricted", "left"].filter((event) => one[event]);
  const change = { invited: "restrict", participating: "restrict", restricted: "lift" }[one.status];
  return element("li", { "data-number": one.number },
    element("span", { class: "what" }, element("b", {}, text("admin.study.number", { number: one.number })),
      element("span", { class: "badges" }, badge(statusName(one.status)), one.label ? badge(one.label) : null),
      element("span", { class: "hint" }, dates.map((event) => text(`admin.study.${event}`, { day: mediumDate(one[event]) })).join(" · "))),
    mayChange && change ? button(one, change) : null);
}

const words = {
  restrict: { method: "PUT", act: "research.restrict", of: "research.restrict.of", ask: "research.restrict.ask", about: "research.restrict.about" },
  lift: { method: "DELETE", act: "admin.study.lift", of: "admin.study.lift.of", ask: "admin.study.lift.ask", about: "admin.study.lift.about" },
};

const button = (one, change) => element("button", {
  class: "quiet", type: "button", "aria-label": text(words[change].of, { number: one.number }), onclick: () => perform(one, words[change]),
}, text(words[change].act));

/** Ends an invitation, or lets it work again, and shows all of them anew. */
async function perform({ number: changed }, { method, act, ask: question, about }) {
  const body = [about, "admin.study.seen"].map((key) => element("p", {}, text(key)));
  if (!await askReader(text(question, { number: changed }), body, text(act))) return;
  try {
    await ask(method, `${path}/participants/${changed}/restriction`);
    await show();
    notice(text("account.saved"));
    byId("people-heading").focus();
  } catch (error) {
    fail(error);
  }
}

forRole("administrator", show);
