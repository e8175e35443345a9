// The station's recent uploads, with their rejected rows.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { counts, rejectedRows } from "./report.js";
import { moreButton } from "./table.js";
import { timeName } from "./times.js";

export function makeUploads(operator, names, onNewest) {
  let next;
  let round = 0;

  async function load() {
    next = undefined;
    round += 1;
    byId("uploads").replaceChildren();
    onNewest(await more());
  }

  /** Appends a page, unless something else is shown by then, and returns its newest upload. */
  async function more() {
    const [asked, place] = [round, next];
    try {
      const page = await operator.uploads(place);
      if (asked !== round || place !== next) return page.uploads[0];
      next = page.next;
      byId("uploads").querySelector(".more")?.remove();
      byId("uploads").append(...page.uploads.map((upload) => entry(upload, operator, names)));
      if (next) byId("uploads").append(moreButton(more));
      if (byId("uploads").childElementCount === 0) byId("uploads").append(element("p", {}, text("uploads.none")));
      return page.uploads[0];
    } catch (error) {
      byId("uploads").append(element("p", { class: "error", role: "alert" }, error.message));
      return undefined;
    }
  }

  return { load };
}

function entry(upload, operator, names) {
  const origin = text("uploads.origin", { feed: upload.feed, key: operator.nameOfKey(upload.key) });
  const head = [
    element("b", {}, timeName(upload.ended, operator.station.timeZone)),
    element("span", { class: "hint" }, ` ${origin}`),
    element("span", { class: "counts-line" }, counts(upload)),
    upload.failure ? element("span", { class: "error" }, upload.failure) : null,
  ];
  if (upload.rejected.length === 0) return element("div", { class: "upload" }, head);
  const rows = rejectedRows(upload.rejected, upload.rejectedCount, names);
  return element("details", { class: "upload" }, element("summary", {}, head), rows);
}
