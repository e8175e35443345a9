// All studies, with their owners and the numbers of their people, once somebody opens the list: each owner is told who looked.

import { dayName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { makePages } from "./pages.js";
import { worded } from "./study-words.js";
import { mediumDate, number } from "./words.js";

const statuses = ["invited", "participating", "restricted", "withdrawn"];

export function makeStudies() {
  const pages = makePages("studies", "/v1/administration/studies", (answer) => answer.studies, view);
  byId("studies-part").addEventListener("toggle", ({ target }) => { if (target.open && byId("studies").childElementCount === 0) pages.load(); });
}

function view({ id, state, title, begin, end, created, owners, people }) {
  const name = title ? worded("span", title) : text("admin.studies.draft", { day: dayName(created) });
  const facts = [
    owners.join(", "), `${mediumDate(begin)} – ${mediumDate(end)}`,
    ...statuses.map((status) => `${text(`research.status.${status}`)}: ${number(people[status])}`),
  ];
  return element("li", {}, element("span", { class: "what" },
    element("b", {}, element("a", { href: `/admin/study?study=${encodeURIComponent(id)}` }, name)),
    element("span", { class: "badges" }, element("span", { class: "badge own" }, text(`research.state.${state}`))),
    element("span", { class: "hint" }, facts.join(" · "))));
}
