// The reader's own plan on the pages with what to do now, and where the injectors are: at first as this device keeps
// them, then as they are.

import { dayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { contentOf, keptContent, keptHelp, refreshHelp } from "./help-copy.js";
import { dataAddress, injectorParts, moment, originOf, planParts } from "./help-view.js";
import { text } from "./language.js";
import { rememberName } from "./presence.js";
import { longDate } from "./words.js";

/** Shows what is kept for the people who are wanted, and then what is new; without a network it says how old it is. */
export async function showOwn(isWanted = () => true) {
  const kept = await keptHelp().catch(() => null);
  if (kept) show(kept, isWanted);
  try {
    const fresh = await refreshHelp();
    if (fresh && !isSame(fresh, kept)) show(fresh, isWanted);
    else if (!fresh) byId("own").hidden = true;
  } catch (error) {
    if (error.status === 401) {
      rememberName(null);
      byId("own").hidden = true;
    } else if (kept) {
      byId("own").append(element("p", { class: "small" }, text("own.kept", { time: moment(kept.at) })));
    }
  }
}

const isSame = (fresh, kept) => JSON.stringify(fresh.people) === JSON.stringify(kept?.people);

function show({ people }, isWanted) {
  byId("own").replaceChildren(...people.filter(isWanted).map(section).filter(Boolean));
  byId("own").hidden = byId("own").children.length === 0;
}

function section({ id, name, plan, injectors, documents }) {
  const papers = documents.filter(({ kind }) => kind === "plan").map((document) => paper(id, document));
  const parts = [...planParts(plan), ...papers, ...injectorParts(injectors)];
  if (parts.length === 0) return null;
  const heading = `own-${id ?? "me"}`;
  return element("section", { class: "part card", "aria-labelledby": heading },
    element("h2", { id: heading }, name ? text("own.plan.of", { name }) : text("own.plan")), ...parts, originOf(plan));
}

/** A photograph of a plan, or the way to a paper that is no picture. Words do not wait for it. */
function paper(id, document) {
  const path = contentOf(id, document.id);
  const title = document.title || longDate(dayHere(document.created));
  const kept = keptContent(path).catch(() => null);
  if (document.type.startsWith("image/")) {
    const picture = element("img", { alt: text("own.picture", { title }) });
    kept.then(async (blob) => { picture.src = blob ? await dataAddress(blob) : path; });
    return picture;
  }
  const link = element("a", { href: path, download: `${title}.pdf` }, title);
  kept.then((blob) => { if (blob) link.href = URL.createObjectURL(blob); });
  return element("p", {}, link);
}
